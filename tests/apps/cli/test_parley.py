"""Parley at a terminal: the diff as it is, and the King's own editor."""

import io
import signal
import sys
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from rich.console import Console

from roundtable.apps.cli.parley import ask_about_change, edited, show_change
from roundtable.core.commands import Choose
from roundtable.core.errors import UsageError
from roundtable.core.state import SessionState, fold
from roundtable.testing.applies import apply_start, fill, given
from roundtable.testing.rehearsal import play


def proposed(root: Path, text: str) -> SessionState:
    desk = fill(root, {"a.py": "def one():\n    return 1\n"})
    log = play(apply_start("a.py"), lambda _: given({"a.py": text}), deed=desk.perform)
    return fold(log)


def shown(state: SessionState, colour: bool = False) -> str:
    assert state.applying.proposed is not None
    out = io.StringIO()
    console = Console(file=out, width=100, force_terminal=colour, highlight=False)
    for item in state.applying.proposed.changes:
        show_change(console, item, state)
    return out.getvalue()


def test_the_diff_is_whole_and_coloured(tmp_path: Path) -> None:
    state = proposed(tmp_path, "def one():\n    return 2\n")
    assert "-    return 1\n+    return 2\n" in shown(state)
    assert "changed one" in shown(state)
    assert "\x1b[31m-    return 1" in shown(state, colour=True)
    assert "\x1b[32m+    return 2" in shown(state, colour=True)


def test_what_speaks_against_it_is_shown_with_it(tmp_path: Path) -> None:
    assert "! it does not parse" in shown(proposed(tmp_path, "def one(:\n"))


@pytest.mark.parametrize("hidden", ["\x1b[2J", "\u202e", "\u200b", "\x07", "\u2066"])
def test_nothing_that_is_hidden_in_the_text_stays_hidden(tmp_path: Path, hidden: str) -> None:
    state = proposed(tmp_path, f"def one():\n    return 1  # a{hidden}b\n")
    text = shown(state)
    assert hidden not in text
    assert "⟨U+" in text


def test_markup_in_the_text_is_text(tmp_path: Path) -> None:
    state = proposed(tmp_path, "def one():\n    return '[bold red]x[/]'\n")
    assert "+    return '[bold red]x[/]'" in shown(state)


@pytest.fixture
def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An editor that does what its file says."""
    program = tmp_path / "editor.py"
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", f"{sys.executable} '{program}'")
    return program


def test_the_kings_editor_gets_the_text_and_gives_it_back(editor: Path) -> None:
    editor.write_text(
        "import pathlib, sys\n"
        "file = pathlib.Path(sys.argv[1])\n"
        "assert file.name == 'b.py' and file.read_bytes() == b'x\\r\\n'\n"
        "file.write_bytes(b'y\\r\\n')\n"
    )
    assert edited("a/b.py", "x\r\n") == "y\r\n"


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("import sys; sys.exit(3)", "ended with code 3"),
        ("import sys; open(sys.argv[1], 'wb').write(b'\\xff')", "cannot be read"),
        ("import os, sys; os.unlink(sys.argv[1])", "cannot be read"),
    ],
)
def test_an_editor_that_fails_changes_nothing(editor: Path, program: str, told: str) -> None:
    editor.write_text(program)
    with pytest.raises(UsageError, match=told):
        edited("a.py", "x\n")


def test_an_editor_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VISUAL", "/nowhere/ed")
    with pytest.raises(UsageError, match="cannot be started"):
        edited("a.py", "x\n")


def test_ctrl_c_in_the_editor_is_for_the_editor_alone(editor: Path) -> None:
    editor.write_text(
        "import os, signal, sys\n"
        "os.kill(os.getppid(), signal.SIGINT)\n"
        "open(sys.argv[1], 'a').write('more\\n')\n"
    )
    before = signal.getsignal(signal.SIGINT)
    assert edited("a.py", "x\n") == "x\nmore\n"
    assert signal.getsignal(signal.SIGINT) == before


async def test_a_file_that_shall_go_is_edited_from_what_it_holds(
    tmp_path: Path, editor: Path
) -> None:
    """Nothing changed in the editor is no edit, and never an empty file."""
    desk = fill(tmp_path, {"a.py": "def one():\n    return 1\n"})
    start = apply_start("a.py", decision="Remove a.py.")
    state = fold(play(start, lambda _: "DELETE: a.py\n", deed=desk.perform))
    assert state.question is not None
    editor.write_text(
        "import pathlib, sys\n"
        f"pathlib.Path({str(tmp_path / 'seen')!r}).write_bytes("
        "pathlib.Path(sys.argv[1]).read_bytes())\n"
    )
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        keys.send_text("\x1b[B\x1b[B\r" + "\r")
        choice = await ask_about_change(state, state.question, Console(file=io.StringIO()))
    assert (tmp_path / "seen").read_text() == "def one():\n    return 1\n"
    assert choice == Choose("approve", question=state.question.id)
