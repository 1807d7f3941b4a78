"""The engine leads a real session on a real log: to its end, through a pause, through a crash."""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from roundtable.adapters.checking.checker import Checker
from roundtable.adapters.clocks import SystemClock
from roundtable.adapters.knights.script import Script
from roundtable.adapters.stores.sqlite import SqliteStore
from roundtable.adapters.workshop import SandboxedWorkshop
from roundtable.core import events as e
from roundtable.core import listening
from roundtable.core.budget import Budget
from roundtable.core.commands import Choose, Note, handle
from roundtable.core.context import ContextPart, LeftOut
from roundtable.core.engine import Engine
from roundtable.core.journal import Journal
from roundtable.core.ports import Hands, Workspace, World
from roundtable.core.state import SessionState
from roundtable.core.steps import Craft
from roundtable.testing.builders import (
    EmptyWorkspace,
    agreeing,
    build_start,
    knights,
    script,
    session_start,
)

TALK = {"say": "word " * 200, "block": {"consensus_score": 9, "pending_issues": []}}
LONG_TALK = {**TALK, "say": "word " * 2000}


class Room:
    """A session's journal, with every event and token that watchers saw."""

    def __init__(self, store: SqliteStore, name: str = "s") -> None:
        self.store = store
        self.journal = Journal(name, store, SystemClock())
        self.seen: list[e.Event] = []
        self.journal.watch(self.seen.append)

    def engine(self, written: Script, workspace: Workspace | None = None) -> Engine:
        voices = knights(written, self.journal.state.seats)
        world = World(self.store, voices, workspace or EmptyWorkspace(), SystemClock())
        return Engine(self.journal, world)

    def types(self) -> list[str]:
        return [event.type for event in self.seen if event.type != "token"]


@pytest.fixture
async def room(tmp_path: Path) -> "Room":
    return Room(SqliteStore(tmp_path / "log.db"))


async def spoken(room: Room, count: int) -> None:
    """Wait until so many tokens events were seen."""
    while sum(1 for event in room.seen if event.type == "token") < count:
        await asyncio.sleep(0.005)


async def test_a_session_runs_to_the_kings_choice_and_then_to_its_end(room: Room) -> None:
    await room.journal.record((session_start(),))
    state = await room.engine(agreeing()).run()
    assert state.question is not None
    assert state.decision is not None
    await room.journal.record(handle(state, Choose("self")))
    state = await room.engine(agreeing()).run()
    assert state.ended is not None
    assert state.ended.outcome == "consensus"
    assert await room.store.read("s") == tuple(x for x in room.seen if x.type != "token")
    await room.store.close()


async def test_tokens_are_coalesced_and_amount_to_the_text(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "COALESCE_SECONDS", 60.0)  # by number alone, however slow it is
    await room.journal.record((session_start("Gawain", "Lancelot"),))
    parts = script({"Gawain": [TALK], "Lancelot": [TALK]}, words_per_second=4000)
    await room.engine(parts).run()
    for end in [x for x in room.seen if isinstance(x, e.AgentEnd)]:
        tokens = [x for x in room.seen if isinstance(x, e.Token) and x.turn_key == end.turn_key]
        assert "".join(t.text for t in tokens).strip() == end.text.strip()
        assert len(tokens) <= 20
        assert all(t.seq == 0 and t.session == "s" for t in tokens)
    await room.store.close()


async def test_a_pause_in_mid_stream_takes_less_than_200_ms_and_a_resume_asks_only_that_turn_again(
    room: Room,
) -> None:
    await room.journal.record((session_start("Gawain", "Lancelot"),))
    slow = script({"Gawain": [LONG_TALK], "Lancelot": [TALK]}, words_per_second=100)
    took: list[float] = []
    while len(took) < 20 and min(took, default=1.0) >= 0.2:  # the best of some: others work here
        await asyncio.sleep(0.5 if took else 0)  # and may for a while
        engine = room.engine(slow)
        task = asyncio.create_task(engine.run())
        await spoken(room, sum(x.type == "token" for x in room.seen) + 3)
        began = time.monotonic()
        engine.pause()
        state = await task
        took.append(time.monotonic() - began)
        assert state.paused is not None
    assert min(took) < 0.2
    broken = [x for x in room.seen if isinstance(x, e.AgentInterrupted)]
    assert [x.seat for x in broken] == ["Gawain"] * len(took)
    assert all(x.partial.startswith("word") for x in broken)
    fast = script({"Gawain": [TALK], "Lancelot": [TALK]})
    state = await room.engine(fast).run()
    starts = [(x.seat, x.ask) for x in room.seen if isinstance(x, e.AgentStart)]
    asked = [("Gawain", ask) for ask in range(1, len(took) + 2)]
    assert starts == [*asked, ("Lancelot", 1)]
    assert state.turns["discussion.1.1.Gawain"].maybe_billed == len(took)
    await room.store.close()


async def test_a_knight_that_does_not_let_go_does_not_hold_up_the_pause(room: Room) -> None:
    await room.journal.record((session_start("Gawain", "Lancelot"),))
    called_for, gone = asyncio.Event(), asyncio.Event()

    class Deaf:
        context_tokens = 10_000

        def __init__(self) -> None:
            self.inner = knights(agreeing(), room.journal.state.seats)["Gawain"]
            self.worst_case = self.inner.worst_case
            self.close = self.inner.close

        async def speak(self, ask: object):  # type: ignore[no-untyped-def]
            try:
                await asyncio.Event().wait()
                yield None
            except asyncio.CancelledError:
                await called_for.wait()
                raise
            finally:
                gone.set()

    voices = {"Gawain": Deaf(), "Lancelot": Deaf()}
    world = World(room.store, voices, EmptyWorkspace(), SystemClock())
    engine = Engine(room.journal, world)
    task = asyncio.create_task(engine.run())
    while "agent_start" not in room.types():
        await asyncio.sleep(0.005)
    engine.pause()
    await asyncio.wait({task}, timeout=20)
    assert task.done(), "it waits for nobody who never lets go"
    await task
    await room.store.close()
    assert not gone.is_set()
    called_for.set()
    await asyncio.wait_for(gone.wait(), 20)


async def test_a_turn_left_open_by_a_crash_is_marked_and_asked_again(room: Room) -> None:
    await room.journal.record((session_start("Gawain", "Lancelot"),))
    talk = script({"Gawain": [TALK], "Lancelot": [TALK]}, words_per_second=100)
    task = asyncio.create_task(room.engine(talk).run())
    await spoken(room, 1)
    task.cancel()  # nothing can be recorded on the way out, as after kill -9
    await asyncio.gather(task, return_exceptions=True)
    again = Room(room.store)
    await again.journal.load()
    assert again.journal.state.turns["discussion.1.1.Gawain"].status == "open"
    again.seen.clear()
    await again.engine(script({"Gawain": [TALK], "Lancelot": [TALK]})).run()
    assert again.types()[:3] == ["agent_interrupted", "session_resumed", "agent_start"]
    broken = again.seen[0]
    assert isinstance(broken, e.AgentInterrupted)
    assert broken.cause == "crash"
    await room.store.close()


async def test_a_note_reaches_every_turn_that_has_not_started(room: Room) -> None:
    await room.journal.record((session_start("Gawain", "Lancelot"),))
    heeding = {"when": {"prompted": "mind the cost"}, **TALK, "say": "I mind the cost."}
    parts = script({n: [heeding, TALK] for n in ("Gawain", "Lancelot")}, words_per_second=400)
    task = asyncio.create_task(room.engine(parts).run())
    await spoken(room, 1)
    await room.journal.record((e.NoteAdded(text="mind the cost"),), insist=True)
    state = await task
    said = {turn.seat: turn.text for turn in state.turns.values()}
    assert said["Gawain"].startswith("word")
    assert said["Lancelot"].startswith("I mind the cost.")
    await room.store.close()


async def test_a_note_from_another_process_is_seen_before_the_next_turn(room: Room) -> None:
    await room.journal.record((session_start("Gawain", "Lancelot"),))
    heeding = {"when": {"prompted": "mind the cost"}, **TALK, "say": "I mind the cost."}
    parts = script({n: [heeding, TALK] for n in ("Gawain", "Lancelot")}, words_per_second=400)
    task = asyncio.create_task(room.engine(parts).run())
    await spoken(room, 1)
    elsewhere = Room(room.store)
    await elsewhere.journal.load()
    await elsewhere.journal.record((e.NoteAdded(text="mind the cost"),))
    state = await task
    assert state.turns["discussion.1.1.Lancelot"].text.startswith("I mind the cost.")
    assert room.types().count("note_added") == 1
    await room.store.close()


PRICED = {"say": "Costly.", "block": {"consensus_score": 5, "pending_issues": ["x"]}}


async def test_a_cap_pauses_before_the_call_that_could_break_it(room: Room) -> None:
    await room.journal.record((session_start(budget=Budget(max_tokens=9_000)),))
    reply = PRICED | {"input_tokens": 100, "output_tokens": 2000}
    parts = script({n: [reply] for n in ("Gawain", "Lancelot", "Percival")})
    state = await room.engine(parts).run()
    assert state.paused is not None
    assert state.paused.exceeded is not None
    assert state.paused.exceeded.cap == "tokens"
    assert 0 < state.spent.tokens <= 9_000
    assert not any(t.status == "open" for t in state.turns.values())
    state = await room.engine(parts).run(Budget(max_tokens=10_000_000))
    assert state.budget.max_tokens == 10_000_000
    assert state.question is not None, "it went on to the escalation"
    await room.store.close()


async def test_a_blind_opening_reserves_for_all_at_once(room: Room) -> None:
    start = session_start(budget=Budget(max_tokens=12_000))
    start = start.model_copy(update={"rules": start.rules.model_copy(update={"blind": True})})
    await room.journal.record((start,))
    state = await room.engine(agreeing()).run()
    assert state.paused is not None
    assert "agent_start" not in room.types(), "three worst cases do not fit, so nobody is asked"
    await room.store.close()


async def test_the_minutes_cap_cuts_a_turn_that_outlasts_it(room: Room) -> None:
    await room.journal.record((session_start(budget=Budget(max_minutes=0.05)),))
    slow = script({n: [TALK] for n in ("Gawain", "Lancelot", "Percival")}, words_per_second=2)
    began = time.monotonic()
    state = await room.engine(slow).run()
    assert time.monotonic() - began < 60, "a turn by itself would take 100"
    assert state.paused is not None
    assert state.paused.reason == "budget"
    assert [x.cause for x in room.seen if isinstance(x, e.AgentInterrupted)] == ["budget"]
    await room.store.close()


async def test_a_pause_does_not_wait_for_a_slow_repository(room: Room) -> None:
    class Slow(EmptyWorkspace):
        async def context(
            self, topic: str, memory: Sequence[ContextPart], limit_tokens: int, diff: bool = True
        ) -> tuple[tuple[ContextPart, ...], tuple[LeftOut, ...]]:
            await asyncio.sleep(100)
            raise AssertionError("it should have been cancelled")

    await room.journal.record((session_start(),))
    engine = room.engine(agreeing(), Slow())
    task = asyncio.create_task(engine.run())
    await asyncio.sleep(0.05)
    engine.pause()
    state = await asyncio.wait_for(task, 60)
    assert state.paused is not None
    assert state.context is None
    await room.store.close()


async def test_running_an_ended_session_changes_nothing(room: Room) -> None:
    await room.journal.record((session_start(),))
    state = await room.engine(agreeing()).run()
    await room.journal.record(handle(state, Choose("later")))
    state = await room.engine(agreeing()).run()
    seq = state.seq
    again: SessionState = await room.engine(agreeing()).run()
    assert again.seq == seq
    await room.store.close()


class BusyWorkshop:
    """Somebody else writes to the log while the work is being done."""

    def __init__(self, other: Journal) -> None:
        self._other = other
        self.done = 0

    async def perform(self, craft: Craft) -> e.Event:
        self.done += 1
        await self._other.load()
        await self._other.record(handle(self._other.state, Note(f"word {self.done}")))
        return await SandboxedWorkshop(Checker(None)).perform(craft)


async def test_a_note_during_work_on_files_does_not_have_it_done_again(room: Room) -> None:
    given = e.FilesGiven(origin="here", files=(e.ProjectFile(path="a.py", text="x = 1\n"),))
    await room.journal.record((build_start("review"), given))
    shop = BusyWorkshop(Journal("s", room.store, SystemClock()))
    seats = room.journal.state.seats
    voices = knights(script({seat.name: [{"say": "Hm."}] for seat in seats}), seats)
    world = World(room.store, voices, EmptyWorkspace(), SystemClock(), hands=Hands(workshop=shop))
    state = await Engine(room.journal, world).run()
    assert shop.done == 1
    assert [note.text for note in state.notes] == ["word 1"]
    assert state.rounds[0].plan is not None
