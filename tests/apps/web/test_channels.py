"""Viewers: who keeps up, who does not, and what nobody misses."""

import asyncio
from pathlib import Path

import pytest

from roundtable.adapters.project import Project
from roundtable.apps.web.channels import MOST_QUEUED, Channels, Viewer
from roundtable.bootstrap import open_table
from roundtable.core.commands import Note
from roundtable.core.errors import UnknownSession
from roundtable.core.events import AgentStart, Token
from roundtable.testing.builders import session_start
from roundtable.views.stream import frame


async def test_a_viewer_takes_what_waits_in_order_and_once() -> None:
    viewer = Viewer()
    for seq, data in ((3, b"a"), (0, b"t"), (4, b"b")):
        viewer.put(seq, data)
    assert await viewer.take(3, 60) == (4, b"tb")
    assert await viewer.take(4, 0.01) == (4, b"")


async def test_who_cannot_keep_up_is_dropped_and_holds_nothing() -> None:
    viewer = Viewer()
    viewer.put(1, b"x" * (2 * MOST_QUEUED))
    assert not viewer.dropped.is_set(), "one large frame is nobody's fault"
    viewer.put(2, b"y")
    assert viewer.dropped.is_set()
    viewer.put(3, b"z")
    assert await viewer.take(0, 0.01) == (0, b"")


async def test_history_and_what_comes_join_without_a_gap_or_a_repetition(project: Path) -> None:
    async with open_table(Project(project)) as table:
        channels = Channels(table.driver, table.store)
        await table.driver.create("s", session_start())
        for number in range(3):
            await table.driver.send("s", Note(f"note {number}"))
        async with channels.viewing("s", 2) as (viewer, last, missed):
            assert last == 4
            assert missed == b"".join(map(frame, await table.store.read("s", 2)))
            await table.driver.send("s", Note("live"))
            _, live = await viewer.take(last, 60)
            assert live == b"".join(map(frame, await table.store.read("s", 4)))


async def test_who_goes_while_the_channel_is_opened_leaves_it_open_for_who_comes(
    project: Path,
) -> None:
    async with open_table(Project(project)) as table:
        await table.driver.create("s", session_start())
    async with open_table(Project(project)) as table:
        channels = Channels(table.driver, table.store)
        first = asyncio.create_task(channels.listen("s"))
        second = asyncio.create_task(channels.listen("s"))
        await asyncio.sleep(0)
        first.cancel()
        await second
        async with channels.viewing("s", 0) as (viewer, last, _):
            await table.driver.send("s", Note("live"))
            _, live = await viewer.take(last, 60)
        assert b"live" in live


async def test_what_another_process_writes_is_seen_as_well(project: Path) -> None:
    async with (
        open_table(Project(project)) as here,
        open_table(Project(project), writes=False) as elsewhere,
    ):
        channels = Channels(here.driver, here.store)
        await here.driver.create("s", session_start())
        async with channels.viewing("s", 0) as (viewer, last, _):
            await elsewhere.driver.send("s", Note("from the terminal"))
            seen, live = await viewer.take(last, 60)
            assert b"from the terminal" in live
            assert await viewer.take(seen, 1) == (seen, b""), "once"


async def test_who_comes_in_the_middle_of_a_word_is_given_what_was_said(project: Path) -> None:
    async with open_table(Project(project)) as table:
        channels = Channels(table.driver, table.store)
        await table.driver.create("s", session_start())
        await channels.listen("s")
        journal = await table.driver._journal("s")
        key = "debate.1.1.Gawain"
        for word in ("one ", "two "):
            journal.tell(Token(turn_key=key, seat="Gawain", text=word))
        async with channels.viewing("s", 0) as (viewer, last, missed):
            assert b'"text":"one two "' in missed
            journal.tell(Token(turn_key=key, seat="Gawain", text="three"))
            assert b'"text":"three"' in (await viewer.take(last, 60))[1]
        journal.tell(AgentStart.model_construct(type="agent_start", turn_key=key, seat="Gawain"))
        async with channels.viewing("s", 0) as (_, _, missed):
            assert b"one two" not in missed, "the turn was asked anew"


async def test_one_who_sleeps_harms_nobody(project: Path) -> None:
    async with open_table(Project(project)) as table:
        channels = Channels(table.driver, table.store)
        await table.driver.create("s", session_start())
        async with (
            channels.viewing("s", 0) as (asleep, _, _),
            channels.viewing("s", 0) as (awake, begun, _),
        ):
            last = begun
            for number in range(40):
                await table.driver.send("s", Note(f"{number} " + "x" * 19_000))
                last, _ = await awake.take(last, 60)
            assert asleep.dropped.is_set()
            assert not awake.dropped.is_set()
            assert last == 41
        async with channels.viewing("s", 1) as (_, last, missed):
            assert missed.count(b"event: note_added") == 40
            assert last == 41


async def test_a_channel_lasts_as_long_as_somebody_has_a_use_for_it(project: Path) -> None:
    async with open_table(Project(project)) as table:
        channels = Channels(table.driver, table.store)
        await table.driver.create("s", session_start())
        journal = await table.driver._journal("s")
        await channels.listen("s")
        async with channels.viewing("s", 0):
            await channels.let_go("s")
            watched = [journal.watched]
        assert [*watched, journal.watched] == [True, False]
        with pytest.raises(UnknownSession):
            async with channels.viewing("nobody", 0):
                pass
        assert channels._channels == {}


async def test_nobody_looks_into_the_log_when_nobody_watches(project: Path) -> None:
    async with open_table(Project(project)) as table:
        channels = Channels(table.driver, table.store)
        await table.driver.create("s", session_start())
        before = len(asyncio.all_tasks())
        async with channels.viewing("s", 0):
            assert len(asyncio.all_tasks()) == before + 1
        await asyncio.sleep(0)
        assert len(asyncio.all_tasks()) == before
