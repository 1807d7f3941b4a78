"""Applies on a real folder, without an engine: what is taken, prepared and written is real."""

from collections.abc import Mapping
from pathlib import Path

from roundtable.adapters.applying.preparing import prepare
from roundtable.adapters.applying.refusals import ChangesRefused
from roundtable.adapters.applying.taking import take
from roundtable.adapters.applying.writer import Writer
from roundtable.adapters.workspaces.listing import Listing
from roundtable.adapters.workspaces.visibility import Rules
from roundtable.core import events as e
from roundtable.core.errands import Errand
from roundtable.core.events import SessionStart
from roundtable.core.steps import CommitChanges, Deed, PrepareChanges, TakeFiles, WriteChanges
from roundtable.testing.builders import session_start


def apply_start(*files: str, decision: str = "Do it.", **errand: object) -> SessionStart:
    """An apply of a decision that names these files; `errand` has the rest of the errand."""
    fields = {"session": "decided", "decision": decision, "files": files, **errand}
    start = session_start("Gawain", topic="Apply: how shall we do it?")
    return start.model_copy(update={"workflow": "apply", "errand": Errand.model_validate(fields)})


class Desk:
    """Does the deeds of an apply on a folder of this machine."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self.writer = Writer(root, root / ".roundtable" / "applied")

    def perform(self, deed: Deed) -> e.Event:
        files = (path for path in self._root.rglob("*") if path.is_file())
        relative = (path.relative_to(self._root).as_posix() for path in files)
        paths = frozenset(path for path in relative if not path.startswith(".roundtable/"))
        match deed:
            case TakeFiles():
                return take(self._root, Rules(()), Listing(paths), deed.paths)
            case PrepareChanges():
                return prepare(deed, paths, self._read)
            case WriteChanges():
                try:
                    return e.ChangesApplied(files=self.writer.write(deed.name, deed.changes))
                except ChangesRefused as refused:
                    return e.ChangesNotApplied(reason=str(refused), objections=refused.reasons)
            case CommitChanges():
                return e.ChangesCommitted(branch=deed.branch, problem="there is no git here")

    def _read(self, path: str) -> str:
        return (self._root / path).read_text()


def fill(root: Path, files: Mapping[str, str]) -> Desk:
    """A desk on a folder with these files."""
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, newline="")
    return Desk(root)


def given(files: Mapping[str, str], words: str = "Done.") -> str:
    """An answer with these files."""
    blocks = [f"FILE: {path}\n```\n{text}```\n" for path, text in files.items()]
    return "\n".join([words, "", *blocks])
