"""`roundtable status`: where a session stands, from its summary alone."""

import argparse
import json
from typing import Any

from roundtable.adapters.project import find_project
from roundtable.adapters.stores.glance import glance
from roundtable.apps.sessions import resolve
from roundtable.core.parsing.text import one_line

EXAMPLES = """\
  roundtable status          the latest session
  roundtable status cache    the one with this in its name
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("session", nargs="?", help="a session's name or a part of it")
    parser.add_argument("--json", action="store_true", help="the summary as JSON")


def run(args: argparse.Namespace) -> int:
    sessions = {s["session"]: s for s in glance(find_project().log)}
    session = sessions[resolve(list(sessions), args.session)]
    if args.json:
        print(json.dumps(session, indent=2, ensure_ascii=False))
    else:
        print("\n".join(_lines(session)))
    return 0


def _lines(session: dict[str, Any]) -> list[str]:
    rehearsal = " (scripted rehearsal)" if session["rehearsal"] else ""
    outcome = f" ({session['outcome']})" if session["outcome"] else ""
    lines = [
        f"session   {session['session']}{rehearsal}",
        f"topic     {one_line(session['topic'], 100)}",
        f"phase     {session['phase']}{outcome}",
        f"round     {_place(session)}",
        f"knights   {', '.join(session['knights'])}",
    ]
    if session["scores"]:
        scores = (f"{k} {'-' if v is None else v}" for k, v in session["scores"].items())
        lines.append(f"scores    {', '.join(scores)}")
    for knight, issues in session["pending_issues"].items():
        lines += [f"open      {knight}: {one_line(issue, 200)}" for issue in issues]
    lines.append(f"spent     ${session['cost_usd']:.4f}, {session['tokens']:,} tokens")
    if session["open_question"]:
        lines.append(f"awaits    {session['open_question']}")
    if session["phase"] != "ended":
        lines.append(f"next      roundtable resume {session['session']}")
    return lines


def _place(session: dict[str, Any]) -> str:
    if "stage" in session:
        number, stages = session["stage_number"], session["stages"]
        return f"{session['stage']} ({number} of {stages}), iteration {session['round']}"
    return f"{session['round']} of at most {session['max_rounds']}"
