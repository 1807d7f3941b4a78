"""The collective memory: every decision that sessions came to, as later sessions are told."""

from collections.abc import Collection
from dataclasses import dataclass

from roundtable.core.events import DecreeAdded, DecreeRevoked, Event, OutcomeName
from roundtable.core.seats import together
from roundtable.core.state import SessionState


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


def entry(state: SessionState, revoked: Collection[tuple[str, int]] = frozenset()) -> Entry | None:
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
    )


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
