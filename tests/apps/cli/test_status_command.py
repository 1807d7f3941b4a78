"""`roundtable status`: where a session stands."""

import json
from collections.abc import Callable
from pathlib import Path

Run = Callable[..., tuple[int, str, str]]
Play = Callable[..., None]


def test_an_ended_session_shows_its_outcome_and_nothing_to_do(decided: Path, run: Run) -> None:
    code, out, _ = run("status")
    assert code == 0
    assert "phase     ended (consensus)" in out
    assert "topic     Where do the sessions live?" in out
    assert "round     1 of at most 5" in out
    assert "scores    Gawain 9, Lancelot 9, Percival 9" in out
    assert "next" not in out


def test_whoever_reads_the_knights_names_reads_that_they_are_scripted(
    decided: Path, run: Run
) -> None:
    out = run("status")[1]
    assert "knights   Gawain, Lancelot, Percival" in out
    assert "(scripted rehearsal)" in out.splitlines()[0]
    assert json.loads(run("status", "--json")[1])["rehearsal"] is True


def test_an_open_question_shows_what_is_open_and_how_to_go_on(
    project: Path, run: Run, play: Play
) -> None:
    play("stubborn")
    run("discuss", "Which store?", "--rounds", "1")
    out = run("status")[1]
    assert "phase     awaiting_king" in out
    assert "open      Gawain: the cost" in out
    assert "awaits    No agreement after 1 round." in out
    assert "next      roundtable resume" in out


def test_a_knight_without_a_vote_has_a_dash_for_a_score(
    project: Path, run: Run, play: Play
) -> None:
    play("garbled")
    run("discuss", "Which store?")
    assert "scores    Gawain -, Lancelot -, Percival -" in run("status")[1]


def test_a_session_is_found_by_a_part_of_its_name(decided: Path, run: Run) -> None:
    run("discuss", "Which cache?")
    assert "Where do the sessions live?" in run("status", "sessions-live")[1]
    assert "Which cache?" in run("status")[1]


def test_a_long_topic_of_many_lines_stays_on_one(project: Path, run: Run) -> None:
    run("discuss", "First line\n\nsecond " + "word " * 100)
    (topic,) = (line for line in run("status")[1].splitlines() if line.startswith("topic"))
    assert topic.startswith("topic     First line second word")
    assert len(topic) <= 110


def test_as_json_it_is_the_same_as_the_file_of_the_session(decided: Path, run: Run) -> None:
    shown = json.loads(run("status", "--json")[1])
    folder = decided / ".roundtable" / "sessions" / shown["session"]
    assert json.loads((folder / "status.json").read_text()) == shown


def test_without_sessions_there_is_nothing_to_show(project: Path, run: Run) -> None:
    assert run("status")[0] == 6


def test_what_a_terminal_would_obey_is_not_printed(project: Path, run: Run) -> None:
    run("discuss", "evil\x1b[2J topic", "--yes")
    assert "\x1b" not in run("status")[1]
