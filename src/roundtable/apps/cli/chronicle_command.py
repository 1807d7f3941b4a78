"""`roundtable chronicle`: what has been decided so far, and what has become of it."""

import argparse
import asyncio
import json
from collections.abc import Sequence

from roundtable.adapters.history_links import link_history
from roundtable.adapters.project import find_project
from roundtable.apps.records import refresh_memory
from roundtable.apps.sessions import find_session
from roundtable.bootstrap import Table, open_table
from roundtable.core import memory
from roundtable.core.chronicle import Entry
from roundtable.core.errors import UnknownSession, UsageError
from roundtable.core.parsing.text import clean, one_line, printable
from roundtable.views.chronicle_lines import entry_json, entry_lines, found_lines
from roundtable.views.pages import chronicle_page

EXAMPLES = """\
  roundtable chronicle                        all decisions, newest first
  roundtable chronicle --search cache stale   those that have to do with it, nearest first
  roundtable chronicle --session cache        one of them, by its session or an apply of it
  roundtable chronicle --json --limit 5       for a script
"""

_MOST_FOUND = 10


def arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--search",
        nargs="+",
        metavar="WORD",
        help="the entries nearest to these words, with the words that they share",
    )
    group.add_argument(
        "--session", metavar="NAME", help="the entry of one session (a part of its name will do)"
    )
    parser.add_argument(
        "--limit",
        type=int,
        metavar="N",
        help=f"at most so many entries (a search: {_MOST_FOUND} unless told otherwise)",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: argparse.Namespace) -> int:
    if args.limit is not None and args.limit < 1:
        raise UsageError(f"--limit {args.limit} shows nothing", "give a number from 1 on")
    return asyncio.run(_run(args))


async def _run(args: argparse.Namespace) -> int:
    async with open_table(find_project()) as table:
        if await link_history(table.store, table.clock, table.project.root):
            await refresh_memory(table)
        entries = await memory.entries(table.store)
        if args.search is not None:
            return _search(table.config.project, entries, clean(" ".join(args.search)), args)
        if args.session is not None:
            return _show([await _entry_of(table, entries, args.session)], args.json)
        newest = entries[-args.limit :] if args.limit else entries
        if args.json:
            return _show(newest[::-1], as_json=True)
        print(printable(chronicle_page(table.config.project, newest)))
    return 0


async def _entry_of(table: Table, entries: Sequence[Entry], wanted: str) -> Entry:
    """The entry of a session, or that of the decision which a session carried out.

    An apply is named after its decision: a part of the name that fits both means one entry.
    """
    of = {name: e for e in entries for name in (e.session, *(built.session for built in e.built))}
    fitting = {entry.session for name, entry in of.items() if wanted.lower() in name}
    try:
        name = await find_session(table.store, wanted)
    except UnknownSession:
        if len(fitting) != 1:
            raise
        (name,) = fitting
    if name in of:
        return of[name]
    raise UnknownSession(
        f"the chronicle has no entry of {name}: it has not ended, or it carried out nothing",
        f"see: roundtable show {name}",
    )


def _show(entries: Sequence[Entry], as_json: bool) -> int:
    for entry in entries:
        if as_json:
            print(json.dumps(entry_json(entry), ensure_ascii=False))
        else:
            print(printable("\n".join(entry_lines(entry, whole=True))))
    return 0


def _search(project: str, entries: Sequence[Entry], words: str, args: argparse.Namespace) -> int:
    by_name = {entry.session: entry for entry in entries}
    related = [place for place in memory.nearest(words, entries) if place.relation > 0]
    shown = [(by_name[place.name], place) for place in related[: args.limit or _MOST_FOUND]]
    if args.json:
        for entry, why in shown:
            print(json.dumps(entry_json(entry, why), ensure_ascii=False))
        return 0
    lines = found_lines(shown)
    if not shown:
        lines = [
            f"No entry in the chronicle of {project} shares a telling word with "
            f"{one_line(words, 60)!r} ({len(entries)} were searched).",
            "Try other words or the name of a file; `roundtable chronicle` shows all.",
        ]
    elif len(related) > len(shown):
        lines += [f"{len(related) - len(shown)} more share a word with it; --limit shows more."]
    print(printable("\n".join(lines)).rstrip())
    return 0
