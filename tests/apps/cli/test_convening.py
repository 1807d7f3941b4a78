"""Who is seated, under which name a session goes, and what it is asked."""

import argparse
import asyncio
import io
import json
import sys
from pathlib import Path

import pytest

from roundtable.adapters.project import find_project
from roundtable.apps.cli.convening import (
    MAX_TOPIC,
    add_seat_arguments,
    convene,
    pick_seats,
    read_topic,
    refuse_unpriced,
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


def topic(words: str | None, file: Path | None = None) -> str:
    return read_topic(argparse.Namespace(topic=words, file=file))


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


def test_a_model_is_for_the_knight_it_names_and_may_hold_any_sign() -> None:
    claude, gpt, kay = with_models(SEATS, [" claude =org/model=v1:q4 ", "GPT=first", "gpt=second"])
    assert (claude.model, gpt.model, kay.model) == ("org/model=v1:q4", "second", None)
    assert with_models(SEATS, []) == SEATS


@pytest.mark.parametrize("flag", ["", "Claude", "Claude=", "Claude=  ", "=x", "Mordred=x"])
def test_a_model_that_cannot_be_laid_to_a_knight_is_refused(flag: str) -> None:
    with pytest.raises(UsageError, match="--model") as told:
        with_models(SEATS, [flag])
    assert "Claude, GPT, Kay" in told.value.remedy


def test_flags_can_be_repeated() -> None:
    parser = argparse.ArgumentParser()
    add_seat_arguments(parser)
    args = parser.parse_args(["--knight", "a", "--knight", "b", "--model", "a=x", "--model", "b=y"])
    assert (args.knight, args.model) == (["a", "b"], ["a=x", "b=y"])
    assert (parser.parse_args([]).knight, parser.parse_args([]).model) == (None, None)


def test_known_prices_can_be_capped_and_what_has_none_only_without_a_cap() -> None:
    refuse_unpriced(SEATS, CAPPED)
    unknown = with_models(SEATS, ["GPT=no-such-model"])
    refuse_unpriced(unknown, Budget(max_tokens=5))
    with pytest.raises(UsageError, match="GPT's model 'no-such-model'") as told:
        refuse_unpriced(unknown, CAPPED)
    assert "--max-tokens" in told.value.remedy


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


@pytest.mark.parametrize(
    ("words", "read"),
    [
        ("Which?", "Which?"),
        ("  Which?\n\n", "Which?"),
        ("\ufeffWhich\r\none?", "Which\none?"),
        ("a\ud800b", "a?b"),
    ],
)
def test_words_are_taken_as_they_are_meant(words: str, read: str) -> None:
    assert topic(words) == read


@pytest.mark.parametrize("words", ["", " \t\n", "\x00\x1b", "\ufeff", "\u2066\u2069"])
def test_words_that_nobody_could_see_are_no_question(words: str) -> None:
    with pytest.raises(UsageError, match="empty"):
        topic(words)


def test_a_question_has_a_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(topic("x" * MAX_TOPIC)) == MAX_TOPIC
    wide = "𝄞" * MAX_TOPIC
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(wide.encode())))
    assert topic("-") == wide
    with pytest.raises(UsageError, match="100,000"):
        topic("x" * (MAX_TOPIC + 1))


def test_a_file_and_words_are_two_questions(tmp_path: Path) -> None:
    (tmp_path / "q.md").write_text("Which?")
    assert topic(None, tmp_path / "q.md") == "Which?"
    with pytest.raises(UsageError, match="twice"):
        topic("Why?", tmp_path / "q.md")
    with pytest.raises(UsageError, match="cannot be read"):
        topic(None, tmp_path)


def test_at_a_keyboard_nothing_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    class Keyboard(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stdin", Keyboard("typed later"))
    with pytest.raises(UsageError, match="empty"):
        topic(None)
