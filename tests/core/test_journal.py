"""The journal: stamped, committed, folded, told; in that order."""

import asyncio
from pathlib import Path

import pytest

from roundtable.adapters.stores.sqlite import SqliteStore
from roundtable.core.errors import LogMoved, UnknownSession
from roundtable.core.events import Event, NoteAdded
from roundtable.core.journal import Journal
from roundtable.testing.builders import StoppedClock, session_start


@pytest.fixture
async def store(tmp_path: Path) -> SqliteStore:
    return SqliteStore(tmp_path / "log.db")


async def test_events_are_stamped_with_session_place_and_time(store: SqliteStore) -> None:
    journal = Journal("s", store, StoppedClock("2026-05-05T00:00:00.000Z"))
    await journal.record((session_start(), NoteAdded(text="n")))
    events = await store.read("s")
    assert [(x.session, x.seq, x.at) for x in events] == [
        ("s", 1, "2026-05-05T00:00:00.000Z"),
        ("s", 2, "2026-05-05T00:00:00.000Z"),
    ]
    assert journal.state.notes[0].text == "n"
    await store.close()


async def test_watchers_are_told_after_the_commit_and_a_broken_one_harms_nobody(
    store: SqliteStore,
) -> None:
    journal = Journal("s", store, StoppedClock())
    seen: list[Event] = []

    def broken(event: Event) -> None:
        raise RuntimeError("a view has a bug")

    journal.watch(broken)
    journal.watch(seen.append)
    await journal.record((session_start(),))
    assert [x.type for x in seen] == ["session_start"]
    await store.close()


async def test_a_decision_on_an_old_state_is_refused_after_catching_up(store: SqliteStore) -> None:
    one, two = (Journal("s", store, StoppedClock()) for _ in range(2))
    await one.record((session_start(),))
    await two.load()
    await one.record((NoteAdded(text="first"),))
    seen: list[Event] = []
    two.watch(seen.append)
    with pytest.raises(LogMoved):
        await two.record((NoteAdded(text="second"),))
    assert [x.text for x in two.state.notes] == ["first"]
    assert [x.seq for x in seen] == [2], "what others wrote is shown as well"
    await two.record((NoteAdded(text="second"),))
    assert [x.seq for x in await store.read("s")] == [1, 2, 3]
    await store.close()


async def test_a_fact_is_recorded_whatever_else_was_written(store: SqliteStore) -> None:
    one, two = (Journal("s", store, StoppedClock()) for _ in range(2))
    await one.record((session_start(),))
    await two.load()
    await one.record((NoteAdded(text="first"),))
    await two.record((NoteAdded(text="second"),), insist=True)
    assert [x.text for x in two.state.notes] == ["first", "second"]
    await store.close()


async def test_a_clock_that_goes_backwards_changes_no_order(store: SqliteStore) -> None:
    clock = StoppedClock("2026-05-05T00:00:00.000Z")
    journal = Journal("s", store, clock)
    await journal.record((session_start(),))
    clock.wall = "1999-01-01T00:00:00.000Z"
    await journal.record((NoteAdded(text="n"),))
    assert [x.seq for x in await store.read("s")] == [1, 2]
    await store.close()


async def test_an_unknown_session_is_told_as_one(store: SqliteStore) -> None:
    with pytest.raises(UnknownSession, match="nowhere"):
        await Journal("nowhere", store, StoppedClock()).load()
    await store.close()


async def test_of_two_decisions_on_one_state_the_later_is_made_anew(store: SqliteStore) -> None:
    journal = Journal("s", store, StoppedClock())
    await journal.record((session_start(),))
    results = await asyncio.gather(
        journal.record((NoteAdded(text="first"),)),
        journal.record((NoteAdded(text="second"),)),
        journal.record((NoteAdded(text="a fact"),), insist=True),
        return_exceptions=True,
    )
    assert [type(result).__name__ for result in results] == [
        "SessionState",
        "LogMoved",
        "SessionState",
    ]
    with pytest.raises(LogMoved):
        await journal.record((NoteAdded(text="late"),), decided_at=1)
    assert [note.text for note in journal.state.notes] == ["first", "a fact"]
    await store.close()
