"""The values that a compose file is made of; each knows its line."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal["text", "null", "flag", "number"]


@dataclass(frozen=True, slots=True)
class Scalar:
    text: str
    """What it comes to: numbers as compose prints them, variables filled in."""
    line: int
    source: str
    """As the file says it, before variables are filled in."""
    kind: Kind = "text"
    text_line: int = 0
    """Where its text begins: a block begins a line after its sign."""
    weight: int = 1


@dataclass(frozen=True, slots=True)
class Items:
    items: tuple["Node", ...]
    line: int
    weight: int = 1


@dataclass(frozen=True, slots=True)
class Entry:
    key: str
    line: int
    value: "Node"


@dataclass(frozen=True, slots=True)
class Fields:
    entries: tuple[Entry, ...]
    line: int
    weight: int = 1


Node = Scalar | Items | Fields
