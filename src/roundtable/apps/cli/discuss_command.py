"""`roundtable discuss`: a question to the table."""

import argparse
import asyncio
from pathlib import Path

from roundtable.adapters.project import find_project
from roundtable.apps.cli.asking import DECISION_FATES, add_answer_arguments, answers
from roundtable.apps.cli.budgets import add_budget_arguments, budget
from roundtable.apps.cli.convening import (
    add_seat_arguments,
    read_topic,
    require_prices,
    seats_by_flags,
)
from roundtable.apps.cli.forecasting import dry_run
from roundtable.apps.cli.leading import lead
from roundtable.apps.cli.screens import add_screen_arguments, pick_screen
from roundtable.apps.convening import convene
from roundtable.bootstrap import open_table, opening, seat_knight
from roundtable.core.config import Config
from roundtable.core.errors import UsageError
from roundtable.core.rules import Rules

EXAMPLES = """\
  roundtable discuss "How should we cache the search results?"
  roundtable discuss --file question.md --blind --rounds 4
  git log -1 --format=%B | roundtable discuss - --yes --json
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("topic", nargs="?", help="the question; `-` reads it from standard input")
    parser.add_argument("--file", type=Path, metavar="PATH", help="read the question from a file")
    add_debate_arguments(parser)
    add_screen_arguments(parser)
    add_answer_arguments(parser)
    add_budget_arguments(parser)


def add_debate_arguments(parser: argparse.ArgumentParser) -> None:
    """Who discusses, for how long, and when they have agreed."""
    parser.add_argument(
        "--rounds", type=int, metavar="N", help="rounds before the King must decide"
    )
    parser.add_argument("--threshold", type=int, metavar="N", help="score that counts as agreement")
    add_seat_arguments(parser)
    parser.add_argument(
        "--dry-run",
        action="store_true",
        help="show who would be asked what and the most it could cost; ask nobody",
    )
    parser.add_argument(
        "--blind", action="store_true", help="first round: all speak at once, unseen by the others"
    )


def run(args: argparse.Namespace) -> int:
    return asyncio.run(_run(args))


async def _run(args: argparse.Namespace) -> int:
    project = find_project()
    topic, caps, prepared = read_topic(args), budget(args), answers(args, DECISION_FATES)
    async with open_table(project) as table:
        seats = seats_by_flags(table.config, args)
        # An empty chair is found before anything is recorded.
        knights = {seat.name: seat_knight(seat, project) for seat in seats}
        start = opening(table, topic, seats, pick_rules(table.config, args), caps)
        require_prices(seats, caps)
        if args.dry_run:
            return await dry_run(table, start, knights)
        screen = pick_screen(args)
        session = await convene(table, start, screen.see)
        return await lead(table, session, screen, prepared)


def pick_rules(config: Config, args: argparse.Namespace) -> Rules:
    """The config's rules with what the flags say instead."""
    rules = config.rules.rules(blind=args.blind)
    given = {"max_rounds": args.rounds, "consensus_threshold": args.threshold}
    bounds = {"max_rounds": ("--rounds", 50), "consensus_threshold": ("--threshold", 10)}
    for field, value in given.items():
        flag, most = bounds[field]
        if value is not None and not 1 <= value <= most:
            raise UsageError(f"{flag} must be from 1 to {most}, not {value}", f"try {flag} 5")
    return rules.model_copy(update={k: v for k, v in given.items() if v is not None})
