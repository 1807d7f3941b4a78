"""`roundtable retry`: hold a round anew, with new instructions; its history is kept."""

import argparse
import asyncio

from roundtable.adapters.project import find_project
from roundtable.apps.cli.asking import add_answer_arguments, answers
from roundtable.apps.cli.budgets import add_budget_arguments, budget
from roundtable.apps.cli.leading import lead
from roundtable.apps.cli.screens import add_screen_arguments, pick_screen
from roundtable.apps.sessions import find_session
from roundtable.bootstrap import open_table
from roundtable.core.budget import Budget
from roundtable.core.commands import Reopen

EXAMPLES = """\
  roundtable retry development --instruct "no dependencies beyond the standard library"
  roundtable retry qa --session photos
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("round", help="the round to hold anew; later ones no longer count")
    parser.add_argument("--instruct", default="", metavar="TEXT", help="what to do differently")
    parser.add_argument("--session", help="a session's name or a part of it (default: the latest)")
    add_screen_arguments(parser)
    add_answer_arguments(parser)
    add_budget_arguments(parser)


def run(args: argparse.Namespace) -> int:
    return asyncio.run(_run(args))


async def _run(args: argparse.Namespace) -> int:
    caps, prepared = budget(args), answers(args)
    async with open_table(find_project()) as table:
        name = await find_session(table.store, args.session)
        screen = pick_screen(args, await table.driver.state(name))
        await table.driver.watch(name, screen.see)
        await table.driver.send(name, Reopen(args.round.strip().lower(), args.instruct))
        return await lead(table, name, screen, prepared, caps if caps != Budget() else None)
