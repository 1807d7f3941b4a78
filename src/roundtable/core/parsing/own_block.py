"""Finds the one block of a turn that is its speaker's own.

A block that names its knight and round is read wherever it stands. One that does not is read
only where nobody else's can be meant: it is the only one, it ends the turn, and no other seat
has said the same before. Everything else is unreadable, and unreadable is not agreement.
"""

import json
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from roundtable.core.parsing.json_blocks import JsonBlock, json_blocks
from roundtable.core.stances import Unparsed
from roundtable.core.values import Value

Read = TypeVar("Read", bound=Value)


def read_own(
    text: str,
    marker: str,
    seat: str,
    iteration: int,
    read: Callable[[dict[str, Any]], Read | Unparsed],
    said_by_others: Iterable[Read] = (),
) -> Read | Unparsed:
    """What this seat's own block with the marker says in this iteration."""
    blocks = [b for b in json_blocks(text, marker) if not _foreign(b, seat, iteration)]
    if not blocks:
        return Unparsed(reason=f'no JSON block with "{marker}" of your own was found')
    own = [b.value for b in blocks if b.value is not None and "knight" in b.value]
    if own:
        if any(json.dumps(v, sort_keys=True) != json.dumps(own[0], sort_keys=True) for v in own):
            return Unparsed(reason="there are several blocks in your name, and they differ")
        return read(own[0])
    if len(blocks) > 1:
        return Unparsed(reason='there are several blocks, and none says "knight": it is yours')
    return _unnamed(blocks[0], read, said_by_others)


def _foreign(block: JsonBlock, seat: str, iteration: int) -> bool:
    if block.value is None:
        return False
    knight, number = block.value.get("knight", seat), block.value.get("round", iteration)
    same_knight = isinstance(knight, str) and knight.strip().casefold() == seat.casefold()
    return not same_knight or isinstance(number, bool) or str(number).strip() != str(iteration)


def _unnamed(
    block: JsonBlock,
    read: Callable[[dict[str, Any]], Read | Unparsed],
    said_by_others: Iterable[Read],
) -> Read | Unparsed:
    if block.value is None:
        return Unparsed(reason=block.problem)
    if not block.ends_text:
        return Unparsed(reason="the block does not end your turn and does not name its knight")
    found = read(block.value)
    if not isinstance(found, Unparsed) and found in tuple(said_by_others):
        return Unparsed(reason="the block repeats another seat's and does not name its knight")
    return found
