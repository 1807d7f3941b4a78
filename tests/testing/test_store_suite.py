"""The suite can fail: a store that breaks a rule is caught by the statement about it."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import pytest

from roundtable.core.events import Event
from roundtable.core.ports import EventStore, SessionRow
from roundtable.testing.store_suite import StoreSuite, notes, refused


class Careless:
    """Takes everything in any order, forgets it when closed, and lets anybody lead."""

    def __init__(self) -> None:
        self._events: list[Event] = []

    async def append(self, events: Sequence[Event], summary: str) -> None:
        self._events.extend(events)

    async def read(self, session: str, after: int = 0) -> tuple[Event, ...]:
        return tuple(e for e in self._events if e.session == session and e.seq > after)

    def in_place(self) -> bool:
        return True

    async def read_types(self, *types: str) -> tuple[Event, ...]:
        return tuple(e for e in self._events if e.type in types)

    async def sessions(self) -> tuple[SessionRow, ...]:
        return tuple(SessionRow(e.session, e.seq, "") for e in self._events)

    @asynccontextmanager
    async def claim(self, session: str) -> AsyncIterator[None]:
        yield

    async def close(self) -> None: ...


class CarelessSuite(StoreSuite):
    async def open(self) -> EventStore:
        return Careless()


@pytest.mark.parametrize(
    "statement",
    [
        "test_it_is_still_there_after_closing_and_opening",
        "test_an_event_out_of_line_is_refused_and_changes_nothing",
        "test_a_batch_is_recorded_whole_or_not_at_all",
        "test_of_two_who_write_the_same_place_one_is_told_to_read_on",
        "test_a_session_has_one_leader_at_a_time",
    ],
)
async def test_a_store_that_breaks_a_rule_is_caught(statement: str) -> None:
    with pytest.raises(AssertionError):
        await getattr(CarelessSuite(), statement)()


async def test_a_store_that_takes_what_it_should_refuse_is_told() -> None:
    with pytest.raises(AssertionError, match="refused"):
        await refused(Careless(), notes("a", 1, 1))
