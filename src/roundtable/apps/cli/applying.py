"""An apply at the terminal: it follows a decision at once, and what broke off is told."""

import sys

from roundtable.adapters.workspaces.visibility import shown
from roundtable.apps.applying import Manner, convene_apply
from roundtable.apps.cli.asking import Answers
from roundtable.apps.cli.leading import lead
from roundtable.apps.cli.screens import Screen
from roundtable.bootstrap import Table
from roundtable.core.state import SessionState


async def go_on_applying(
    table: Table, decided: SessionState, screen: Screen, answers: Answers
) -> int:
    """The King chose to apply it: the lead begins at once, within what is left of the caps."""
    screen = screen.anew()
    caps = decided.budget.left(decided.committed, decided.active_seconds)
    name = await convene_apply(table, decided, Manner(), caps, screen.see)
    return await lead(table, name, screen, answers)


def tell_recovered(table: Table) -> None:
    """What an apply that broke off had left behind, and what was done about it."""
    for found in table.recovered:
        files = ", ".join(shown(path) for path in found.restored) or "no file"
        deed = "An apply" if found.what == "write" else "An undo"
        print(f"{deed} had broken off ({found.name}); put back: {files}", file=sys.stderr)
        for kept in found.kept:
            aside = f"; what was there before is in {kept.old}" if kept.old else ""
            print(f"  {shown(kept.path)} was edited since and stays{aside}", file=sys.stderr)
