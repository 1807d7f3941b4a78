"""What earlier sessions decided, as the next one is told it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from roundtable.core.chronicle import (
    Decree,
    Entry,
    built_by,
    decrees,
    deeds,
    entry,
    standing,
)
from roundtable.core.context import ContextPart, PartKind
from roundtable.core.events import CaseClosed, DecreeRevoked, Event, SessionEnd, SessionStart
from roundtable.core.parsing.text import one_line
from roundtable.core.ports import EventStore
from roundtable.core.relevance import Candidate, Ranked, ranked
from roundtable.core.state import SessionState, fold
from roundtable.core.tokens import estimate

PROJECT = "@project"
"""The stream of what belongs to no session, such as decrees given outside of one."""

SHARE = 0.08
"""The part of the context that the chronicle may fill, and the most that it ever does."""
MOST_TOKENS = 6_000
_NEAREST = 12
_FEW = 3
"""So many of the newest entries are told whatever the question is, after as many of the nearest."""
_TELLING = (
    *("session_start", "consensus", "kings_decision", "diagnosed", "session_end"),
    *("round_reopened", "decree_added", "decree_revoked"),
    *("changes_applied", "changes_committed", "changes_undone"),
    *("decision_committed", "decision_reverted", "case_closed"),
)


@dataclass(frozen=True, slots=True)
class Recalled:
    """The part of the memory that a new session starts from."""

    parts: tuple[ContextPart, ...]
    remembered: tuple[str, ...] = ()
    """The sessions whose entries are told, the nearest first."""

    def given(self, parts: Iterable[ContextPart]) -> tuple[str, ...]:
        """Those among them that are told in these parts, which may have been cut since."""
        told = "\n".join(part.text for part in parts if part.kind == "chronicle")
        return tuple(name for name in self.remembered if f"- [{name}] " in told)


async def entries(store: EventStore) -> tuple[Entry, ...]:
    """The chronicle: every session that has ended, in the order of their ends.

    A session that carried out another one's decision has no entry: what it built stands there.
    """
    if not await store.read_types("session_end"):
        return ()  # many tables may have begun at once, and none of them has anything to tell
    events = await store.read_types(*_TELLING)
    by_session: dict[str, list[Event]] = {}
    ended: list[str] = []
    applying: set[str] = set()
    revoked: set[tuple[str, int]] = set()
    closed: dict[str, str] = {}
    for event in events:
        by_session.setdefault(event.session, []).append(event)
        if isinstance(event, SessionStart) and event.errand:
            applying.add(event.session)
        elif isinstance(event, SessionEnd) and event.session not in applying:
            ended.append(event.session)
        elif isinstance(event, DecreeRevoked):
            revoked.add((event.decree_session, event.decree_seq))
        elif isinstance(event, CaseClosed):
            closed[event.case_session] = event.reason or "at the King's word"
    built = built_by(events)
    # A build that was reopened and built again has ended twice: its last end counts.
    latest = reversed(dict.fromkeys(reversed(ended)))
    found = (
        entry(
            fold(by_session[name], SessionState(session=name)),
            revoked,
            built.get(name, ()),
            closed.get(name, ""),
        )
        for name in latest
    )
    return tuple(e for e in found if e)


async def all_decrees(store: EventStore) -> tuple[Decree, ...]:
    return decrees(list(await store.read_types("decree_added", "decree_revoked")))


async def recall(store: EventStore, about: str, limit_tokens: int) -> Recalled:
    """What a session about this is told: all standing decrees, and the entries that matter most."""
    standing_decrees = [
        f"- {d.number}: {d.text}"
        for d in await all_decrees(store)
        if d.kind == "decree" and not d.revoked
    ]
    budget = min(MOST_TOKENS, int(limit_tokens * SHARE))
    text, remembered = tell(about, await entries(store), budget)
    title = "the chronicle of earlier decisions, nearest first; cite one by its name in brackets"
    parts = (
        _part("decrees", "the King's standing decrees, newest first", standing_decrees[::-1]),
        _part("chronicle", title, [text]),
    )
    return Recalled(tuple(part for part in parts if part.text), remembered)


def _part(kind: PartKind, title: str, lines: list[str]) -> ContextPart:
    text = "\n".join(lines)
    return ContextPart(kind=kind, title=title, text=text, tokens=estimate(text))


def tell(about: str, chronicle: Sequence[Entry], budget: int) -> tuple[str, tuple[str, ...]]:
    """The entries that matter to a question, within a budget of tokens, and whose they are.

    First come those that are near to it and did not come to be (rejected, deferred, reverted), so
    that nobody proposes them as new; then the nearest; the newest are told in any case. Where the
    budget is short, entries are told by their essentials, those that matter most last; then the
    farthest are left out, and that is said.
    """
    by_name = {entry.session: entry for entry in chronicle}
    places = nearest(about, chronicle)
    warned = [p.name for p in places if p.near and _came_to_nothing(by_name[p.name])]
    order = [*warned, *(p.name for p in places if p.name not in warned)]
    newest = [entry.session for entry in chronicle[-_FEW:][::-1]]
    wanted = dict.fromkeys((*warned[:_NEAREST], *order[:_FEW], *newest, *order[:_NEAREST]))
    room = budget - estimate(_left_out(len(chronicle)))
    told: dict[str, str] = {}
    for name in wanted:
        line = _essentials(by_name[name])
        cost = _cost(line)
        if cost > room:
            break
        told[name] = line
        room -= cost
    for name in (name for name in order if name in told):
        line = _in_full(by_name[name])
        more = _cost(line) - _cost(told[name])
        if more <= room:
            told[name] = line
            room -= more
    missing = len(chronicle) - len(told)
    shown = [name for name in order if name in told]
    notice = [_left_out(missing)] if missing and budget >= _cost(_left_out(missing)) else []
    return "\n".join([*(told[name] for name in shown), *notice]), tuple(shown)


def nearest(about: str, chronicle: Sequence[Entry]) -> tuple[Ranked, ...]:
    """All entries, ranked by their relation to a question and by their age."""
    texts = enumerate(chronicle)
    return ranked(about, [Candidate(e.session, order, _searched(e)) for order, e in texts])


def _searched(entry: Entry) -> str:
    """Everything by which an entry is found; the topic counts twice."""
    words = [entry.topic, entry.topic, entry.decision, *entry.files, entry.fate]
    for built in entry.built:
        words += [*deeds(built), built.branch, built.subject, built.revert_subject]
        words += ["reverted"] * bool(built.reverted_by) + ["undone"] * built.undone
    return "\n".join(words)


def _came_to_nothing(entry: Entry) -> bool:
    if entry.closed:
        return False
    if entry.built:
        return not any(built.stands for built in entry.built)
    return entry.fate in ("rejected", "deferred", "logged")


_FATES = {
    "apply": "approved to be applied",
    "self": "the King carries it out himself",
    "deferred": "deferred by the King: not decided yet, do not propose it as new",
    "rejected": "REJECTED: do not propose it again unless something has changed",
    "stopped": "stopped without a decision",
    "report": "reported, nothing was to be changed",
    "logged": "logged for later: known and still open",
    "": "ended",
}


def _in_full(entry: Entry) -> str:
    return _line(entry, topic=200, decision=600, files=12)


def _essentials(entry: Entry) -> str:
    return _line(entry, topic=100, decision=120, files=3)


def _line(entry: Entry, *, topic: int, decision: int, files: int) -> str:
    """One entry on one line, so that none can pretend to be two."""
    fate = _FATES.get(entry.fate, entry.fate)
    if entry.built and entry.fate not in ("apply", "self"):
        fate = "carried out later"
    if entry.closed:
        fate = f"the case is closed: {one_line(entry.closed, 100)}"
    decided = f" Decision: {one_line(entry.decision, decision)}" if entry.decision else ""
    outcome = entry.outcome.replace("_", " ")
    return (
        f"- [{entry.session}] {entry.date} {one_line(entry.topic, topic)} ({outcome}; {fate})."
        f"{decided}{_built(entry, files)}"
    )


def _built(entry: Entry, most: int) -> str:
    words = []
    for built in entry.built:
        named = deeds(built)
        more = f" and {len(named) - most} more" if len(named) > most else ""
        again = "" if built.stands else ": say what has changed before proposing it again"
        words.append(f" Built: {', '.join(named[:most])}{more}; {standing(built)}{again}.")
    return "".join(words)


def _left_out(many: int) -> str:
    entries = "1 further entry was" if many == 1 else f"{many} further entries were"
    return f"({entries} left out; `roundtable chronicle --search WORDS` finds them)"


def _cost(line: str) -> int:
    return estimate(f"{line}\n")
