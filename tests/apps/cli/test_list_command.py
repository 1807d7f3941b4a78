"""`roundtable list`: all sessions, newest first, a line each."""

import json
from collections.abc import Callable
from pathlib import Path

Run = Callable[..., tuple[int, str, str]]
Play = Callable[..., None]


def test_a_project_without_sessions_says_how_to_convene_one(project: Path, run: Run) -> None:
    code, out, _ = run("list")
    assert code == 0
    assert "roundtable discuss" in out
    assert run("list", "--json") == (0, "", "")


def test_sessions_are_listed_newest_first_with_how_they_stand(
    project: Path, run: Run, play: Play
) -> None:
    run("discuss", "First question", "--yes")
    play("refusing")
    run("discuss", "Second question")
    play("willing")
    run("discuss", "Third question")
    code, out, _ = run("list")
    third, second, first = out.splitlines()
    assert code == 0
    assert "third-question" in third
    assert "awaiting_king" in third
    assert "rejection" in second
    assert "consensus" in first
    assert "round 1  $0.00" in first


def test_every_line_says_that_the_knights_were_scripted(decided: Path, run: Run) -> None:
    run("discuss", "And again?")
    assert all(line.endswith("(scripted rehearsal)") for line in run("list")[1].splitlines())


def test_as_json_each_line_is_a_session_oldest_first(decided: Path, run: Run) -> None:
    run("discuss", "Übergröße 日本?")
    first, second = map(json.loads, run("list", "--json")[1].splitlines())
    assert (first["outcome"], first["phase"]) == ("consensus", "ended")
    assert (second["outcome"], second["phase"]) == (None, "awaiting_king")
    assert second["topic"] == "Übergröße 日本?"
    assert first["rehearsal"] is True
    assert set(first) == set(second)


def test_decrees_given_outside_of_a_session_are_not_listed_as_one(project: Path, run: Run) -> None:
    run("decree", "add", "Be brief.")
    assert "No sessions yet" in run("list")[1]


def test_the_same_question_twice_gets_two_names(decided: Path, run: Run) -> None:
    run("discuss", "Where do the sessions live?")
    names = [json.loads(line)["session"] for line in run("list", "--json")[1].splitlines()]
    assert names[1] == f"{names[0]}-2"
