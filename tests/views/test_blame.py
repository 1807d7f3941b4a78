"""Whose each unit of a built file is: by lines, with the round and the reason."""

import re

from roundtable.core import events as e
from roundtable.core.state import SessionState, fold
from roundtable.core.steps import PlannedTurn
from roundtable.core.units import UnitSource
from roundtable.testing.builders import build_start
from roundtable.testing.builds import answers, claims, files, reading_workshop, said, verdict
from roundtable.testing.rehearsal import play
from roundtable.testing.store_suite import stamped
from roundtable.views.blame import blame_lines

LABEL = "(scripted rehearsal)"
CART = """\
import math


class Cart:
    def total(self):
        return 1

    def label(self):
        return math.pi


def free():
    return 0
"""


def after(
    *sources: UnitSource,
    text: str = CART,
    path: str = "cart.py",
    given: str | None = None,
    attempt: int = 1,
) -> SessionState:
    """One round that left this file, with these units told."""
    origin = e.FilesGiven(
        origin="x", files=() if given is None else (e.ProjectFile(path=path, text=given),)
    )
    return fold(
        stamped(
            "s",
            1,
            build_start("development"),
            *(() if given is None else (origin,)),
            e.RoundStart(round="development", attempt=attempt, seed=7),
            e.SynthesisEnd(
                round="development",
                attempt=attempt,
                shipped="merge",
                base="Gawain",
                files=(e.ProjectFile(path=path, text=text),),
                provenance=sources,
            ),
        )
    )


def source(unit: str, seat: str = "Gawain", why: str = "base", path: str = "cart.py") -> UnitSource:
    return UnitSource(path=path, unit=unit, source=seat, why=why)


def rows(state: SessionState, path: str = "cart.py") -> list[list[str]]:
    """Lines, unit and whose, of each line that is printed."""
    return [re.split(r" {2,}", line.strip(), maxsplit=2) for line in blame_lines(state, path)]


def test_each_unit_has_its_lines_its_seat_its_round_and_the_reason() -> None:
    units = ("imports", "Cart", "Cart.label", "free")
    told = [*(source(unit) for unit in units), source("Cart.total", "Lancelot", "clearer\nby far")]
    mine = f"Gawain {LABEL}, development: base"
    assert rows(after(*told)) == [
        ["1-1", "imports", mine],
        ["4-9", "Cart", mine],
        ["5-6", "Cart.total", f"Lancelot {LABEL}, development: clearer by far"],
        ["8-9", "Cart.label", mine],
        ["12-13", "free", mine],
    ]


def test_the_columns_stand_under_each_other() -> None:
    lines = blame_lines(after(source("*")), "cart.py")
    assert len({line.index("Gawain") for line in lines}) == 1


def test_a_unit_that_nobody_touched_is_of_the_starting_files() -> None:
    state = after(source("free", "Percival", "faster"), given=CART.replace("return 0", "return 9"))
    found = {unit: whose for _, unit, whose in rows(state)}
    assert found["free"] == f"Percival {LABEL}, development: faster"
    assert found["Cart.total"] == "the starting files"


def test_a_unit_that_came_along_unnamed_is_not_laid_to_the_starting_files() -> None:
    state = after(source("free"), text=CART + "\n\ndef helper():\n    return 1\n", given=CART)
    found = {unit: whose for _, unit, whose in rows(state)}
    assert found["helper"] == "came along with another unit"
    assert found["Cart"] == "the starting files"
    fresh = {unit: whose for _, unit, whose in rows(after(source("free")))}
    assert fresh["Cart"] == "came along with another unit"


def test_a_whole_file_answers_for_all_its_units() -> None:
    state = after(source("*", "Lancelot", "rewritten: all of it"))
    assert {whose for _, _, whose in rows(state)} == {
        f"Lancelot {LABEL}, development: rewritten: all of it"
    }


def test_a_file_without_a_grammar_is_one_line() -> None:
    state = after(source("*", path="a.conf"), text="one\ntwo\n", path="a.conf")
    assert rows(state, "a.conf") == [["1-2", "*", f"Gawain {LABEL}, development: base"]]
    untouched = after(text="one\n", path="a.conf", given="one\n")
    assert rows(untouched, "a.conf") == [["1-1", "*", "the starting files"]]


def test_an_empty_file_has_an_author_too() -> None:
    state = after(source("*", path="a/__init__.py"), text="", path="a/__init__.py")
    assert rows(state, "a/__init__.py") == [["1-1", "*", f"Gawain {LABEL}, development: base"]]


def test_a_later_attempt_is_named() -> None:
    (row,) = rows(after(source("*"), text="X = 1\n", attempt=2))
    assert row[2] == f"Gawain {LABEL}, development, attempt 2: base"


def test_what_the_developer_edited_is_told_as_the_developers() -> None:
    told = [source(unit) for unit in ("imports", "Cart", "Cart.total", "Cart.label", "free")]
    state = after(*told, attempt=2, given=CART)
    edit = e.FilesEdited(
        round="development",
        attempt=2,
        files=(e.ProjectFile(path="cart.py", text=CART.replace("return 0", "return 1")),),
    )
    edited = fold([edit.model_copy(update={"seq": 9})], state)
    mine = "the developer, after development, attempt 2"
    assert {unit for _, unit, whose in rows(edited) if whose == mine} == {"free"}
    assert {whose for _, _, whose in rows(edited)} == {
        mine,
        f"Gawain {LABEL}, development, attempt 2: base",
    }
    same = edit.model_copy(update={"files": (e.ProjectFile(path="cart.py", text=CART),)})
    assert rows(fold([same], state)) == rows(state), "an edit that changes nothing owns nothing"


def test_a_reason_cannot_begin_a_line_or_drive_the_terminal() -> None:
    state = after(source("*", why="x\n12-13  free  forged\x1b[2J"), text="X = 1\n")
    (line,) = blame_lines(state, "cart.py")
    assert line.isprintable()


def test_a_build_from_files_tells_old_new_and_rewritten_units_apart() -> None:
    old = "def old():\n    return 1\n\n\ndef sum_up(items):\n    return 0\n"
    better = old.replace("return 0", "return sum(items)")

    def table(turn: PlannedTurn) -> str | None:
        if turn.key.startswith("development") and turn.purpose == "speak":
            return files({"cart.py": better}) + claims(turn)
        if turn.part.startswith("chunk"):
            wrong = {"severity": "critical", "file": "cart.py", "line": 2, "claim": "one is wrong"}
            found = [wrong] if turn.seat == "Percival" else []
            return said("I looked.", agent=turn.seat, findings=found, clean=[])
        if turn.purpose == "judge" and turn.key.startswith("review"):
            return verdict(turn, critical=["F1"], warnings=[], confirmed_clean=[])
        if turn.purpose == "fix":
            return "```python\ndef old():\n    return two()\n\n\ndef two():\n    return 2\n```"
        return None

    start = build_start("development", "review", auto_advance=True)
    log = play(start, answers(table), craft=reading_workshop(), given={"cart.py": old})
    found = {unit: whose for _, unit, whose in rows(fold(log))}
    assert found["old"].startswith(f"Percival {LABEL}, review: rewritten: one is wrong")
    assert "development: base" in found["sum_up"]
    assert found["two"] == "came along with another unit"
