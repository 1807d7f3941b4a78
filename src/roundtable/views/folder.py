"""The `.roundtable` folder: readable files kept in step with the log. Deleting them is safe."""

import contextlib
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from uuid import uuid4

from roundtable.core import events as e
from roundtable.core.chronicle import Decree, Entry
from roundtable.core.error_log import Case
from roundtable.core.parsing.text import printable
from roundtable.core.state import SessionState, fold
from roundtable.views import pages
from roundtable.views.error_log_page import error_log_page

_Page = Callable[[SessionState], str]

_PAGES: dict[str, _Page] = {
    "topic.md": pages.topic_page,
    "discussion.md": pages.discussion_page,
    "decisions.md": pages.decisions_page,
    "status.json": pages.status_page,
}


class FolderView:
    """One session's files. A file that cannot be written is remembered, not fatal."""

    def __init__(self, sessions: Path, state: SessionState | None = None) -> None:
        self._sessions = sessions
        self._state = state or SessionState()
        self.problem: OSError | None = None

    def see(self, event: e.Event) -> None:
        if self.take_in(event):
            self.write()

    def take_in(self, event: e.Event) -> bool:
        """Go on with the event without writing; whether there is anything new to write."""
        if isinstance(event, e.Token):
            return False
        self._state = fold([event], self._state)
        return not isinstance(event, e.ExecOutput)  # no page tells what a run writes

    def write(self) -> None:
        """Bring every file of the session up to date."""
        folder = self._sessions / self._state.session
        try:
            folder.mkdir(parents=True, exist_ok=True)
            sweep(folder)
            for name, page in _PAGES.items():
                write_page(folder / name, page(self._state))
        except OSError as error:
            self.problem = error


def write_memory(
    folder: Path,
    project: str,
    entries: Iterable[Entry],
    decrees: Iterable[Decree],
    cases: Sequence[Case] = (),
) -> None:
    """The files that belong to all sessions together; an error log once there is a case."""
    sweep(folder)
    write_page(folder / "chronicle.md", pages.chronicle_page(project, entries))
    write_page(folder / "decrees.jsonl", pages.decrees_page(decrees))
    if cases:
        write_page(folder / "error-log.md", error_log_page(project, cases))


def sweep(folder: Path) -> None:
    """Remove half-written files of processes that have died over them."""
    for path in folder.glob(".*.tmp"):
        number = path.name.split(".")[-2]
        if number.isdecimal() and not _alive(int(number)):
            path.unlink(missing_ok=True)


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True  # somebody else's, so it is there
    return True


def write_page(path: Path, text: str) -> None:
    """The whole text or what was there before, never half of it; untouched when it is the same."""
    content = printable(text).encode("utf-8", "replace")
    with contextlib.suppress(OSError):
        if path.read_bytes() == content:
            return
    # Named for this writing alone: two threads of a server may be at the same page.
    temporary = path.with_name(f".{path.name}.{uuid4().hex}.{os.getpid()}.tmp")
    try:
        temporary.write_bytes(content)
        temporary.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
