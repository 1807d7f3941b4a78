"""What every command that convenes a table shares: the topic, the seats, the session's name."""

import argparse
import sys

from roundtable.adapters.history_links import link_history
from roundtable.bootstrap import Table, as_judge, seat_model
from roundtable.core.agenda import Agenda
from roundtable.core.budget import Budget
from roundtable.core.config import Config
from roundtable.core.errors import CommandRefused, KnightUnavailable, UsageError
from roundtable.core.events import FilesGiven, SessionStart
from roundtable.core.naming import session_name
from roundtable.core.parsing.text import clean, printable
from roundtable.core.ports import Watcher
from roundtable.core.seats import Seat

MAX_TOPIC = 100_000


def add_seat_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--knight", action="append", metavar="NAME", help="seat only this knight (repeatable)"
    )
    parser.add_argument(
        "--model",
        action="append",
        metavar="NAME=MODEL",
        help="the model of a knight, for this session (repeatable)",
    )


async def convene(
    table: Table, start: SessionStart, watcher: Watcher, given: FilesGiven | None = None
) -> str:
    """Record the session under a name of its own, with the files that it starts from."""
    await link_history(table.store, table.clock, table.project.root)
    taken = {row.session for row in await table.store.sessions()}
    while True:
        name = session_name(start.topic, table.clock.now()[:10], taken)
        try:
            await table.driver.create(name, start, watcher, given=given)
        except CommandRefused:
            taken.add(name)  # somebody else took it this moment
            continue
        return name


def read_topic(args: argparse.Namespace, command: str = "discuss") -> str:
    """The question or the task, from wherever it was given."""
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
        what, verb = ("task", "name it") if command == "build" else ("question", "ask something")
        raise UsageError(f"the {what} is empty", f'{verb}: roundtable {command} "…"')
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


def refuse_unpriced(seats: tuple[Seat, ...], caps: Budget, agenda: Agenda | None = None) -> None:
    """A cap on money cannot be kept where nobody knows the price."""
    if caps.max_cost_microusd is None:
        return
    judges = [as_judge(seat, agenda) for seat in seats] if agenda else []
    for seat in (*seats, *judges):
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
