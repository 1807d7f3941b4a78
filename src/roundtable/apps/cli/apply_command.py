"""`roundtable apply`: the lead knight carries a decision out, and you approve each file."""

import argparse
import asyncio

from roundtable.adapters.project import find_project
from roundtable.apps.applying import Manner, convene_apply, decided_session
from roundtable.apps.cli import exits
from roundtable.apps.cli.applying import tell_recovered
from roundtable.apps.cli.asking import add_answer_arguments, answers
from roundtable.apps.cli.budgets import add_budget_arguments, budget
from roundtable.apps.cli.convening import read_models
from roundtable.apps.cli.leading import lead
from roundtable.apps.cli.screens import add_screen_arguments, pick_screen
from roundtable.bootstrap import open_table
from roundtable.core.errors import UsageError
from roundtable.core.state import SessionState

EXAMPLES = """\
  roundtable apply                        the latest decision, file by file
  roundtable apply cache --dry-run        see the change set; nothing is written
  roundtable apply --commit               also as a commit on a branch of its own
  roundtable apply --no-parley --branch cache-fix
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("session", nargs="?", help="whose decision; a part of its name is enough")
    parser.add_argument(
        "--no-parley",
        action="store_true",
        help="write what passes every check without asking; the rest is asked for all the same",
    )
    parser.add_argument(
        "--dry-run",
        action="store_true",
        help="make and show the change set, write nothing; `resume` goes on from there",
    )
    parser.add_argument(
        "--override-scope",
        action="store_true",
        help="files that the decision does not name may be touched; this is recorded",
    )
    parser.add_argument(
        "--commit",
        action="store_true",
        help="also commit it on a branch of its own; your index and HEAD stay as they are",
    )
    parser.add_argument("--branch", metavar="NAME", help="the branch for that commit")
    parser.add_argument(
        "--again", action="store_true", help="also when the decision has been applied before"
    )
    parser.add_argument("--knight", default="", metavar="NAME", help="who carries it out")
    parser.add_argument(
        "--model", action="append", metavar="NAME=MODEL", help="the knight's model, this time"
    )
    add_screen_arguments(parser)
    add_answer_arguments(parser)
    add_budget_arguments(parser)


def run(args: argparse.Namespace) -> int:
    return asyncio.run(_run(args))


async def _run(args: argparse.Namespace) -> int:
    caps, prepared = budget(args), answers(args)
    if args.branch == "":
        raise UsageError("--branch has no name", "--branch NAME, or --commit alone")
    if args.dry_run and (args.commit or args.branch):
        raise UsageError("a dry run commits nothing", "leave out --commit and --branch")
    if args.dry_run and args.on_parley:
        raise UsageError(
            "a dry run takes no answers", "leave out --on-parley, and give it to `resume`"
        )
    manner = Manner(
        # What is only shown waits for an answer, so that nothing of it is written.
        parley=args.dry_run or not args.no_parley,
        widened=args.override_scope,
        branch=args.branch or ("" if args.commit else None),
        again=args.again,
        knight=args.knight,
        models=read_models(args.model or ()),
    )
    async with open_table(find_project()) as table:
        tell_recovered(table)
        decided = await decided_session(table, args.session)
        screen = pick_screen(args)
        name = await convene_apply(table, decided, manner, caps, screen.see)
        code = await lead(table, name, screen, prepared, attended=not args.dry_run)
        state = await table.driver.state(name)
    if not args.dry_run or state.question is None:
        return code
    if not args.json:
        show_changes(state)
    return exits.DECIDED


def show_changes(state: SessionState) -> None:
    """The whole change set as it would be written."""
    from rich.console import Console

    from roundtable.apps.cli.parley import show_change

    console = Console(highlight=False)
    console.print()
    for item in state.applying.proposed.changes if state.applying.proposed else ():
        show_change(console, item, state)
    console.print(
        f"Nothing was written. Carry it out: roundtable resume {state.session}", soft_wrap=True
    )
