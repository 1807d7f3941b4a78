"""`roundtable undo`: what an apply has written is put back as it was."""

import argparse
import asyncio

from roundtable.adapters.applying.refusals import ChangesRefused
from roundtable.adapters.project import find_project
from roundtable.apps.cli.applying import standing_applies, tell_recovered
from roundtable.apps.cli.leading import write_views
from roundtable.apps.cli.sessions import find_session
from roundtable.bootstrap import Table, open_table
from roundtable.core.changes import WrittenFile
from roundtable.core.errors import CommandRefused, UsageError
from roundtable.core.events import ChangesUndone, SessionStart
from roundtable.core.journal import Journal
from roundtable.core.parsing.text import printable
from roundtable.core.state import SessionState
from roundtable.views.apply_sentences import apply_lines

EXAMPLES = """\
  roundtable undo              the latest apply
  roundtable undo cache        the latest apply of that decision
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("session", nargs="?", help="an apply, or the session that decided")


def run(args: argparse.Namespace) -> int:
    return asyncio.run(_run(args))


async def _run(args: argparse.Namespace) -> int:
    async with open_table(find_project()) as table:
        tell_recovered(table)
        name = await _meant(table, args.session)
        async with table.store.claim(name):
            try:
                files = await asyncio.to_thread(_undo, table, name)
            except ChangesRefused as refused:
                raise UsageError(refused.message, await _remedy(table, name, refused)) from refused
            state = await _record(table, name, ChangesUndone(files=files))
        await write_views(table, state)
    return 0


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


async def _remedy(table: Table, name: str, refused: ChangesRefused) -> str:
    """A later apply of the same files goes first; what the developer edited is theirs to settle."""
    names = [each for each, _ in await standing_applies(table)]
    paths = {reason.path for reason in refused.reasons}
    for later in reversed(names[names.index(name) + 1 :]):
        if paths & {file.path for file in table.applier.writer.known(later).files}:
            return f"a later apply has changed it: roundtable undo {later} first"
    return "put these files back as the apply left them, then try again; or change them by hand"


def _undo(table: Table, name: str) -> tuple[WrittenFile, ...]:
    """Undo it; if a process died between that and its record, only the record is missing."""
    known = table.applier.writer.known(name)
    if known.state == "undone":
        return tuple(
            WrittenFile(path=file.path, before=file.after, after=file.before)
            for file in known.files
        )
    return table.applier.writer.undo(name)


async def _record(table: Table, name: str, event: ChangesUndone) -> SessionState:
    journal = Journal(name, table.store, table.clock)
    await journal.load()
    state = await journal.record((event,), insist=True)
    print(printable("\n".join(apply_lines(event, state)).lstrip("\n")))
    committed = state.applying.committed
    if committed and committed.commit:
        print(f"its commit stays: git branch -D {committed.branch} removes it")
    return state
