"""Puts one faulty knight at a table with two who agree, and says how the round came out."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from roundtable.adapters.clocks import SystemClock
from roundtable.adapters.drivers.local import LocalDriver
from roundtable.adapters.stores.sqlite import SqliteStore
from roundtable.core.errors import ErrorKind
from roundtable.core.events import AgentError
from roundtable.core.ports import Knight
from roundtable.core.rules import Rules
from roundtable.testing.builders import EmptyWorkspace, knights, script, session_start

GRACE = 2.0
"""How long after the turn's deadline the round may take to go on, on a machine that is not busy."""
AGREES = {
    "say": "Yes.",
    "block": {"consensus_score": 9, "agrees_with": [], "pending_issues": [], "proposal": "Do."},
}


@dataclass(frozen=True, slots=True)
class Ordeal:
    """How a round with a faulty seat came out."""

    kind: ErrorKind | None
    """How the fault was told; None: it was not."""
    detail: str
    seconds: float
    others_agreed: bool
    in_time: bool

    def right(self, kinds: frozenset[ErrorKind]) -> bool:
        return self.kind in kinds and self.others_agreed and self.in_time


async def ordeal(
    make: Callable[[], Knight], deadline: float, folder: Path, grace: float = GRACE
) -> Ordeal:
    """One session of three seats, the first of them faulty, until the others have decided."""

    def seating(seats: object) -> dict[str, Knight]:
        others = knights(script({"Lancelot": [AGREES], "Percival": [AGREES]}), start.seats[1:])
        return {"Gawain": make(), **others}

    start = session_start(rules=Rules(timeout_per_turn_seconds=deadline))
    driver = LocalDriver(SqliteStore(folder / "log.db"), SystemClock(), EmptyWorkspace(), seating)
    began = time.monotonic()
    await driver.create("s", start)
    await driver.start("s")
    state = await driver.wait("s")
    seconds = time.monotonic() - began
    errors = [e for e in await driver.events("s") if isinstance(e, AgentError)]
    await driver.close()
    agreed = state.decision is not None and state.tallies[-1].answered == ("Lancelot", "Percival")
    return Ordeal(
        kind=errors[0].kind if errors else None,
        detail=errors[0].detail if errors else "",
        seconds=round(seconds, 2),
        others_agreed=agreed,
        in_time=seconds < deadline + grace,
    )
