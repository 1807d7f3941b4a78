"""Where `roundtable discuss` takes its question from, and which questions it refuses."""

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from roundtable.apps.convening import MAX_TOPIC
from roundtable.core import events as e

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def asked(project: Path, run: Run) -> Callable[..., str]:
    """The topic of a session that was convened with these words."""

    def asked(*words: object, stdin: bytes = b"") -> str:
        # A cap that nothing can keep: the question alone is of interest.
        code, out, err = run("discuss", *words, "--json", "--max-tokens", "0", stdin=stdin)
        assert code == 23, err
        first = e.read_event(out.splitlines()[0])
        assert isinstance(first, e.SessionStart)
        return first.topic

    return asked


def test_the_words_are_the_question(asked: Callable[..., str]) -> None:
    assert asked("Which store?") == "Which store?"


def test_a_file_is_the_question(project: Path, asked: Callable[..., str]) -> None:
    (project / "question.md").write_text("# Which store?\n\n- SQLite\n- files\n")
    assert asked("--file", "question.md") == "# Which store?\n\n- SQLite\n- files"


@pytest.mark.parametrize("words", [("-",), ()])
def test_a_pipe_is_the_question(asked: Callable[..., str], words: tuple[str, ...]) -> None:
    assert asked(*words, stdin=b"Which store?\n") == "Which store?"


def test_words_go_before_a_pipe_that_is_open_as_well(asked: Callable[..., str]) -> None:
    assert asked("Which store?", stdin=b"something else") == "Which store?"


def test_every_script_can_be_asked_in(asked: Callable[..., str]) -> None:
    topic = "Größe? 数据库? Ποια βάση; 🗡"
    assert asked(topic) == topic
    assert asked(stdin=topic.encode()) == topic


def test_the_ways_of_other_systems_to_end_a_line_are_understood(
    project: Path, asked: Callable[..., str]
) -> None:
    (project / "question.txt").write_bytes("\ufeffWhich\r\nstore?\r\n".encode())
    assert asked("--file", "question.txt") == "Which\nstore?"


def test_bytes_that_are_no_text_are_replaced_and_not_fatal(
    project: Path, asked: Callable[..., str]
) -> None:
    broken = b"Which \xff\xfe store?"
    (project / "question.txt").write_bytes(broken)
    assert asked("--file", "question.txt") == "Which \ufffd\ufffd store?"
    assert asked("-", stdin=broken) == "Which \ufffd\ufffd store?"
    assert asked(os.fsdecode(broken)).startswith("Which ?")


@pytest.mark.parametrize("topic", ["", " ", "\n\t \n", "\ufeff"])
def test_an_empty_question_is_refused(project: Path, run: Run, topic: str) -> None:
    (project / "question.md").write_text(topic)
    for words in ((topic,), ("-",), (), ("--file", "question.md")):
        code, out, err = run("discuss", *words, stdin=topic.encode())
        assert (code, out) == (2, "")
        assert "the question is empty" in err
    assert run("list", "--json") == (0, "", "")


def test_the_longest_question_is_taken_and_a_longer_one_refused(
    project: Path, run: Run, asked: Callable[..., str]
) -> None:
    longest = "ö" * MAX_TOPIC
    assert asked("-", stdin=longest.encode()) == longest
    (project / "question.md").write_text(longest + "x")
    for words in (("-",), ("--file", "question.md")):
        code, out, err = run("discuss", *words, stdin=b"x" * (MAX_TOPIC * 8))
        assert (code, out) == (2, "")
        assert "more than 100,000 characters" in err


@pytest.mark.parametrize(("path", "why"), [("nowhere.md", "No such file"), (".", "directory")])
def test_a_file_that_cannot_be_read_is_told(project: Path, run: Run, path: str, why: str) -> None:
    code, out, err = run("discuss", "--file", path)
    assert (code, out) == (2, "")
    assert why in err


def test_a_question_given_twice_is_refused(project: Path, run: Run) -> None:
    (project / "question.md").write_text("Which store?")
    code, out, err = run("discuss", "Which cache?", "--file", "question.md")
    assert (code, out) == (2, "")
    assert "given twice" in err


def test_a_question_that_begins_like_a_flag_comes_after_two_dashes(
    asked: Callable[..., str], run: Run
) -> None:
    assert run("discuss", "--why")[0] == 2
    code, out, _ = run("discuss", "--json", "--max-tokens", "0", "--", "--why do we do this?")
    assert code == 23
    assert '"topic":"--why do we do this?"' in out


def test_the_session_is_named_after_the_question_as_a_folder_can_carry_it(
    project: Path, run: Run
) -> None:
    run("discuss", "Café / ../../etc: when?", "--max-tokens", "0")
    (folder,) = (project / ".roundtable" / "sessions").iterdir()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d-cafe-etc-when", folder.name)


@pytest.mark.parametrize("topic", ["\u00a0", "\u3000 ", "\r", "\x07\x1b"])
def test_a_question_that_nobody_could_see_is_empty(project: Path, run: Run, topic: str) -> None:
    assert run("discuss", topic, "--yes")[0] == 2
    assert run("discuss", "", "--yes", stdin=b"from a pipe")[0] == 2


def test_a_file_and_a_pipe_are_two_questions(project: Path, run: Run) -> None:
    (project / "q.md").write_text("Which?")
    assert run("discuss", "-", "--file", "q.md", stdin=b"Why?")[0] == 2
