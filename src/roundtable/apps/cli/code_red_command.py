"""`roundtable code-red`: the doctors look for the root cause of a failure; the log of cases."""

import argparse
import asyncio
import dataclasses
import json
import re
from collections.abc import Sequence
from pathlib import Path

from roundtable.adapters.history_links import link_history
from roundtable.adapters.project import find_project
from roundtable.apps.cli.asking import DIAGNOSIS_FATES, add_answer_arguments, answers
from roundtable.apps.cli.budgets import add_budget_arguments, budget
from roundtable.apps.cli.convening import add_seat_arguments, require_prices, seats_by_flags
from roundtable.apps.cli.decree_command import record
from roundtable.apps.cli.discuss_command import pick_rules
from roundtable.apps.cli.forecasting import dry_run
from roundtable.apps.cli.leading import lead
from roundtable.apps.cli.piping import read_log
from roundtable.apps.cli.screens import add_screen_arguments, pick_screen
from roundtable.apps.convening import MAX_TOPIC, convene
from roundtable.apps.records import refresh_memory
from roundtable.bootstrap import Table, open_table, opening, seat_knight
from roundtable.core import error_log
from roundtable.core.error_log import Case
from roundtable.core.errors import UnknownSession, UsageError
from roundtable.core.events import CaseClosed
from roundtable.core.parsing.text import clean, printable
from roundtable.core.symptoms import log_text, topic_of
from roundtable.views.error_log_page import case_line

EXAMPLES = """\
  roundtable code-red "login crashes on submit"
  pytest 2>&1 | roundtable code-red "the tests fail since this morning"
  roundtable code-red --log server.log --yes       the first error is the symptom
  roundtable code-red list --all
  roundtable code-red close CR-001 --because "fixed in 4f2a91c"
"""
_NUMBER = re.compile(r"(?:cr-?)?0*(\d{1,9})", re.IGNORECASE)


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "words",
        nargs="*",
        metavar="SYMPTOM",
        help="what is wrong, in your words; or `list`, or `close CR-001`, about the error log",
    )
    parser.add_argument(
        "--symptom", metavar="TEXT", help="the symptom, where it is the word `list` or `close`"
    )
    parser.add_argument(
        "--log",
        type=Path,
        metavar="FILE",
        help="a log or a traceback; without it, what is piped into the command is read to its end "
        "(< /dev/null: none)",
    )
    parser.add_argument(
        "--all",
        action="store_true",
        help="list: the resolved cases as well (with --json: one JSON object a line)",
    )
    parser.add_argument("--because", metavar="REASON", help="close: why the case is resolved")
    parser.add_argument(
        "--rounds", type=int, metavar="N", help="rounds after the triage, before the King must act"
    )
    add_seat_arguments(parser)
    parser.add_argument(
        "--dry-run",
        action="store_true",
        help="show who would be asked what and the most it could cost; ask nobody",
    )
    add_screen_arguments(parser)
    add_answer_arguments(parser)
    add_budget_arguments(parser)
    parser.set_defaults(blind=False, threshold=None)


def run(args: argparse.Namespace) -> int:
    words = args.words if args.symptom is None else []
    if words == ["list"]:
        _refuse(args, "list", "because")
        return asyncio.run(_list(args.all, args.json))
    if words[:1] == ["close"] and (len(words) <= 2 or all(map(_NUMBER.fullmatch, words[1:]))):
        _refuse(args, "close", "all")
        return asyncio.run(_close(words[1:], args.because or ""))
    _refuse(args, "a new code-red", "all", "because")
    return asyncio.run(_diagnose(args))


def _refuse(args: argparse.Namespace, what: str, *flags: str) -> None:
    for flag in flags:
        if getattr(args, flag):
            raise UsageError(f"--{flag} does not go with {what}", "see: roundtable code-red --help")


async def _diagnose(args: argparse.Namespace) -> int:
    project = find_project()
    caps, prepared = budget(args), answers(args, DIAGNOSIS_FATES)
    symptom = _symptom(args)
    log = read_log(args.log)
    topic = symptom or (topic_of(log_text(log)) if log else "")
    if not topic:
        raise UsageError(
            "there is neither a symptom nor a log",
            'say what is wrong: roundtable code-red "…", or pipe a log into it',
        )
    async with open_table(project) as table:
        seats = seats_by_flags(table.config, args)
        # An empty chair is found before anything is recorded.
        knights = {seat.name: seat_knight(seat, project) for seat in seats}
        rules = pick_rules(table.config, args)
        start = opening(table, topic, seats, rules, caps, "code-red")
        require_prices(seats, caps)
        if args.dry_run:
            return await dry_run(table, start, knights, log)
        screen = pick_screen(args)
        session = await convene(table, start, screen.see, given=log)
        return await lead(table, session, screen, prepared)


def _symptom(args: argparse.Namespace) -> str:
    """The symptom in the developer's words; empty where the log alone shall tell it."""
    if args.symptom is not None and args.words:
        raise UsageError("the symptom is given twice", "give it as words or with --symptom")
    given = " ".join(args.words) if args.symptom is None else args.symptom
    text = clean(given).replace("\r\n", "\n").strip()
    if len(text) > MAX_TOPIC:
        raise UsageError(
            f"the symptom has more than {MAX_TOPIC:,} characters", "give the material with --log"
        )
    return text if printable(text).strip() not in ("", "-") else ""


async def _list(everything: bool, as_json: bool) -> int:
    async with open_table(find_project()) as table:
        # A fix that was reverted since makes its case an open one again.
        if await link_history(table.store, table.clock, table.project.root):
            await refresh_memory(table)
        found = await error_log.cases(table.store)
    shown = [case for case in found if everything or case.status != "RESOLVED"]
    if as_json:
        for case in shown:
            print(json.dumps(dataclasses.asdict(case), ensure_ascii=False))
        return 0
    if not shown:
        resolved = f" ({len(found)} resolved: --all)" if found else ""
        print(f"No case is open{resolved}.")
    for case in shown:
        print(printable(case_line(case)))
    return 0


async def _close(numbers: Sequence[str], reason: str) -> int:
    if not numbers:
        raise UsageError("which case is resolved?", "name it: roundtable code-red close CR-001")
    async with open_table(find_project()) as table:
        for case in [await _case(table, number) for number in numbers]:
            closed = CaseClosed(case_session=case.session, reason=clean(reason).strip())
            await record(table, closed)
            print(f"{case.number} is resolved.")
    return 0


async def _case(table: Table, number: str) -> Case:
    match = _NUMBER.fullmatch(number.strip())
    wanted = f"CR-{int(match[1]):03d}" if match else number
    for case in await error_log.cases(table.store):
        if case.number == wanted:
            if case.status == "RESOLVED":
                raise UsageError(f"{wanted} is resolved already", "nothing needs to be done")
            return case
    raise UnknownSession(f"there is no case {number!r}", "see: roundtable code-red list --all")
