"""A large diff read chunk by chunk, before it is discussed: how far that has come."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from roundtable.core.build_events import (
    ChunkStart,
    FindingsMerged,
    FindingsRead,
    FindingsUnreadable,
)

ReadingChange = ChunkStart | FindingsRead | FindingsUnreadable | FindingsMerged


@dataclass(frozen=True, slots=True)
class ReadingRound:
    chunks: tuple[ChunkStart, ...] = ()
    read: Mapping[str, FindingsRead] = field(default_factory=dict)
    """By turn."""
    unreadable: Mapping[str, FindingsUnreadable] = field(default_factory=dict)
    merged: FindingsMerged | None = None
    """What the table holds to be wrong, told once each; the last list counts."""


def read_on(state: ReadingRound, event: ReadingChange) -> ReadingRound:
    """The reading, one event further."""
    match event:
        case ChunkStart():
            return replace(state, chunks=(*state.chunks, event))
        case FindingsRead():
            return replace(state, read={**state.read, event.turn_key: event})
        case FindingsUnreadable():
            unreadable = {**state.unreadable, event.turn_key: event}
            return replace(state, unreadable=unreadable)
        case FindingsMerged():
            return replace(state, merged=event)
        case _:
            assert_never(event)
