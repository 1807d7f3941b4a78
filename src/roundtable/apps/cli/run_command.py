"""`roundtable run`: what a session has built, in a container, with every word of it live."""

import argparse
import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from roundtable.adapters.project import find_project
from roundtable.adapters.runners.variables import read_variables
from roundtable.apps.cli import exits
from roundtable.apps.cli.asking import add_answer_arguments, answers
from roundtable.apps.cli.budgets import add_budget_arguments, budget
from roundtable.apps.cli.leading import lead
from roundtable.apps.cli.screens import JsonScreen, PlainScreen, add_screen_arguments, pick_screen
from roundtable.apps.records import write_views
from roundtable.apps.running import calls_for_analysis
from roundtable.apps.sessions import find_session
from roundtable.bootstrap import Table, open_table
from roundtable.core.budget import Budget
from roundtable.core.commands import Analyse
from roundtable.core.errors import UsageError
from roundtable.core.running import Demand, RunLimits
from roundtable.core.secrets import Secret

EXAMPLES = """\
  roundtable run                          the latest session; Ctrl-C stops what runs
  roundtable run photos --network build   packages may be fetched while it is built
  roundtable run photos --env-file .env --seconds 600 --no-analyse
"""
_DEFAULTS = RunLimits()


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("session", nargs="?", help="a session's name or a part of it")
    parser.add_argument(
        "--network",
        choices=("none", "build", "all"),
        default="none",
        help="whom it may reach: nobody (default), others while it is built, or at all times",
    )
    parser.add_argument(
        "--env-file",
        type=Path,
        metavar="PATH",
        help="variables for it, one NAME=VALUE a line; their values are recorded nowhere",
    )
    limits = parser.add_argument_group("bounds")
    limits.add_argument(
        "--seconds",
        type=float,
        default=_DEFAULTS.seconds,
        metavar="N",
        help=f"then it is ended (default {_DEFAULTS.seconds:g})",
    )
    limits.add_argument(
        "--memory",
        type=int,
        default=_DEFAULTS.memory_mb,
        metavar="MB",
        help=f"for each service (default {_DEFAULTS.memory_mb})",
    )
    limits.add_argument(
        "--cpus",
        type=float,
        default=_DEFAULTS.cpus,
        metavar="N",
        help=f"for each service (default {_DEFAULTS.cpus:g})",
    )
    parser.add_argument(
        "--no-analyse",
        action="store_true",
        help="where it fails, do not have the table look at it",
    )
    parser.add_argument("--instruct", default="", metavar="TEXT", help="a word to the table then")
    add_screen_arguments(parser)
    add_answer_arguments(parser)
    add_budget_arguments(parser)


def run(args: argparse.Namespace) -> int:
    return asyncio.run(_run(args))


async def _run(args: argparse.Namespace) -> int:
    caps, prepared, variables = budget(args), answers(args), _variables(args.env_file)
    demand = _demand(args, variables)
    async with open_table(find_project()) as table:
        name = await find_session(table.store, args.session)
        state = await table.driver.state(name)
        # What it writes goes by as it comes: no table is drawn over it.
        screen = JsonScreen() if args.json else PlainScreen(state, sys.stdout)
        await table.driver.watch(name, screen.see)
        if sys.stderr.isatty():
            print("Ctrl-C stops what runs.", file=sys.stderr)
        with _stopping(table, name):
            state = await table.driver.run(name, demand, variables)
        await write_views(table, state)
        last = state.runs[-1]
        if args.no_analyse or not calls_for_analysis(state):
            return exits.run_code(last)
        await table.driver.unwatch(name, screen.see)
        screen.say("The table looks at what came of it.")
        shown = pick_screen(args, state)
        await table.driver.watch(name, shown.see)
        await table.driver.send(name, Analyse(args.instruct))
        return await lead(table, name, shown, prepared, caps if caps != Budget() else None)


def _demand(args: argparse.Namespace, variables: dict[str, Secret]) -> Demand:
    try:
        limits = RunLimits(seconds=args.seconds, memory_mb=args.memory, cpus=args.cpus)
    except ValidationError as error:
        problem = error.errors()[0]
        flag = {"memory_mb": "memory"}.get(str(problem["loc"][0]), str(problem["loc"][0]))
        raise UsageError(f"--{flag}: {problem['msg'].lower()}", "see --help") from error
    return Demand(limits=limits, network=args.network, variables=bool(variables))


def _variables(path: Path | None) -> dict[str, Secret]:
    if path is None:
        return {}
    try:
        return read_variables(path.read_text(encoding="utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"--env-file: {path} cannot be read: {error}", "name another") from error


@contextlib.contextmanager
def _stopping(table: Table, session: str) -> Iterator[None]:
    """Ctrl-C ends what runs, and its outcome is recorded; a second one leaves at once."""
    pressed = 0

    def stop() -> None:
        nonlocal pressed
        pressed += 1
        if pressed > 1:
            print("\nleft; what it left behind is swept by the next run", file=sys.stderr)
            os._exit(exits.LEFT)
        table.driver.stop_run(session)

    loop = asyncio.get_running_loop()
    names = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    for name in names:
        loop.add_signal_handler(name, stop)
    try:
        yield
    finally:
        for name in names:
            loop.remove_signal_handler(name)
