"""Who is seated, with which model and at what price, and under which name a session goes."""

import asyncio
import json
from pathlib import Path

import pytest

from roundtable.adapters.project import find_project
from roundtable.apps.convening import (
    about,
    convene,
    pick_seats,
    refuse_unpriced,
    seated_judge,
    unpriced,
    with_models,
)
from roundtable.bootstrap import open_table
from roundtable.core.agenda import Agenda, plan_rounds
from roundtable.core.budget import Budget
from roundtable.core.config import Config, read_config
from roundtable.core.errors import KnightUnavailable, UsageError
from roundtable.core.events import Event
from roundtable.core.seats import Seat
from roundtable.testing.builders import session_start

SEATS = (
    Seat(name="Claude", adapter="claude-api"),
    Seat(name="GPT", adapter="openai-api"),
    Seat(name="Kay", adapter="scripted", script="builtin:rehearsal"),
)
CAPPED = Budget(max_cost_microusd=1_000_000)


def config(*names: str) -> Config:
    knights = [{"name": n, "adapter": "scripted", "script": "s.yaml"} for n in names]
    text = json.dumps({"version": "1.0", "project": "shop", "knights": knights})
    return read_config(text, "config.json")


def test_the_table_of_the_config_is_seated_in_its_order() -> None:
    assert [s.name for s in pick_seats(config("Kay", "Bors", "Erec"), None)] == [
        "Kay",
        "Bors",
        "Erec",
    ]
    assert len(pick_seats(config("Kay", "Bors"), [])) == 2


def test_named_knights_are_seated_once_whatever_the_case() -> None:
    seats = pick_seats(config("Kay", "Bors", "Erec"), ["EREC", "kay", "Erec"])
    assert [seat.name for seat in seats] == ["Erec", "Kay"]


def test_a_knight_that_the_config_does_not_have_is_refused_with_those_it_has() -> None:
    with pytest.raises(KnightUnavailable, match="'Mordred'") as told:
        pick_seats(config("Kay", "Bors"), ["Kay", "Mordred"])
    assert told.value.remedy == "one of: Kay, Bors"


@pytest.mark.parametrize("wanted", [["Kay"], ["Kay", "KAY"]])
def test_one_knight_alone_is_no_table(wanted: list[str]) -> None:
    with pytest.raises(KnightUnavailable, match="no table"):
        pick_seats(config("Kay", "Bors"), wanted)
    with pytest.raises(KnightUnavailable, match="no table"):
        pick_seats(config("Kay"), None)


def test_a_model_goes_to_the_knight_it_is_wanted_for_whatever_the_case() -> None:
    claude, gpt, kay = with_models(SEATS, {" claude ": " org/model=v1:q4 ", "GPT": "a", "gpt": "b"})
    assert (claude.model, gpt.model, kay.model) == ("org/model=v1:q4", "b", None)
    assert with_models(SEATS, {}) == SEATS


def test_a_model_for_somebody_who_is_not_seated_is_refused_with_those_who_are() -> None:
    with pytest.raises(UsageError, match="'Mordred', who is not seated") as told:
        with_models(SEATS, {"Mordred": "x"})
    assert told.value.remedy == "one of: Claude, GPT, Kay"


def test_no_model_at_all_is_not_taken_for_one() -> None:
    with pytest.raises(UsageError, match="no model is named for 'GPT'"):
        with_models(SEATS, {"GPT": "  "})


def test_known_prices_can_be_capped_and_what_has_none_only_without_a_cap() -> None:
    refuse_unpriced(SEATS, CAPPED)
    unknown = with_models(SEATS, {"GPT": "no-such-model"})
    refuse_unpriced(unknown, Budget(max_tokens=5))
    with pytest.raises(UsageError, match="GPT's model 'no-such-model'") as told:
        refuse_unpriced(unknown, CAPPED)
    assert "a cap on money cannot be kept" in told.value.message
    assert told.value.remedy == "cap the tokens instead"


def test_a_fallback_must_have_a_price_too() -> None:
    local = SEATS[0].model_copy(update={"fallback": "openai-compatible"})
    with pytest.raises(UsageError, match="no price is known for Claude"):
        refuse_unpriced((local, *SEATS[1:]), CAPPED)


def test_the_judges_model_must_have_a_price_too() -> None:
    plans = plan_rounds(("requirements",))
    refuse_unpriced(SEATS, CAPPED, Agenda(rounds=plans, judge="Claude"))
    asked = Agenda(rounds=plans, judge="Claude", judge_model="no-such-model")
    with pytest.raises(UsageError, match="no-such-model"):
        refuse_unpriced(SEATS, CAPPED, asked)


def test_models_without_a_price_are_told_once_with_their_seats() -> None:
    assert unpriced(SEATS) == []
    unknown = with_models(SEATS, {"GPT": "no-such-model", "Claude": "nor-this"})
    assert unpriced(unknown) == [("Claude", "nor-this"), ("GPT", "no-such-model")]
    agenda = Agenda(rounds=plan_rounds(("requirements",)), judge="GPT", judge_model="no-such-model")
    assert unpriced(unknown, agenda) == unpriced(unknown)


async def test_a_session_gets_a_name_that_nobody_has(project: Path) -> None:
    seen: list[Event] = []
    async with open_table(find_project()) as table:
        start = session_start(topic="Which store?")
        first = await convene(table, start, seen.append)
        second = await convene(table, start, seen.append)
        third = await convene(table, session_start(topic="?!"), seen.append)
        assert first.endswith("-which-store")
        assert second == f"{first}-2"
        assert third.endswith("-session")
        assert [event.session for event in seen] == [first, second, third]


async def test_those_who_convene_at_the_same_moment_get_a_name_each(project: Path) -> None:
    start = session_start(topic="Which store?")
    async with open_table(find_project()) as one, open_table(find_project()) as two:
        names = await asyncio.gather(
            *(convene(table, start, lambda _: None) for table in (one, two, one, two))
        )
        base = min(names, key=len)
        assert sorted(names) == [base, f"{base}-2", f"{base}-3", f"{base}-4"]


def test_a_refusal_names_the_field_it_is_about_and_stays_what_it_is() -> None:
    with pytest.raises(KnightUnavailable, match=r"^seats: nobody$") as refused, about("seats"):
        raise KnightUnavailable("nobody", "seat somebody")
    assert refused.value.remedy == "seat somebody"


def test_a_judge_is_one_of_the_seats_or_goes_around() -> None:
    seats = session_start().seats
    assert seated_judge("Rotate", seats) == "rotate"
    assert seated_judge("gawain", seats) == "Gawain"
    with pytest.raises(UsageError, match="'Mordred' is not at the table"):
        seated_judge("Mordred", seats)
