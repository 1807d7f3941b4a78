"""Code without what does not matter to it: comments, blank lines, spacing. Strings stay."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from tree_sitter import Node, QueryCursor

from roundtable.merge.grammars import verbatim_query

Span = tuple[int, int]

_HOLE: Final = b"\x00"
"""Stands for a string while the code around it is made even."""

_SPACES: Final = re.compile(rb"\s+")
_NEAR_WORDS: Final = re.compile(
    rb"(?<=[\w\x00$]) (?=[\w\x00$])|(?<=[-+*/%&|<>=!^~.:?]) (?=[-+*/%&|<>=!^~.:?])"
)
_LOOSE: Final = re.compile(rb" ")
_KEPT: Final = b"\x01"
_LINE_ENDS: Final = re.compile(rb"\s*\n\s*")
# A line that ends or starts like this goes on; its break carries no meaning.
_OPEN_BREAK: Final = re.compile(rb"(?<=[{(\[,;:=&|?*])\n|\n(?=[)\]},;.:?])")


@dataclass(frozen=True, slots=True)
class Verbatim:
    """The comments and strings of a file: outermost ranges in order, with what each one is."""

    starts: tuple[int, ...]
    spans: tuple[Span, ...]
    comments: frozenset[int]
    """The starts of those ranges that are comments."""

    def within(self, start: int, end: int) -> Sequence[Span]:
        return self.spans[bisect_left(self.starts, start) : bisect_left(self.starts, end)]

    def strings_within(self, start: int, end: int) -> list[Span]:
        return [span for span in self.within(start, end) if span[0] not in self.comments]


def verbatim_of(language: str, root: Node) -> Verbatim:
    found = QueryCursor(verbatim_query(language)).captures(root)
    comments = [node.byte_range for node in found.get("comment", ())]
    strings = [node.byte_range for node in found.get("string", ())]
    spans: list[Span] = []
    reached = 0
    for start, end in sorted(comments + strings):
        if start >= reached and end > start:
            spans.append((start, end))
            reached = end
    return Verbatim(
        tuple(start for start, _ in spans), tuple(spans), frozenset(start for start, _ in comments)
    )


def digest_of(
    language: str | None, source: bytes, spans: Iterable[Span], kept: Verbatim, closing: bytes = b""
) -> str:
    """Equal for texts that are the same code; without a grammar, for the same bytes.

    `closing` stands for a brace that ends the code and is not in its spans.
    """
    hasher = blake2b(digest_size=12)
    if language is None:
        hasher.update(b"".join(source[start:end] for start, end in spans))
        return hasher.hexdigest()
    parts = [_skeleton(source, start, end, kept) for start, end in spans]
    hasher.update(_even(language, b"\n".join(code for code, _ in parts) + closing))
    for string in (one for _, strings in parts for one in strings):
        hasher.update(b"\x00%d:" % len(string) + string)
    return hasher.hexdigest()


def _skeleton(source: bytes, start: int, end: int, kept: Verbatim) -> tuple[bytes, list[bytes]]:
    parts: list[bytes] = []
    strings: list[bytes] = []
    at = start
    for left, right in kept.within(start, end):
        parts.append(source[at:left])
        if left in kept.comments:
            # Some grammars count the line's end as part of the comment.
            parts.append(b"\n" if source[right - 1 : right] == b"\n" else b" ")
        else:
            parts.append(_HOLE)
            strings.append(source[left:right].replace(b"\r\n", b"\n"))
        at = right
    parts.append(source[at:end])
    return b"".join(parts), strings


def _even(language: str, code: bytes) -> bytes:
    if language == "python":
        return _even_lines(code)
    if language in ("java", "rust"):
        return _tight(_SPACES.sub(b" ", code).strip())
    broken = _OPEN_BREAK.sub(b"", _LINE_ENDS.sub(b"\n", code.strip()))
    return b"\n".join(_tight(_SPACES.sub(b" ", line)) for line in broken.split(b"\n"))


def _tight(code: bytes) -> bytes:
    """Drop each space that does not keep two words or two operators apart."""
    return _LOOSE.sub(b"", _NEAR_WORDS.sub(_KEPT, code))


def _even_lines(code: bytes) -> bytes:
    """Lines where indentation has meaning: logical lines with the depth of their block."""
    lines: list[bytes] = []
    indents: list[int] = []
    pending: list[bytes] = []
    width = depth = 0
    for raw in code.split(b"\n"):
        line = raw.strip()
        if not line:
            continue
        if not pending:
            lead = raw[: len(raw) - len(raw.lstrip())]
            width = len(lead.expandtabs(8))
        depth += _opened(line)
        if line.endswith(b"\\"):
            pending.append(line[:-1])
            continue
        pending.append(line)
        if depth > 0:
            continue
        while indents and indents[-1] > width:
            indents.pop()
        if not indents or indents[-1] < width:
            indents.append(width)
        lines.append(b"%d:" % len(indents) + _tight(_SPACES.sub(b" ", b" ".join(pending)).strip()))
        pending, depth = [], 0
    return b"\n".join([*lines, *pending])


def _opened(line: bytes) -> int:
    opened = line.count(b"(") + line.count(b"[") + line.count(b"{")
    return opened - line.count(b")") - line.count(b"]") - line.count(b"}")
