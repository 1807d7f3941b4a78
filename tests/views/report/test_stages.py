"""Stages open their groups, and what comes before any group has a heading too."""

from roundtable.core import events as e
from roundtable.views.report.stages import Stage


def test_groups_are_numbered_within_their_stage() -> None:
    stage = Stage("r1", "Round 1", None, None)
    anchors = [stage.open("Iteration 1").anchor, stage.open("Iteration 2").anchor]
    assert anchors == ["r1-1", "r1-2"]
    assert stage.last.title == "Iteration 2"


def test_what_comes_before_any_group_opens_one() -> None:
    start = e.RoundStart(round="review", attempt=1, seed=1)
    assert Stage("r1", "Round 1", start, None).last.title == "Preparation"
    assert Stage("before", "Before", None, None).last.title == "What the table was given"
