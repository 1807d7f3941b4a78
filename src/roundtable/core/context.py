"""What the knights are given to read before they speak, and what was left out and why."""

from typing import Literal

from roundtable.core.values import Value

PartKind = Literal["chronicle", "decrees", "git", "diff", "tree", "key_file", "named_file"]


class ContextPart(Value):
    kind: PartKind
    title: str
    """A path, or what the text is."""
    text: str
    tokens: int
    cut: bool = False
    """True when the text is only the beginning of what is there."""


class LeftOut(Value):
    title: str
    reason: str


class FileExcerpt(Value):
    """A requested file as it was read for the table, or why it was not."""

    path: str
    requested_by: tuple[str, ...]
    start: int | None = None
    end: int | None = None
    text: str = ""
    refused: str = ""
    """Empty when the file was read."""
