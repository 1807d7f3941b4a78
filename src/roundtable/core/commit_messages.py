"""What a commit says of the session it comes from, in a form that no text in it can forge."""

import re
import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from roundtable.core.parsing.text import clean, one_line, printable

_WIDTH: Final = 72
_LONGEST_VALUE: Final = 200
_LINE_ENDS: Final = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_HEADINGS: Final = re.compile(r"(?:#+ .*\n\s*)+(?=\S)")
_SENTENCE_END: Final = re.compile(r"(?<=[.!?:])\s|\n\s*\n|\n(?=\s*(?:[-*+•>#]|\d+[.)])\s)")
_MARKS: Final = re.compile(r"^(?:[\s#>*+=_-]+|(?:fixup|squash|amend)!)+", re.IGNORECASE)
"""Marks of Markdown, and the words by which a rebase melts a commit into another one."""
_READ_BY_TOOLS: Final = re.compile(r"[A-Za-z0-9-]+[ \t]*:|---|#|diff -|From |\(cherry picked from ")
"""What means something at the start of a line: a trailer, the end of the message, a comment."""
_BULLET: Final = re.compile(r"\s*(?:[-*+•]|\d+[.)])?\s*")


def commit_message(decision: str, session: str, seats: Sequence[str], lead: str) -> str:
    """The subject from the decision's first sentence, the decision, and who was at the table.

    `seats` and `lead` are labels, so that a scripted knight is named as one. Nothing in the texts
    becomes a subject, a trailer or an end of the message.
    """
    text = printable(_LINE_ENDS.sub("\n", clean(decision))).expandtabs(4).strip()
    subject = _subject(text) or one_line(f"The decision of {session}", _WIDTH)
    body = "\n".join(_body(text))
    said = body.strip().removesuffix(".") == subject
    trailers = [("Session", session), ("Lead", lead), *(("Seat", seat) for seat in seats)]
    lines = [f"Roundtable-{key}: {value}" for key, raw in trailers if (value := _value(raw))]
    parts = (subject, "" if said else body, "\n".join(lines))
    return "\n\n".join(part for part in parts if part) + "\n"


def _value(text: str) -> str:
    return one_line(clean(text), _LONGEST_VALUE)


def _subject(text: str) -> str:
    start = _MARKS.sub("", _HEADINGS.sub("", text, count=1)).replace("**", "")
    sentence = _SENTENCE_END.split(start, maxsplit=1)[0].strip()
    flat = one_line(sentence.rstrip(".:"), len(sentence))
    whole = textwrap.shorten(flat, _WIDTH, placeholder=" …")
    return whole if whole.strip(" …") else one_line(flat, _WIDTH)


def _body(text: str) -> Iterator[str]:
    """The text line by line, each wrapped; between paragraphs one blank line."""
    blank = True
    for line in text.split("\n"):
        if line.strip():
            yield from (_inert(piece) for piece in _wrapped(line.rstrip()))
        elif not blank:
            yield ""
        blank = not line.strip()


def _wrapped(line: str) -> list[str]:
    found = _BULLET.match(line)
    hang = " " * min(len(found.group()) if found else 0, _WIDTH // 2)
    # A word that is wider than the line stays whole: it is an address or a path.
    return textwrap.wrap(
        line, _WIDTH - 2, subsequent_indent=hang, break_long_words=False, break_on_hyphens=False
    )


def _inert(line: str) -> str:
    """A line that a tool would read as more than text stands indented, where none looks."""
    return f"  {line}" if _READ_BY_TOOLS.match(line) else line
