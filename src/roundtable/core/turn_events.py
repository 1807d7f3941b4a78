"""The events of a turn: asked, heard, ended, broken off, and what could be read from it."""

from typing import Literal

from roundtable.core.budget import Usage
from roundtable.core.errors import ErrorKind
from roundtable.core.event_base import Purpose, TurnEvent
from roundtable.core.stances import Stance

Cause = Literal["pause", "crash", "budget"]


class AgentStart(TurnEvent):
    """Committed before the call, so that a crash cannot hide that it was made."""

    type: Literal["agent_start"] = "agent_start"
    iteration: int
    purpose: Purpose
    adapter: str
    reserved: Usage
    """The worst case of this call, held against the caps until it ends."""
    left_out: tuple[str, ...] = ()
    """Parts of the record that did not fit into the prompt."""

    @property
    def once(self) -> str | None:
        return f"start {self.turn_key} {self.ask}"


class Token(TurnEvent):
    """A piece of a turn's text as it arrives; never stored, `agent_end` holds the whole."""

    type: Literal["token"] = "token"
    text: str


class AgentEnd(TurnEvent):
    """A completed turn: paid once, never asked again."""

    type: Literal["agent_end"] = "agent_end"
    text: str
    usage: Usage
    cut: bool = False
    """True: it ended at the most tokens allowed, in the middle of the answer."""
    seconds: float
    active_seconds: float
    """How long the table has worked on this session so far, waiting for people left out."""

    @property
    def once(self) -> str | None:
        return f"end {self.turn_key}"


class AgentError(TurnEvent):
    """The knight gave no answer; the round goes on with the others."""

    type: Literal["agent_error"] = "agent_error"
    kind: ErrorKind
    detail: str
    partial: str = ""
    """What had been said before it broke off."""
    retry_after: float | None = None
    seconds: float
    active_seconds: float


class AgentRetry(TurnEvent):
    """The adapter failed before its first word and is asked again."""

    type: Literal["agent_retry"] = "agent_retry"
    adapter: str
    kind: ErrorKind
    detail: str
    wait: float
    """Seconds until then."""


class Fallback(TurnEvent):
    """Another adapter speaks for the seat; who the seat is does not change."""

    type: Literal["fallback"] = "fallback"
    adapter: str
    to: str
    kind: ErrorKind
    detail: str


class AgentInterrupted(TurnEvent):
    """We stopped listening (pause) or died (crash): the vendor may have billed the turn."""

    type: Literal["agent_interrupted"] = "agent_interrupted"
    cause: Cause
    partial: str = ""


class StanceRead(TurnEvent):
    type: Literal["stance"] = "stance"
    iteration: int
    stance: Stance


class StanceUnreadable(TurnEvent):
    type: Literal["stance_unreadable"] = "stance_unreadable"
    iteration: int
    reason: str
    final: bool
    """True: the block had been asked for alone already, and the seat has no vote."""
