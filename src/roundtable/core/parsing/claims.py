"""Reads what a turn does to the ledger of claims: what it raises, answers and concedes.

The block is a courtesy, not a vote: a turn without one moves nothing, and its prose still counts
as evidence for whoever reads it.
"""

from collections.abc import Collection
from typing import Any

from roundtable.core.ledger import ClaimMoves, Raised, Reply
from roundtable.core.parsing.json_blocks import json_blocks
from roundtable.core.parsing.text import clean

MARKER = "raises"
_MOST = 12
"""Claims and replies that one turn can make of each sort; the rest is said to be ignored."""
_LONGEST = 2_000


def read_claims(text: str, seat: str, known: Collection[str]) -> ClaimMoves:
    """The moves of the seat's own last block; `known` are the claims on the ledger."""
    blocks = [b for b in json_blocks(text, MARKER) if _own(b.value, seat)]
    if not blocks:
        return ClaimMoves()
    value = blocks[-1].value
    if value is None:
        return ClaimMoves(ignored=(f"the claims could not be read: {blocks[-1].problem}",))
    ignored: list[str] = []
    return ClaimMoves(
        raised=tuple(_raised(item) for item in _items(value, "raises", "claim", ignored)),
        answered=_replies(value, "answers", known, ignored),
        conceded=_replies(value, "concedes", known, ignored),
        ignored=tuple(ignored),
    )


def _own(value: dict[str, Any] | None, seat: str) -> bool:
    name = value.get("agent", seat) if value else seat
    return isinstance(name, str) and name.strip().casefold() == seat.casefold()


def _items(value: dict[str, Any], key: str, needed: str, ignored: list[str]) -> list[Any]:
    """The entries under a key that say something; the others are named as ignored."""
    listed = value.get(key) or []
    if not isinstance(listed, list):
        ignored.append(f'"{key}" must be a list')
        return []
    said = [_entry(item, needed) for item in listed]
    good = [item for item in said if item is not None]
    if len(good) < len(said):
        ignored.append(f'{len(said) - len(good)} entries of "{key}" have no "{needed}"')
    if len(good) > _MOST:
        ignored.append(f'{len(good) - _MOST} entries of "{key}" are beyond the first {_MOST}')
    return good[:_MOST]


def _entry(item: object, needed: str) -> dict[str, Any] | None:
    entry = {needed: item} if isinstance(item, str) else item
    return entry if isinstance(entry, dict) and _text(entry, needed) else None


def _raised(item: dict[str, Any]) -> Raised:
    return Raised(
        about=_text(item, "about"), claim=_text(item, "claim"), evidence=_text(item, "evidence")
    )


def _replies(
    value: dict[str, Any], key: str, known: Collection[str], ignored: list[str]
) -> tuple[Reply, ...]:
    found: list[Reply] = []
    for item in _items(value, key, "claim", ignored):
        number = _text(item, "claim").upper()
        if number not in known:
            ignored.append(f"there is no claim {number[:40]!r}")
            continue
        text = _text(item, "answer") or _text(item, "text")
        found.append(Reply(claim=number, text=text, evidence=_text(item, "evidence")))
    return tuple(found)


def _text(item: dict[str, Any], key: str) -> str:
    value = item.get(key)
    return clean(value).strip()[:_LONGEST] if isinstance(value, str) else ""
