"""`roundtable discuss`: a question to the table."""

import argparse
import asyncio
import sys
from pathlib import Path

from roundtable.adapters.project import find_project
from roundtable.apps.cli.asking import add_answer_arguments, answers
from roundtable.apps.cli.budgets import add_budget_arguments, budget
from roundtable.apps.cli.forecasting import dry_run
from roundtable.apps.cli.leading import lead
from roundtable.apps.cli.screens import add_screen_arguments, pick_screen
from roundtable.bootstrap import Table, open_table, opening, seat_knight, seat_model
from roundtable.core.budget import Budget
from roundtable.core.config import Config
from roundtable.core.errors import CommandRefused, KnightUnavailable, UsageError
from roundtable.core.events import SessionStart
from roundtable.core.naming import session_name
from roundtable.core.parsing.text import clean, printable
from roundtable.core.ports import Watcher
from roundtable.core.rules import Rules
from roundtable.core.seats import Seat

EXAMPLES = """\
  roundtable discuss "How should we cache the search results?"
  roundtable discuss --file question.md --blind --rounds 4
  git log -1 --format=%B | roundtable discuss - --yes --json
"""
MAX_TOPIC = 100_000


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("topic", nargs="?", help="the question; `-` reads it from standard input")
    parser.add_argument("--file", type=Path, metavar="PATH", help="read the question from a file")
    parser.add_argument(
        "--rounds", type=int, metavar="N", help="rounds before the King must decide"
    )
    parser.add_argument("--threshold", type=int, metavar="N", help="score that counts as agreement")
    parser.add_argument(
        "--knight", action="append", metavar="NAME", help="seat only this knight (repeatable)"
    )
    parser.add_argument(
        "--model",
        action="append",
        metavar="NAME=MODEL",
        help="the model of a knight, for this session (repeatable)",
    )
    parser.add_argument(
        "--dry-run",
        action="store_true",
        help="show who would be asked what and the most it could cost; ask nobody",
    )
    parser.add_argument(
        "--blind", action="store_true", help="first round: all speak at once, unseen by the others"
    )
    add_screen_arguments(parser)
    add_answer_arguments(parser)
    add_budget_arguments(parser)


def run(args: argparse.Namespace) -> int:
    return asyncio.run(_run(args))


async def _run(args: argparse.Namespace) -> int:
    project = find_project()
    topic, caps, prepared = read_topic(args), budget(args), answers(args)
    async with open_table(project) as table:
        seats = with_models(pick_seats(table.config, args.knight), args.model or [])
        # An empty chair is found before anything is recorded.
        knights = {seat.name: seat_knight(seat, project) for seat in seats}
        start = opening(table, topic, seats, pick_rules(table.config, args), caps)
        refuse_unpriced(seats, caps)
        if args.dry_run:
            return await dry_run(table, start, knights)
        screen = pick_screen(args)
        session = await convene(table, start, screen.see)
        return await lead(table, session, screen, prepared)


async def convene(table: Table, start: SessionStart, watcher: Watcher) -> str:
    """Record the session under a name of its own."""
    taken = {row.session for row in await table.store.sessions()}
    while True:
        name = session_name(start.topic, table.clock.now()[:10], taken)
        try:
            await table.driver.create(name, start, watcher)
        except CommandRefused:
            taken.add(name)  # somebody else took it this moment
            continue
        return name


def read_topic(args: argparse.Namespace) -> str:
    """The question, from wherever it was given."""
    if args.topic is not None and args.file:
        raise UsageError("the question is given twice", "give it as words or with --file")
    if args.file:
        try:
            content = args.file.read_bytes()
        except OSError as error:
            raise UsageError(
                f"{args.file} cannot be read ({error.strerror})", "give the path of a text file"
            ) from error
    elif args.topic is not None and args.topic != "-":
        content = args.topic.encode("utf-8", "replace")
    elif args.topic == "-" or not sys.stdin.isatty():
        content = sys.stdin.buffer.read(MAX_TOPIC * 4 + 1)
    else:
        content = b""
    topic = clean(content.decode("utf-8", "replace")).replace("\r\n", "\n").strip("\ufeff \t\n")
    if not printable(topic).strip():
        raise UsageError("the question is empty", 'ask something: roundtable discuss "…"')
    if len(topic) > MAX_TOPIC:
        raise UsageError(
            f"the question has more than {MAX_TOPIC:,} characters",
            "put the material into files of the repository and name them in the question",
        )
    return topic


def pick_seats(config: Config, wanted: list[str] | None) -> tuple[Seat, ...]:
    """The knights of the config, or those among them that were named."""
    seats = config.seats()
    if wanted:
        by_name = {seat.name.casefold(): seat for seat in seats}
        for name in wanted:
            if name.casefold() not in by_name:
                known = ", ".join(seat.name for seat in seats)
                raise KnightUnavailable(
                    f"there is no knight {name!r} in .roundtable/config.json", f"one of: {known}"
                )
        names = dict.fromkeys(name.casefold() for name in wanted)
        seats = tuple(by_name[name] for name in names)
    if len(seats) < 2:
        raise KnightUnavailable(
            "one knight alone is no table", "seat at least two in .roundtable/config.json"
        )
    return seats


def refuse_unpriced(seats: tuple[Seat, ...], caps: Budget) -> None:
    """A cap on money cannot be kept where nobody knows the price."""
    if caps.max_cost_microusd is None:
        return
    for seat in seats:
        for adapter in filter(None, (seat.adapter, seat.fallback)):
            unpriced = adapter != "scripted" and not seat_model(seat, adapter).priced
            if unpriced:
                raise UsageError(
                    f"no price is known for {seat.name}'s model {seat_model(seat, adapter).id!r}, "
                    "so --max-cost cannot be kept",
                    "cap the tokens instead: --max-tokens 200000",
                )


def with_models(seats: tuple[Seat, ...], flags: list[str]) -> tuple[Seat, ...]:
    """The seats with the models that the flags name."""
    wanted: dict[str, str] = {}
    for flag in flags:
        name, equals, model = flag.partition("=")
        seat = next((s for s in seats if s.name.casefold() == name.strip().casefold()), None)
        if seat is None or not equals or not model.strip():
            known = ", ".join(s.name for s in seats)
            raise UsageError(
                f"--model {flag!r} cannot be read", f"write --model NAME=MODEL with one of {known}"
            )
        wanted[seat.name] = model.strip()
    return tuple(
        seat.model_copy(update={"model": wanted[seat.name]}) if seat.name in wanted else seat
        for seat in seats
    )


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
