"""What an event store must do: order, all or nothing, durability, claims.

Subclass it in a test module, say how to open a store on a place, and pytest runs every statement
below against it.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Sequence

from roundtable.core.budget import Usage
from roundtable.core.errors import LogMoved, SessionBusy, StoreError
from roundtable.core.events import AgentEnd, Event, NoteAdded
from roundtable.core.ports import EventStore
from roundtable.testing.builders import session_start


def stamped(session: str, first: int, *events: Event) -> tuple[Event, ...]:
    return tuple(
        event.model_copy(update={"session": session, "seq": first + i, "at": "2026-01-01"})
        for i, event in enumerate(events)
    )


def notes(session: str, first: int, count: int) -> tuple[Event, ...]:
    return stamped(session, first, *(NoteAdded(text=f"note {i}") for i in range(count)))


async def refused(store: EventStore, events: Sequence[Event]) -> StoreError:
    try:
        await store.append(events, "")
    except StoreError as error:
        return error
    raise AssertionError("the store should have refused this")


class StoreSuite(ABC):
    @abstractmethod
    async def open(self) -> EventStore:
        """A store on the place of this test; opened twice, it is the same log."""

    async def test_what_is_appended_is_read_back_the_same_and_in_order(self) -> None:
        store = await self.open()
        written = (*stamped("a", 1, session_start()), *notes("a", 2, 3))
        await store.append(written[:2], "one")
        await store.append(written[2:], "two")
        assert await store.read("a") == written
        assert await store.read("a", after=2) == written[2:]
        assert await store.read("nobody") == ()
        await store.close()

    async def test_it_is_still_there_after_closing_and_opening(self) -> None:
        store = await self.open()
        await store.append(notes("a", 1, 2), "summary")
        await store.close()
        again = await self.open()
        assert await again.read("a") == notes("a", 1, 2)
        assert [(r.session, r.seq, r.summary) for r in await again.sessions()] == [
            ("a", 2, "summary")
        ]
        await again.close()

    async def test_an_event_out_of_line_is_refused_and_changes_nothing(self) -> None:
        store = await self.open()
        await store.append(notes("a", 1, 2), "kept")
        for first in (1, 2, 4):
            assert isinstance(await refused(store, notes("a", first, 2)), LogMoved)
        assert await store.read("a") == notes("a", 1, 2)
        assert (await store.sessions())[0].summary == "kept"
        await store.close()

    async def test_a_batch_is_recorded_whole_or_not_at_all(self) -> None:
        store = await self.open()
        ended = AgentEnd(
            turn_key="r.1.1.x", seat="x", text="t", usage=Usage(), seconds=1, active_seconds=1
        )
        await store.append(stamped("a", 1, ended), "")
        error = await refused(store, stamped("a", 2, NoteAdded(text="n"), ended))
        assert not isinstance(error, LogMoved), "trying again can not help"
        assert await store.read("a") == stamped("a", 1, ended)
        await store.append(stamped("b", 1, ended), "")  # another session is another matter
        await store.close()

    async def test_many_writers_at_once_leave_no_gap_and_lose_nothing(self) -> None:
        store = await self.open()

        async def write(session: str) -> None:
            for seq in range(1, 21):
                await store.append(notes(session, seq, 1), f"at {seq}")

        names = [f"s{i}" for i in range(20)]
        await asyncio.gather(*(write(name) for name in names))
        for name in names:
            assert [event.seq for event in await store.read(name)] == list(range(1, 21))
        assert {row.summary for row in await store.sessions()} == {"at 20"}
        await store.close()

    async def test_of_two_who_write_the_same_place_one_is_told_to_read_on(self) -> None:
        first, second = await self.open(), await self.open()
        results = await asyncio.gather(
            first.append(notes("a", 1, 1), ""),
            second.append(notes("a", 1, 1), ""),
            return_exceptions=True,
        )
        assert sorted(type(r).__name__ for r in results) == ["LogMoved", "NoneType"]
        await first.close()
        await second.close()

    async def test_events_of_a_type_come_from_all_sessions_in_the_order_of_commits(self) -> None:
        store = await self.open()
        await store.append(notes("b", 1, 1), "")
        await store.append(stamped("a", 1, session_start()), "")
        await store.append(notes("a", 2, 1), "")
        await store.append(notes("b", 2, 1), "")
        found = await store.read_types("note_added")
        assert [(e.session, e.seq) for e in found] == [("b", 1), ("a", 2), ("b", 2)]
        assert await store.read_types("session_end") == ()
        await store.close()

    async def test_a_session_has_one_leader_at_a_time(self) -> None:
        first, second = await self.open(), await self.open()
        async with first.claim("a"):
            for store in (first, second):
                try:
                    async with store.claim("a"):
                        raise AssertionError("two leaders")
                except SessionBusy as error:
                    assert error.remedy
            async with second.claim("b"):
                pass
        async with second.claim("a"):
            pass
        await first.close()
        await second.close()

    async def test_text_of_every_kind_survives(self) -> None:
        store = await self.open()
        texts = [
            "",
            "\x00nul",
            "漢字 🏰",
            "line\r\nline\u2028",
            '{"json": "\\u0041"}',
            "x" * 300_000,
        ]
        written = stamped("a", 1, *(NoteAdded(text=text) for text in texts))
        await store.append(written, "")
        assert await store.read("a") == written
        await store.close()
