"""`roundtable blame`: from which seat each unit of a built file came, and why."""

import argparse
import asyncio

from roundtable.adapters.project import find_project
from roundtable.apps.sessions import find_session
from roundtable.bootstrap import open_table
from roundtable.core.errors import UsageError
from roundtable.core.parsing.text import printable
from roundtable.views.blame import blame_lines

EXAMPLES = """\
  roundtable blame photos/rename.py
  roundtable blame photos/rename.py --session photos
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", help="a file of the built project")
    parser.add_argument("--session", help="a session's name or a part of it (default: the latest)")


def run(args: argparse.Namespace) -> int:
    return asyncio.run(_run(args))


async def _run(args: argparse.Namespace) -> int:
    async with open_table(find_project()) as table:
        name = await find_session(table.store, args.session)
        state = await table.driver.state(name)
    if args.path not in state.tree:
        known = ", ".join(sorted(state.tree)[:20])
        remedy = f"one of: {known}" if known else "files come with the round development"
        raise UsageError(f"session {name} has no text file {args.path!r}", remedy)
    print(printable("\n".join(blame_lines(state, args.path))))
    return 0
