"""What a doctor says of a symptom's cause, and how the doctors stand after a round."""

from typing import Literal

from pydantic import Field

from roundtable.core.stances import FileRequest
from roundtable.core.values import Value

CONFIDENT = 8
"""From this confidence on a doctor's key counts towards convergence."""
UNKNOWN = "unknown"
"""The key of a doctor who cannot say yet: it is one cause with no other, not even with itself."""
TRIAGE = 0
"""The pass in which what is known is sorted and nothing is counted."""


def pass_name(number: int) -> str:
    """A pass around the doctors, as people call it."""
    return {TRIAGE: "the triage", 1: "the blind round"}.get(number, f"round {number}")


class Diagnosis(Value):
    """A doctor's own block, as read from its own turn."""

    confidence_score: int = Field(ge=0, le=10)
    root_cause_key: str
    """In kebab case, at most 60 characters; never empty."""
    evidence: tuple[str, ...] = ()
    rules_out: tuple[str, ...] = ()
    confirms: tuple[str, ...] = ()
    file_requests: tuple[FileRequest, ...] = ()
    next_test: str = ""
    """What would tell whether the key is right."""
    proposal: str = ""
    """How the doctor would mend it."""
    files_to_modify: tuple[str, ...] = ()


class Opinion(Value):
    """How one doctor stands at the end of a round."""

    seat: str
    status: Literal["given", "unreadable", "lost"]
    key: str = ""
    confidence: int | None = None
    why: str = ""
    """For a doctor without a key: what went wrong."""


class RootCause(Value):
    """One root cause, under all the keys that mean it."""

    key: str
    """The key that most of its doctors give; among equals the one of the surest."""
    keys: tuple[str, ...]
    doctors: tuple[str, ...]
    sure: tuple[str, ...]
    """Those of them whose confidence is high enough."""


class Consultation(Value):
    """The doctors' opinions of one round, and what they come to."""

    verdict: Literal["converged", "open", "too_few"]
    opinions: tuple[Opinion, ...]
    causes: tuple[RootCause, ...] = ()
    """The one with the most doctors who are sure comes first."""

    @property
    def answered(self) -> tuple[str, ...]:
        return tuple(o.seat for o in self.opinions if o.status == "given")

    @property
    def silent(self) -> tuple[str, ...]:
        return tuple(o.seat for o in self.opinions if o.status != "given")
