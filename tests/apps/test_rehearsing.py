"""The rehearsals: three knights who are called scripted, with a script that comes along."""

from importlib.resources import files
from pathlib import Path
from typing import Literal

import pytest

from roundtable.adapters.project import Project
from roundtable.apps.rehearsing import BUILD, DISCUSSION, rehearsal_seats, rehearsing_knights
from roundtable.bootstrap import seat_knight


@pytest.mark.parametrize(("kind", "script"), [("build", BUILD), ("discuss", DISCUSSION)])
def test_each_kind_has_its_script_and_every_seat_can_be_filled(
    tmp_path: Path, kind: Literal["build", "discuss"], script: str
) -> None:
    seats = rehearsal_seats(kind)
    assert [seat.name for seat in seats] == ["Gawain", "Lancelot", "Percival"]
    assert {seat.script for seat in seats} == {f"builtin:{script}"}
    assert (files("roundtable.examples") / f"{script}.yaml").is_file()
    assert all(seat_knight(seat, Project(tmp_path)) for seat in seats)


def test_nobody_can_take_them_for_models() -> None:
    assert all(seat.label.endswith("(scripted rehearsal)") for seat in rehearsal_seats("build"))


def test_the_seats_are_the_knights_of_the_config() -> None:
    knights = [knight.model_dump() for knight in rehearsing_knights(BUILD)]
    assert [seat.model_dump() for seat in rehearsal_seats("build")] == knights
