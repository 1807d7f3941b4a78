"""Follows what decisions have written through the developer's own commits, and what became of it.

A commit holds a change set when the written files have the written bytes there, whoever made the
commit and however often it was rebased, squashed or picked since. Commits from before the writing
do not count: the same bytes may have been there once before. A change set is reverted when its
files have their old bytes again, or when a commit says that it reverts the one that holds it; and
it stands again when that in turn is reverted.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from roundtable.adapters.workspaces.history import MOST_PATHS, Commit, read_history
from roundtable.adapters.workspaces.snapshot import head
from roundtable.core.changes import WrittenFile
from roundtable.core.parsing.text import clean, one_line

_MOST_SETS = 200
_SLACK = 24 * 60 * 60
"""A commit so much older than a change set may still lie before one that holds it."""
_TRAILER = re.compile(r"^Roundtable-Session:[ \t]*(\S+)[ \t]*$", re.MULTILINE)
_REVERTS = re.compile(r"^This reverts commit ([0-9a-f]{40,64})\b", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ChangeSet:
    """What an apply session has written, as the log knows it."""

    session: str
    decision: str
    """The session whose decision it is."""
    files: tuple[WrittenFile, ...]
    at: int
    """When, in seconds since 1970."""
    known: tuple[str, ...] = ()
    """Commits that hold all of it, as is known already; the surest last."""


@dataclass(frozen=True, slots=True)
class Station:
    """A commit that holds a change set, or takes it back."""

    kind: Literal["committed", "reverted"]
    commit: str
    subject: str
    whole: bool = True
    """False: not all of the written files have the written bytes there."""


async def trace(root: Path, sets: Sequence[ChangeSet]) -> dict[str, tuple[Station, ...]]:
    """What HEAD's history says of each change set, by its session, in the order of the commits.

    The newest change sets are followed, through the newest commits; GitFailed if git does not
    answer. What HEAD's history does not hold is not in the result.
    """
    chosen = _newest(sets)
    _, commit = await head(root)
    if not chosen or not commit:
        return {}
    paths = {file.path for one in chosen for file in one.files}
    commits = await read_history(root, commit, paths, min(one.at for one in chosen) - _SLACK)
    later = _ends(chosen)
    found = {one.session: _followed(one, commits, later[one.session]) for one in chosen}
    return {session: stations for session, stations in found.items() if stations}


def _newest(sets: Sequence[ChangeSet]) -> list[ChangeSet]:
    kept: list[ChangeSet] = []
    paths: set[str] = set()
    for one in sorted(sets, key=lambda s: (-s.at, s.session))[:_MOST_SETS]:
        more = paths | {file.path for file in one.files}
        if len(more) <= MOST_PATHS:
            kept, paths = [*kept, one], more
    return kept


def _ends(sets: Collection[ChangeSet]) -> dict[str, float]:
    """Until when a decision's own name in a commit means this change set: until the next one."""
    return {
        one.session: min(
            (
                other.at
                for other in sets
                if other.decision == one.decision
                and (other.at, other.session) > (one.at, one.session)
            ),
            default=float("inf"),
        )
        for one in sets
    }


def _followed(one: ChangeSet, commits: Sequence[Commit], until: float) -> tuple[Station, ...]:
    holding = _holding(one, commits, until)
    if holding is None:
        return ()
    whole = _has_all(one.files, holding)
    first = Station("committed", holding.number, _subject(holding), whole)
    return first, *_fates(one, holding, commits)


def _holding(one: ChangeSet, commits: Sequence[Commit], until: float) -> Commit | None:
    """The commit that holds it: known, else by all its bytes, else by name, else by some bytes."""
    by_number = {commit.number: commit for commit in commits}
    for number in reversed(one.known):
        if number in by_number:
            return by_number[number]
    later = [commit for commit in commits if commit.at >= one.at]
    touching = [c for c in later if not c.cut_off and _brings(one.files, c)]
    named = (c for c in later if c.at < until and one.decision in _TRAILER.findall(c.message))
    partly = (c for c in touching if not _contradicts(one.files, c))
    whole = (c for c in touching if _has_all(one.files, c))
    return next(whole, None) or next(named, None) or next(partly, None)


def _brings(files: Collection[WrittenFile], commit: Commit) -> bool:
    return any(file.after in commit.changed.get(file.path, ()) for file in files)


def _has_all(files: Collection[WrittenFile], commit: Commit) -> bool:
    return all(file.after in commit.state.get(file.path, ()) for file in files)


def _contradicts(files: Collection[WrittenFile], commit: Commit) -> bool:
    """Whether some file has bytes there that are neither the old nor the written ones."""
    return any(
        file.path in commit.state and not {file.before, file.after} & commit.state[file.path]
        for file in files
    )


def _fates(one: ChangeSet, holding: Commit, commits: Sequence[Commit]) -> tuple[Station, ...]:
    """The reverts and their reverts that HEAD rests on, after the commit that holds it."""
    files = [f for f in one.files if f.before not in holding.state.get(f.path, (f.before,))]
    ours = {*one.known, holding.number}
    by_number: dict[str, Commit] = {}
    fates: dict[str, tuple[Station, ...]] = {}
    for commit in commits:
        by_number[commit.number] = commit
        if commit is holding:
            fates[commit.number] = ()
            continue
        parents = [by_number[p] for p in commit.parents if p in fates]
        if parents:
            taken = next((p for p in parents if _same(files, p, commit)), None)
            past = fates[(taken or parents[0]).number]
            fates[commit.number] = (*past, *_turn(files, ours, past, commit, taken is not None))
    return fates[commits[-1].number]


def _same(files: Collection[WrittenFile], one: Commit, other: Commit) -> bool:
    return all(one.state.get(f.path) == other.state.get(f.path) for f in files)


def _turn(
    files: Collection[WrittenFile],
    ours: Collection[str],
    past: tuple[Station, ...],
    commit: Commit,
    unchanged: bool,
) -> Iterator[Station]:
    """What this commit changes about the change set, if anything."""
    reverts = set(_REVERTS.findall(commit.message))
    if past and past[-1].kind == "reverted":
        back = bool(files) and not unchanged and _has_all(files, commit)
        if back or past[-1].commit in reverts:
            yield Station("committed", commit.number, _subject(commit))
        return
    back = bool(files) and not unchanged and _has_old(files, commit.state)
    if back or reverts & {*ours, *(s.commit for s in past)}:
        yield Station("reverted", commit.number, _subject(commit))


def _has_old(files: Collection[WrittenFile], state: Mapping[str, Collection[str]]) -> bool:
    return all(file.before in state.get(file.path, ()) for file in files)


def _subject(commit: Commit) -> str:
    return one_line(clean(commit.message.strip().partition("\n")[0]), 160)
