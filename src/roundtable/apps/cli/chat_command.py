"""`roundtable chat`: a question to the judge about a session. It changes nothing."""

import argparse
import asyncio

from roundtable.adapters.project import find_project
from roundtable.apps.sessions import find_session
from roundtable.bootstrap import open_table
from roundtable.core.errors import KnightUnavailable
from roundtable.core.parsing.text import printable
from roundtable.views.figures import count, money

EXAMPLES = """\
  roundtable chat "Why was Lancelot's parser not taken?"
  roundtable chat --session photos "Which claims were conceded?"
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("question", help="what you want to know")
    parser.add_argument("--session", help="a session's name or a part of it (default: the latest)")


def run(args: argparse.Namespace) -> int:
    return asyncio.run(_run(args))


async def _run(args: argparse.Namespace) -> int:
    async with open_table(find_project()) as table:
        name = await find_session(table.store, args.session)
        state = await table.driver.chat(name, args.question)
    answer = [turn for turn in state.turns.values() if turn.purpose == "chat"][-1]
    who = state.named((answer.seat,))
    if answer.status != "done":
        raise KnightUnavailable(
            f"{who} did not answer: {answer.error}: {answer.detail}", "ask again in a while"
        )
    used = answer.usage
    print(printable(f"{who}:\n\n{answer.text.strip()}\n"))
    print(f"{count(used.tokens)} tokens, {money(used.cost_microusd)}")
    return 0
