"""`roundtable show`: a session's record, what the knights were given, what it cost."""

import argparse
import asyncio
import sys
from collections.abc import Sequence

from roundtable.adapters.project import find_project
from roundtable.apps.sessions import find_session
from roundtable.bootstrap import open_table
from roundtable.core.events import AgentStart, Event
from roundtable.core.parsing.text import printable
from roundtable.core.state import SessionState
from roundtable.core.symptoms import log_of
from roundtable.core.tokens import estimate
from roundtable.views.account import account_lines
from roundtable.views.jsonl import JsonLines
from roundtable.views.pages import decisions_page, discussion_page, topic_page

EXAMPLES = """\
  roundtable show                  the latest session
  roundtable show cache --context  what the knights were given to read
  roundtable show cache --json     its events
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("session", nargs="?", help="a session's name or a part of it")
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--context", action="store_true", help="what the knights were given, and what was left out"
    )
    group.add_argument("--cost", action="store_true", help="tokens, money and time for each seat")
    group.add_argument("--json", action="store_true", help="the events, one JSON object a line")


def run(args: argparse.Namespace) -> int:
    return asyncio.run(_run(args))


async def _run(args: argparse.Namespace) -> int:
    async with open_table(find_project()) as table:
        name = await find_session(table.store, args.session)
        if args.json:
            out = JsonLines(sys.stdout)
            for event in await table.store.read(name):
                out.see(event)
            return 0
        state = await table.driver.state(name)
        events = await table.store.read(name)
    if args.context:
        text = "\n".join([*_context(state), *_left_out_of_turns(state, events)])
    elif args.cost:
        text = "\n".join(account_lines(state))
    else:
        pages = (topic_page(state), discussion_page(state), decisions_page(state))
        text = "\n".join((*pages, *account_lines(state)))
    print(printable(text))
    return 0


def _context(state: SessionState) -> list[str]:
    if state.context is None:
        return ["The knights have not been given anything yet."]
    lines = [
        f"At most {state.context.limit_tokens:,} tokens (half of what the smallest seat reads)."
    ]
    if state.context.remembered:
        lines += ["", "=== earlier decisions among it", *state.context.remembered]
    lines += _given(state)
    for part in state.context.parts:
        cut = ", cut" if part.cut else ""
        lines += ["", f"=== {part.kind}: {part.title} ({part.tokens:,} tokens{cut})", part.text]
    left_out = (*(state.given.left_out if state.given else ()), *state.context.left_out)
    if left_out:
        lines += ["", "=== left out"]
        lines += [f"{item.title}: {item.reason}" for item in left_out]
    for read in state.files:
        for file in read.files:
            asked = state.named(file.requested_by)
            lines += ["", f"=== asked for by {asked} in round {read.iteration}: {file.path}"]
            lines += [f"refused: {file.refused}" if file.refused else file.text]
    return lines


def _given(state: SessionState) -> list[str]:
    """The change or the log that the session is about."""
    if state.given is None:
        return []
    if state.given.patch:
        what, text = "the change:", state.given.patch
    elif state.opening.workflow == "code-red":
        what, text = "the log, from", log_of(state)
    else:
        return []
    return ["", f"=== {what} {state.given.origin} ({estimate(text):,} tokens)", text.rstrip("\n")]


def _left_out_of_turns(state: SessionState, events: Sequence[Event]) -> list[str]:
    """What of all this did not fit into somebody's prompt."""
    missed: dict[str, list[str]] = {}
    for start in (event for event in events if isinstance(event, AgentStart)):
        for item in start.left_out:
            missed.setdefault(item, []).append(start.seat)
    if not missed:
        return []
    told = (f"{item}: for {state.named(dict.fromkeys(who))}" for item, who in missed.items())
    return ["", "=== left out of prompts that were too long", *told]
