"""`roundtable export`: a session's files as a folder or a ZIP."""

import argparse
import asyncio
from pathlib import Path

from roundtable.adapters.project import find_project
from roundtable.apps.cli.exporting import write_result
from roundtable.apps.sessions import find_session
from roundtable.bootstrap import open_table

EXAMPLES = """\
  roundtable export --to ./photos          the latest session's files
  roundtable export photos --to photos.zip
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("session", nargs="?", help="a session's name or a part of it")
    parser.add_argument(
        "--to", type=Path, required=True, metavar="DIR|x.zip", help="a new folder or a ZIP file"
    )
    parser.add_argument(
        "--force", action="store_true", help="write over files that are there already"
    )


def run(args: argparse.Namespace) -> int:
    return asyncio.run(_run(args))


async def _run(args: argparse.Namespace) -> int:
    async with open_table(find_project()) as table:
        name = await find_session(table.store, args.session)
        print(await write_result(table, name, args.to, args.force))
    return 0
