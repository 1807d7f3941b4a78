"""`roundtable decree`: the King's standing word, told to every later session."""

import argparse
import asyncio

from roundtable.adapters.project import find_project
from roundtable.apps.records import refresh_memory
from roundtable.bootstrap import Table, open_table
from roundtable.core import memory
from roundtable.core.errors import LogMoved, UnknownSession, UsageError
from roundtable.core.events import DecreeAdded, DecreeRevoked, Event
from roundtable.core.journal import Journal
from roundtable.core.parsing.text import clean, one_line

EXAMPLES = """\
  roundtable decree list
  roundtable decree add "No new runtime dependency without a decision of its own."
  roundtable decree revoke D-002 --because "the library is unmaintained"
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    listing = actions.add_parser("list", help="all decrees")
    listing.add_argument("--all", action="store_true", help="with the revoked ones")
    add = actions.add_parser("add", help="give a decree")
    add.add_argument("text", help="what holds from now on")
    revoke = actions.add_parser("revoke", help="take a decree back")
    revoke.add_argument("number", help="such as D-002")
    revoke.add_argument("--because", default="", metavar="REASON", help="why; it is recorded")


def run(args: argparse.Namespace) -> int:
    return asyncio.run(_run(args))


async def _run(args: argparse.Namespace) -> int:
    async with open_table(find_project()) as table:
        if args.action == "add":
            text = clean(args.text).strip()
            if not text:
                raise UsageError("the decree is empty", 'say it: roundtable decree add "…"')
            await record(table, DecreeAdded(kind="decree", text=text))
            number = (await memory.all_decrees(table.store))[-1].number
            print(f"{number} stands. Later sessions are told.")
        elif args.action == "revoke":
            await _revoke(table, args.number, args.because)
        else:
            await _list(table, args.all)
    return 0


async def _list(table: Table, everything: bool) -> None:
    decrees = [d for d in await memory.all_decrees(table.store) if everything or not d.revoked]
    if not decrees:
        print("No decrees yet.")
    for d in decrees:
        gone = f"  [revoked: {d.revoked_because or 'no reason given'}]" if d.revoked else ""
        topic = f" on {one_line(d.topic, 50)!r}" if d.topic else ""
        print(f"{d.number}  {d.at[:10]}  {d.kind}{topic}: {one_line(d.text, 120)}{gone}")


async def _revoke(table: Table, number: str, reason: str) -> None:
    decrees = {d.number: d for d in await memory.all_decrees(table.store)}
    decree = decrees.get(number.upper())
    if decree is None:
        raise UnknownSession(f"there is no decree {number!r}", "see: roundtable decree list")
    if decree.revoked:
        raise UsageError(f"{decree.number} has been revoked already", "nothing needs to be done")
    await record(
        table,
        DecreeRevoked(decree_session=decree.session, decree_seq=decree.seq, reason=clean(reason)),
    )
    print(f"{decree.number} is revoked.")


async def record(table: Table, event: Event) -> None:
    """Write into the project's own stream, and the files that show it."""
    journal = Journal(memory.PROJECT, table.store, table.clock)
    try:
        await journal.record((event,))
    except LogMoved:
        await journal.record((event,), insist=True)
    await refresh_memory(table)
