"""The exit codes of a led session, each reached by a run of its own."""

import os
import signal
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from roundtable.apps.cli import exits
from roundtable.core import events as e
from roundtable.core.questions import Question
from roundtable.core.state import SessionState

Run = Callable[..., tuple[int, str, str]]
Play = Callable[..., None]
Spawn = Callable[..., "subprocess.Popen[str]"]

QUESTION = Question(id="q", kind="escalation", prompt="?", options=())


@pytest.mark.parametrize(
    ("outcome", "code"),
    [
        ("consensus", exits.DECIDED),
        ("kings_pick", exits.DECIDED),
        ("kings_decree", exits.DECIDED),
        ("rejection", exits.NOT_DECIDED),
        ("stopped", exits.NOT_DECIDED),
    ],
)
def test_an_ended_session_says_whether_something_was_decided(
    outcome: e.OutcomeName, code: int
) -> None:
    assert exits.exit_code(SessionState(ended=e.SessionEnd(outcome=outcome))) == code


@pytest.mark.parametrize(
    ("reason", "code"),
    [
        ("user", exits.PAUSED),
        ("failure", exits.PAUSED),
        ("budget", exits.BUDGET_REACHED),
    ],
)
def test_a_pause_at_a_cap_is_told_from_any_other(reason: str, code: int) -> None:
    paused = e.SessionPaused.model_validate({"reason": reason})
    assert exits.exit_code(SessionState(paused=paused)) == code


def test_an_open_question_comes_before_a_pause_and_an_end_before_both() -> None:
    state = SessionState(question=QUESTION, paused=e.SessionPaused(reason="budget"))
    assert exits.exit_code(state) == exits.AWAITING_KING
    ended = replace(state, ended=e.SessionEnd(outcome="consensus"))
    assert exits.exit_code(ended) == exits.DECIDED


def test_every_code_has_a_meaning_that_names_no_other() -> None:
    codes = {
        value for name, value in vars(exits).items() if name.isupper() and isinstance(value, int)
    }
    assert codes == set(exits.MEANINGS)
    assert len(set(exits.MEANINGS.values())) == len(codes)


def test_a_consensus_that_the_king_rejects_is_still_a_decided_session(
    project: Path, run: Run
) -> None:
    assert run("discuss", "Which store?", "--choose", "reject")[0] == 0


def test_a_session_that_the_king_stops_exits_with_20(project: Path, run: Run, play: Play) -> None:
    play("stubborn")
    code, out, _ = run("discuss", "Which store?", "--rounds", "1", "--on-escalation", "stop")
    assert code == 20
    assert "Outcome: stopped" in out


def test_an_idea_that_all_reject_exits_with_20_without_asking(
    project: Path, run: Run, play: Play
) -> None:
    play("refusing")
    code, out, _ = run("discuss", "Shall we rewrite it?")
    assert code == 20
    assert "What is your will?" not in out
    assert "reject" in run("chronicle")[1]


def test_nobody_at_the_kings_choice_exits_with_22(project: Path, run: Run) -> None:
    code, out, _ = run("discuss", "Which store?")
    assert code == 22
    assert "--choose apply|self|later|reject" in out


def test_a_table_that_cannot_be_read_waits_for_the_king_even_with_yes(
    project: Path, run: Run, play: Play
) -> None:
    play("garbled")
    code, out, _ = run("discuss", "Which store?", "--yes")
    assert code == 22
    assert "Too few knights could be read in round 1" in out


def wait_for(process: "subprocess.Popen[str]", event: str) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        if f'"type":"{event}"' in line:
            return
    raise AssertionError(f"there was no {event}")


@pytest.mark.parametrize("name", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_pauses_within_the_word_and_exits_with_21(
    project: Path, run: Run, play: Play, spawn: Spawn, name: signal.Signals
) -> None:
    play("hanging")
    process = spawn("discuss", "Which store?", "--json")
    wait_for(process, "token")
    process.send_signal(name)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 21
    assert '"type":"session_paused"' in out
    assert "go on with: roundtable resume" in err
    assert "paused" in run("list")[1]
    play("willing")
    code, out, _ = run("resume", "--yes")
    assert code == 0
    assert "Gawain (scripted rehearsal) is asked again" in out


def test_a_second_interrupt_leaves_at_once_with_130_and_the_log_can_go_on(
    project: Path, run: Run, play: Play, spawn: Spawn
) -> None:
    play("hanging")
    process = spawn("discuss", "Which store?", "--json")
    wait_for(process, "token")
    # Two signals that are both pending when the process wakes: neither can be lost.
    for name in (signal.SIGSTOP, signal.SIGINT, signal.SIGTERM, signal.SIGCONT):
        os.kill(process.pid, name)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "left; go on with: roundtable resume" in err
    play("willing")
    assert run("resume", "--yes")[0] == 0
