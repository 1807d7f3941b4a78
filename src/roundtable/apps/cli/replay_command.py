"""`roundtable replay`: plays a log again through the same views. Nothing is asked anew."""

import argparse
import asyncio
import re

from roundtable.adapters.project import find_project
from roundtable.apps.cli.screens import Screen, add_screen_arguments, pick_screen
from roundtable.apps.sessions import find_session
from roundtable.bootstrap import open_table
from roundtable.core import events as e
from roundtable.core.errors import UsageError

EXAMPLES = """\
  roundtable replay              the latest session, at its own pace
  roundtable replay --speed 8    eight times as fast; 0 waits for nothing
"""
_LONGEST_PAUSE = 3.0


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("session", nargs="?", help="a session's name or a part of it")
    parser.add_argument("--speed", type=float, default=1.0, metavar="X", help="default 1")
    add_screen_arguments(parser)


def run(args: argparse.Namespace) -> int:
    if not 0 <= args.speed <= 1000:
        raise UsageError("--speed must be from 0 to 1000", "try --speed 4")
    return asyncio.run(_run(args))


async def _run(args: argparse.Namespace) -> int:
    async with open_table(find_project()) as table:
        name = await find_session(table.store, args.session)
        events = await table.store.read(name)
    screen = pick_screen(args)
    stop = asyncio.Event()
    async with screen.showing(lambda _: None, stop.set):
        for event in events:
            if stop.is_set():
                break
            await _play(event, screen, args.speed, stop)
    return 0


async def _play(event: e.Event, screen: Screen, speed: float, stop: asyncio.Event) -> None:
    """A turn's words come as they came, in their recorded time; the rest at once."""
    if isinstance(event, e.AgentEnd) and speed:
        words = re.findall(r"\s*\S+\s*", event.text)
        pause = min(event.seconds, _LONGEST_PAUSE * 20) / max(1, len(words)) / speed
        step = max(1, round(0.03 / pause)) if pause else len(words) or 1
        for start in range(0, len(words), step):
            if stop.is_set():
                return
            piece = "".join(words[start : start + step])
            screen.see(
                e.Token(session=event.session, turn_key=event.turn_key, seat=event.seat, text=piece)
            )
            await asyncio.sleep(pause * step)
    screen.see(event)
