"""What a session could cost: at its worst, nothing for a rehearsal, and with its gaps told."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from roundtable.adapters.project import Project
from roundtable.apps.founding import found_table
from roundtable.apps.web.answers import Estimate
from roundtable.apps.web.drafting import draft
from roundtable.apps.web.estimating import PARTLY_REHEARSED, REHEARSED, estimated
from roundtable.apps.web.house import House
from roundtable.apps.web.problems import Refusal
from roundtable.apps.web.requests import RoundChoice, SeatChoice, Start
from roundtable.core.agenda import ROUNDS, RoundKey
from roundtable.core.config import Config, KnightConfig


@pytest.fixture
async def house(bare: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    """A table at which everybody could sit, and nobody is asked."""
    for name in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.setenv(name, "not-a-key-of-anybody")
    knights = (
        KnightConfig(name="Claude", adapter="claude-api"),
        KnightConfig(name="Gpt", adapter="openai-api"),
        KnightConfig(name="Own", adapter="openai-compatible", model="my-own-model"),
        KnightConfig(name="Gawain", adapter="scripted", script="builtin:rehearsal"),
    )
    project = Project(bare)
    found_table(project, Config(version="1.0", project="shop", knights=knights))
    async with House(project).opened() as found:
        yield found


async def reckoned(house: House, wanted: Start) -> Estimate:
    table = house.hall.fresh()
    return await estimated(table, draft(table, wanted, house.uploads))


def seated(*names: str) -> tuple[SeatChoice, ...]:
    return tuple(SeatChoice(name=name) for name in names)


async def test_models_with_prices_cost_something(house: House) -> None:
    told = await reckoned(
        house, Start(workflow="discuss", topic="?", seats=seated("Claude", "Gpt"))
    )
    assert told.priced
    assert [seat.label for seat in told.seats] == ["Claude", "Gpt"]
    for seat in told.seats:
        assert seat.first_prompt_tokens > 0
        assert 0 < seat.first_turn_cost_microusd < told.whole.cost_microusd
    assert not any("price" in note for note in told.notes)


async def test_a_model_without_a_price_is_named_once(house: House) -> None:
    told = await reckoned(
        house, Start(workflow="discuss", topic="?", seats=seated("Claude", "Own"))
    )
    assert not told.priced
    assert told.whole.cost_microusd > 0
    named = [note for note in told.notes if "no price is known" in note]
    assert named == ["no price is known for Own's model 'my-own-model'"]


async def test_the_judges_model_counts_where_its_price_is_asked(house: House) -> None:
    wanted = Start(topic="?", seats=seated("Claude", "Gpt"), judge="Gpt", judge_model="gpt-nobody")
    told = await reckoned(house, wanted)
    assert not told.priced
    assert any("gpt-nobody" in note for note in told.notes)


@pytest.mark.parametrize("workflow", ["build", "discuss"])
async def test_a_rehearsal_costs_nothing_and_says_so(house: House, workflow: str) -> None:
    wanted = Start.model_validate({"workflow": workflow, "rehearsal": True})
    told = await reckoned(house, wanted)
    assert (told.whole.cost_microusd, told.priced) == (0, True)
    assert told.whole.tokens > 0
    assert all(seat.first_turn_cost_microusd == 0 for seat in told.seats)
    assert told.notes[0] == REHEARSED
    assert all("(scripted rehearsal)" in seat.label for seat in told.seats)


async def test_a_script_among_models_costs_nothing_by_itself(house: House) -> None:
    alone, mixed = [
        await reckoned(house, Start(workflow="discuss", topic="?", seats=seated(*names)))
        for names in (("Claude", "Gpt"), ("Claude", "Gawain"))
    ]
    assert PARTLY_REHEARSED in mixed.notes
    assert 0 < mixed.whole.cost_microusd < alone.whole.cost_microusd
    assert mixed.seats[1].first_turn_cost_microusd == 0


async def test_a_review_is_cut_by_its_files_so_that_it_has_no_estimate(house: House) -> None:
    wanted = Start(topic="?", seats=seated("Claude", "Gpt"), rounds=(RoundChoice(key="review"),))
    with pytest.raises(Refusal) as refused:
        await reckoned(house, wanted)
    assert (refused.value.problem.type, refused.value.problem.field) == ("invalid", "rounds")


async def test_the_largest_agenda_is_reckoned_in_little_time_and_memory(house: House) -> None:
    def longest(key: RoundKey) -> RoundChoice:
        return RoundChoice(key=key, iterations=20, max_output_tokens=200_000)

    rounds = tuple(longest(plan.key) for plan in ROUNDS.values())
    wanted = Start(topic="?", seats=seated("Claude", "Gpt", "Gawain"), rounds=rounds, judges=3)
    told = await reckoned(house, wanted)
    assert told.whole.output_tokens > 7 * 20 * 3 * 200_000
