"""`roundtable review`: the table reviews a folder, or what has changed, and changes nothing."""

import argparse
import asyncio
from pathlib import Path

from roundtable.adapters.project import find_project
from roundtable.adapters.trees.given import Given, from_diff, from_path
from roundtable.apps.cli.agendas import review_agenda
from roundtable.apps.cli.asking import add_answer_arguments, answers
from roundtable.apps.cli.budgets import add_budget_arguments, budget
from roundtable.apps.cli.convening import add_seat_arguments, require_prices, seats_by_flags
from roundtable.apps.cli.leading import lead
from roundtable.apps.cli.reporting import (
    add_report_arguments,
    give_report,
    refuse_report,
    report_screen,
)
from roundtable.apps.cli.screens import add_screen_arguments
from roundtable.apps.convening import convene
from roundtable.bootstrap import open_table, opening
from roundtable.core.agenda import ROTATE
from roundtable.core.decide.reviewing import reported
from roundtable.core.errors import UsageError
from roundtable.core.events import FilesGiven

EXAMPLES = """\
  roundtable review                       this folder
  roundtable review src --format markdown > review.md
  roundtable review --diff main --format sarif --out review.sarif --fail-on warning
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", nargs="?", type=Path, default=Path(), help="a folder or a ZIP file")
    parser.add_argument(
        "--diff", metavar="REF", help="only the files that differ from this commit or branch"
    )
    parser.add_argument("--instruct", default="", metavar="TEXT", help="what to look for")
    add_report_arguments(parser)
    parser.add_argument(
        "--judge", default=ROTATE, metavar="NAME[=MODEL]", help="who judges (default: rotate)"
    )
    parser.add_argument(
        "--chunk-tokens",
        type=int,
        default=20_000,
        metavar="N",
        help="the most that a chunk holds; 0: all at once (default 20000)",
    )
    add_seat_arguments(parser)
    add_screen_arguments(parser)
    add_answer_arguments(parser)
    add_budget_arguments(parser)


def run(args: argparse.Namespace) -> int:
    return asyncio.run(_run(args))


async def _run(args: argparse.Namespace) -> int:
    project = find_project()
    refuse_report(args)
    caps, prepared = budget(args), answers(args)
    async with open_table(project) as table:
        ignore = tuple(table.config.rules.ignore)
        given, patch = await _material(args, project.root, ignore)
        if all(file.binary for file in given.files):
            raise UsageError(f"there is nothing to review in {given.origin}", "name another folder")
        seats = seats_by_flags(table.config, args)
        plan = review_agenda(args, seats)
        require_prices(seats, caps, plan)
        topic = f"Review of {given.origin}"
        start = opening(table, topic, seats, table.config.rules.rules(), caps, "review", plan)
        screen = report_screen(args)
        files = FilesGiven(
            origin=given.origin, files=given.files, left_out=given.left_out, patch=patch
        )
        session = await convene(table, start, screen.see, given=files)
        code = await lead(table, session, screen, prepared)
        state = await table.driver.state(session)
    if state.ended is None or state.ended.outcome != "reviewed":
        return code
    return give_report(args, state, reported(state))


async def _material(
    args: argparse.Namespace, root: Path, ignore: tuple[str, ...]
) -> tuple[Given, str]:
    """The files to look at; with --diff, those that changed and the change itself."""
    if args.diff:
        return await from_diff(root if args.path == Path() else args.path, args.diff, ignore)
    return await from_path(args.path, ignore), ""
