"""`roundtable init` in a terminal: the same questions as the flags, and a way out of each."""

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from roundtable.apps.cli.main import main
from roundtable.core.config import Config, read_config

Wizard = Callable[..., tuple[int, str]]
Run = Callable[..., tuple[int, str, str]]

ENTER, DOWN, SPACE, CTRL_C, CTRL_U = "\r", "\x1b[B", " ", "\x03", "\x15"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def wizard(bare: Path, monkeypatch: pytest.MonkeyPatch) -> Wizard:
    """Run init before somebody who types these keys: the exit code and what was shown."""

    def wizard(*words: str, keys: str) -> tuple[int, str]:
        shown = Terminal()
        with (
            monkeypatch.context() as terminal,
            create_pipe_input() as typed,
            create_app_session(typed, DummyOutput()),
        ):
            terminal.setattr(sys, "stdin", Terminal())
            terminal.setattr(sys, "stdout", shown)
            typed.send_text(keys)
            return main(["init", *words]), shown.getvalue()

    return wizard


@pytest.fixture
def claude(bare: Path) -> None:
    """A machine on which somebody is signed in at one vendor's command."""
    command = bare.parent / "bin" / "claude"
    command.write_text("#!/bin/sh\nexit 0\n")
    command.chmod(0o755)


def config(root: Path) -> Config:
    return read_config((root / ".roundtable" / "config.json").read_bytes(), "config.json")


def test_enter_three_times_takes_the_defaults(bare: Path, wizard: Wizard) -> None:
    code, shown = wizard(keys=ENTER * 3)
    assert code == 0
    assert "Wrote .roundtable/config.json for shop." in shown
    assert (config(bare).project, config(bare).language) == ("shop", "en")
    assert [knight.name for knight in config(bare).knights] == ["Gawain", "Lancelot", "Percival"]


def test_what_is_typed_is_what_is_written(bare: Path, wizard: Wizard) -> None:
    keys = f"{CTRL_U}Laden{ENTER}{CTRL_U}de{ENTER}{DOWN}{SPACE}{ENTER}"
    assert wizard(keys=keys)[0] == 0
    assert (config(bare).project, config(bare).language) == ("Laden", "de")
    gawain, percival = config(bare).knights
    assert (gawain.name, gawain.priority) == ("Gawain", 1)
    assert (percival.name, percival.priority) == ("Percival", 2)


def test_one_knight_alone_is_not_accepted(bare: Path, wizard: Wizard) -> None:
    none_but_gawain = f"{DOWN}{SPACE}{DOWN}{SPACE}{ENTER}"
    assert wizard(keys=f"{ENTER * 2}{none_but_gawain}{SPACE}{ENTER}")[0] == 0
    assert [knight.name for knight in config(bare).knights] == ["Gawain", "Percival"]


def test_the_flags_are_the_defaults_of_the_questions(bare: Path, wizard: Wizard) -> None:
    wizard("--project", "Laden", "--language", "de", keys=ENTER * 3)
    assert (config(bare).project, config(bare).language) == ("Laden", "de")


@pytest.mark.parametrize(
    "keys", [CTRL_C, ENTER + CTRL_C, ENTER * 2 + CTRL_C, f"half{CTRL_C}"], ids=repr
)
def test_whoever_turns_away_changes_nothing(bare: Path, wizard: Wizard, keys: str) -> None:
    code, shown = wizard(keys=keys)
    assert code == 0
    assert shown.endswith("Nothing was changed.\n")
    assert list(bare.iterdir()) == []


@pytest.mark.parametrize("keys", [ENTER, "n", CTRL_C], ids=repr)
def test_a_config_that_is_there_is_kept_unless_one_says_yes(
    project: Path, wizard: Wizard, keys: str
) -> None:
    before = (project / ".roundtable" / "config.json").read_bytes()
    code, shown = wizard(keys=keys)
    assert code == 0
    assert shown.endswith("Nothing was changed.\n")
    assert (project / ".roundtable" / "config.json").read_bytes() == before


def test_whoever_says_yes_replaces_it_and_a_copy_is_kept(project: Path, wizard: Wizard) -> None:
    before = (project / ".roundtable" / "config.json").read_bytes()
    code, shown = wizard(keys="y" + ENTER * 3)
    assert code == 0
    assert "kept as .roundtable/config.json.1.bak" in shown
    assert (project / ".roundtable" / "config.json.1.bak").read_bytes() == before
    assert config(project).knights[0].script == "builtin:rehearsal"


@pytest.mark.usefixtures("claude")
@pytest.mark.parametrize(("answer", "fallback"), [("y", "claude-api"), ("n", None)])
def test_a_model_that_was_found_is_offered_with_its_fallback(
    bare: Path, wizard: Wizard, answer: str, fallback: str | None
) -> None:
    code, shown = wizard(keys=f"{ENTER * 2}{SPACE}{ENTER}{answer}")
    assert code == 0
    assert "Claude through claude-cli" in shown
    assert (config(bare).knights[0].name, config(bare).knights[0].fallback) == ("Claude", fallback)


@pytest.mark.usefixtures("claude")
def test_one_found_knight_alone_is_no_table_so_a_rehearsal_is_seated(bare: Path, run: Run) -> None:
    assert run("init", "--yes")[0] == 0
    assert {knight.adapter for knight in config(bare).knights} == {"scripted"}
