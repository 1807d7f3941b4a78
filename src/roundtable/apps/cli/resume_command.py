"""`roundtable resume`: go on from wherever the log stands."""

import argparse
import asyncio

from roundtable.adapters.project import find_project
from roundtable.apps.cli import exits
from roundtable.apps.cli.applying import tell_recovered
from roundtable.apps.cli.asking import add_answer_arguments, answers
from roundtable.apps.cli.budgets import add_budget_arguments, budget
from roundtable.apps.cli.leading import lead, next_steps
from roundtable.apps.cli.screens import add_screen_arguments, pick_screen
from roundtable.apps.convening import refuse_unpriced
from roundtable.apps.records import write_views
from roundtable.apps.sessions import find_session
from roundtable.bootstrap import open_table
from roundtable.core.budget import Budget
from roundtable.core.commands import Note

EXAMPLES = """\
  roundtable resume                      the latest session
  roundtable resume cache --max-cost 2   a part of its name is enough; raise the cap
  roundtable resume last --on-escalation decree --text "Use SQLite."
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("session", nargs="?", help="a session's name or a part of it")
    parser.add_argument("--note", help="a word to the knights before they go on")
    add_screen_arguments(parser)
    add_answer_arguments(parser)
    add_budget_arguments(parser)


def run(args: argparse.Namespace) -> int:
    return asyncio.run(_run(args))


async def _run(args: argparse.Namespace) -> int:
    caps, prepared = budget(args), answers(args)
    async with open_table(find_project()) as table:
        tell_recovered(table)
        name = await find_session(table.store, args.session, going=True)
        state = await table.driver.state(name)
        screen = pick_screen(args, state)
        if state.ended:
            await write_views(table, state)
            screen.say(f"{name} has ended.", *next_steps(state))
            return exits.exit_code(state)
        refuse_unpriced(state.seats, caps, state.opening.agenda)
        await table.driver.watch(name, screen.see)
        if args.note:
            await table.driver.send(name, Note(args.note))
        return await lead(table, name, screen, prepared, caps if caps != Budget() else None)
