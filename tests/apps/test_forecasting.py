"""What is foreseen is what would be shown and the most it could cost; nothing is recorded."""

from pathlib import Path

from roundtable.adapters.project import find_project
from roundtable.apps.forecasting import foreseen
from roundtable.bootstrap import Table, open_table, opening, seat_knight
from roundtable.core.budget import Budget
from roundtable.core.context import LeftOut
from roundtable.core.events import ContextBuilt, FilesGiven, ProjectFile, WorkflowName
from roundtable.core.forecast import Forecast
from roundtable.core.rules import Rules
from tests.apps.conftest import Play


async def forecast(
    table: Table, topic: str, given: FilesGiven | None = None
) -> tuple[ContextBuilt, Forecast]:
    seats = table.config.seats()
    knights = {seat.name: seat_knight(seat, table.project) for seat in seats}
    workflow: WorkflowName = "code-red" if given else "discuss"
    start = opening(table, topic, seats, Rules(), Budget(), workflow)
    return await foreseen(table, start, knights, given)


async def test_the_context_and_the_first_prompts_are_known_and_priced(
    project: Path, play: Play
) -> None:
    play("willing", price={"input_per_million": 3, "output_per_million": 15})
    (project / "README.md").write_text("This is the shop.")
    async with open_table(find_project()) as table:
        context, told = await forecast(table, "What of README.md?")
        assert await table.store.sessions() == ()
    assert any("This is the shop." in part.text for part in context.parts)
    assert [ask.seat for ask, _ in told.first_round] == ["Gawain", "Lancelot", "Percival"]
    assert all("What of README.md?" in ask.prompt for ask, _ in told.first_round)
    assert (told.whole.cost_microusd or 0) > (told.first_round[0][1].cost_microusd or 0) > 0


async def test_what_is_left_out_of_the_given_files_is_told_first(project: Path) -> None:
    left = LeftOut(title="core.dump", reason="too large")
    log = FilesGiven(
        origin="log", files=(ProjectFile(path="given.log", text="Error: no"),), left_out=(left,)
    )
    async with open_table(find_project()) as table:
        context, told = await forecast(table, "It fails.", log)
    assert context.left_out[0] == left
    assert "Error: no" in told.first_round[0][0].prompt
