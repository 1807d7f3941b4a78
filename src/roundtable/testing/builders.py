"""Small tables for tests and rehearsals: seats, replies, a session in a few words."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from roundtable.adapters.knights.script import Part, Reply, Script
from roundtable.adapters.knights.scripted import ScriptedKnight
from roundtable.core.agenda import Agenda, plan_rounds
from roundtable.core.budget import Budget
from roundtable.core.context import ContextPart, FileExcerpt, LeftOut
from roundtable.core.events import SessionStart
from roundtable.core.ports import Knight
from roundtable.core.rules import Rules
from roundtable.core.seats import Seat
from roundtable.core.stances import FileRequest

NAMES = ("Gawain", "Lancelot", "Percival")


def seats(*names: str) -> tuple[Seat, ...]:
    return tuple(
        Seat(name=name, adapter="scripted", priority=i + 1, script="builtin:rehearsal")
        for i, name in enumerate(names or NAMES)
    )


def session_start(
    *names: str,
    topic: str = "How should we store the sessions?",
    rules: Rules | None = None,
    budget: Budget | None = None,
    seed: int = 7,
) -> SessionStart:
    return SessionStart(
        topic=topic,
        project="example",
        language="en",
        seats=seats(*names),
        rules=rules or Rules(),
        budget=budget or Budget(),
        seed=seed,
        product="test",
    )


def build_start(
    *keys: str,
    topic: str = "A shopping cart with discounts",
    seed: int = 7,
    names: Sequence[str] = NAMES,
    **settings: Any,
) -> SessionStart:
    """A build of these rounds; `settings` go to the agenda."""
    agenda = Agenda.model_validate({"rounds": plan_rounds(keys), **settings})
    start = session_start(*names, topic=topic, seed=seed)
    return start.model_copy(update={"workflow": "build", "agenda": agenda})


def block(seat: str, iteration: int, score: object, *issues: str, **fields: object) -> str:
    """A well-formed block as a seat would write it."""
    body = {
        "knight": seat,
        "round": iteration,
        "consensus_score": score,
        "agrees_with": [],
        "pending_issues": list(issues),
    }
    return f"```json\n{json.dumps(body | fields, indent=2)}\n```"


def script(parts: Mapping[str, Sequence[Mapping[str, object]]], **pace: float) -> Script:
    """A script from replies written as plain dictionaries."""
    return Script(
        knights={
            name: Part(replies=tuple(Reply.model_validate(r) for r in replies), **pace)  # type: ignore[arg-type]
            for name, replies in parts.items()
        }
    )


def knights(written: Script, table: Sequence[Seat]) -> dict[str, Knight]:
    return {seat.name: ScriptedKnight(written.knights[seat.name]) for seat in table}


def agreeing(*names: str) -> Script:
    """Everybody objects in the first round and agrees in the second."""
    replies = [
        {
            "when": {"round": 1},
            "say": "Not yet.",
            "block": {"consensus_score": 5, "agrees_with": [], "pending_issues": ["the cost"]},
        },
        {
            "say": "Now I agree.",
            "block": {
                "consensus_score": 9,
                "agrees_with": ["all"],
                "pending_issues": [],
                "proposal": "Keep them in SQLite.",
                "files_to_modify": ["store.py"],
            },
        },
    ]
    return script(dict.fromkeys(names or NAMES, replies))


class EmptyWorkspace:
    """A repository with nothing in it."""

    async def context(
        self, topic: str, memory: Sequence[ContextPart], limit_tokens: int, diff: bool = True
    ) -> tuple[tuple[ContextPart, ...], tuple[LeftOut, ...]]:
        return tuple(memory), ()

    async def excerpt(self, request: FileRequest, requested_by: tuple[str, ...]) -> FileExcerpt:
        return FileExcerpt(
            path=request.path, requested_by=requested_by, refused="there is no such file"
        )


class StoppedClock:
    """Time as a test wants it."""

    def __init__(self, now: str = "2026-01-02T03:04:05.000Z") -> None:
        self.wall = now
        self.ticks = 0.0

    def now(self) -> str:
        return self.wall

    def monotonic(self) -> float:
        return self.ticks
