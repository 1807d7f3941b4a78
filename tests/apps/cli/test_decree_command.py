"""`roundtable decree`: the King's standing word, given, listed, taken back, and told."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., tuple[int, str, str]]
Play = Callable[..., None]


def test_a_new_project_has_no_decrees(project: Path, run: Run) -> None:
    assert run("decree", "list") == (0, "No decrees yet.\n", "")
    assert run("decree", "list", "--all") == (0, "No decrees yet.\n", "")


def test_a_decree_gets_a_number_and_stands_in_the_list_and_in_the_file(
    project: Path, run: Run
) -> None:
    assert run("decree", "add", "  No new dependency. ") == (
        0,
        "D-001 stands. Later sessions are told.\n",
        "",
    )
    run("decree", "add", "Be brief: größer ist schlechter.")
    first, second = run("decree", "list")[1].splitlines()
    assert first.startswith("D-001  ")
    assert first.endswith("decree: No new dependency.")
    assert second.endswith("decree: Be brief: größer ist schlechter.")
    lines = (project / ".roundtable" / "decrees.jsonl").read_text().splitlines()
    assert [json.loads(line)["id"] for line in lines] == ["D-001", "D-002"]


@pytest.mark.parametrize("text", ["", "   ", "\n\t"])
def test_an_empty_decree_is_refused(project: Path, run: Run, text: str) -> None:
    code, out, err = run("decree", "add", text)
    assert (code, out) == (2, "")
    assert "the decree is empty" in err
    assert run("decree", "list")[1] == "No decrees yet.\n"


def test_a_revoked_decree_leaves_the_list_but_not_the_record(project: Path, run: Run) -> None:
    run("decree", "add", "Be brief.")
    assert run("decree", "revoke", "d-001", "--because", "too brief")[:2] == (
        0,
        "D-001 is revoked.\n",
    )
    assert run("decree", "list")[1] == "No decrees yet.\n"
    assert "Be brief.  [revoked: too brief]" in run("decree", "list", "--all")[1]
    recorded = json.loads((project / ".roundtable" / "decrees.jsonl").read_text())
    assert (recorded["revoked"], recorded["revoked_because"]) == (True, "too brief")


def test_a_reason_may_be_left_out(project: Path, run: Run) -> None:
    run("decree", "add", "Be brief.")
    run("decree", "revoke", "D-001")
    assert "[revoked: no reason given]" in run("decree", "list", "--all")[1]


def test_a_decree_is_revoked_once(project: Path, run: Run) -> None:
    run("decree", "add", "Be brief.")
    run("decree", "revoke", "D-001")
    code, _, err = run("decree", "revoke", "D-001")
    assert code == 2
    assert "D-001 has been revoked already" in err


@pytest.mark.parametrize("number", ["D-002", "1", "", "D-1"])
def test_a_number_that_no_decree_has_is_refused(project: Path, run: Run, number: str) -> None:
    run("decree", "add", "Be brief.")
    code, _, err = run("decree", "revoke", number)
    assert code == 6
    assert f"there is no decree {number!r}" in err


def test_numbers_are_not_given_twice(project: Path, run: Run) -> None:
    run("decree", "add", "One.")
    run("decree", "revoke", "D-001")
    assert run("decree", "add", "Two.")[1].startswith("D-002 stands")


def test_later_sessions_are_told_what_stands_and_not_what_was_taken_back(
    project: Path, run: Run
) -> None:
    run("decree", "add", "No new dependency.")
    run("decree", "add", "Write it in Forth.")
    run("decree", "revoke", "D-002")
    run("discuss", "Which store?", "--yes")
    told = run("show", "--context")[1]
    assert "the King's standing decrees" in told
    assert "- D-001: No new dependency." in told
    assert "Forth" not in told


def test_a_decree_given_in_a_session_stands_for_the_next(
    project: Path, run: Run, play: Play
) -> None:
    play("stubborn")
    words = ("--rounds", "1", "--on-escalation", "decree", "--text", "Use SQLite.", "--yes")
    assert run("discuss", "Which store?", *words)[0] == 0
    listed = run("decree", "list")[1]
    assert "D-001" in listed
    assert "decree on 'Which store?': Use SQLite." in listed
    run("discuss", "Which cache?", "--rounds", "1")
    assert "- D-001: Use SQLite." in run("show", "--context")[1]


def test_what_became_of_a_decision_is_listed_as_a_decree(decided: Path, run: Run) -> None:
    (line,) = run("decree", "list")[1].splitlines()
    assert "self on 'Where do the sessions live?': Keep them in SQLite." in line


def test_a_decree_of_many_lines_stays_on_one_and_cannot_drive_the_terminal(
    project: Path, run: Run
) -> None:
    run("decree", "add", "first\nsecond \x1b[2J" + "word " * 100)
    (line,) = run("decree", "list")[1].splitlines()
    assert "first second" in line
    assert "\x1b" not in line
    assert line.endswith("…")
