"""A table convened for a call: it rests where the King must speak, and a cancel is a pause."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from roundtable.adapters.project import Project
from roundtable.apps.convening import pick_seats
from roundtable.apps.mcp.sitting import PASSING, _passing, sit
from roundtable.bootstrap import Table, open_table, opening
from roundtable.core import events as e
from roundtable.core.budget import Budget
from roundtable.core.ports import Watcher
from roundtable.core.questions import Option, Question
from roundtable.core.state import SessionState, fold
from roundtable.testing.builders import session_start
from roundtable.testing.store_suite import stamped
from tests.apps.mcp.conftest import nothing

Play = Callable[..., None]


async def discussed(
    table: Table, watcher: Watcher = nothing, rounds: int = 5, **caps: int
) -> SessionState:
    rules = table.config.rules.rules().model_copy(update={"max_rounds": rounds})
    seats = pick_seats(table.config, None)
    return await sit(
        table, opening(table, "Where do they live?", seats, rules, Budget(**caps)), watcher
    )


async def test_an_agreement_is_left_for_later_and_the_record_is_written(project: Path) -> None:
    async with open_table(Project(project)) as table:
        state = await discussed(table)
    assert state.ended is not None
    assert state.ended.outcome == "consensus"
    assert [(c.option, c.unattended) for c in state.choices] == [("later", True)]
    assert [d.kind for d in state.decrees] == ["deferred"]
    folder = project / ".roundtable" / "sessions" / state.session
    assert "Keep them in SQLite." in (folder / "decisions.md").read_text()
    assert (folder / "report.html").is_file()
    assert "Keep them in SQLite." in (project / ".roundtable" / "chronicle.md").read_text()


async def test_between_rounds_they_go_on_and_in_the_end_the_king_must_decide(
    project: Path, play: Play
) -> None:
    play("stubborn")
    async with open_table(Project(project)) as table:
        state = await discussed(table, rounds=4)
    assert (state.ended, state.paused) == (None, None)
    assert state.question is not None
    assert state.question.unattended is None
    assert {c.option for c in state.choices} <= set(PASSING)
    assert all(c.unattended for c in state.choices)
    assert len(state.tallies) == 4


@pytest.mark.parametrize(("default", "taken"), [("later", True), ("apply", False), (None, False)])
def test_a_default_that_approves_something_is_not_taken(default: str | None, taken: bool) -> None:
    options = tuple(Option(id=o, label=o, effect=o) for o in ("apply", "later"))
    question = Question(
        id="q", kind="kings_choice", prompt="?", options=options, unattended=default
    )
    events = stamped("2026-01-01-x", 1, session_start(), e.ChoiceOffered(question=question))
    assert (_passing(fold(events)) is not None) is taken


async def test_a_cap_pauses_it(project: Path) -> None:
    async with open_table(Project(project)) as table:
        state = await discussed(table, max_tokens=1)
    assert state.paused is not None
    assert state.paused.reason == "budget"
    assert state.spent.tokens == 0


async def test_a_cancel_pauses_it_in_the_middle_of_a_word(project: Path, play: Play) -> None:
    play("hanging")
    speaking = asyncio.Event()

    def watch(event: e.Event) -> None:
        if isinstance(event, e.Token):
            speaking.set()

    async with open_table(Project(project)) as table:
        sitting = asyncio.create_task(discussed(table, watch))
        await speaking.wait()
        sitting.cancel()
        state = await sitting
        assert table.driver.running() == ()
    assert state.paused is not None
    assert state.paused.reason == "user"
    (turn,) = state.turns.values()
    assert turn.status == "interrupted"
    assert turn.text.startswith("one two")
    status = project / ".roundtable" / "sessions" / state.session / "status.json"
    assert '"phase": "paused"' in status.read_text()


async def test_a_cancel_before_anything_is_recorded_records_nothing(project: Path) -> None:
    async with open_table(Project(project)) as table:
        sitting = asyncio.create_task(discussed(table))
        sitting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await sitting
        assert await table.store.sessions() == ()
