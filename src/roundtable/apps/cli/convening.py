"""What every command that convenes a table reads: the flags for its seats, and the topic."""

import argparse
import sys
from collections.abc import Sequence

from roundtable.apps.convening import MAX_TOPIC, pick_seats, refuse_unpriced, with_models
from roundtable.core.agenda import Agenda
from roundtable.core.budget import Budget
from roundtable.core.config import Config
from roundtable.core.errors import UsageError
from roundtable.core.parsing.text import clean, printable
from roundtable.core.seats import Seat


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


def seats_by_flags(config: Config, args: argparse.Namespace) -> tuple[Seat, ...]:
    """The knights of the config, or those whom the flags name, with the models of the flags."""
    seats = pick_seats(config, args.knight)
    return with_models(seats, read_models(args.model or (), seats))


def read_models(flags: Sequence[str], seats: Sequence[Seat] | None = None) -> dict[str, str]:
    """`NAME=MODEL` of each flag, the last one for a knight; with seats, for these alone."""
    known = [seat.name for seat in seats or ()]
    names = {name.casefold() for name in known}
    wanted: dict[str, str] = {}
    for flag in flags:
        name, equals, model = (part.strip() for part in flag.partition("="))
        seated = bool(name) if seats is None else name.casefold() in names
        if not (seated and equals and model):
            among = f" with one of {', '.join(known)}" if known else ""
            raise UsageError(f"--model {flag!r} cannot be read", f"write --model NAME=MODEL{among}")
        wanted.pop(name, None)  # the last one stands last, also among spellings of a name
        wanted[name] = model
    return wanted


def require_prices(seats: tuple[Seat, ...], caps: Budget, agenda: Agenda | None = None) -> None:
    """Refuse what every front door refuses, with the flag that is the remedy here."""
    try:
        refuse_unpriced(seats, caps, agenda)
    except UsageError as error:
        raise UsageError(error.message, f"{error.remedy}: --max-tokens 200000") from error


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
