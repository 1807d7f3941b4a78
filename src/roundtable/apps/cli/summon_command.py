"""`roundtable summon`: the table discusses a change, and ends with findings that can be applied."""

import argparse
import asyncio
from collections.abc import Sequence
from pathlib import Path

from roundtable.adapters.project import find_project
from roundtable.adapters.trees.given import Span, from_span, prefixes
from roundtable.apps.cli import exits
from roundtable.apps.cli.asking import DECISION_FATES, add_answer_arguments, answers
from roundtable.apps.cli.budgets import add_budget_arguments, budget
from roundtable.apps.cli.convening import require_prices, seats_by_flags
from roundtable.apps.cli.discuss_command import add_debate_arguments, pick_rules
from roundtable.apps.cli.forecasting import dry_run
from roundtable.apps.cli.leading import lead
from roundtable.apps.cli.reporting import (
    add_report_arguments,
    give_report,
    refuse_report,
    report_screen,
)
from roundtable.apps.cli.screens import add_screen_arguments
from roundtable.apps.convening import MAX_TOPIC, convene
from roundtable.bootstrap import open_table, opening, seat_knight
from roundtable.core.decide.summon import upheld
from roundtable.core.errors import UsageError
from roundtable.core.events import FilesGiven
from roundtable.core.parsing.text import clean, printable

EXAMPLES = """\
  roundtable summon                                  what is not committed yet, new files included
  roundtable summon "is the locking right?" --staged
  roundtable summon --branch main --path src         this branch, in one folder only
  roundtable summon --commit HEAD~1 --format sarif --out findings.sarif --fail-on warning
"""
QUESTION = "what must be mended?"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "words", nargs="*", metavar="WORD", help="what to look at in particular, in your words"
    )
    change = parser.add_argument_group("the change (default: all that is not committed)")
    which = change.add_mutually_exclusive_group()
    which.add_argument("--staged", action="store_true", help="what is staged, and nothing else")
    which.add_argument(
        "--branch",
        metavar="BASE",
        help="all since this branch left BASE: its commits, and what is not committed yet",
    )
    which.add_argument(
        "--commit", metavar="REF", help="what one commit changed, against its parent"
    )
    change.add_argument(
        "--path",
        action="append",
        default=[],
        metavar="PATH",
        help="only this file or folder (repeatable); the same as `-- PATH …` at the end",
    )
    add_report_arguments(parser)
    add_debate_arguments(parser)
    add_screen_arguments(parser)
    add_answer_arguments(parser)
    add_budget_arguments(parser)


def rewritten(argv: Sequence[str]) -> list[str]:
    """The command line with each path that follows `--` as an option."""
    words = list(argv)
    at = words.index("--") if "--" in words else len(words)
    return [*words[:at], *(f"--path={path}" for path in words[at + 1 :])]


def run(args: argparse.Namespace) -> int:
    return asyncio.run(_run(args))


async def _run(args: argparse.Namespace) -> int:
    project = find_project()
    refuse_report(args)
    words, caps, prepared = (
        _words(" ".join(args.words)),
        budget(args),
        answers(args, DECISION_FATES),
    )
    only = prefixes(project.root, Path.cwd().resolve(), args.path)
    async with open_table(project) as table:
        seats = seats_by_flags(table.config, args)
        # An empty chair is found before anything is recorded.
        knights = {seat.name: seat_knight(seat, project) for seat in seats}
        require_prices(seats, caps)
        ignore = tuple(table.config.rules.ignore)
        given, patch = await from_span(project.root, _span(args), only, ignore)
        topic = f"{given.origin[0].upper()}{given.origin[1:]}: {words or QUESTION}"
        start = opening(table, topic, seats, pick_rules(table.config, args), caps, "summon")
        files = FilesGiven(
            origin=given.origin, files=given.files, left_out=given.left_out, patch=patch
        )
        if args.dry_run:
            return await dry_run(table, start, knights, files)
        screen = report_screen(args)
        session = await convene(table, start, screen.see, given=files)
        code = await lead(table, session, screen, prepared)
        state = await table.driver.state(session)
    if state.ended is None:
        return code
    found = give_report(args, state, upheld(state))
    # An apply that followed at once, or an end without a decision, says more than what was found.
    own = code in (exits.DECIDED, exits.FINDINGS) and code == exits.exit_code(state)
    return found if own else code


def _span(args: argparse.Namespace) -> Span:
    if args.staged:
        return Span("staged")
    if args.branch is not None:
        return Span("branch", args.branch)
    return Span("commit", args.commit) if args.commit is not None else Span()


def _words(given: str) -> str:
    words = clean(given).strip()
    if len(words) > MAX_TOPIC:
        raise UsageError(
            f"your words have more than {MAX_TOPIC:,} characters",
            "put them into a file of the repository and name the file",
        )
    return words if printable(words).strip() else ""
