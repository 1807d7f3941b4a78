"""The pieces that an answer with files is made of, before anybody judges what they hold."""

from dataclasses import dataclass
from typing import Literal

PartKind = Literal["prose", "marker", "fence", "content"]
Part = tuple[PartKind, int, int]
"""A stretch of the answer, from one position to another."""
Origin = Literal["word", "path"]
"""Whether the block was announced with the word FILE, or only stands beside a path."""


@dataclass(frozen=True, slots=True)
class Block:
    """What was meant as a file."""

    start: int
    stop: int
    path: str
    origin: Origin = "word"
    parts: tuple[Part, ...] = ()
    info: str = ""
    indent: int = 0
    warnings: tuple[str, ...] = ()
    problem: str = ""
    """Why it cannot be taken, whatever it holds."""
    is_mention: bool = False
    """A FILE line alone: no complaint when the file itself stands elsewhere."""
    wrapped: bool = False


@dataclass(frozen=True, slots=True)
class Removal:
    """What was meant as the removal of a file."""

    start: int
    stop: int
    path: str
    problem: str = ""
    is_mention: bool = False
    """Other words than DELETE: no complaint when the file is removed elsewhere."""
    sure: bool = True
    """False: a single word, which is a path only if the project has it."""


@dataclass(frozen=True, slots=True)
class Border:
    """A fence around everything: no file's, and no prose either."""

    start: int
    stop: int


Piece = Block | Removal | Border
