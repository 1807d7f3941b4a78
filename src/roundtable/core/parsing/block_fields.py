"""The fields that blocks have in common: scores, lists of texts, files that a seat wants to see."""

import re

from roundtable.core.parsing.text import clean
from roundtable.core.stances import FileRequest

MOST_REQUESTS = 4
_MOST_ITEMS = 1_000
_RANGE = re.compile(r"^(?P<path>.+?):(?P<start>\d{1,7})(?:-(?P<end>\d{1,7}))?$")


def score(value: object) -> int | None:
    """A whole score; a broken one is rounded down, which can only delay an agreement."""
    if isinstance(value, str) and re.fullmatch(r"\s*\d{1,2}(\.\d{1,9})?\s*", value, re.ASCII):
        value = float(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return int(value) if 0 <= value <= 10 else None


def texts(value: object) -> tuple[str, ...] | None:
    """A list of texts, or a text alone; None where it is neither."""
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        return None
    return tuple(clean(item).strip() for item in value[:_MOST_ITEMS] if item.strip())


def requests(value: object) -> tuple[FileRequest, ...]:
    """`path` or `path:10-50`, no more than a turn may ask for."""
    return tuple(_request(item) for item in (texts(value) or ())[:MOST_REQUESTS])


def _request(item: str) -> FileRequest:
    match = _RANGE.match(item)
    if match is None:
        return FileRequest(path=item)
    start = max(1, int(match["start"]))
    end = max(start, int(match["end"])) if match["end"] else start
    return FileRequest(path=match["path"], start=start, end=end)
