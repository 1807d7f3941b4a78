"""The events of the court: decisions, the questions to the King, his answers and his decrees."""

from typing import Literal

from roundtable.core.event_base import Base
from roundtable.core.questions import Question

DecreeKind = Literal[
    "decree", "pick", "apply", "self", "deferred", "rejected", "stopped", "report", "logged"
]
"""The last two are what may become of a diagnosis that is not mended at once."""


class Consensus(Base):
    """The table agrees; in a build, by the judge's verdict on a round."""

    type: Literal["consensus"] = "consensus"
    round: str = ""
    iteration: int
    lead: str
    """The knight who would carry it out."""
    decision: str
    files_to_modify: tuple[str, ...] = ()
    answered: tuple[str, ...]
    silent: tuple[str, ...] = ()


class KingsDecision(Base):
    """The developer decided where the table did not."""

    type: Literal["kings_decision"] = "kings_decision"
    how: Literal["pick", "decree"]
    lead: str
    decision: str
    files_to_modify: tuple[str, ...] = ()


class Escalation(Base):
    type: Literal["escalation"] = "escalation"
    iteration: int
    round: str = ""
    attempt: int = 1
    reason: str
    must: bool
    """False: the King may step in. True: nothing goes on without him."""
    question: Question


class ChoiceOffered(Base):
    """What shall become of the decision."""

    type: Literal["choice_offered"] = "choice_offered"
    question: Question


class HumanChoice(Base):
    type: Literal["human_choice"] = "human_choice"
    question_id: str
    option: str
    text: str = ""
    rounds: int = 0
    """Further rounds granted with it."""
    unattended: bool = False
    """Taken by default because nobody was there to ask."""

    @property
    def once(self) -> str | None:
        return f"choice {self.question_id}"


class DecreeAdded(Base):
    type: Literal["decree_added"] = "decree_added"
    kind: DecreeKind
    text: str
    topic: str = ""


class DecreeRevoked(Base):
    type: Literal["decree_revoked"] = "decree_revoked"
    decree_session: str
    decree_seq: int
    reason: str = ""
