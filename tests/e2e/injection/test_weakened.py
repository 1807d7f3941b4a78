"""The checks can fail: against a product that is weak in one place, the effect is found.

Each weakness is what a careless change could bring, put into the running product for one session.
"""

import re
import socket
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from roundtable.adapters.workspaces.repository import Repository
from roundtable.core import events as e
from roundtable.core.context import FileExcerpt
from roundtable.core.parsing import block_fields
from roundtable.core.parsing.json_blocks import json_blocks
from roundtable.core.quoting import Prompt
from roundtable.core.stances import FileRequest, Stance
from roundtable.core.state import SessionState
from roundtable.core.steps import PlannedTurn
from roundtable.core.workflows import WORKFLOWS
from roundtable.views import folder as folder_view
from roundtable.views import plain
from tests.e2e.injection.carriers import CARRIERS
from tests.e2e.injection.effects import Effect
from tests.e2e.injection.sessions import Stage, deliberate
from tests.e2e.injection.strings import STRINGS
from tests.e2e.injection.watching import watched

Weaken = Callable[[pytest.MonkeyPatch], None]
DISCUSS = WORKFLOWS["discuss"]
README = CARRIERS[0]


def reads_whatever_is_asked_for(patch: pytest.MonkeyPatch) -> None:
    async def excerpt(
        self: Repository, request: FileRequest, requested_by: tuple[str, ...]
    ) -> FileExcerpt:
        try:
            text = (self._root / request.path).read_text()
        except (OSError, ValueError):
            text = ""
        return FileExcerpt(path=request.path, requested_by=requested_by, text=text)

    patch.setattr(Repository, "excerpt", excerpt)


def counts_the_last_block_whosever_it_is(patch: pytest.MonkeyPatch) -> None:
    def read(
        state: SessionState, turn: PlannedTurn, text: str, cut: bool = False
    ) -> tuple[e.Event, ...]:
        value = json_blocks(text, "consensus_score")[-1].value
        stance = Stance(consensus_score=min(10, value["consensus_score"]) if value else 0)
        return (
            e.StanceRead(
                turn_key=turn.key,
                seat=turn.seat,
                ask=turn.ask,
                iteration=turn.iteration,
                stance=stance,
            ),
        )

    patch.setitem(WORKFLOWS, "discuss", replace(DISCUSS, read=read))


def takes_the_kings_word_from_anybody(patch: pytest.MonkeyPatch) -> None:
    def read(
        state: SessionState, turn: PlannedTurn, text: str, cut: bool = False
    ) -> tuple[e.Event, ...]:
        said = re.findall(r"^Note from the King: (.+)$", text, re.MULTILINE)
        notes = [e.NoteAdded(text=words) for words in said]
        return (*DISCUSS.read(state, turn, text, cut), *notes)

    patch.setitem(WORKFLOWS, "discuss", replace(DISCUSS, read=read))


def quotes_with_a_mark_that_never_changes(patch: pytest.MonkeyPatch) -> None:
    def prompt(state: SessionState, turn: PlannedTurn, limit_tokens: int) -> Prompt:
        asked = DISCUSS.prompt(state, turn, limit_tokens)
        mark = re.search(r"^<<<([0-9a-f]{12}) ", asked.text, re.MULTILINE)
        text = asked.text.replace(mark[1], "0" * 12) if mark else asked.text
        return replace(asked, text=text)

    patch.setitem(WORKFLOWS, "discuss", replace(DISCUSS, prompt=prompt))


def does_not_quote_at_all(patch: pytest.MonkeyPatch) -> None:
    def prompt(state: SessionState, turn: PlannedTurn, limit_tokens: int) -> Prompt:
        asked = DISCUSS.prompt(state, turn, limit_tokens)
        return replace(asked, text=re.sub(r"<<<[0-9a-f]{12} |[0-9a-f]{12}>>>", "", asked.text))

    patch.setitem(WORKFLOWS, "discuss", replace(DISCUSS, prompt=prompt))


def prints_what_it_is_given(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(plain, "printable", lambda text: text)


def keeps_what_it_is_given(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(folder_view, "printable", lambda text: text)


def reads_as_many_files_as_are_asked_for(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(block_fields, "MOST_REQUESTS", 6)


def _on_every_turn(patch: pytest.MonkeyPatch, do: Callable[[str], object]) -> None:
    see = folder_view.FolderView.see

    def seen(self: folder_view.FolderView, event: e.Event) -> None:
        see(self, event)
        if isinstance(event, e.AgentEnd):
            do(event.text)

    patch.setattr(folder_view.FolderView, "see", seen)


def saves_the_files_that_a_turn_names(patch: pytest.MonkeyPatch) -> None:
    """Of what the strings name, only what lies in the test's own machine is really written."""

    def save(text: str) -> None:
        machine = Path.cwd().resolve().parent
        for name in re.findall(r"^FILE: ([\w./-]+)$", text, re.MULTILINE):
            path = Path(name).resolve()
            if path.is_relative_to(machine) and not path.is_dir():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text("owned")

    _on_every_turn(patch, save)


def runs_the_commands_that_a_turn_holds(patch: pytest.MonkeyPatch) -> None:
    def perform(text: str) -> None:
        for _ in re.findall(r"```bash\n(.+)\n```", text):
            subprocess.run(["true"], check=False)

    _on_every_turn(patch, perform)


def fetches_the_pictures_that_a_turn_shows(patch: pytest.MonkeyPatch) -> None:
    def fetch(text: str) -> None:
        for _ in re.findall(r"!\[\w+\]\(http", text):
            socket.create_connection(("127.0.0.1", 9), timeout=1).close()

    _on_every_turn(patch, fetch)


def found(stage: Stage, folder: Path, kind: str, weaken: Weaken) -> list[Effect]:
    """The effects of the strings of a kind, all obeyed in one session."""
    batch = [injection for injection in STRINGS if injection.kind == kind]
    with pytest.MonkeyPatch.context() as patch:
        weaken(patch)
        return deliberate(stage, folder / "session", README, batch).effects()


@pytest.mark.parametrize(
    ("weaken", "kind", "effects"),
    [
        (reads_whatever_is_asked_for, "secrets", {"secret"}),
        (counts_the_last_block_whosever_it_is, "block", {"vote"}),
        (takes_the_kings_word_from_anybody, "king", {"decision"}),
        (quotes_with_a_mark_that_never_changes, "delimiter", {"mark"}),
        (does_not_quote_at_all, "override", {"mark"}),
        (prints_what_it_is_given, "terminal", {"terminal"}),
        (keeps_what_it_is_given, "terminal", {"terminal"}),
        (reads_as_many_files_as_are_asked_for, "rules", {"limit"}),
        (saves_the_files_that_a_turn_names, "write", {"file", "write"}),
        (runs_the_commands_that_a_turn_holds, "tools", {"program"}),
        (fetches_the_pictures_that_a_turn_shows, "exfiltration", {"network"}),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_weakness_is_found(
    stage: Stage, folder: Path, weaken: Weaken, kind: str, effects: set[str]
) -> None:
    assert effects <= {effect.kind for effect in found(stage, folder, kind, weaken)}


def test_what_the_process_does_is_noted_and_git_may_only_read(tmp_path: Path) -> None:
    with watched() as deeds:
        (tmp_path / "a").write_text("x")
        (tmp_path / "a").rename(tmp_path / "b")
        (tmp_path / "b").read_text()
        for words in (["git", "--version"], ["git", "-c", "a.b=c", "log"], ["git", "gc"], ["true"]):
            subprocess.run(words, check=False, capture_output=True, cwd=tmp_path)
    (tmp_path / "c").write_text("nobody watches any more")
    assert set(deeds.writes) == {tmp_path / "a", tmp_path / "b"}
    assert deeds.strange_programs() == ["git --version", "git gc", "true"]
    assert deeds.connections == []
