"""The agenda of a build from the command line: presets, single rounds, and settings for each."""

import argparse
from collections.abc import Callable, Sequence
from typing import TypeVar

from pydantic import ValidationError

from roundtable.apps.convening import about, seated_judge
from roundtable.core.agenda import PRESETS, ROTATE, ROUNDS, Agenda, RoundPlan, plan_rounds
from roundtable.core.errors import UsageError
from roundtable.core.seats import Seat

T = TypeVar("T")


def add_agenda_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("rounds")
    group.add_argument(
        "--preset",
        choices=tuple(PRESETS),
        help="spec: requirements and architecture; code: development and review; "
        "full: requirements to qa; review: review alone (default: all seven)",
    )
    group.add_argument("--rounds", metavar="A,B,…", help=f"only these of: {', '.join(ROUNDS)}")
    group.add_argument("--skip", action="append", metavar="ROUND", help="all but this (repeatable)")
    group.add_argument(
        "--instruct",
        action="append",
        metavar="ROUND=TEXT",
        help="your own instructions for a round (repeatable)",
    )
    group.add_argument(
        "--iterations",
        action="append",
        metavar="[ROUND=]N",
        help="iterations before you are asked (default 3; repeatable)",
    )
    group.add_argument(
        "--say", action="append", metavar="ROUND=TOKENS", help="what one turn may say (repeatable)"
    )
    group.add_argument(
        "--blind", action="append", metavar="ROUND", help="a blind opening (repeatable)"
    )
    group.add_argument(
        "--open", action="append", metavar="ROUND", help="an opening in turn (repeatable)"
    )
    _add_judging_arguments(parser)
    running = parser.add_argument_group("running what was built")
    running.add_argument(
        "--network",
        choices=("none", "build", "all"),
        default="none",
        help="whom it may reach in the execution round: nobody (default), others while it is "
        "built (to fetch images and packages), or others at all times",
    )
    running.add_argument(
        "--auto-retry",
        type=int,
        default=0,
        metavar="N",
        help="run what the execution round has mended again, up to N times (0 to 3) without asking",
    )


def _add_judging_arguments(parser: argparse.ArgumentParser) -> None:
    judging = parser.add_argument_group("judging")
    judging.add_argument(
        "--judge",
        default=ROTATE,
        metavar="NAME[=MODEL]",
        help="who judges every round, and with which model (default: rotate)",
    )
    judging.add_argument(
        "--judges",
        type=int,
        default=1,
        metavar="N",
        help="a panel of N compares the candidates in pairs before the judge speaks (default 1)",
    )
    judging.add_argument(
        "--chunk-tokens",
        type=int,
        default=20_000,
        metavar="N",
        help="the most that a chunk of a review holds; 0: all at once (default 20000)",
    )


def agenda(args: argparse.Namespace, seats: Sequence[Seat], auto_advance: bool) -> Agenda:
    """What the flags say; anything that cannot be meant is refused by name."""
    plans = _plans(args)
    judge, _, model = args.judge.partition("=")
    try:
        return Agenda(
            rounds=plans,
            judge=_judge(judge, seats),
            judge_model=model.strip() or None,
            judges=_within("--judges", args.judges, 1, len(seats)),
            auto_advance=auto_advance,
            chunk_tokens=_within("--chunk-tokens", args.chunk_tokens, 0, 1_000_000),
            auto_retry=_within("--auto-retry", args.auto_retry, 0, 3),
            network=args.network,
        )
    except ValidationError as error:
        problem = error.errors()[0]
        raise UsageError(f"{problem['loc'][0]}: {problem['msg']}", "see --help") from error


def review_agenda(args: argparse.Namespace, seats: Sequence[Seat]) -> Agenda:
    """The one round of a review."""
    judge, _, model = args.judge.partition("=")
    plan = ROUNDS["review"].model_copy(update={"instructions": args.instruct.strip()})
    return Agenda(
        rounds=(plan,),
        judge=_judge(judge, seats),
        judge_model=model.strip() or None,
        auto_advance=True,
        chunk_tokens=_within("--chunk-tokens", args.chunk_tokens, 0, 1_000_000),
    )


def _plans(args: argparse.Namespace) -> tuple[RoundPlan, ...]:
    keys = _keys(args)
    plans = {plan.key: plan for plan in plan_rounds(keys)}
    changes: dict[str, dict[str, object]] = {key: {} for key in plans}
    for key, text in _settings(args.instruct, "--instruct", str, keys):
        changes[key]["instructions"] = text
    for key, number in _iterations(args.iterations, keys):
        changes[key]["iterations"] = _within("--iterations", number, 1, 20)
    for key, number in _settings(args.say, "--say", _number, keys):
        changes[key]["max_output_tokens"] = _within("--say", number, 64, 200_000)
    for flag, blind in (("--blind", True), ("--open", False)):
        for key in getattr(args, flag[2:]) or []:
            changes[_round(key, flag, keys)]["blind"] = blind
    return tuple(plan.model_copy(update=changes[key]) for key, plan in plans.items())


def _keys(args: argparse.Namespace) -> tuple[str, ...]:
    if args.preset and args.rounds:
        raise UsageError("--preset and --rounds say two things", "give one of them")
    everything = tuple(ROUNDS)
    wanted: Sequence[str] = PRESETS[args.preset] if args.preset else everything
    if args.rounds is not None:
        wanted = [_round(word, "--rounds", everything) for word in args.rounds.split(",")]
    skipped = {_round(word, "--skip", everything) for word in args.skip or []}
    keys = tuple(key for key in everything if key in wanted and key not in skipped)
    if not keys:
        raise UsageError("no round is left to be held", "skip fewer, or name some with --rounds")
    return keys


def _round(word: str, flag: str, keys: Sequence[str]) -> str:
    key = word.strip().lower()
    if key not in keys:
        raise UsageError(
            f"{flag}: there is no round {word.strip()!r} here", f"one of {', '.join(keys)}"
        )
    return key


def _settings(
    given: Sequence[str] | None, flag: str, read: Callable[[str], T], keys: Sequence[str]
) -> list[tuple[str, T]]:
    found: list[tuple[str, T]] = []
    for item in given or ():
        key, equals, value = item.partition("=")
        if not equals or not value.strip():
            raise UsageError(f"{flag} {item!r} cannot be read", f"write {flag} ROUND=…")
        found.append((_round(key, flag, keys), _read(flag, item, read, value.strip())))
    return found


def _iterations(given: Sequence[str] | None, keys: Sequence[str]) -> list[tuple[str, int]]:
    """`--iterations 2` is meant for all rounds, `--iterations qa=1` for one."""
    for_all = [item for item in given or () if "=" not in item]
    for_one = [item for item in given or () if "=" in item]
    found = [(key, _read("--iterations", item, _number, item)) for item in for_all for key in keys]
    return found + _settings(for_one, "--iterations", _number, keys)


def _read(flag: str, item: str, read: Callable[[str], T], value: str) -> T:
    try:
        return read(value)
    except ValueError:
        raise UsageError(f"{flag} {item!r}: {value!r} is not a number", f"try {flag} 2") from None


def _number(text: str) -> int:
    return int(text)


def _within(flag: str, number: int, least: int, most: int) -> int:
    if not least <= number <= most:
        raise UsageError(f"{flag} must be from {least} to {most}, not {number}", "see --help")
    return number


def _judge(name: str, seats: Sequence[Seat]) -> str:
    with about("--judge"):
        return seated_judge(name.strip(), seats)
