"""Takes an apply back: which one is meant, and its files byte for byte as they were."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from roundtable.adapters.applying.refusals import ChangesRefused
from roundtable.apps.applying import standing_applies
from roundtable.apps.records import write_views
from roundtable.apps.sessions import find_session
from roundtable.bootstrap import Table
from roundtable.core.changes import WrittenFile
from roundtable.core.errors import CommandRefused
from roundtable.core.events import ChangesUndone, SessionStart
from roundtable.core.journal import Journal
from roundtable.core.state import SessionState


@dataclass(frozen=True, slots=True)
class Undone:
    """An apply that was taken back: what was restored, and the session as it is now."""

    event: ChangesUndone
    state: SessionState

    @property
    def files(self) -> tuple[WrittenFile, ...]:
        return self.event.files


async def undo_apply(
    table: Table, wanted: str | None, tell: Callable[[Undone], None] | None = None
) -> Undone:
    """Undo an apply, named itself or by what decided it; the latest that stands where none is.

    It is told once it is on the record, before the readable files, which may fail, are written.
    """
    name = await _meant(table, wanted)
    async with table.store.claim(name):
        try:
            files = await asyncio.to_thread(_undo, table, name)
        except ChangesRefused as refused:
            later = await _later(table, name, refused)
            raise _refusal(refused.message, later) from refused
        event = ChangesUndone(files=files)
        journal = Journal(name, table.store, table.clock)
        await journal.load()
        undone = Undone(event, await journal.record((event,), insist=True))
        if tell:
            tell(undone)
    await write_views(table, undone.state)
    return undone


async def _meant(table: Table, wanted: str | None) -> str:
    """The apply to be undone: the latest one that stands, of all or of what was named."""
    session = None if wanted is None else await find_session(table.store, wanted)
    for name, of in await _unrecorded(table):
        if session in (None, name, of):
            raise CommandRefused(
                f"{name} broke off when its files were written, before that was recorded",
                f"roundtable resume {name}, then roundtable undo {name}",
            )
    standing = [row for row in await standing_applies(table) if session is None or session in row]
    if not standing:
        what = f"of {wanted!r} " if wanted else ""
        raise CommandRefused(
            f"nothing {what}is written that could be undone", "see: roundtable list"
        )
    return standing[-1][0]


async def _unrecorded(table: Table) -> list[tuple[str, str]]:
    """Applies whose process died after all was written and before it could say so."""
    going: dict[str, str] = {}
    types = ("session_start", "changes_applied", "changes_not_applied", "changes_undone")
    for event in await table.store.read_types(*types):
        if not isinstance(event, SessionStart):
            going.pop(event.session, None)
        elif event.errand:
            going[event.session] = event.errand.session
    known = table.applier.writer.known
    return [(name, of) for name, of in going.items() if known(name).state == "written"]


async def _later(table: Table, name: str, refused: ChangesRefused) -> str:
    """The last apply that has changed one of these files since; empty where none has."""
    names = [each for each, _ in await standing_applies(table)]
    paths = {reason.path for reason in refused.reasons}
    for later in reversed(names[names.index(name) + 1 :]):
        if paths & {file.path for file in table.applier.writer.known(later).files}:
            return later
    return ""


def _refusal(why: str, later: str) -> CommandRefused:
    """A later apply of the same files goes first; what the developer edited is theirs to settle."""
    if later:
        return CommandRefused(
            f"{why}; the later apply {later} has changed it", f"roundtable undo {later} first"
        )
    return CommandRefused(
        why, "put these files back as the apply left them, then try again; or change them by hand"
    )


def _undo(table: Table, name: str) -> tuple[WrittenFile, ...]:
    """Undo it; if a process died between that and its record, only the record is missing."""
    known = table.applier.writer.known(name)
    if known.state == "undone":
        return tuple(
            WrittenFile(path=file.path, before=file.after, after=file.before)
            for file in known.files
        )
    return table.applier.writer.undo(name)
