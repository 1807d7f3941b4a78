"""`roundtable build`: from a sentence to a checked project, round by round."""

import argparse
import asyncio
from pathlib import Path

from roundtable.adapters.project import find_project
from roundtable.adapters.trees.given import Given, from_path
from roundtable.apps.cli.agendas import add_agenda_arguments, agenda
from roundtable.apps.cli.asking import add_answer_arguments, answers
from roundtable.apps.cli.budgets import add_budget_arguments, budget
from roundtable.apps.cli.convening import (
    add_seat_arguments,
    read_topic,
    require_prices,
    seats_by_flags,
)
from roundtable.apps.cli.exporting import refuse_taken, write_result
from roundtable.apps.cli.forecasting import dry_run
from roundtable.apps.cli.leading import lead
from roundtable.apps.cli.screens import add_screen_arguments, pick_screen
from roundtable.apps.convening import convene
from roundtable.bootstrap import Table, open_table, opening, seat_knight
from roundtable.core.events import FilesGiven

EXAMPLES = """\
  roundtable build "a command that renames photos by their date"
  roundtable build --preset spec "a rota for a small clinic"
  roundtable build --from ./app --preset code "add a search to the notes" --out ./app-next
  roundtable build --rounds development,qa --judge Gawain --instruct qa="test the time zones" "…"
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("topic", nargs="?", help="what to build; `-` reads it from standard input")
    parser.add_argument("--file", type=Path, metavar="PATH", help="read it from a file")
    parser.add_argument(
        "--from",
        dest="given",
        type=Path,
        metavar="DIR|x.zip",
        help="existing files to start from; the knights extend them",
    )
    parser.add_argument(
        "--out", type=Path, metavar="DIR|x.zip", help="write the result there when it is built"
    )
    parser.add_argument(
        "--dry-run",
        action="store_true",
        help="show who would be asked what and the most it could cost; ask nobody",
    )
    parser.add_argument(
        "--seed",
        type=int,
        metavar="N",
        help="draw orders, judges and letters from this number, to rehearse the same table twice",
    )
    add_agenda_arguments(parser)
    add_seat_arguments(parser)
    add_screen_arguments(parser)
    add_answer_arguments(parser)
    add_budget_arguments(parser)


def run(args: argparse.Namespace) -> int:
    return asyncio.run(_run(args))


async def _run(args: argparse.Namespace) -> int:
    project = find_project()
    topic, caps, prepared = read_topic(args, "build"), budget(args), answers(args)
    if args.out:
        refuse_taken(args.out)
    async with open_table(project) as table:
        ignore = tuple(table.config.rules.ignore)
        given = await from_path(args.given, ignore) if args.given else None
        seats = seats_by_flags(table.config, args)
        # An empty chair is found before anything is recorded.
        knights = {seat.name: seat_knight(seat, project) for seat in seats}
        plan = agenda(args, seats, auto_advance=args.yes)
        require_prices(seats, caps, plan)
        start = opening(table, topic, seats, table.config.rules.rules(), caps, "build", plan)
        if args.seed is not None:
            start = start.model_copy(update={"seed": args.seed})
        if args.dry_run:
            return await dry_run(table, start, knights)
        screen = pick_screen(args)
        files = _given(given) if given else None
        session = await convene(table, start, screen.see, given=files)
        code = await lead(table, session, screen, prepared)
        if args.out:
            screen.say(await _write_out(table, session, args.out))
        return code


def _given(given: Given) -> FilesGiven:
    return FilesGiven(origin=given.origin, files=given.files, left_out=given.left_out)


async def _write_out(table: Table, session: str, target: Path) -> str:
    """Only what is built is written; the exit code stays the build's own."""
    state = await table.driver.state(session)
    if state.ended and state.ended.outcome == "built":
        if not state.project:
            return f"nothing is written to {target}: these rounds made no files"
        return await write_result(table, session, target)
    return f"not built yet; when it is: roundtable export {session} --to {target}"
