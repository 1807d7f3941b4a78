"""What is read from the flags about the seats, and where the topic comes from."""

import argparse
import io
import json
import sys
from pathlib import Path

import pytest

from roundtable.apps.cli.convening import (
    add_seat_arguments,
    read_models,
    read_topic,
    require_prices,
    seats_by_flags,
)
from roundtable.apps.convening import MAX_TOPIC
from roundtable.core.budget import Budget
from roundtable.core.config import Config, read_config
from roundtable.core.errors import UsageError
from roundtable.core.seats import Seat

SEATS = (
    Seat(name="Claude", adapter="claude-api"),
    Seat(name="GPT", adapter="openai-api"),
    Seat(name="Kay", adapter="scripted", script="builtin:rehearsal"),
)


def config(*names: str) -> Config:
    knights = [{"name": n, "adapter": "scripted", "script": "s.yaml"} for n in names]
    text = json.dumps({"version": "1.0", "project": "shop", "knights": knights})
    return read_config(text, "config.json")


def topic(words: str | None, file: Path | None = None) -> str:
    return read_topic(argparse.Namespace(topic=words, file=file))


def test_a_model_is_for_the_knight_it_names_and_may_hold_any_sign() -> None:
    args = argparse.Namespace(
        knight=["Kay", "Bors"],
        model=[" kay =org/model=v1:q4 ", "Bors=one", "bors=two", "Bors=three"],
    )
    kay, bors = seats_by_flags(config("Bors", "Kay", "Erec"), args)
    assert (kay.name, kay.model, bors.model) == ("Kay", "org/model=v1:q4", "three")


def test_without_flags_the_table_is_that_of_the_config() -> None:
    args = argparse.Namespace(knight=None, model=None)
    assert seats_by_flags(config("Kay", "Bors"), args) == config("Kay", "Bors").seats()


def test_a_price_that_nobody_knows_is_refused_with_the_flag_that_caps_tokens() -> None:
    capped, unknown = Budget(max_cost_microusd=1), SEATS[1].model_copy(update={"model": "none"})
    require_prices(SEATS, capped)
    require_prices((unknown,), Budget())
    with pytest.raises(UsageError, match="GPT's model 'none'") as told:
        require_prices((unknown,), capped)
    assert told.value.remedy == "cap the tokens instead: --max-tokens 200000"


BROKEN = ["", "Claude", "Claude=", "Claude=  ", "=x"]


@pytest.mark.parametrize("flag", [*BROKEN, "Mordred=x"])
def test_a_model_that_cannot_be_laid_to_a_knight_is_refused(flag: str) -> None:
    with pytest.raises(UsageError, match="--model") as told:
        read_models([flag], SEATS)
    assert "Claude, GPT, Kay" in told.value.remedy


@pytest.mark.parametrize("flag", BROKEN)
def test_before_anybody_is_seated_a_flag_must_still_be_a_pair(flag: str) -> None:
    assert read_models(["Mordred=x"]) == {"Mordred": "x"}
    with pytest.raises(UsageError, match="--model") as told:
        read_models([flag])
    assert told.value.remedy == "write --model NAME=MODEL"


def test_flags_can_be_repeated() -> None:
    parser = argparse.ArgumentParser()
    add_seat_arguments(parser)
    args = parser.parse_args(["--knight", "a", "--knight", "b", "--model", "a=x", "--model", "b=y"])
    assert (args.knight, args.model) == (["a", "b"], ["a=x", "b=y"])
    assert (parser.parse_args([]).knight, parser.parse_args([]).model) == (None, None)


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
