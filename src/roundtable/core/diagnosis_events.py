"""The events of a code-red: what the doctors say, where they agree, and what became of the case."""

from typing import Literal

from roundtable.core.diagnoses import Consultation, Diagnosis
from roundtable.core.event_base import Base, TurnEvent


class DiagnosisRead(TurnEvent):
    type: Literal["diagnosis"] = "diagnosis"
    iteration: int
    diagnosis: Diagnosis


class DiagnosisUnreadable(TurnEvent):
    """No key: it converges with nothing, least of all with another that cannot be read."""

    type: Literal["diagnosis_unreadable"] = "diagnosis_unreadable"
    iteration: int
    reason: str
    final: bool
    """True: the block had been asked for alone already."""


class ConsultationEnd(Base):
    """A round of a code-red is over."""

    type: Literal["consultation_end"] = "consultation_end"
    iteration: int
    consultation: Consultation


class Diagnosed(Base):
    """Doctors converged on a cause: what it is, on what evidence, and how it would be mended."""

    type: Literal["diagnosed"] = "diagnosed"
    iteration: int
    key: str
    doctors: tuple[str, ...]
    lead: str
    """The doctor who would mend it."""
    decision: str
    files_to_modify: tuple[str, ...] = ()
    answered: tuple[str, ...]
    silent: tuple[str, ...] = ()


class CaseClosed(Base):
    """An entry of the error log is resolved, at the developer's word."""

    type: Literal["case_closed"] = "case_closed"
    case_session: str
    """The code-red that the entry stands for."""
    reason: str = ""
