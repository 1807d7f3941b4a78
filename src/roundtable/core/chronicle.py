"""The collective memory: every decision that sessions came to, as later sessions are told."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import assert_never

from roundtable.core import events as e
from roundtable.core.changes import WrittenFile
from roundtable.core.events import DecreeAdded, DecreeRevoked, Event, OutcomeName
from roundtable.core.parsing.text import one_line
from roundtable.core.seats import together
from roundtable.core.state import SessionState

_Aftermath = e.ChangesCommitted | e.ChangesUndone | e.DecisionCommitted | e.DecisionReverted


@dataclass(frozen=True, slots=True)
class Built:
    """What an apply session has written for a decision, and what has become of it since."""

    session: str
    date: str
    files: tuple[WrittenFile, ...]
    branch: str = ""
    """Where it was committed at once, beside the developer's own history."""
    branch_commit: str = ""
    commit: str = ""
    """The commit of the developer's own history that holds it."""
    subject: str = ""
    whole: bool = True
    """False: that commit holds only a part of it."""
    reverted_by: str = ""
    revert_subject: str = ""
    undone: bool = False
    """Taken back in the work tree by `undo`."""

    @property
    def stands(self) -> bool:
        return not self.undone and not self.reverted_by


@dataclass(frozen=True, slots=True)
class Entry:
    """One ended session."""

    session: str
    date: str
    topic: str
    outcome: OutcomeName
    decision: str
    lead: str
    fate: str
    """What the King did with it: apply, self, deferred, rejected, or nothing yet."""
    knights: str
    """Who sat at the table, as a person may see it."""
    silent: str
    """Who had no vote in the end."""
    files: tuple[str, ...] = ()
    """Those that the decision names."""
    built: tuple[Built, ...] = ()
    closed: str = ""
    """Why the case of a code-red was closed; empty while the King has not closed it."""


@dataclass(frozen=True, slots=True)
class Decree:
    number: str
    session: str
    seq: int
    at: str
    kind: str
    text: str
    topic: str
    revoked: bool = False
    revoked_because: str = ""


def entry(
    state: SessionState,
    revoked: Collection[tuple[str, int]] = frozenset(),
    built: tuple[Built, ...] = (),
    closed: str = "",
) -> Entry | None:
    """The chronicle's entry of a session, once it has ended; revoked decrees no longer count."""
    if state.ended is None:
        return None
    fates = [
        decree.kind
        for decree in state.decrees
        if decree.kind not in ("decree", "pick") and (decree.session, decree.seq) not in revoked
    ]
    return Entry(
        session=state.session,
        date=state.ended.at[:10],
        topic=state.opening.topic,
        outcome=state.ended.outcome,
        decision=state.ended.summary or (state.decision.text if state.decision else ""),
        lead=state.named((state.decision.lead,)) if state.decision else "",
        fate=fates[-1] if fates else "",
        knights=together(state.seats),
        silent=state.named(state.ended.silent) if state.ended.silent else "",
        files=state.decision.files_to_modify if state.decision else (),
        built=built,
        closed=closed,
    )


def built_by(events: Iterable[Event]) -> dict[str, tuple[Built, ...]]:
    """What was built for each decision, by the session that decided, in the order of writing."""
    errands: dict[str, str] = {}
    found: dict[str, Built] = {}
    for event in events:
        if isinstance(event, e.SessionStart) and event.errand:
            errands[event.session] = event.errand.session
        elif isinstance(event, e.ChangesApplied):
            found[event.session] = Built(event.session, event.at[:10], event.files)
        elif isinstance(event, _Aftermath):
            session = _applied_in(event)
            if session in found:
                found[session] = _since(found[session], event)
    by_decision: dict[str, tuple[Built, ...]] = {}
    for session, built in found.items():
        if session in errands:
            decision = errands[session]
            by_decision[decision] = (*by_decision.get(decision, ()), built)
    return by_decision


def _applied_in(event: _Aftermath) -> str:
    if isinstance(event, e.DecisionCommitted | e.DecisionReverted):
        return event.apply_session  # recorded in the project's own stream
    return event.session


def _since(built: Built, event: _Aftermath) -> Built:
    match event:
        case e.ChangesCommitted():
            return replace(built, branch=event.branch, branch_commit=event.commit)
        case e.ChangesUndone():
            return replace(built, undone=True)
        case e.DecisionCommitted():
            return replace(
                built,
                commit=event.commit,
                subject=event.subject,
                whole=event.whole,
                reverted_by="",
                revert_subject="",
            )
        case e.DecisionReverted() if event.commit:
            return replace(built, reverted_by=event.commit, revert_subject=event.subject)
        case e.DecisionReverted():
            return replace(built, undone=True)
        case _:
            assert_never(event)


def deeds(built: Built) -> tuple[str, ...]:
    """The files, each with what was done to it where that is more than a change."""

    def deed(file: WrittenFile) -> str:
        return " (removed)" if not file.after else "" if file.before else " (new)"

    return tuple(f"{one_line(file.path, 200)}{deed(file)}" for file in built.files)


def standing(built: Built) -> str:
    """Where it is now, in words: committed, reverted, undone, or only in the work tree."""
    if built.reverted_by:
        return f"REVERTED by {_commit(built.reverted_by, built.revert_subject)}"
    held = ""
    if built.commit:
        part = "" if built.whole else "in part "
        held = f"committed {part}as {_commit(built.commit, built.subject)}"
    elif built.branch_commit:
        held = (
            f"committed on the branch {one_line(built.branch, 100)} as {built.branch_commit[:10]}"
        )
    if built.undone:
        return f"{held}, UNDONE in the work tree" if held else "UNDONE"
    return held or "in no commit as it was written"


def _commit(number: str, subject: str) -> str:
    return f'{number[:10]} "{one_line(subject, 100)}"' if subject else number[:10]


def decrees(events: list[Event]) -> tuple[Decree, ...]:
    """All decrees of all streams, numbered in the order in which they were recorded."""
    found: list[Decree] = []
    revoked = {
        (e.decree_session, e.decree_seq): e.reason for e in events if isinstance(e, DecreeRevoked)
    }
    for event in events:
        if not isinstance(event, DecreeAdded):
            continue
        key = (event.session, event.seq)
        found.append(
            Decree(
                number=f"D-{len(found) + 1:03d}",
                session=event.session,
                seq=event.seq,
                at=event.at,
                kind=event.kind,
                text=event.text,
                topic=event.topic,
                revoked=key in revoked,
                revoked_because=revoked.get(key, ""),
            )
        )
    return tuple(found)
