"""A turn: one seat's answer to one ask, and the key that makes it unique."""

from dataclasses import dataclass, field
from typing import Literal

from roundtable.core.budget import Usage
from roundtable.core.diagnoses import Diagnosis
from roundtable.core.errors import ErrorKind
from roundtable.core.events import AgentStart, Purpose
from roundtable.core.stances import Stance


def turn_key(
    round_name: str, attempt: int, iteration: int, seat: str, purpose: Purpose, part: str = ""
) -> str:
    """What makes a turn unique; `part` tells several asks of one purpose apart."""
    suffix = "".join(f"/{word}" for word in ("" if purpose == "speak" else purpose, part) if word)
    return f"{round_name}.{attempt}.{iteration}.{seat}{suffix}"


@dataclass(frozen=True, slots=True)
class Turn:
    key: str
    seat: str
    iteration: int
    purpose: Purpose
    ask: int
    status: Literal["open", "done", "failed", "interrupted"]
    adapter: str = ""
    """Through what it was asked last."""
    reserved: Usage = field(default_factory=Usage)
    text: str = ""
    usage: Usage = field(default_factory=Usage)
    seconds: float = 0.0
    stance: Stance | None = None
    diagnosis: Diagnosis | None = None
    unreadable: str = ""
    """Why no stance could be read from the text."""
    error: ErrorKind | None = None
    detail: str = ""
    maybe_billed: int = 0
    """How many earlier asks of this turn broke off and may have been billed."""

    @property
    def stage(self) -> str:
        """The round in which it was asked."""
        return self.key.split(".", 1)[0]

    @property
    def settled(self) -> bool:
        return self.status in ("done", "failed")


def begun(event: AgentStart, before: Turn | None) -> Turn:
    """The turn as it is asked; what earlier asks of it may have cost stays on it."""
    return Turn(
        key=event.turn_key,
        seat=event.seat,
        iteration=event.iteration,
        purpose=event.purpose,
        ask=event.ask,
        status="open",
        adapter=event.adapter,
        reserved=event.reserved,
        maybe_billed=before.maybe_billed if before else 0,
    )
