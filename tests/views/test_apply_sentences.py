"""The words for an apply: every event has some, and what speaks against a change is told."""

from pathlib import Path
from typing import get_args

import pytest

from roundtable.core import events as e
from roundtable.core.changes import Change, Objection, WrittenFile
from roundtable.core.commands import Choose
from roundtable.core.state import SessionState, fold
from roundtable.testing.applies import apply_start, fill, given
from roundtable.testing.rehearsal import play
from roundtable.views.apply_sentences import (
    ApplyEvent,
    apply_lines,
    change_line,
    comparison,
    doubts,
)

FILE = WrittenFile(path="a.md", before="1", after="2")
EVENTS: tuple[ApplyEvent, ...] = (
    e.ChangesProposed(
        number=1, iteration=1, changes=(e.Proposed(change=Change(path="a.md", text="x\n")),)
    ),
    e.ScopeWidened(paths=("a.md",)),
    e.ChangesApplied(files=(FILE,)),
    e.ChangesNotApplied(
        reason="edited since", objections=(Objection(path="a.md", concern="path", reason="edited"),)
    ),
    e.ChangesCommitted(branch="b", commit="1234567890abcdef"),
    e.ChangesUndone(files=(FILE,)),
)


@pytest.fixture
def state(tmp_path: Path) -> SessionState:
    desk = fill(tmp_path, {"a.md": "one\ntwo\n"})
    log = play(
        apply_start("a.md"),
        lambda _: given({"a.md": "one\n2\nthree\n", "b.md": "new\n"}),
        lambda _: Choose("approve"),
        deed=desk.perform,
    )
    return fold(log)


def test_every_event_of_an_apply_is_told(state: SessionState) -> None:
    assert {type(event) for event in EVENTS} == set(get_args(ApplyEvent))
    for event in EVENTS:
        assert "".join(apply_lines(event, state)).strip()


def test_a_change_is_told_with_the_lines_that_come_and_go(state: SessionState) -> None:
    assert state.applying.proposed is not None
    told = [change_line(item, state) for item in state.applying.proposed.changes]
    assert told == ["a.md (changed, +2 -1)", "b.md (new, +1 -0)"]


def test_what_speaks_against_it_stands_below_it() -> None:
    item = e.Proposed(
        change=Change(path="x", text=""),
        outside=True,
        delicate="it runs by itself",
        objections=(Objection(path="x", concern="lost", reason="f is gone"),),
    )
    assert doubts(item) == [
        "the decision does not name this file",
        "it runs by itself",
        "f is gone",
    ]


def test_a_commit_that_failed_says_why(state: SessionState) -> None:
    failed = e.ChangesCommitted(branch="b", problem="there is no git")
    assert apply_lines(failed, state) == ["Not committed on b: there is no git"]


def test_a_scope_without_bounds_is_told_as_such(state: SessionState) -> None:
    assert "any file" in apply_lines(e.ScopeWidened(), state)[0]


def test_what_is_not_compared_has_no_figures(tmp_path: Path) -> None:
    before = "".join(f"{n}\n" for n in range(7_000))
    desk = fill(tmp_path, {"big.md": before})
    (tmp_path / "a.bin").write_bytes(b"\0")
    log = play(
        apply_start("big.md", "a.bin", "pkg/__init__.py", decision="Remove a.bin."),
        lambda _: given({"big.md": "x\n", "pkg/__init__.py": ""}) + "\nDELETE: a.bin\n",
        deed=desk.perform,
    )
    state = fold(log)
    assert state.applying.proposed is not None
    told = [
        (change_line(item, state), comparison(item, state)[1].split(":")[0])
        for item in state.applying.proposed.changes
    ]
    assert told == [
        ("a.bin (removed)", "It is a binary file."),
        ("big.md (changed)", "No diff"),
        ("pkg/__init__.py (new)", "It is empty."),
    ]
