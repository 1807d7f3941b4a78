"""The command itself: help, exit codes for every kind of failure, and a quick start."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from roundtable import __version__
from roundtable.adapters.stores.claims import claim_file
from roundtable.apps.cli.main import COMMANDS, build_parser, main

Run = Callable[..., tuple[int, str, str]]
Play = Callable[..., None]
Spawn = Callable[..., "subprocess.Popen[str]"]

HEAVY = {"pydantic", "asyncio", "rich", "jinja2", "questionary", "prompt_toolkit", "yaml"}


@pytest.mark.parametrize("words", [(), ("--help",), ("-h",)])
def test_without_a_command_the_help_names_them_all(run: Run, words: tuple[str, ...]) -> None:
    code, out, err = run(*words)
    assert (code, err) == (0, "")
    assert all(command in out for command in COMMANDS)


def test_the_version_is_told(run: Run) -> None:
    assert run("--version") == (0, f"roundtable {__version__}\n", "")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_examples(run: Run, command: str) -> None:
    code, out, err = run(command, "--help")
    assert (code, err) == (0, "")
    assert out.startswith(f"usage: roundtable {command}")
    assert "examples:" in out
    assert f"  roundtable {command}" in out


@pytest.mark.parametrize(
    "words",
    [
        ("joust",),
        ("--joust",),
        ("list", "--joust"),
        ("--joust", "list"),
        ("list", "one", "two"),
        ("decree",),
        ("decree", "add"),
        ("decree", "joust"),
        ("discuss", "x", "--rounds"),
        ("discuss", "x", "--rounds", "many"),
        ("show", "--cost", "--context"),
    ],
)
def test_what_cannot_be_meant_exits_with_2_and_touches_nothing(
    bare: Path, run: Run, words: tuple[str, ...]
) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert "usage: roundtable" in err
    assert list(bare.iterdir()) == []


def test_only_the_chosen_command_gets_arguments() -> None:
    parser, chosen = build_parser(["show", "cache", "--cost"])
    assert chosen == "show"
    assert parser.parse_args(["show", "cache", "--cost"]).cost is True
    assert build_parser(["joust"])[1] is None
    assert build_parser(["--help"])[1] is None


NEEDS_A_PROJECT = [
    ("discuss", "x"),
    ("resume",),
    ("status",),
    ("list",),
    ("show",),
    ("replay",),
    ("chronicle",),
    ("decree", "list"),
    ("rebuild",),
]


@pytest.mark.parametrize("words", NEEDS_A_PROJECT, ids=" ".join)
def test_outside_of_a_project_it_exits_with_3(bare: Path, run: Run, words: tuple[str, ...]) -> None:
    code, out, err = run(*words)
    assert (code, out) == (3, "")
    assert re.fullmatch(r"roundtable: there is no \.roundtable .*\n  remedy: .*\n", err)
    assert list(bare.iterdir()) == []


def test_a_subfolder_of_a_project_belongs_to_it(
    decided: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    (decided / "src").mkdir()
    monkeypatch.chdir(decided / "src")
    assert "consensus" in run("list")[1]


@pytest.mark.parametrize("words", [("discuss", "x"), ("resume",)])
@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b'{"version": "1.0"}'])
def test_a_broken_config_exits_with_4_and_says_where(
    project: Path, run: Run, words: tuple[str, ...], content: bytes
) -> None:
    (project / ".roundtable" / "config.json").write_bytes(content)
    code, out, err = run(*words)
    assert (code, out) == (4, "")
    assert ".roundtable/config.json" in err
    assert "remedy:" in err


def test_a_knight_that_is_unknown_exits_with_5_and_leaves_no_session(
    project: Path, run: Run
) -> None:
    code, out, err = run("discuss", "x", "--knight", "Mordred")
    assert (code, out) == (5, "")
    assert "there is no knight 'Mordred'" in err
    assert run("list", "--json") == (0, "", "")


@pytest.mark.parametrize("command", ["status", "show", "replay", "resume"])
def test_a_session_that_is_not_there_exits_with_6(decided: Path, run: Run, command: str) -> None:
    code, out, err = run(command, "budget")
    assert (code, out) == (6, "")
    assert "there is no session 'budget'" in err


def test_a_session_that_is_led_already_exits_with_7(project: Path, run: Run) -> None:
    assert run("discuss", "Which store?")[0] == 22
    (session,) = (project / ".roundtable" / "sessions").iterdir()
    with claim_file(project / ".roundtable" / "locks", session.name):
        code, _, err = run("resume", "--yes")
    assert code == 7
    assert "is at work here already" in err
    assert run("resume", "--yes")[0] == 0


def test_a_command_that_the_session_cannot_take_exits_with_8(project: Path, run: Run) -> None:
    assert run("discuss", "Which store?")[0] == 22
    code, _, err = run("resume", "--note", "   ")
    assert code == 8
    assert "the note is empty" in err


@pytest.mark.parametrize("words", [("discuss", "x"), ("show",), ("decree", "add", "x")])
def test_a_log_that_cannot_be_opened_exits_with_9(
    project: Path, run: Run, words: tuple[str, ...]
) -> None:
    (project / ".roundtable" / "roundtable.db").mkdir()
    code, out, err = run(*words)
    assert (code, out) == (9, "")
    assert "roundtable.db" in err


@pytest.mark.parametrize("words", [*NEEDS_A_PROJECT, ("decree", "add", "x")], ids=" ".join)
def test_a_damaged_log_exits_with_10_and_names_the_way_to_save_it(
    project: Path, run: Run, words: tuple[str, ...]
) -> None:
    log = project / ".roundtable" / "roundtable.db"
    log.write_bytes(b"this was never a database" * 400)
    code, out, err = run(*words)
    assert (code, out) == (10, "")
    assert "rebuild --salvage" in err
    assert log.read_bytes().startswith(b"this was never")


@pytest.mark.parametrize("words", [("list",), ("show",), ("discuss", "x")])
def test_a_log_of_a_newer_version_exits_with_10_and_is_not_touched(
    decided: Path, run: Run, words: tuple[str, ...]
) -> None:
    log = sqlite3.connect(decided / ".roundtable" / "roundtable.db")
    log.execute("PRAGMA user_version = 99")
    log.close()
    code, out, err = run(*words)
    assert (code, out) == (10, "")
    assert "newer version" in err
    assert "salvage" not in err


@pytest.fixture
def broken_machine(decided: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody could expect this."""

    def fails(*_: object, **__: object) -> None:
        raise ZeroDivisionError("the disk is round")

    monkeypatch.setattr(sqlite3, "connect", fails)


@pytest.mark.usefixtures("broken_machine")
def test_what_nobody_expected_becomes_one_sentence_and_exit_1(run: Run) -> None:
    code, out, err = run("list")
    assert (code, out) == (1, "")
    assert "unexpected failure: ZeroDivisionError: the disk is round" in err
    assert "ROUNDTABLE_DEBUG=1" in err
    assert "Traceback" not in err


@pytest.mark.usefixtures("broken_machine")
def test_whoever_asks_for_it_gets_the_whole_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDTABLE_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        main(["list"])


def test_control_c_in_a_command_that_leads_nothing_exits_with_130(
    decided: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sqlite3, "connect", interrupted)
    assert run("list") == (130, "", "")


def test_a_replay_is_left_with_control_c(project: Path, run: Run, play: Play, spawn: Spawn) -> None:
    play("willing", first_word_after=0.2)
    run("discuss", "Which store?", "--knight", "Gawain", "--knight", "Lancelot", "--yes")
    process = spawn("replay", "--speed", "0.001", "--json")
    assert process.stdout is not None
    while "agent_start" not in process.stdout.readline():
        pass
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=60)[1] == ""
    assert process.returncode == 130


def test_a_reader_who_has_left_is_no_failure(decided: Path, spawn: Spawn) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    process = spawn("show", "--json", stdout=writing)
    os.close(writing)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (141, "")


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["list"], ["list", "--json"]])
def test_what_must_answer_at_once_imports_nothing_heavy(decided: Path, words: list[str]) -> None:
    assert imported(words) & HEAVY == set()


def test_status_answers_at_once_too(decided: Path) -> None:
    assert imported(["status"]) & HEAVY == set()
    assert imported(["status", "--json"]) & HEAVY == set()


def imported(words: list[str]) -> set[str]:
    """The packages that a run of the command has loaded when it is done."""
    program = (
        "import sys\n"
        "from roundtable.apps.cli.main import main\n"
        f"try: main({words!r})\n"
        "except SystemExit: pass\n"
        "print(*sorted(sys.modules), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    return {name.partition(".")[0] for name in done.stderr.split()}


def test_the_package_itself_is_the_command(decided: Path, spawn: Spawn) -> None:
    process = spawn("list")
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    assert "(scripted rehearsal)" in out
