"""Code-reds in a few words: a start, and a doctor's block as it would write it."""

import json
from collections.abc import Callable, Mapping

from roundtable.core.errors import ErrorKind, KnightError
from roundtable.core.events import SessionStart
from roundtable.core.rules import Rules
from roundtable.core.steps import PlannedTurn
from roundtable.testing.builders import session_start

Said = tuple[str, int] | str | ErrorKind
"""A key and a confidence, a text without a block, or a doctor who does not answer."""


def code_red_start(
    *names: str, topic: str = "Login crashes on submit.", rules: Rules | None = None, seed: int = 7
) -> SessionStart:
    start = session_start(*names, topic=topic, rules=rules, seed=seed)
    return start.model_copy(update={"workflow": "code-red"})


def doctors_block(
    seat: str, iteration: int, key: object, confidence: object, **fields: object
) -> str:
    """A well-formed block as a doctor would write it."""
    body = {
        "knight": seat,
        "round": iteration,
        "confidence_score": confidence,
        "root_cause_key": key,
        "evidence": [f"seen by {seat}"],
        "rules_out": [],
        "confirms": [],
        "next_test": "",
    }
    return f"```json\n{json.dumps(body | fields, indent=2)}\n```"


def doctors(*rounds: Mapping[str, Said]) -> Callable[[PlannedTurn], str]:
    """What each doctor says in the triage, the blind round and so on; the last goes on for ever."""

    def answer(turn: PlannedTurn) -> str:
        said = rounds[min(turn.iteration, len(rounds) - 1)][turn.seat]
        if isinstance(said, ErrorKind):
            raise KnightError(said, "gone")
        if isinstance(said, str):
            return said
        return f"{turn.seat} speaks.\n\n" + doctors_block(turn.seat, turn.iteration, *said)

    return answer
