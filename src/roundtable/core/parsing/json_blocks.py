"""Finds the JSON objects that a speaker put into its text itself, quotations left aside."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})[ \t]*([^\n`]*)$")
_QUOTE = re.compile(r"^\s{0,3}>")
_MOST_BARE_OBJECTS = 20


@dataclass(frozen=True, slots=True)
class JsonBlock:
    """An object, or None where the text looked like one and could not be read."""

    value: dict[str, Any] | None
    problem: str
    ends_text: bool
    """Nothing but white space follows."""


def json_blocks(text: str, marker: str) -> tuple[JsonBlock, ...]:
    """Objects in the text, or what was meant as one, that mention the marker.

    A block is a fenced region that holds an object and nothing else (a missing last fence is
    forgiven), or an object that starts a line outside all fences. Lines quoted with `>` are
    somebody else's words.
    """
    if marker not in text:
        return ()
    regions = list(_regions(text))
    last = max((i for i, r in enumerate(regions) if r[1].strip()), default=-1)
    found: list[JsonBlock] = []
    for index, (fenced, body) in enumerate(regions):
        if marker not in body:
            continue
        ends_text = index == last
        found.extend([_whole(body, ends_text)] if fenced else _bare(body, marker, ends_text))
    return tuple(found)


def without_last_block(text: str) -> str:
    """The prose before the block that ends a text; all of it when none does."""
    whole = text.strip()
    start = whole.rfind("```json", 0, -3)
    body = whole[start + 7 : -3].strip()
    ends_in_block = start >= 0 and whole.endswith("```") and body[:1] + body[-1:] == "{}"
    return whole[:start].strip() if ends_in_block else whole


def _regions(text: str) -> Iterator[tuple[bool, str]]:
    """The text as alternating (fenced?, body) pieces, quoted lines blanked out."""
    fence = ""
    lines: list[str] = []
    for line in text.splitlines():
        if _QUOTE.match(line):
            lines.append("# quoted" if not fence else "")
            continue
        mark = _FENCE.match(line)
        if mark and not fence:
            yield False, "\n".join(lines)
            fence, lines = mark[1], []
        elif mark and mark[1].startswith(fence) and not mark[2].strip():
            yield True, "\n".join(lines)
            fence, lines = "", []
        else:
            lines.append(line)
    yield bool(fence), "\n".join(lines)


def _whole(body: str, ends_text: bool) -> JsonBlock:
    stripped = body.strip()
    value, end, problem = _decode(stripped, 0)
    if value is not None and stripped[end:].strip():
        return JsonBlock(None, "there is more in the block than one JSON object", ends_text)
    return JsonBlock(value, problem, ends_text)


def _bare(body: str, marker: str, ends_text: bool) -> Iterator[JsonBlock]:
    position, tried = 0, 0
    for match in re.finditer(r"^[ \t]*\{", body, re.MULTILINE):
        start = match.end() - 1
        if start < position:
            continue
        tried += 1
        if tried > _MOST_BARE_OBJECTS:
            yield JsonBlock(None, "there are too many objects to tell which one is meant", False)
            return
        value, end, problem = _decode(body, start)
        if value is None:
            if marker in body[start:]:
                yield JsonBlock(None, problem, False)
            continue
        position = end
        if marker in body[start:end]:
            yield JsonBlock(value, "", ends_text and not body[end:].strip())


def _decode(text: str, start: int) -> tuple[dict[str, Any] | None, int, str]:
    decoder = json.JSONDecoder(object_pairs_hook=_no_twins, parse_constant=_no_constant)
    try:
        value, end = decoder.raw_decode(text, start)
    except RecursionError:
        return None, start, "the JSON is nested too deeply"
    except ValueError as error:
        return None, start, f"the JSON cannot be read: {error}"
    if not isinstance(value, dict):
        return None, start, "the block is not a JSON object"
    return value, end, ""


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            # The seat is told so outside of all marks: a key that is no plain name is not repeated.
            what = f"the field {key!r}" if re.fullmatch(r"[a-z_]{1,30}", key) else "a field"
            raise ValueError(f"{what} stands there twice")
        found[key] = value
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a number")
