"""Parley in a terminal: one change at a time as a diff, and the King's answer to it."""

import os
import shlex
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from roundtable.apps.cli.asking import ask_king
from roundtable.core.applying import asked_about
from roundtable.core.commands import Choose
from roundtable.core.errors import UsageError
from roundtable.core.events import Proposed
from roundtable.core.questions import Question
from roundtable.core.state import SessionState
from roundtable.views.apply_sentences import base_text, change_line, comparison, doubts
from roundtable.views.diffs import visible

_STYLES = {"added": "green", "removed": "red", "place": "cyan", "same": ""}


async def ask_about_change(
    state: SessionState, question: Question, console: Console | None = None
) -> Choose | None:
    """Show the change, take the answer; an editor that changes nothing asks again."""
    console = console or Console(highlight=False)
    asked = asked_about(question.id, state.applying.proposed)
    if asked is None:
        return await ask_king(question)
    while True:
        show_change(console, asked, state)
        choice = await ask_king(question, without_text=("edit",))
        if choice is None or choice.option != "edit":
            return choice
        offered = _editable(asked, state)
        try:
            text = edited(asked.change.path, offered)
        except UsageError as error:
            console.print(Text(f"{error.message}; {error.remedy}", style="red"))
            continue
        if text != offered:
            return Choose("edit", text, question=question.id)
        console.print(Text("You changed nothing.", style="dim"))


def _editable(item: Proposed, state: SessionState) -> str:
    """What the editor opens with; of a file that shall be removed, what it holds now."""
    text = item.change.text
    return base_text(item.change.path, state) if text is None else text


def show_change(console: Console, item: Proposed, state: SessionState) -> None:
    """The whole diff in colour; nothing that is hidden in the text stays hidden."""
    console.print(Rule(Text(visible(change_line(item, state)), style="bold"), align="left"))
    for line in diff_lines(item, state):
        console.print(line, soft_wrap=True)
    for doubt in doubts(item):
        console.print(Text(f"! {visible(doubt)}", style="bold yellow"))
    if item.units:
        console.print(Text(visible("; ".join(item.units)), style="dim"))
    console.print()


def diff_lines(item: Proposed, state: SessionState) -> list[Text]:
    runs, instead = comparison(item, state)
    lines = [
        Text(visible(line), style=_STYLES[run.kind])
        for run in runs
        for line in run.text.split("\n")
    ]
    return [*lines, Text(instead, style="yellow")] if instead else lines


def edited(path: str, text: str) -> str:
    """The text as the King's own editor leaves it."""
    command = os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"
    with tempfile.TemporaryDirectory(prefix="roundtable-edit-") as folder:
        file = Path(folder) / Path(path).name
        file.write_text(text, encoding="utf-8", newline="")
        try:
            with _undisturbed():
                done = subprocess.run([*shlex.split(command), str(file)], check=False)  # noqa: S603
        except (OSError, ValueError) as error:
            raise UsageError(
                f"the editor {command!r} cannot be started ({error})", "set EDITOR"
            ) from error
        if done.returncode:
            raise UsageError(
                f"the editor ended with code {done.returncode}; its text is not taken",
                "save and leave it as usual",
            )
        try:
            with file.open(encoding="utf-8", newline="") as changed:
                return changed.read()
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"the edited file cannot be read ({error})", "edit again") from error


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ctrl-C is for the editor alone; a handler, unlike "ignore", is not passed on to it."""
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
