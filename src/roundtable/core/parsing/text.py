"""Text from outside made fit for the log and for a screen."""

import re

# Control characters other than line feed and tab could drive a terminal; direction
# overrides could make it show something else than what is there.
_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")

ESCAPES = (
    r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b\n]*(?:\x07|\x1b\\)?|\x1b[ -/]*[0-~]|\x9b[0-?]*[@-~]"
)
"""A pattern for what a terminal obeys and does not show: colours, titles, places."""


def clean(text: str) -> str:
    """The text with what UTF-8 cannot carry replaced, so that it can be stored and shown."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode("utf-8")
    return text


def printable(text: str) -> str:
    """The text without anything that a terminal would obey."""
    return _UNPRINTABLE.sub("", text)


def one_line(text: str, width: int) -> str:
    """The text on one line, shortened with an ellipsis; control characters become spaces."""
    flat = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return flat if len(flat) <= width else flat[: max(0, width - 1)].rstrip() + "…"


def excerpt(text: str, most: int) -> str:
    """The text, or its beginning with a word on what is left out."""
    if len(text) <= most:
        return text
    return f"{text[:most].rstrip()} … ({len(text) - most:,} more characters in the record)"
