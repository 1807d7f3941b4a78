"""The flags that cap a session: what they mean, and which numbers they refuse."""

import argparse
from collections.abc import Callable
from pathlib import Path

import pytest

from roundtable.apps.cli.budgets import add_budget_arguments, budget
from roundtable.core.budget import Budget
from roundtable.core.errors import UsageError

Run = Callable[..., tuple[int, str, str]]
Play = Callable[..., None]


def caps(*words: str) -> Budget:
    parser = argparse.ArgumentParser()
    add_budget_arguments(parser)
    return budget(parser.parse_args(words))


def test_without_flags_there_is_no_cap() -> None:
    assert caps() == Budget()


def test_each_flag_sets_its_own_cap_and_dollars_become_exact() -> None:
    assert caps("--max-cost", "2.5") == Budget(max_cost_microusd=2_500_000)
    assert caps("--max-tokens", "90000") == Budget(max_tokens=90_000)
    assert caps("--max-minutes", "1.5") == Budget(max_minutes=1.5)


@pytest.mark.parametrize("flag", ["--max-cost", "--max-tokens", "--max-minutes"])
def test_nothing_at_all_is_a_cap_as_well(flag: str) -> None:
    assert caps(flag, "0") != Budget()


@pytest.mark.parametrize("flag", ["--max-cost", "--max-minutes"])
@pytest.mark.parametrize("number", ["nan", "inf", "-inf", "-1", "-0.001", "1e999"])
def test_what_is_no_amount_is_refused_by_the_name_of_its_flag(flag: str, number: str) -> None:
    with pytest.raises(UsageError, match=flag) as told:
        caps(f"{flag}={number}")
    assert flag in told.value.remedy


def test_fewer_than_no_tokens_are_refused() -> None:
    with pytest.raises(UsageError, match="--max-tokens"):
        caps("--max-tokens=-1")


@pytest.mark.parametrize(
    "word", ["--max-cost=much", "--max-tokens=1.5", "--max-tokens=nan", "--max-minutes="]
)
def test_what_is_no_number_never_reaches_a_table(project: Path, run: Run, word: str) -> None:
    code, out, err = run("discuss", "Anything?", word)
    assert (code, out) == (2, "")
    assert word.split("=", maxsplit=1)[0] in err
    assert run("list", "--json") == (0, "", "")


@pytest.mark.parametrize(
    ("flags", "named"),
    [
        (("--max-cost", "0.0001"), "--max-cost"),
        (("--max-tokens", "10"), "--max-tokens"),
        (("--max-minutes", "0"), "--max-minutes"),
    ],
)
def test_a_cap_pauses_before_the_first_word_and_says_how_to_raise_it(
    project: Path, run: Run, play: Play, flags: tuple[str, ...], named: str
) -> None:
    play("willing", price={"input_per_million": 100, "output_per_million": 100})
    code, out, _ = run("discuss", "Is it worth it?", "--yes", *flags)
    assert code == 23
    assert "Paused (budget)" in out
    assert "raise the cap and go on: roundtable resume" in out
    assert f"{named} …" in out
    assert "I agree." not in out


def test_no_money_is_enough_for_knights_who_cost_none(project: Path, run: Run) -> None:
    assert run("discuss", "For free?", "--yes", "--max-cost", "0")[0] == 0


def test_a_resume_stops_at_the_same_cap_until_it_is_raised(
    project: Path, run: Run, play: Play
) -> None:
    play("willing", price={"input_per_million": 100, "output_per_million": 100})
    assert run("discuss", "Is it worth it?", "--yes", "--max-cost", "0.01")[0] == 23
    assert run("resume", "--yes")[0] == 23
    assert run("resume", "--yes", "--max-tokens", "1000000")[0] == 23
    code, out, _ = run("resume", "--yes", "--max-cost", "50")
    assert code == 0
    assert "Outcome: consensus" in out
