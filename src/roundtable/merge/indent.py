"""The look of a file (line ends, indentation), and a piece of code made to look like it."""

import re
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tree_sitter import Node

from roundtable.merge.normal import Span
from roundtable.merge.units import Split

_DEFAULT_STEP: Final = {
    "javascript": b"  ",
    "typescript": b"  ",
    "tsx": b"  ",
    "go": b"\t",
}
_LEAD: Final = re.compile(rb"[ \t\f]*")
_OPENS: Final = re.compile(rb"[:{(\[]\s*(?:(?:#|//).*)?$")
_SAMPLE: Final = 3000
"""Lines that are looked at to learn a file's step of indentation."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a file is written."""

    newline: bytes
    step: bytes
    """What one more level of nesting adds at the start of a line."""


@lru_cache(maxsize=64)
def look_of(split: Split) -> Look:
    source = split.source
    breaks = source.count(b"\n")
    newline = b"\r\n" if breaks and source.count(b"\r\n") * 2 > breaks else b"\n"
    return Look(newline, _step(split))


def lead_at(source: bytes, offset: int) -> bytes:
    """The blanks that the line at this offset starts with."""
    start = source.rfind(b"\n", 0, offset) + 1
    found = _LEAD.match(source, start)
    return found.group() if found else b""


def _step(split: Split) -> bytes:
    """The most common addition to the indentation after a line that opens a block."""
    steps: Counter[bytes] = Counter()
    before: bytes | None = None
    at = 0
    for line in split.source.split(b"\n", _SAMPLE)[:_SAMPLE]:
        if line.strip() and not _inside(split, at):
            lead = lead_at(line, 0)
            if before is not None and lead.startswith(before) and len(lead) > len(before):
                steps[lead[len(before) :]] += 1
            before = lead if _OPENS.search(line.rstrip()) else None
        at += len(line) + 1
    likely = [(step, count) for step, count in steps.most_common() if step in _STEPS]
    return likely[0][0] if likely else _DEFAULT_STEP.get(split.language or "", b"    ")


_STEPS: Final = frozenset({b"\t", b"  ", b"   ", b"    ", b"        "})


def _inside(split: Split, offset: int) -> bool:
    """Whether the line that starts here starts within a string or a comment."""
    index = bisect_right(split.kept.starts, offset) - 1
    return index >= 0 and split.kept.spans[index][0] < offset < split.kept.spans[index][1]


def adapted(split: Split, span: Span, lead: bytes, look: Look) -> bytes:
    """A piece of a file, put at indentation `lead` in a file of another look."""
    own = look_of(split)
    start, end = span
    text = split.source[start:end]
    first = lead_at(split.source, start)
    same_step = own.step == look.step or b"\n" not in text
    if first == lead and same_step:
        return _line_ends(text, look.newline)
    lines: list[bytes] = []
    at = start
    for line in text.split(b"\n"):
        verbatim = not line.strip() or (at > start and _in_plain_string(split, at))
        lines.append(line if verbatim else _moved(line, first, lead, own.step, look.step))
        at += len(line) + 1
    return _line_ends(b"\n".join(lines), look.newline)


def _moved(line: bytes, first: bytes, lead: bytes, step: bytes, new_step: bytes) -> bytes:
    blanks = lead_at(line, 0)
    if not blanks.startswith(first):
        return line
    return lead + deeper(blanks[len(first) :], step, new_step) + line[len(blanks) :]


def deeper(blanks: bytes, step: bytes, new_step: bytes) -> bytes:
    """Further indentation, each whole step of it put in the other file's measure."""
    levels = 0
    while blanks.startswith(step):
        blanks = blanks[len(step) :]
        levels += 1
    return new_step * levels + blanks


def _in_plain_string(split: Split, offset: int) -> bool:
    """A docstring moves with its function; the lines of any other string are its value."""
    index = bisect_right(split.kept.starts, offset) - 1
    if index < 0 or not split.kept.spans[index][0] < offset < split.kept.spans[index][1]:
        return False
    start, end = split.kept.spans[index]
    if start in split.kept.comments:
        return False
    return not _is_docstring(split, start, end)


def _is_docstring(split: Split, start: int, end: int) -> bool:
    node: Node | None = None
    if split.language == "python" and split.tree is not None:
        node = split.tree.root_node.descendant_for_byte_range(start, end)
    while node is not None and node.type in ("string", "string_content", "string_start"):
        node = node.parent
    return node is not None and node.type == "expression_statement"


def _line_ends(text: bytes, newline: bytes) -> bytes:
    plain = text.replace(b"\r\n", b"\n")
    return plain.replace(b"\n", newline) if newline != b"\n" else plain
