"""The floor: several at once, each turn recorded as it ends, no failure the others' matter."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

import pytest

from roundtable.adapters.clocks import SystemClock
from roundtable.adapters.knights.script import Part, Reply
from roundtable.adapters.knights.scripted import ScriptedKnight
from roundtable.adapters.stores.sqlite import SqliteStore
from roundtable.core import events as e
from roundtable.core.context import ContextPart
from roundtable.core.errors import ErrorKind, LogMoved
from roundtable.core.journal import Journal
from roundtable.core.ports import World
from roundtable.core.rules import Rules
from roundtable.core.speaking import Floor, Interrupted
from roundtable.core.steps import PlannedTurn
from roundtable.core.workflows import WORKFLOWS
from roundtable.testing.builders import NAMES, EmptyWorkspace, knights, script, session_start

VOTE = {"consensus_score": 9, "pending_issues": []}


def planned(seat: str) -> PlannedTurn:
    return PlannedTurn(f"discussion.1.1.{seat}", seat, 1, "speak", 1)


async def opened(path: Path, rules: Rules | None = None) -> tuple[SqliteStore, Journal]:
    store = SqliteStore(path / "log.db")
    journal = Journal("s", store, SystemClock())
    await journal.record(
        (
            session_start(rules=rules),
            e.ContextBuilt(parts=(), limit_tokens=100),
            e.RoundStart(round="discussion", attempt=1, seed=1),
            e.DebateIteration(round="discussion", attempt=1, iteration=1, order=NAMES, blind=True),
        )
    )
    return store, journal


def floor(store: SqliteStore, journal: Journal, *replies: Mapping[str, object]) -> Floor:
    written = script({name: [reply] for name, reply in zip(NAMES, replies, strict=True)})
    voices = knights(written, journal.state.seats)
    stop: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    world = World(store, voices, EmptyWorkspace(), SystemClock())
    return Floor(journal, world, WORKFLOWS["discuss"], stop)


async def test_one_who_fails_and_one_who_hangs_leave_the_third_its_turn(tmp_path: Path) -> None:
    store, journal = await opened(tmp_path, Rules(timeout_per_turn_seconds=3))
    await floor(
        store,
        journal,
        {"say": "a b c", "fail": {"kind": "overloaded", "after_words": 2}},
        {"say": "x", "hang_after_words": 1},
        {"say": "Here.", "block": VOTE},
    ).speak(tuple(planned(name) for name in NAMES))
    turns = journal.state.turns
    assert turns["discussion.1.1.Gawain"].error is ErrorKind.OVERLOADED
    assert turns["discussion.1.1.Gawain"].text == "a b "
    assert turns["discussion.1.1.Lancelot"].error is ErrorKind.TIMED_OUT
    assert turns["discussion.1.1.Percival"].stance is not None
    await store.close()


async def test_every_start_is_committed_with_what_it_may_cost_at_worst(tmp_path: Path) -> None:
    store, journal = await opened(tmp_path)
    reply = {"say": "Here.", "block": VOTE}
    await floor(store, journal, reply, reply, reply).speak((planned("Gawain"), planned("Percival")))
    starts = [x for x in await store.read("s") if isinstance(x, e.AgentStart)]
    assert [x.seat for x in starts] == ["Gawain", "Percival"]
    assert all(x.reserved.tokens > 4096 and x.adapter == "scripted" for x in starts)
    await store.close()


async def test_the_worst_case_of_a_turn_that_broke_off_in_speech_stays_reserved(
    tmp_path: Path,
) -> None:
    store, journal = await opened(tmp_path)
    silent = {"say": "x", "fail": {"kind": "overloaded"}}
    broke = {"say": "some words", "fail": {"kind": "overloaded", "after_words": 1}}
    await floor(store, journal, silent, broke, silent).speak(tuple(planned(name) for name in NAMES))
    start = next(
        x for x in await store.read("s") if isinstance(x, e.AgentStart) and x.seat == "Lancelot"
    )
    assert journal.state.maybe_spent == start.reserved
    await store.close()


async def test_before_anything_is_left_out_the_vendor_counts(tmp_path: Path) -> None:
    store, journal = await opened(tmp_path)
    part = ContextPart(kind="key_file", title="big", text="word " * 12_000, tokens=20_000)
    await journal.record((e.ContextBuilt(parts=(part,), limit_tokens=20_000),))

    class Counting(ScriptedKnight):
        """Counts a quarter of what we estimate, or does not answer."""

        answers = True

        async def count_tokens(self, system: str, prompt: str) -> int | None:
            return len(system + prompt) // 12 if self.answers else None

    reply = Reply(say="Here.", block=VOTE)
    knight = Counting(Part(context_tokens=20_000, replies=(reply,)))
    stop: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    voices = dict.fromkeys(NAMES, knight)
    world = World(store, voices, EmptyWorkspace(), SystemClock())
    floor_ = Floor(journal, world, WORKFLOWS["discuss"], stop)
    await floor_.speak((planned("Gawain"),))
    Counting.answers = False
    await floor_.speak((planned("Lancelot"),))
    starts = [x for x in await store.read("s") if isinstance(x, e.AgentStart)]
    assert [x.left_out for x in starts] == [(), ("big",)]
    await store.close()


async def test_a_pause_does_not_wait_for_a_vendor_that_counts(tmp_path: Path) -> None:
    store, journal = await opened(tmp_path)
    part = ContextPart(kind="key_file", title="big", text="word " * 12_000, tokens=20_000)
    await journal.record((e.ContextBuilt(parts=(part,), limit_tokens=20_000),))

    class Slow(ScriptedKnight):
        async def count_tokens(self, system: str, prompt: str) -> int | None:
            await asyncio.sleep(100)
            return None

    knight = Slow(Part(context_tokens=20_000, replies=(Reply(say="x"),)))
    stop: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    world = World(store, dict.fromkeys(NAMES, knight), EmptyWorkspace(), SystemClock())
    asyncio.get_running_loop().call_later(0.05, stop.set_result, None)
    with pytest.raises(Interrupted):
        await asyncio.wait_for(
            Floor(journal, world, WORKFLOWS["discuss"], stop).speak((planned("Gawain"),)), 20
        )
    await store.close()


async def test_a_note_that_comes_while_a_prompt_is_made_is_not_overtaken(tmp_path: Path) -> None:
    store, journal = await opened(tmp_path)
    reply = {"say": "Here.", "block": VOTE}
    table = floor(store, journal, reply, reply, reply)
    noting = asyncio.create_task(journal.record((e.NoteAdded(text="mind the cost"),)))
    await asyncio.sleep(0)  # the note is on its way into the log
    with pytest.raises(LogMoved):
        await table.speak((planned("Gawain"),))
    await noting
    await table.speak((planned("Gawain"),))
    types = [event.type for event in await store.read("s")]
    assert types.index("note_added") < types.index("agent_start")
    await store.close()


@pytest.mark.parametrize(("context", "most"), [(4_000, 2_000), (64_000, 4_096)])
async def test_a_small_context_keeps_half_of_its_room_for_the_prompt(
    tmp_path: Path, context: int, most: int
) -> None:
    store, journal = await opened(tmp_path)
    reply = Reply.model_validate({"say": "Here.", "block": VOTE})
    knight = ScriptedKnight(Part(replies=(reply,), context_tokens=context))
    stop: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    world = World(store, {"Gawain": knight}, EmptyWorkspace(), SystemClock())
    await Floor(journal, world, WORKFLOWS["discuss"], stop).speak((planned("Gawain"),))
    (start,) = [x for x in await store.read("s") if isinstance(x, e.AgentStart)]
    assert start.reserved.output_tokens == most
    await store.close()
