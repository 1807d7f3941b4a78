"""Separates the JSON blocks that may hold a verdict from the prose around them."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from roundtable.core.parsing.attribution import names_a_speaker
from roundtable.core.parsing.json_blocks import JsonBlock, json_blocks
from roundtable.core.parsing.verdict_json import MARKER
from roundtable.core.parsing.voices import Passage

_OBJECT = re.compile(r"^[ \t]*\{", re.MULTILINE)
_MOST_OBJECTS = 20


@dataclass(frozen=True, slots=True)
class Parted:
    """A judge's text as blocks, and the passages without them."""

    blocks: tuple[JsonBlock, ...]
    passages: tuple[Passage, ...]
    after: str
    """What the judge says, or may say, behind the last block."""
    borrowed: bool
    """There is a block that the judge gives to somebody else."""


def part(passages: Iterable[Passage]) -> Parted:
    """Every block in the judge's own voice, fenced or bare, and what is left of the text."""
    blocks: list[JsonBlock] = []
    rest: list[Passage] = []
    since = 0
    borrowed = False
    for passage in passages:
        if MARKER not in passage.text:
            rest.append(passage)
            continue
        if _is_anothers(passage):
            borrowed = True
            rest.append(passage)
            continue
        found, left = _of_fence(passage) if passage.fenced else _of_prose(passage)
        blocks += found
        if found:
            since = len(rest)
        elif passage.fenced:
            borrowed = True
        rest += [left] if left else []
    own = [p.text for p in rest[since:] if p.voice in ("own", "doubtful") and not p.fenced]
    ends = not any(p.text.strip() for p in rest[since:])
    whole = tuple(replace(b, ends_text=ends and b.ends_text and b is blocks[-1]) for b in blocks)
    return Parted(whole, tuple(rest), "\n".join(own) if blocks else "", borrowed)


def _is_anothers(passage: Passage) -> bool:
    return passage.voice != "own" or (passage.fenced and names_a_speaker(passage.before))


def _of_fence(passage: Passage) -> tuple[list[JsonBlock], Passage | None]:
    """A fence is one block, or no block at all: code may have a field of that name too."""
    body = passage.text.strip()
    meant = body[:1] in ("{", "[") or passage.info.casefold().startswith("json")
    if not meant:
        return [], passage
    found = list(json_blocks(body, MARKER))
    if not found:
        return [JsonBlock(None, "the block is not a JSON object", ends_text=True)], None
    if len(found) == 1 and found[0].value is not None and not found[0].ends_text:
        problem = "there is more in the block than one JSON object"
        return [JsonBlock(None, problem, ends_text=True)], None
    return found, None


def _of_prose(passage: Passage) -> tuple[list[JsonBlock], Passage | None]:
    text = passage.text
    found = list(json_blocks(text, MARKER))
    if not found:
        return [], passage
    return found, replace(passage, lines=tuple(_without_objects(text).split("\n")))


def _without_objects(text: str) -> str:
    """The text without its JSON objects, and without everything behind a broken one."""
    kept: list[str] = []
    for _ in range(_MOST_OBJECTS):
        start = _OBJECT.search(text)
        if start is None or MARKER not in text:
            return "".join([*kept, text])
        try:
            _, end = json.JSONDecoder().raw_decode(text, start.end() - 1)
        except (ValueError, RecursionError):
            return "".join([*kept, text[: start.start()]])
        kept.append(text[: start.start()])
        text = text[end:]
    return "".join(kept)
