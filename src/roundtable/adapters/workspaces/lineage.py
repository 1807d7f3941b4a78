"""Follows what decisions have written through the developer's own commits, and what became of it.

A commit holds a change set when the written files have the written bytes there, whoever made the
commit and however often it was rebased, squashed or picked since. Commits from before the writing
do not count: the same bytes may have been there once before. A change set is reverted when its
files have their old bytes again, or when a commit says that it reverts the one that holds it; and
it stands again when that in turn is reverted.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from roundtable.adapters.workspaces.history import Commit, read_history
from roundtable.core.changes import WrittenFile
from roundtable.core.parsing.text import clean, one_line

_MOST_SETS = 100
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


@dataclass(frozen=True, slots=True)
class _Step:
    """A commit that says something of some change set."""

    commit: Commit
    parents: tuple[str, ...]
    """The nearest of these that it rests on."""
    names: frozenset[str]
    """The sessions whose decisions it says it holds."""
    reverts: frozenset[str]
    """The commits that it says it reverts."""


async def trace(
    root: Path, head: str, sets: Collection[ChangeSet]
) -> dict[str, tuple[Station, ...]]:
    """What the history of `head` says of each change set, by its session, in order of commits.

    The newest change sets are followed through the newest commits; GitFailed if git does not
    answer. What that history does not hold is not in the result.
    """
    chosen = sorted(sets, key=lambda one: (-one.at, one.session))[:_MOST_SETS]
    if not chosen:
        return {}
    paths = {file.path for one in chosen for file in one.files}
    commits = await read_history(root, head, paths, min(one.at for one in chosen) - _SLACK)
    steps = _steps(commits)
    until = _ends(chosen)
    found = {one.session: _followed(one, steps, until[one.session]) for one in chosen}
    return {session: stations for session, stations in found.items() if stations}


def _steps(commits: Sequence[Commit]) -> list[_Step]:
    """The commits that matter, as if the others had not been made; the last one always does."""
    kept: list[_Step] = []
    stands_for: dict[str, str] = {}
    for commit in commits:
        past = (stands_for[parent] for parent in commit.parents if parent in stands_for)
        parents = tuple(dict.fromkeys(number for number in past if number))
        names = frozenset(_TRAILER.findall(commit.message))
        reverts = frozenset(_REVERTS.findall(commit.message))
        matters = commit.changed or names or reverts or len(parents) > 1
        if matters or commit is commits[-1]:
            kept.append(_Step(commit, parents, names, reverts))
            stands_for[commit.number] = commit.number
        else:
            stands_for[commit.number] = parents[0] if parents else ""
    return kept


def _ends(sets: Collection[ChangeSet]) -> dict[str, float]:
    """Until when a decision's name in a commit means this change set of it: until the next one."""
    ends: dict[str, float] = {}
    following: dict[str, float] = {}
    for one in sorted(sets, key=lambda s: (-s.at, s.session)):
        ends[one.session] = following.get(one.decision, float("inf"))
        following[one.decision] = one.at
    return ends


def _followed(one: ChangeSet, steps: Sequence[_Step], until: float) -> tuple[Station, ...]:
    holding = _holding(one, steps, until)
    if holding is None:
        return ()
    whole = _has_all(one.files, holding.commit)
    return _station("committed", holding, whole), *_fates(one, holding, steps)


def _holding(one: ChangeSet, steps: Sequence[_Step], until: float) -> _Step | None:
    """The commit that holds it: known, else by all its bytes, else by name, else by some bytes."""
    known = {step.commit.number: step for step in steps if step.commit.number in one.known}
    for number in reversed(one.known):
        if number in known:
            return known[number]
    later = [step for step in steps if step.commit.at >= one.at]
    bringing = [s for s in later if not s.commit.cut_off and _brings(one.files, s.commit)]
    whole = (s for s in bringing if _has_all(one.files, s.commit))
    named = (s for s in later if one.session in s.names or _means(s, one.decision, until))
    partly = (s for s in bringing if not _contradicts(one.files, s.commit))
    return next(whole, None) or next(named, None) or next(partly, None)


def _means(step: _Step, decision: str, until: float) -> bool:
    return decision in step.names and step.commit.at < until


def _brings(files: Collection[WrittenFile], commit: Commit) -> bool:
    return any(file.after in commit.changed.get(file.path, ()) for file in files)


def _has_all(files: Collection[WrittenFile], commit: Commit) -> bool:
    return all(file.after in commit.state.get(file.path, ()) for file in files)


def _has_old(files: Collection[WrittenFile], commit: Commit) -> bool:
    return all(file.before in commit.state.get(file.path, ()) for file in files)


def _contradicts(files: Collection[WrittenFile], commit: Commit) -> bool:
    """Whether some file has bytes there that are neither the old nor the written ones."""
    return any(
        file.path in commit.state and not {file.before, file.after} & commit.state[file.path]
        for file in files
    )


def _fates(one: ChangeSet, holding: _Step, steps: Sequence[_Step]) -> tuple[Station, ...]:
    """The reverts, and the reverts of these, that HEAD rests on; a merge goes with what it took."""
    held = holding.commit.state
    files = [f for f in one.files if f.before not in held.get(f.path, (f.before,))]
    ours = {*one.known, holding.commit.number}
    by_number: dict[str, _Step] = {}
    fates: dict[str, tuple[Station, ...]] = {}
    for step in steps[steps.index(holding) :]:
        parents = [by_number[number] for number in step.parents if number in fates]
        if step is not holding and not parents:
            continue
        by_number[step.commit.number] = step
        taken = next((p for p in parents if _same(files, p.commit, step.commit)), None)
        past = fates[(taken or parents[0]).commit.number] if parents else ()
        turn = _turn([] if taken else files, ours, past, step) if parents else ()
        fates[step.commit.number] = (*past, *turn)
    return fates[steps[-1].commit.number]


def _same(files: Collection[WrittenFile], one: Commit, other: Commit) -> bool:
    return all(one.state.get(f.path) == other.state.get(f.path) for f in files)


def _turn(
    changed: Collection[WrittenFile],
    ours: Collection[str],
    past: tuple[Station, ...],
    step: _Step,
) -> Iterator[Station]:
    """What this commit turns about, by what it says or by what it makes of the files."""
    says, commit = step.reverts, step.commit
    if past and past[-1].kind == "reverted":
        if past[-1].commit in says or (changed and _has_all(changed, commit)):
            yield _station("committed", step)
    elif says & {*ours, *(s.commit for s in past)} or (changed and _has_old(changed, commit)):
        yield _station("reverted", step)


def _station(kind: Literal["committed", "reverted"], step: _Step, whole: bool = True) -> Station:
    subject = one_line(clean(step.commit.message.strip().partition("\n")[0]), 160)
    return Station(kind, step.commit.number, subject, whole)
