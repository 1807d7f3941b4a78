"""The agenda from the command line, and what is refused by name."""

import argparse

import pytest

from roundtable.apps.cli.agendas import add_agenda_arguments, agenda
from roundtable.core.agenda import Agenda
from roundtable.core.errors import UsageError
from roundtable.testing.builders import seats


def parsed(*words: str) -> Agenda:
    parser = argparse.ArgumentParser()
    add_agenda_arguments(parser)
    return agenda(parser.parse_args(words), seats(), auto_advance=False)


def keys(*words: str) -> list[str]:
    return [plan.key for plan in parsed(*words).rounds]


def test_rounds_can_be_named_skipped_or_taken_from_a_preset() -> None:
    assert len(keys()) == 7
    assert keys("--rounds", "qa, development") == ["development", "qa"]
    assert keys("--preset", "full", "--skip", "qa") == [
        "requirements",
        "architecture",
        "development",
        "review",
    ]


def test_iterations_for_all_rounds_or_for_one() -> None:
    plans = parsed("--preset", "spec", "--iterations", "2", "--iterations", "architecture=5").rounds
    assert [plan.iterations for plan in plans] == [2, 5]


def test_openings_can_be_blind_or_in_turn() -> None:
    plans = parsed("--rounds", "development,qa", "--open", "development", "--blind", "qa").rounds
    assert [plan.blind for plan in plans] == [False, True]


def test_a_judge_with_a_model() -> None:
    found = parsed("--judge", "gawain=claude-haiku-5-5")
    assert (found.judge, found.judge_model) == ("Gawain", "claude-haiku-5-5")


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--rounds", "cooking"], "cooking"),
        (["--preset", "spec", "--rounds", "qa"], "--rounds"),
        (["--preset", "spec", "--skip", "requirements", "--skip", "architecture"], "no round"),
        (["--instruct", "qa"], "--instruct"),
        (["--instruct", "qa="], "--instruct"),
        (["--instruct", "cooking=x"], "cooking"),
        (["--preset", "spec", "--instruct", "qa=x"], "qa"),
        (["--iterations", "many"], "many"),
        (["--iterations", "0"], "--iterations"),
        (["--say", "qa=10"], "--say"),
        (["--judge", "Mordred"], "Mordred"),
        (["--judges", "4"], "--judges"),
        (["--chunk-tokens", "-1"], "--chunk-tokens"),
    ],
)
def test_what_cannot_be_meant_is_refused_by_name(words: list[str], named: str) -> None:
    with pytest.raises(UsageError, match=named):
        parsed(*words)
