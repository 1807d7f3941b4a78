"""`roundtable chronicle`: what has been decided so far."""

import argparse
import asyncio

from roundtable.adapters.project import find_project
from roundtable.bootstrap import open_table
from roundtable.core import memory
from roundtable.core.parsing.text import printable
from roundtable.views.pages import chronicle_page

EXAMPLES = """\
  roundtable chronicle
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Takes none."""


def run(args: argparse.Namespace) -> int:
    return asyncio.run(_run())


async def _run() -> int:
    async with open_table(find_project()) as table:
        entries = await memory.entries(table.store)
        print(printable(chronicle_page(table.config.project, entries)))
    return 0
