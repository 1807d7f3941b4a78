"""Rewrites: one unit after another, each kept only if the floor holds."""

from roundtable.core import events as e
from roundtable.core.checks import CheckReport, Tree
from roundtable.core.decide.mending import left_open, mended, problem_text, result, rewritten
from roundtable.core.rounds import RoundState
from roundtable.core.state import fold
from roundtable.core.steps import PlannedTurn
from roundtable.core.units import UnitSource
from roundtable.testing.builders import build_start
from roundtable.testing.builds import answers, reading_workshop, said, stage, verdict
from roundtable.testing.rehearsal import play

TREE: Tree = {"a.py": "def one():\n    return 0\n\n\ndef two():\n    return 0\n"}


def reviewed(*fixes: str) -> RoundState:
    """A review that finds fault with both functions; these are the answers to the fixes."""

    def review(turn: PlannedTurn) -> str | None:
        if turn.part.startswith("chunk"):
            found = [
                {"severity": "critical", "file": "a.py", "line": 2, "claim": "one is wrong here"},
                {"severity": "critical", "file": "a.py", "line": 6, "claim": "two leaks memory"},
            ]
            theirs = found if turn.seat == "Gawain" else []
            return said("I looked.", agent=turn.seat, findings=theirs, clean=[])
        if turn.purpose == "judge" and stage(turn) == "review":
            return verdict(turn, critical=["F1", "F2"], warnings=[], confirmed_clean=[])
        if turn.purpose == "fix":
            return fixes[int(turn.part) - 1]
        return None

    log = play(build_start("review"), answers(review), craft=reading_workshop(), given=dict(TREE))
    return fold(log).rounds[0]


GOOD = ("```python\ndef one():\n    return 1\n```", "```python\ndef two():\n    return 2\n```")


def test_every_fix_builds_on_the_ones_before_it() -> None:
    after = mended(reviewed(*GOOD), TREE)
    assert after["a.py"] == "def one():\n    return 1\n\n\ndef two():\n    return 2\n"


def test_a_fix_that_is_refused_is_told_with_its_problem_and_reason() -> None:
    round_ = reviewed(GOOD[0], "No.")
    assert mended(round_, TREE)["a.py"].count("return 0") == 1
    (conflict,) = left_open(round_)
    assert conflict.unit == "two"
    assert "leaks memory" in conflict.reason
    assert "no single fenced block" in conflict.reason


def test_a_rewritten_unit_belongs_to_who_rewrote_it() -> None:
    before = (UnitSource(path="a.py", unit="one", source="Percival", why="base"),)
    sources = {s.unit: s.source for s in rewritten(reviewed(*GOOD), before)}
    assert sources == {"one": "Gawain", "two": "Gawain"}


def test_a_problem_is_told_with_its_place() -> None:
    assert problem_text("a.py", "one", "wrong") == "a.py one: wrong"
    assert problem_text("", "", "wrong") == "wrong"


def test_a_file_that_a_fix_brings_back_is_not_deleted_with_the_merge() -> None:
    report = CheckReport(place="static", checks=())
    merged = e.Merged(
        round="review",
        attempt=1,
        base="Gawain",
        shipped="merge",
        files=(),
        deleted=("a.py", "b.py"),
        report=report,
        floor=report,
    )
    shipped = result(reviewed(*GOOD), merged)
    assert [file.path for file in shipped.files] == ["a.py"]
    assert shipped.deleted == ("b.py",)
