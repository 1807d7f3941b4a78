"""Reads a judge's choice between two candidates. What is no clear choice is none."""

from dataclasses import dataclass
from typing import Literal

from roundtable.core.parsing.json_blocks import json_blocks
from roundtable.core.parsing.text import clean

_WORDS: dict[str, Literal["first", "second"]] = {
    "first": "first",
    "1": "first",
    "second": "second",
    "2": "second",
}


@dataclass(frozen=True, slots=True)
class Choice:
    winner: Literal["first", "second", ""]
    """Empty: no choice could be read."""
    reason: str


def read_comparison(text: str) -> Choice:
    blocks = [block for block in json_blocks(text, "winner") if block.value]
    winners = {
        str(block.value.get("winner", "")).strip().casefold() for block in blocks if block.value
    }
    if len(winners) != 1:
        return Choice("", "no single JSON block with a winner was found")
    word = winners.pop()
    if word not in _WORDS:
        return Choice("", "the winner is neither first nor second")
    reason = blocks[-1].value.get("reason", "") if blocks[-1].value else ""
    return Choice(_WORDS[word], clean(reason).strip()[:2_000] if isinstance(reason, str) else "")
