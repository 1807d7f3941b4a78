"""Leading a session from a terminal: notes, pauses, the King's answers, and what comes next."""

import contextlib
import io
import json
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from roundtable.adapters.project import find_project
from roundtable.apps.cli.asking import Answers
from roundtable.apps.cli.leading import Lead, next_steps
from roundtable.apps.cli.main import main
from roundtable.apps.cli.screens import PlainScreen
from roundtable.bootstrap import open_table, opening
from roundtable.core import events as e
from roundtable.core.budget import Budget, Exceeded
from roundtable.core.questions import Option, Question
from roundtable.core.rules import Rules
from roundtable.core.state import Decision, SessionState
from roundtable.testing.builders import session_start
from tests.apps.conftest import builders

Run = Callable[..., tuple[int, str, str]]
Play = Callable[..., None]

ENDED = SessionState(
    session="s",
    start=session_start(),
    ended=e.SessionEnd(outcome="consensus"),
    decrees=(e.DecreeAdded(kind="self", text="x"),),
)
UNATTENDED = Answers(None, None, "", 2, unattended=True)


def question(kind: str) -> Question:
    options = (Option(id="a", label="A", effect=""), Option(id="b", label="B", effect=""))
    return Question.model_validate({"id": "q", "kind": kind, "prompt": "?", "options": options})


def test_after_the_end_one_can_read_it_show_it_and_play_it_again() -> None:
    steps = "\n".join(next_steps(ENDED))
    assert ".roundtable/sessions/s/decisions.md" in steps
    assert "roundtable show s" in steps
    assert "roundtable replay s" in steps
    assert "apply it" not in steps


def test_a_decision_can_be_applied() -> None:
    decision = Decision("Gawain", "Do it.", (), "consensus")
    approved = replace(ENDED, decision=decision)
    assert any("roundtable apply s" in step for step in next_steps(approved))


@pytest.mark.parametrize("cap", ["cost", "tokens", "minutes"])
def test_a_cap_that_was_reached_is_named_with_the_flag_that_raises_it(cap: str) -> None:
    exceeded = Exceeded.model_validate({"cap": cap, "limit": 1, "spent": 1, "needed": 1})
    paused = e.SessionPaused(reason="budget", detail="too dear", exceeded=exceeded)
    steps = next_steps(SessionState(session="s", paused=paused))
    assert steps[0] == "budget reached: too dear"
    assert f"roundtable resume s --max-{cap}" in steps[1]


@pytest.mark.parametrize(
    ("kind", "flag"), [("kings_choice", "--choose"), ("escalation", "--on-escalation")]
)
def test_an_open_question_is_told_with_the_flag_that_answers_it(kind: str, flag: str) -> None:
    (step,) = next_steps(SessionState(session="s", question=question(kind)))
    assert step.endswith(f"roundtable resume s {flag} a|b")


def test_a_pause_is_told_with_the_command_that_goes_on() -> None:
    paused = SessionState(session="s", paused=e.SessionPaused(reason="user"))
    assert next_steps(paused) == ["go on with: roundtable resume s"]


class Typist(PlainScreen):
    """A screen at which somebody does something at the table's first word."""

    def __init__(self, does: Callable[[Callable[[str], None], Callable[[], None]], None]) -> None:
        super().__init__(None, io.StringIO())
        self._does = does
        self._done = False

    def see(self, event: e.Event) -> None:
        if isinstance(event, e.Token) and not self._done:
            self._done = True
            self._does(self._type, self._leave)

    @contextlib.asynccontextmanager
    async def showing(
        self, note: Callable[[str], None], interrupt: Callable[[], None]
    ) -> AsyncIterator[None]:
        self._type, self._leave = note, interrupt
        yield


async def led(screen: Typist, rules: Rules | None = None) -> SessionState:
    async with open_table(find_project()) as table:
        start = opening(table, "Which store?", table.config.seats(), rules or Rules(), Budget())
        await table.driver.create("s", start, screen.see)
        return await Lead(table, "s", screen, UNATTENDED).run()


async def test_a_note_typed_while_the_table_works_goes_on_the_record_and_is_heeded(
    project: Path, play: Play
) -> None:
    play("heeding")
    state = await led(Typist(lambda note, _: note("Mind the backups.")), Rules(max_rounds=2))
    assert [note.text for note in state.notes] == ["Mind the backups."]
    assert state.ended is not None
    assert state.ended.outcome == "consensus"


async def test_a_note_of_nothing_does_not_disturb_the_table(project: Path) -> None:
    state = await led(Typist(lambda note, _: note(" ")))
    assert state.notes == ()
    assert state.ended is not None


async def test_an_interrupt_pauses_even_a_knight_that_has_fallen_silent(
    project: Path, play: Play
) -> None:
    play("hanging")
    state = await led(Typist(lambda _, interrupt: interrupt()))
    assert state.paused is not None
    assert state.paused.reason == "user"
    assert next(iter(state.turns.values())).status == "interrupted"


def test_every_led_session_leaves_its_readable_files(decided: Path) -> None:
    folder = decided / ".roundtable"
    (session,) = (folder / "sessions").iterdir()
    names = {"topic.md", "discussion.md", "decisions.md", "status.json", "report.html"}
    assert {path.name for path in session.iterdir()} == names
    assert json.loads((session / "status.json").read_text())["phase"] == "ended"
    assert "Keep them in SQLite." in (session / "decisions.md").read_text()
    assert "Keep them in SQLite." in (folder / "chronicle.md").read_text()
    assert json.loads((folder / "decrees.jsonl").read_text())["kind"] == "self"


def test_readable_files_that_cannot_be_written_are_told_once_the_log_is_safe(
    project: Path, run: Run
) -> None:
    (project / ".roundtable" / "sessions").write_text("in the way")
    code, out, err = run("discuss", "Which store?", "--yes")
    assert code == 9
    assert "sessions" in err
    assert "Outcome: consensus" in out
    assert "consensus" in run("list")[1]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, str]]:
    """Run a command before the King, who types these keys when he is asked."""

    def run(*words: str, keys: str) -> tuple[int, str]:
        shown = Terminal()
        with (
            monkeypatch.context() as terminal,
            create_pipe_input() as typed,
            create_app_session(typed, DummyOutput()),
        ):
            terminal.setattr(sys, "stdin", Terminal())
            terminal.setattr(sys, "stdout", shown)
            terminal.setenv("TERM", "xterm-256color")
            typed.send_text(keys)
            return main(words), shown.getvalue()

    return run


def test_at_a_terminal_the_king_is_asked_until_it_is_done(
    project: Path, play: Play, run: Run, at_a_terminal: Callable[..., tuple[int, str]]
) -> None:
    play("stubborn")
    decree = "\x1b[B\x1b[B\x1b[B\rUse SQLite.\r"
    # The decree is to be applied; its lead gives no files, so that nothing is written.
    code, shown = at_a_terminal("discuss", "Which store?", "--rounds", "1", keys=f"{decree}\r")
    assert code == 20
    assert "Nothing was written" in shown
    assert "roundtable show" in shown
    decrees = run("decree", "list")[1]
    assert "decree on 'Which store?': Use SQLite." in decrees
    assert "apply on 'Which store?': Use SQLite." in decrees


def test_a_king_who_turns_away_finds_the_question_open(
    project: Path, run: Run, at_a_terminal: Callable[..., tuple[int, str]]
) -> None:
    code, shown = at_a_terminal("discuss", "Which store?", keys="\x03")
    assert code == 22
    assert "your answer is awaited" in shown
    assert "awaiting_king" in run("list")[1]


def test_at_a_terminal_plain_lines_leave_the_question_to_flags(
    project: Path, at_a_terminal: Callable[..., tuple[int, str]]
) -> None:
    code, shown = at_a_terminal("discuss", "Which store?", "--plain", keys="\r")
    assert code == 22
    assert "--choose apply|self|later|reject" in shown


def test_a_decree_by_flag_answers_one_question_and_is_no_answer_to_the_next(
    building: Path, run: Run
) -> None:
    mute = [{"when": {"purpose": purpose}, "say": "Hm."} for purpose in ("judge", "rejudge")]
    knights = builders(Gawain=mute, Lancelot=mute, Percival=mute)
    (building / "script.yaml").write_text(json.dumps({"knights": knights}))
    words = ("--on-escalation", "decree", "--text", "BASE=Gawain.")
    code, out, _ = run("build", "A cart", "--preset", "code", "--yes", "--seed", "3", *words)
    assert code == 22
    assert out.count("The King's answer: decree") == 1
    assert "development decided by the developer" in out
