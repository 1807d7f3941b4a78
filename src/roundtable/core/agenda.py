"""The agenda of a build: which rounds, in which role, with how much to say, and who judges."""

from collections.abc import Mapping, Sequence
from typing import Literal

from pydantic import Field

from roundtable.core.running import Network
from roundtable.core.values import Value

RoundKey = Literal[
    "requirements", "architecture", "development", "review", "qa", "devops", "execution"
]
RoundKind = Literal["discussion", "code", "findings"]
"""What a round brings forth, and with it the judge's form."""

ROTATE = "rotate"
"""The judge's seat goes around the table, round by round."""


class RoundPlan(Value):
    """One round as it is to be held."""

    key: RoundKey
    kind: RoundKind
    role: str
    """As whom every seat speaks in it."""
    max_output_tokens: int = Field(ge=64, le=200_000)
    """What one turn may say."""
    iterations: int = Field(default=3, ge=1, le=20)
    """After this many without a consensus the developer decides."""
    blind: bool = False
    """The opening: all speak at once and nobody sees another."""
    instructions: str = ""
    """The developer's own, for this round."""


class Agenda(Value):
    rounds: tuple[RoundPlan, ...] = Field(min_length=1)
    judge: str = ROTATE
    """`rotate`, or the seat that judges every round."""
    judge_model: str | None = None
    """The model that the judge speaks with; None: its vendor's cheaper one."""
    judges: int = Field(default=1, ge=1, le=26)
    """More than one: a panel compares the candidates in pairs before the judge speaks."""
    auto_advance: bool = False
    """True: the next round starts without the developer's confirmation."""
    chunk_tokens: int = Field(default=20_000, ge=0)
    """The most that one chunk of a review holds; 0: everything in one pass."""
    auto_retry: int = Field(default=0, ge=0, le=3)
    """How often in a row the execution round runs what it has mended without asking."""
    network: Network = "none"
    """Whom the project may reach when the execution round runs it."""

    def with_execution(self) -> "Agenda":
        """The same with the round of execution, which may be held whatever was planned."""
        if any(plan.key == "execution" for plan in self.rounds):
            return self
        return self.model_copy(update={"rounds": (*self.rounds, ROUNDS["execution"])})

    def plan(self, key: str) -> RoundPlan:
        return next(plan for plan in self.rounds if plan.key == key)

    def after(self, key: str) -> RoundPlan | None:
        """The round that follows; None after the last."""
        keys = [plan.key for plan in self.rounds]
        place = keys.index(key) + 1  # type: ignore[arg-type]
        return self.rounds[place] if place < len(self.rounds) else None


def _plan(key: RoundKey, kind: RoundKind, role: str, tokens: int, blind: bool = False) -> RoundPlan:
    return RoundPlan(key=key, kind=kind, role=role, max_output_tokens=tokens, blind=blind)


ROUNDS: Mapping[str, RoundPlan] = {
    plan.key: plan
    for plan in (
        _plan("requirements", "discussion", "Principal Product Engineer", 2048),
        _plan("architecture", "discussion", "Distinguished Software Architect", 4096),
        _plan("development", "code", "Principal Software Engineer", 8192, blind=True),
        _plan("review", "findings", "Staff Engineer", 4096, blind=True),
        _plan("qa", "code", "Principal QA Engineer", 8192),
        _plan("devops", "code", "Senior Platform Engineer", 4096),
        _plan("execution", "findings", "SRE / Runtime Debugger", 8192),
    )
}
"""The seven rounds with their defaults, in the order in which they are held."""

PRESETS: Mapping[str, tuple[RoundKey, ...]] = {
    "spec": ("requirements", "architecture"),
    "code": ("development", "review"),
    "full": ("requirements", "architecture", "development", "review", "qa"),
    "review": ("review",),
}
"""Rounds that are often wanted together; `full` is everything that needs no container."""


def plan_rounds(keys: Sequence[str]) -> tuple[RoundPlan, ...]:
    """The defaults of these rounds, in the order in which rounds are held."""
    return tuple(plan for key, plan in ROUNDS.items() if key in keys)
