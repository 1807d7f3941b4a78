"""`roundtable undo`: what an apply has written is put back as it was."""

import argparse
import asyncio

from roundtable.adapters.project import find_project
from roundtable.apps.cli.applying import tell_recovered
from roundtable.apps.undoing import Undone, undo_apply
from roundtable.bootstrap import open_table
from roundtable.core.parsing.text import printable
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
        await undo_apply(table, args.session, _tell)
    return 0


def _tell(undone: Undone) -> None:
    print(printable("\n".join(apply_lines(undone.event, undone.state)).lstrip("\n")))
    committed = undone.state.applying.committed
    if committed and committed.commit:
        print(f"its commit stays: git branch -D {committed.branch} removes it")
