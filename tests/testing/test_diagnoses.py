"""The builders of a code-red make what the readers read."""

import pytest

from roundtable.core.diagnoses import Diagnosis
from roundtable.core.errors import ErrorKind, KnightError
from roundtable.core.parsing.diagnosis import read_diagnosis
from roundtable.core.steps import PlannedTurn
from roundtable.testing.diagnoses import code_red_start, doctors, doctors_block


def turn(seat: str, iteration: int) -> PlannedTurn:
    return PlannedTurn(f"diagnosis.1.{iteration}.{seat}", seat, iteration, "speak", 1)


def test_a_start_is_one_of_a_code_red() -> None:
    start = code_red_start("Gawain", "Lancelot", topic="It hangs.")
    assert (start.workflow, start.topic) == ("code-red", "It hangs.")
    assert [seat.name for seat in start.seats] == ["Gawain", "Lancelot"]


def test_a_block_is_readable() -> None:
    found = read_diagnosis(doctors_block("Gawain", 1, "cache-race", 9, confirms=["x"]), "Gawain", 1)
    assert isinstance(found, Diagnosis)
    assert (found.root_cause_key, found.confirms) == ("cache-race", ("x",))


def test_doctors_say_what_they_are_told_round_by_round_and_the_last_goes_on() -> None:
    said = doctors({"Gawain": "words"}, {"Gawain": ("cache-race", 9)})
    assert said(turn("Gawain", 0)) == "words"
    assert '"round": 1' in said(turn("Gawain", 1))
    assert '"round": 5' in said(turn("Gawain", 5))
    with pytest.raises(KnightError):
        doctors({"Gawain": ErrorKind.OVERLOADED})(turn("Gawain", 0))
