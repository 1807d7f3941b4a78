"""Which screen a command shows a session on, and where each puts its words."""

import argparse
import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from roundtable.apps.cli.screens import (
    JsonScreen,
    LiveScreen,
    PlainScreen,
    add_screen_arguments,
    pick_screen,
)
from roundtable.core import events as e
from roundtable.core.budget import Usage
from roundtable.testing.builders import session_start
from roundtable.testing.store_suite import stamped

Run = Callable[..., tuple[int, str, str]]
ROUND = e.DebateIteration(
    round="discussion", attempt=1, iteration=1, order=("Gawain", "Lancelot"), blind=False
)
SPOKEN = e.AgentStart(
    turn_key="discussion.1.1.Gawain",
    seat="Gawain",
    iteration=1,
    purpose="speak",
    adapter="scripted",
    reserved=Usage(),
)
START, *REST = stamped("2026-01-02-cache", 1, session_start("Gawain", "Lancelot"), ROUND, SPOKEN)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Deserted(io.StringIO):
    """A pipe whose reader has left."""

    def write(self, text: str) -> int:
        raise BrokenPipeError


def chosen(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_screen_arguments(parser)
    return parser.parse_args(words)


def test_a_pipe_gets_plain_lines(capsys: pytest.CaptureFixture[str]) -> None:
    screen = pick_screen(chosen())
    assert type(screen) is PlainScreen
    screen.see(START)
    assert "Session 2026-01-02-cache" in capsys.readouterr().out


def test_a_terminal_gets_the_live_table_unless_plain_is_wanted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert type(pick_screen(chosen())) is LiveScreen
    assert type(pick_screen(chosen("--plain"))) is PlainScreen
    assert type(pick_screen(chosen("--json"))) is JsonScreen


@pytest.mark.parametrize(
    ("screen", "interactive"), [(PlainScreen, False), (JsonScreen, False), (LiveScreen, True)]
)
def test_the_king_is_asked_on_the_live_table_alone(
    screen: type[PlainScreen | JsonScreen | LiveScreen], interactive: bool
) -> None:
    assert screen.interactive is interactive


def test_json_and_plain_exclude_each_other(project: Path, run: Run) -> None:
    code, out, err = run("discuss", "Which store?", "--json", "--plain")
    assert (code, out) == (2, "")
    assert "not allowed with" in err


def test_json_keeps_events_and_the_programs_own_words_apart(
    capsys: pytest.CaptureFixture[str],
) -> None:
    screen = pick_screen(chosen("--json"))
    screen.see(START)
    screen.say("go on with: roundtable resume")
    out, err = capsys.readouterr()
    assert e.read_event(out) == START
    assert err.strip() == "go on with: roundtable resume"


async def test_plain_lines_tell_each_word_of_the_program_on_a_line() -> None:
    out = io.StringIO()
    screen = PlainScreen(None, out)
    async with screen.showing(lambda _: None, lambda: None):
        screen.see(START)
    screen.say("one", "two")
    screen.restore()
    assert out.getvalue().endswith("\n\none\ntwo\n")


async def test_the_live_table_shows_who_sits_there_and_leaves_the_terminal_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    screen = pick_screen(chosen())
    async with screen.showing(lambda _: None, lambda: None):
        for event in (START, *REST):
            screen.see(event)
    screen.say("read it: [bold]decisions.md[/bold]")
    screen.restore()
    shown = terminal.getvalue()
    assert "Gawain" in shown
    assert "scripted rehearsal" in shown
    assert "[bold]decisions.md[/bold]" in shown, "our words are no markup"
    assert shown.rindex("\x1b[?25h") > shown.rindex("\x1b[?25l")


@pytest.mark.parametrize("flags", [("--plain",), ("--json",)])
async def test_a_reader_who_leaves_interrupts_the_table_once(
    monkeypatch: pytest.MonkeyPatch, flags: tuple[str, ...]
) -> None:
    monkeypatch.setattr(sys, "stdout", Deserted())
    screen, interrupts = pick_screen(chosen(*flags)), list[None]()
    async with screen.showing(lambda _: None, lambda: interrupts.append(None)):
        for event in (START, *REST):
            screen.see(event)
    assert interrupts == [None]
