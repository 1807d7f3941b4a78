"""The error log: every code-red that has ended as a numbered case, and how it stands now."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

from roundtable.core import events as e
from roundtable.core.ports import EventStore
from roundtable.core.seats import Seat, together

Status = Literal["OPEN", "RESOLVED", "PARKED"]

NO_AGREEMENT = "no agreement"
_FATES: dict[str, tuple[Status, str]] = {
    "apply": ("OPEN", "to be fixed now"),
    "report": ("OPEN", "reported only"),
    "logged": ("PARKED", "logged for later"),
}
_TELLING = (
    *("session_start", "diagnosis", "diagnosed", "kings_decision", "decree_added", "session_end"),
    *("changes_applied", "changes_undone", "decision_committed", "decision_reverted"),
    "case_closed",
)


@dataclass(frozen=True, slots=True)
class Case:
    """One code-red that has ended."""

    number: str
    """CR-001 and so on, in the order in which the code-reds ended."""
    session: str
    date: str
    symptom: str
    status: Status
    because: str
    """What the status rests on."""
    key: str = ""
    """Empty where no root cause was named."""
    diagnosis: str = ""
    lead: str = ""
    held_by: str = ""
    """Who says so, as a person may see it."""
    files: tuple[str, ...] = ()


@dataclass(slots=True)
class _Record:
    """A code-red as far as its events have been read."""

    start: e.SessionStart
    keys: dict[str, str] = field(default_factory=dict)
    decision: e.Diagnosed | e.KingsDecision | None = None
    fate: str = ""

    def case(self, number: str, end: e.SessionEnd) -> Case:
        status, because = _FATES.get(self.fate, ("OPEN", NO_AGREEMENT))
        case = Case(
            number=number,
            session=end.session,
            date=end.at[:10],
            symptom=self.start.topic,
            status=status,
            because=because,
        )
        decision = self.decision
        if decision is None:
            return case
        if isinstance(decision, e.Diagnosed):
            key, holders = decision.key, self._named(decision.doctors)
        elif decision.how == "pick":
            key, holders = self.keys.get(decision.lead, ""), self._named((decision.lead,))
        else:
            key, holders = "", "the King"
        return replace(
            case,
            key=key,
            diagnosis=decision.decision,
            lead=self._named((decision.lead,)),
            held_by=holders,
            files=decision.files_to_modify,
        )

    def _named(self, seats: Iterable[str]) -> str:
        by_name: dict[str, Seat] = {seat.name: seat for seat in self.start.seats}
        return together(by_name[name] for name in seats if name in by_name)


async def cases(store: EventStore) -> tuple[Case, ...]:
    return error_log(await store.read_types(*_TELLING))


def error_log(events: Iterable[e.Event]) -> tuple[Case, ...]:
    """All cases, oldest first; the events are those of all streams, in the order of recording."""
    records: dict[str, _Record] = {}
    errands: dict[str, str] = {}
    found: dict[str, Case] = {}
    for event in events:
        if isinstance(event, e.SessionStart):
            if event.workflow == "code-red":
                records[event.session] = _Record(event)
            elif event.errand:
                errands[event.session] = event.errand.session
        elif event.session in records:
            record = records[event.session]
            _read(record, event)
            if isinstance(event, e.SessionEnd):
                number = f"CR-{len(found) + 1:03d}"
                found[event.session] = record.case(number, event)
        else:
            _move(found, errands, event)
    return tuple(found.values())


def _read(record: _Record, event: e.Event) -> None:
    match event:
        case e.DiagnosisRead():
            record.keys[event.seat] = event.diagnosis.root_cause_key
        case e.Diagnosed() | e.KingsDecision():
            record.decision = event
        case e.DecreeAdded():
            record.fate = event.kind
        case _:
            return


def _move(found: dict[str, Case], errands: dict[str, str], event: e.Event) -> None:
    """What happened to a case after its code-red had ended; the last word counts."""
    match event:
        case e.ChangesApplied():
            session, moved = errands.get(event.session, ""), f"fixed by {event.session}"
            status: Status = "RESOLVED"
        case e.ChangesUndone():
            session, moved = errands.get(event.session, ""), f"its fix was undone ({event.session})"
            status = "OPEN"
        case e.DecisionCommitted():
            session, moved = event.decision_session, f"fixed in commit {event.commit[:10]}"
            status = "RESOLVED"
        case e.DecisionReverted():
            by = f" by commit {event.commit[:10]}" if event.commit else ""
            session, moved = event.decision_session, f"its fix was taken back{by}"
            status = "OPEN"
        case e.CaseClosed():
            session, moved = event.case_session, event.reason or "closed by the King"
            status = "RESOLVED"
        case _:
            return
    if session in found:
        found[session] = replace(found[session], status=status, because=moved)
