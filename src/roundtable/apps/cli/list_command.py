"""`roundtable list`: all sessions, a line each."""

import argparse
import json

from roundtable.adapters.project import find_project
from roundtable.adapters.stores.glance import glance

EXAMPLES = """\
  roundtable list
  roundtable list --json
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: argparse.Namespace) -> int:
    sessions = glance(find_project().log)
    if args.json:
        for session in sessions:
            print(json.dumps(session, ensure_ascii=False))
        return 0
    if not sessions:
        print('No sessions yet. Convene one: roundtable discuss "…"')
        return 0
    width = max(len(s["session"]) for s in sessions)
    for session in reversed(sessions):
        print(f"{session['session']:<{width}}  {_standing(session)}{_rehearsal(session)}")
    return 0


def _standing(session: dict[str, object]) -> str:
    phase = session["outcome"] or session["phase"]
    place = session.get("stage") or f"round {session['round']}"
    return f"{phase!s:<14} {place}  ${session['cost_usd']:.2f}"


def _rehearsal(session: dict[str, object]) -> str:
    return "  (scripted rehearsal)" if session["rehearsal"] else ""
