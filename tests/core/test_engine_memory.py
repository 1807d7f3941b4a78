"""What the engine writes down of the memory that a session is given."""

from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from roundtable.adapters.clocks import SystemClock
from roundtable.adapters.stores.sqlite import SqliteStore
from roundtable.core import events as e
from roundtable.core.context import ContextPart, LeftOut
from roundtable.core.engine import Engine
from roundtable.core.journal import Journal
from roundtable.core.ports import World
from roundtable.testing.builders import EmptyWorkspace, agreeing, knights, session_start
from roundtable.testing.store_suite import stamped

NAMES = ("Gawain", "Lancelot")


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    opened = SqliteStore(tmp_path / "roundtable.db")
    for number, topic in enumerate(("Which cache?", "Which colour?", "Which store?")):
        held = stamped(
            f"s{number}",
            1,
            session_start(topic=topic),
            e.Consensus(iteration=1, lead="Gawain", decision="Yes.", answered=NAMES),
            e.SessionEnd(outcome="consensus"),
        )
        await opened.append(held, "")
    yield opened
    await opened.close()


class Cutting(EmptyWorkspace):
    """A repository so large that only the first line of the memory has room."""

    async def context(
        self, topic: str, memory: Sequence[ContextPart], limit_tokens: int, diff: bool = True
    ) -> tuple[tuple[ContextPart, ...], tuple[LeftOut, ...]]:
        first = memory[0].text.splitlines()[0]
        return (memory[0].model_copy(update={"text": first, "cut": True}),), ()


async def context_of(store: SqliteStore, workspace: EmptyWorkspace) -> e.ContextBuilt:
    start = session_start(*NAMES, topic="Which cache for the sessions?")
    journal = Journal("new", store, SystemClock())
    await journal.record((start,))
    voices = knights(agreeing(*NAMES), start.seats)
    state = await Engine(journal, World(store, voices, workspace, SystemClock())).run()
    assert state.context is not None
    return state.context


async def test_the_record_names_the_entries_that_were_given_nearest_first(
    store: SqliteStore,
) -> None:
    context = await context_of(store, EmptyWorkspace())
    assert context.remembered == ("s0", "s2", "s1")


async def test_what_had_no_room_was_not_given(store: SqliteStore) -> None:
    context = await context_of(store, Cutting())
    assert context.remembered == ("s0",)
