"""A code-red on a real log: to its end, through a pause, through a crash, through a lost doctor."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from roundtable.adapters.clocks import SystemClock
from roundtable.adapters.knights.script import Script
from roundtable.adapters.stores.sqlite import SqliteStore
from roundtable.adapters.workspaces.repository import Repository
from roundtable.core import events as e
from roundtable.core.commands import Choose, handle
from roundtable.core.engine import Engine
from roundtable.core.journal import Journal
from roundtable.core.ports import Workspace, World
from roundtable.core.state import SessionState, fold
from roundtable.testing.builders import NAMES, EmptyWorkspace, knights, script
from roundtable.testing.diagnoses import code_red_start

LOG = e.FilesGiven(
    origin="standard input",
    files=(
        e.ProjectFile(path="piped.log", text='  File "/app/cart.py", line 2, in total\nIndexError'),
    ),
)


def block(key: str, confidence: int, **fields: object) -> dict[str, object]:
    return {"root_cause_key": key, "confidence_score": confidence, "evidence": ["x"], **fields}


def converging(**pace: float) -> Script:
    """Nobody knows in the triage, all differ in the blind round, and agree in the next."""
    triage: dict[str, object] = {
        "when": {"round": 0},
        "say": "word " * 30,
        "block": block("unknown", 2),
    }

    def part(name: str) -> list[dict[str, object]]:
        own = block(f"{name.lower()}-cache-stale", 9, file_requests=["cart.py:1-2"])
        return [
            triage,
            {"when": {"round": 1}, "say": "word " * 30, "block": own},
            {"say": "word " * 30, "block": block("cart-empty-not-handled", 9)},
        ]

    return script({name: part(name) for name in NAMES}, **pace)


class Room:
    def __init__(self, store: SqliteStore) -> None:
        self.store = store
        self.journal = Journal("s", store, SystemClock())
        self.seen: list[e.Event] = []
        self.journal.watch(self.seen.append)

    def engine(self, written: Script, workspace: Workspace | None = None) -> Engine:
        voices = knights(written, self.journal.state.seats)
        world = World(self.store, voices, workspace or EmptyWorkspace(), SystemClock())
        return Engine(self.journal, world)

    def starts(self) -> list[tuple[int, str, int]]:
        return [(x.iteration, x.seat, x.ask) for x in self.seen if isinstance(x, e.AgentStart)]

    async def until(self, iteration: int) -> None:
        """Until somebody speaks in this pass."""
        key = f"diagnosis.1.{iteration}."
        while not any(isinstance(x, e.Token) and x.turn_key.startswith(key) for x in self.seen):
            await asyncio.sleep(0.005)


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    found = Room(SqliteStore(tmp_path / "log.db"))
    await found.journal.record((code_red_start(), LOG))
    yield found
    await found.store.close()


async def test_it_runs_to_the_kings_choice_and_then_to_its_end(room: Room, tmp_path: Path) -> None:
    root = tmp_path / "shop"
    root.mkdir()
    (root / "cart.py").write_text("def total(items):\n    return items[0]\n")
    state = await room.engine(converging(), Repository(root, ())).run()
    assert state.context is not None
    assert "cart.py, lines 1-2" in [part.title for part in state.context.parts]
    (read,) = state.files
    assert read.files[0].text == "def total(items):\n    return items[0]\n".rstrip()
    assert [c.verdict for c in state.consultations] == ["open", "open", "converged"]
    await room.journal.record(handle(state, Choose("log")))
    state = await room.engine(converging()).run()
    assert state.ended is not None
    assert state.ended.outcome == "diagnosed"
    stored = await room.store.read("s")
    assert fold(stored, SessionState(session="s")) == state


@pytest.mark.parametrize("iteration", [0, 1, 2])
async def test_a_pause_in_any_pass_asks_only_the_turns_again_that_broke_off(
    room: Room, iteration: int
) -> None:
    engine = room.engine(converging(words_per_second=300))
    task = asyncio.create_task(engine.run())
    await room.until(iteration)
    engine.pause()
    state = await task
    assert state.paused is not None
    broken = [x.turn_key for x in room.seen if isinstance(x, e.AgentInterrupted)]
    assert broken
    state = await room.engine(converging()).run()
    assert state.decision is not None
    again = [f"diagnosis.1.{i}.{seat}" for i, seat, ask in room.starts() if ask == 2]
    assert sorted(again) == sorted(broken)
    assert len(room.starts()) == 9 + len(broken)


@pytest.mark.parametrize("iteration", [0, 1, 2])
async def test_a_process_that_died_is_taken_over_where_it_stood(room: Room, iteration: int) -> None:
    task = asyncio.create_task(room.engine(converging(words_per_second=300)).run())
    await room.until(iteration)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    heir = Room(room.store)
    await heir.journal.load()
    state = await heir.engine(converging()).run()
    assert state.decision is not None
    log = await room.store.read("s")
    ended = [x.turn_key for x in log if isinstance(x, e.AgentEnd)]
    assert len(ended) == len(set(ended)) == 9, "nothing was paid for twice"
    assert [x.cause for x in log if isinstance(x, e.AgentInterrupted)][:1] == ["crash"]


async def test_doctors_who_are_lost_or_say_nothing_readable_leave_no_diagnosis(room: Room) -> None:
    lost = {"fail": {"kind": "overloaded"}}
    mute = {"say": "I am sure, ten of ten."}
    sure = {"say": "I know.", "block": block("cart-empty-not-handled", 10)}
    parts = script({"Gawain": [sure], "Lancelot": [mute], "Percival": [lost]})
    state = await room.engine(parts).run()
    assert state.decision is None
    assert [c.verdict for c in state.consultations] == ["too_few", "too_few"]
    assert state.question is not None
    assert "Gawain" in state.question.prompt
