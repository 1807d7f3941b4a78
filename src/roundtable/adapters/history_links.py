"""Links decisions to the developer's own history, so that later sessions know what stands."""

import asyncio
import contextlib
import os
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from roundtable.adapters.project import FOLDER
from roundtable.adapters.workspaces.git import GitFailed
from roundtable.adapters.workspaces.lineage import ChangeSet, Station, trace
from roundtable.adapters.workspaces.reading import read_text
from roundtable.adapters.workspaces.snapshot import head
from roundtable.core import events as e
from roundtable.core import memory
from roundtable.core.changes import sha256
from roundtable.core.errors import LogMoved, UnknownSession
from roundtable.core.journal import Journal
from roundtable.core.ports import Clock, EventStore

_SECONDS = 3.0
"""For all of it; a history that takes longer to read is not told of, until it has moved on."""
_TELLING = ("session_start", "changes_applied", "changes_committed")
_LINKS = ("decision_committed", "decision_reverted")
_SEEN = f"{FOLDER}/locks/history.seen"
"""Which HEAD was read last and with what result, so that the same one is not read again."""

Link = e.DecisionCommitted | e.DecisionReverted


async def link_history(store: EventStore, clock: Clock, root: Path) -> tuple[e.Event, ...]:
    """Write down what HEAD's history says of the decisions, where the log says something else.

    What git cannot tell is passed over in silence. Called again, or by two processes at once, it
    records nothing twice. What the log says last of a change set is what was last seen of it.
    """
    told = await store.read_types(*_TELLING, *_LINKS)
    sets = _change_sets(told)
    if not sets:
        return ()
    try:
        _, commit = await head(root)
        if not commit or _digest(commit, told) == await asyncio.to_thread(read_text, root, _SEEN):
            return ()
        traced = await _traced(root, commit, sets)
    except (GitFailed, OSError):
        return ()
    news = await _recorded(Journal(memory.PROJECT, store, clock), store, traced, sets)
    seen = _digest(commit, await store.read_types(*_TELLING, *_LINKS) if news else told)
    await asyncio.to_thread(_note, root, seen)
    return news


async def _traced(
    root: Path, commit: str, sets: Collection[ChangeSet]
) -> dict[str, tuple[Station, ...]]:
    try:
        async with asyncio.timeout(_SECONDS):
            return await trace(root, commit, sets)
    except TimeoutError:
        return {}


async def _recorded(
    journal: Journal,
    store: EventStore,
    traced: Mapping[str, tuple[Station, ...]],
    sets: Collection[ChangeSet],
) -> tuple[e.Event, ...]:
    decisions = {one.session: one.decision for one in sets}
    while True:
        with contextlib.suppress(UnknownSession):  # the project's stream may still be empty
            await journal.load()
        news = _news(traced, decisions, await store.read(memory.PROJECT))
        if not news:
            return ()
        try:
            await journal.record(news)
        except LogMoved:
            continue  # somebody else wrote there: perhaps just this
        return tuple(news)


def _digest(commit: str, told: Collection[e.Event]) -> str:
    concerned = [(x.session, x.seq) for x in told if not isinstance(x, e.SessionStart)]
    return sha256(repr((commit, sorted(concerned))).encode())


def _note(root: Path, seen: str) -> None:
    """Remember what was read; where that cannot be written, it is read again."""
    path = root / _SEEN
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    with contextlib.suppress(OSError):
        path.parent.mkdir(exist_ok=True)
        descriptor = os.open(path, flags, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(seen)


def _change_sets(events: Sequence[e.Event]) -> tuple[ChangeSet, ...]:
    errands: dict[str, str] = {}
    found: dict[str, ChangeSet] = {}
    known: dict[str, list[str]] = {}
    for event in events:
        match event:
            case e.SessionStart() if event.errand:
                errands[event.session] = event.errand.session
            case e.ChangesApplied() if event.session in errands:
                found[event.session] = ChangeSet(
                    event.session, errands[event.session], event.files, _seconds(event.at)
                )
            case e.ChangesCommitted() if event.commit:
                known.setdefault(event.session, []).append(event.commit)
            case e.DecisionCommitted() if event.whole:
                known.setdefault(event.apply_session, []).append(event.commit)
    return tuple(
        ChangeSet(s.session, s.decision, s.files, s.at, tuple(known.get(s.session, ())))
        for s in found.values()
    )


def _seconds(at: str) -> int:
    """Whole seconds, as git counts them; a time that cannot be read is long ago."""
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        return 0
    return int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp())


def _news(
    traced: Mapping[str, tuple[Station, ...]],
    decisions: Mapping[str, str],
    recorded: Collection[e.Event],
) -> list[e.Event]:
    told: dict[str, list[tuple[str, str]]] = {}
    for event in recorded:
        if isinstance(event, Link) and event.commit:
            told.setdefault(event.apply_session, []).append(_key(event))
    news: list[e.Event] = []
    for session, stations in sorted(traced.items()):
        links = [_link(station, session, decisions[session]) for station in stations]
        said = told.get(session, [])
        new = [link for link in links if _key(link) not in said]
        if [*said, *map(_key, new)][-1] != _key(links[-1]):
            new.append(links[-1])  # so it was before, and so it is again: a commit was taken out
        news += new
    return news


def _key(link: Link) -> tuple[str, str]:
    return link.type, link.commit


def _link(station: Station, session: str, decision: str) -> Link:
    facts = {
        "decision_session": decision,
        "apply_session": session,
        "commit": station.commit,
        "subject": station.subject,
    }
    if station.kind == "reverted":
        return e.DecisionReverted.model_validate(facts)
    return e.DecisionCommitted.model_validate({**facts, "whole": station.whole})
