"""Makes the text of a file from what stood between the fences: line ends, indent, marks."""

import re
from dataclasses import dataclass

CRLF = "The line ends were CRLF and became LF."
LONE_CR = "The line ends were single carriage returns and became LF."
BYTE_ORDER_MARK = "A byte order mark at the beginning was left out."
DEDENTED = "The block was indented; the file was moved to the left margin."
INDENTED_FENCE = "The fence was indented and the file was not; the file was taken as it stands."
HIDDEN = "The file contains control or direction characters that cannot be seen."
UNWRAPPED = "The file was in two fences, one inside the other; the inner one was left out."
MIXED_ENDS = (
    "The text contains single carriage returns among ordinary line ends. Send the whole file"
    " with LF line ends; inside a string write \\r."
)

_INNER = re.compile(r"\s*(`{3,}|~{3,})[^\n`]*\n(.*\n)\1\s*", re.DOTALL)
_CONTROLS = bytes({*range(1, 9), 0x0B, *range(0x0E, 0x20), 0x7F})
_DIRECTIONS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


@dataclass(frozen=True, slots=True)
class Content:
    """A file's text, or the reason why there is none."""

    text: str
    warnings: tuple[str, ...] = ()
    reason: str = ""


def read_content(
    raw: str, indent: int = 0, known: str | None = None, may_be_fenced: bool = True
) -> Content:
    """The file that a block holds; every file ends with a line end.

    Where a fence cannot be part of the file itself, one around the whole text is left out.
    """
    text, warnings = raw, []
    if "\r" in text:
        ends = _line_ends(text)
        if not ends:
            return Content(raw, reason=MIXED_ENDS)
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        warnings.append(ends)
    if text.startswith("\ufeff") and not (known or "").startswith("\ufeff"):
        text = text[1:]
        warnings.append(BYTE_ORDER_MARK)
    if indent and text.strip():
        text, warning = _dedented(text, indent)
        warnings.append(warning)
    inner = None if may_be_fenced else _INNER.fullmatch(text)
    if inner is not None and not re.search(rf"^{inner[1]}", inner[2], re.MULTILINE):
        text = inner[2]
        warnings.append(UNWRAPPED)
    if _has_unseen(text):
        warnings.append(HIDDEN)
    if text and not text.endswith("\n"):
        text += "\n"
    return Content(text, tuple(warnings))


def _line_ends(text: str) -> str:
    """What kind of line ends a text has; empty when they cannot be told from other signs."""
    returns, pairs = text.count("\r"), text.count("\r\n")
    if returns == pairs:
        return CRLF
    return LONE_CR if "\n" not in text else ""


def _has_unseen(text: str) -> bool:
    # Counting bytes is many times faster than looking at each character.
    data = text.encode("utf-8", "replace")
    if len(data.translate(None, _CONTROLS)) < len(data):
        return True
    return not text.isascii() and any(sign in text for sign in _DIRECTIONS)


def _dedented(text: str, indent: int) -> tuple[str, str]:
    """The text without the indent of its fence, if all of its lines have it."""
    lines = text.split("\n")
    margin = " " * indent
    if all(line.startswith(margin) for line in lines if line.strip()):
        return "\n".join(line.removeprefix(margin) for line in lines), DEDENTED
    tabs = "\t" * (indent // 4)
    if tabs and all(line.startswith(tabs) for line in lines if line.strip()):
        return "\n".join(line.removeprefix(tabs) for line in lines), DEDENTED
    return text, INDENTED_FENCE
