"""What earlier sessions decided, as the next one is told it."""

from roundtable.core.chronicle import Decree, Entry, decrees, entry
from roundtable.core.context import ContextPart, PartKind
from roundtable.core.events import DecreeRevoked, Event, SessionEnd
from roundtable.core.parsing.text import one_line
from roundtable.core.ports import EventStore
from roundtable.core.state import SessionState, fold
from roundtable.core.tokens import estimate

PROJECT = "@project"
"""The stream of what belongs to no session, such as decrees given outside of one."""

_TELLING = (
    *("session_start", "consensus", "kings_decision", "session_end", "round_reopened"),
    *("decree_added", "decree_revoked"),
)


async def entries(store: EventStore) -> tuple[Entry, ...]:
    """The chronicle: every session that has ended, in the order of their ends."""
    by_session: dict[str, list[Event]] = {}
    ended: list[str] = []
    revoked: set[tuple[str, int]] = set()
    for event in await store.read_types(*_TELLING):
        by_session.setdefault(event.session, []).append(event)
        if isinstance(event, SessionEnd):
            ended.append(event.session)
        elif isinstance(event, DecreeRevoked):
            revoked.add((event.decree_session, event.decree_seq))
    # A build that was reopened and built again has ended twice: its last end counts.
    latest = reversed(dict.fromkeys(reversed(ended)))
    found = (entry(fold(by_session[name], SessionState(session=name)), revoked) for name in latest)
    return tuple(e for e in found if e)


async def all_decrees(store: EventStore) -> tuple[Decree, ...]:
    return decrees(list(await store.read_types("decree_added", "decree_revoked")))


async def recall(store: EventStore, most: int = 12) -> tuple[ContextPart, ...]:
    """The part of the memory that a new session starts from, newest first."""
    remembered = [_remembered(e) for e in await entries(store)]
    standing = [
        f"- {d.number}: {d.text}"
        for d in await all_decrees(store)
        if d.kind == "decree" and not d.revoked
    ]
    parts = (
        _part("chronicle", "the chronicle of earlier decisions, newest first", remembered, most),
        _part("decrees", "the King's standing decrees, newest first", standing, len(standing)),
    )
    return tuple(part for part in parts if part.text)


def _part(kind: PartKind, title: str, lines: list[str], most: int) -> ContextPart:
    text = "\n".join(lines[::-1][:most])
    return ContextPart(kind=kind, title=title, text=text, tokens=estimate(text))


_FATES = {
    "apply": "approved to be applied",
    "self": "the King carries it out himself",
    "deferred": "deferred by the King: not decided yet, do not propose it as new",
    "rejected": "REJECTED: do not propose it again unless something has changed",
    "stopped": "stopped without a decision",
    "": "ended",
}


def _remembered(entry: Entry) -> str:
    decision = f" Decision: {one_line(entry.decision, 600)}" if entry.decision else ""
    return f"- {entry.date} {one_line(entry.topic, 200)} ({_FATES[entry.fate]}).{decision}"
