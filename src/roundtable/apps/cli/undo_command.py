"""`roundtable undo`: what an apply has written is put back as it was."""

import argparse
import asyncio

from roundtable.adapters.project import find_project
from roundtable.apps.cli.applying import standing_applies, tell_recovered
from roundtable.apps.cli.leading import write_views
from roundtable.apps.cli.sessions import find_session
from roundtable.bootstrap import Table, open_table
from roundtable.core.changes import WrittenFile
from roundtable.core.errors import CommandRefused
from roundtable.core.events import ChangesUndone
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
            files = await asyncio.to_thread(_undo, table, name)
            state = await _record(table, name, ChangesUndone(files=files))
        await write_views(table, state)
    return 0


async def _meant(table: Table, wanted: str | None) -> str:
    """The apply to be undone: the latest one that stands, of all or of what was named."""
    standing = await standing_applies(table)
    if wanted is not None:
        session = await find_session(table.store, wanted)
        standing = [(name, of) for name, of in standing if session in (name, of)]
    if not standing:
        what = f"of {wanted!r} " if wanted else ""
        raise CommandRefused(
            f"nothing {what}is written that could be undone", "see: roundtable list"
        )
    return standing[-1][0]


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
    return state
