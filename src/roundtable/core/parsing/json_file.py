"""Reads a file that a person wrote as JSON: an object with its lines, or what stands in the way.

Whatever the file holds, the answer is a value: broken text, other encodings, endless nesting,
numbers that are none.
"""

import codecs
import json
import math
import re
from dataclasses import dataclass
from typing import Any

from roundtable.core.parsing.json_lines import (
    JsonPath,
    Repeat,
    locate,
    place,
    repeats,
    too_deep,
)

MOST_NESTED = 50
"""Far more levels than any of our files has, and far fewer than Python's reader can take."""

MOST_CHARACTERS = 250_000
"""A longer file was not written by a person, and is not worth the time to explain it."""

_MOST_DIGITS = 30
_INIT = "write a new one: roundtable init"


@dataclass(frozen=True, slots=True)
class Oddity:
    """What the text calls a number and no field can take: NaN, Infinity, or one too long."""

    text: str


@dataclass(frozen=True, slots=True)
class Document:
    value: dict[str, Any]
    lines: dict[JsonPath, int]
    repeats: tuple[Repeat, ...]


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why a text is no JSON object."""

    what: str
    remedy: str
    line: int = 1
    column: int = 0
    """From 1; 0 where the line is all that can be said."""


def read_document(content: str | bytes) -> Document | Unreadable:
    """The object that the content holds; a byte order mark is passed over."""
    if len(content) > MOST_CHARACTERS:
        what = f"the file is longer than {MOST_CHARACTERS:,} characters"
        return Unreadable(what, "this is hardly a configuration: look what was put there")
    text = _decoded(content) if isinstance(content, bytes) else content
    if isinstance(text, Unreadable):
        return text
    text = text.removeprefix("\ufeff")
    if not text.strip():
        return Unreadable("there is nothing in it", _INIT)
    line = too_deep(text, MOST_NESTED)
    if line is not None:
        what = f"brackets are nested more than {MOST_NESTED} deep"
        return Unreadable(what, "remove the surplus brackets", line)
    try:
        value = json.loads(text, parse_int=_whole, parse_float=_broken, parse_constant=Oddity)
    except json.JSONDecodeError as error:
        return _explained(text, error)
    lines = locate(text)
    if not isinstance(value, dict):
        return Unreadable("the file must hold one object: { … }", _INIT, lines[()])
    return Document(value, lines, repeats(text))


def _decoded(content: bytes) -> str | Unreadable:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line, _ = place(content[: error.start].decode("utf-8"), error.start)
        found = f"the byte {content[error.start]:#04x} is not UTF-8"
        if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            found = "the file is UTF-16, not UTF-8"
        return Unreadable(found, "save the file as UTF-8", line)


def _whole(digits: str) -> int | Oddity:
    # Python refuses to read a number of thousands of digits, with an error of its own.
    return int(digits) if len(digits) <= _MOST_DIGITS else Oddity(digits)


def _broken(digits: str) -> float | Oddity:
    number = float(digits)
    return number if math.isfinite(number) else Oddity(digits)


# What stands where the reader stopped, and what the writer most likely meant.
_HINTS: tuple[tuple[re.Pattern[str], str, str], ...] = (
    (
        re.compile(r"<<<<<<<|=======|>>>>>>>|\|{7}"),
        "a merge conflict is left in the file",
        "resolve it",
    ),
    (re.compile(r"//|/\*|#"), "JSON has no comments", "remove the comment"),
    (re.compile(r"'"), "texts stand in double quotes", "write \" in place of '"),
    (
        re.compile(r"[\u2018\u2019\u201a-\u201f\u00ab\u00bb`]"),
        "texts stand in straight double quotes",
        'write " in its place',
    ),
    (re.compile(r"(True|False)\b"), "true and false are written small", "write true or false"),
    (re.compile(r"(None|undefined|nil)\b"), "an empty value is called null", "write null"),
    (re.compile(r"(?<=[^\d.]0)\d"), "a number does not begin with 0", "remove the zero"),
    (re.compile(r"\0"), "there are zero bytes in the file", "save it as UTF-8 text"),
    (re.compile(r","), "there is a comma too many", "remove it"),
)
_REASONS: tuple[tuple[str, str, str], ...] = (
    ("Unterminated string", "this text is never closed", 'write " where it ends'),
    ("Invalid control", "this text runs over the end of its line", 'write " where it ends'),
    ("Invalid \\", "a backslash begins no such sign", "write \\\\ for a backslash itself"),
    ("Expecting ',' delimiter", "a comma or a bracket is missing before this", "write it"),
    ("Expecting ':' delimiter", "a colon is missing after the name", "write the colon"),
    (
        "Expecting property name",
        "a name in double quotes is wanted here",
        'write for example "name"',
    ),
    ("Expecting value", "a value is wanted here", 'write for example "text", 5, true, [] or {}'),
    ("Extra data", "there is more after the end of the object", "remove what follows"),
)
_BLANK = " \t\r\n"
_LAST_COMMA = re.compile(r",[ \t\r\n]*[}\]]")


def _explained(text: str, error: json.JSONDecodeError) -> Unreadable:
    """The reader's complaint in words that help; what the text looks like tells most."""
    position = error.pos
    if not error.msg.startswith(("Unterminated", "Invalid")):
        position, what, remedy = _hint(text, position)
        if what:
            return _stopped(text, position, what, remedy)
    for beginning, what, remedy in _REASONS:
        if error.msg.startswith(beginning):
            return _stopped(text, position, what, remedy)
    return _stopped(text, position, "this is not JSON", "compare it with a file that works")


def _hint(text: str, position: int) -> tuple[int, str, str]:
    """Where the mistake is, outside of a quoted text, and what it is if that can be seen."""
    before = text[:position].rstrip(_BLANK)
    position = len(text) - len(text[position:].lstrip(_BLANK))
    # Versions of Python stop at the last comma or at the bracket that follows it.
    comma = position if text.startswith(",", position) else len(before) - 1
    if _LAST_COMMA.match(text, max(0, comma)):
        return comma, "a comma stands before the closing bracket", "remove it"
    if position == len(text):
        return len(before), "the file ends too early", "close what is still open: } ] or a quote"
    for pattern, what, remedy in _HINTS:
        if pattern.match(text, position):
            return position, what, remedy
    return position, "", ""


def _stopped(text: str, position: int, what: str, remedy: str) -> Unreadable:
    return Unreadable(f"this cannot be read as JSON: {what}", remedy, *place(text, position))
