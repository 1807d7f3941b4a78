"""A repository's history as far as it concerns some files: which commit gave them which content.

Only plumbing is asked, through a git folder of our own (see `snapshot`), and everything that it
may answer is bounded. What does not fit is not known, and what is not known equals nothing.
"""

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from graphlib import TopologicalSorter
from pathlib import Path

from roundtable.adapters.workspaces import git
from roundtable.adapters.workspaces.git import GitFailed
from roundtable.adapters.workspaces.snapshot import Snapshot, snapshot
from roundtable.core.changes import sha256

MOST_COMMITS = 2_000
MOST_PATHS = 1_000
"""More names than these a command line may not hold."""
_MOST_LISTED = 16 * 1024 * 1024
_MOST_CONTENT = 32 * 1024 * 1024

Content = frozenset[str]
"""The SHA-256 that a file may have in a work tree: by its bytes, and with the other line ends."""
GONE: Content = frozenset({""})
UNKNOWN: Content = frozenset()


@dataclass(frozen=True, slots=True)
class Commit:
    number: str
    parents: tuple[str, ...]
    at: int
    """When it was committed, in seconds since 1970."""
    message: str
    changed: Mapping[str, Content] = field(default_factory=dict)
    """What it made of the files, next to its first parent."""
    state: Mapping[str, Content] = field(default_factory=dict)
    """All that is known of the files after it."""
    cut_off: bool = False
    """True: a shallow clone begins here, so what it holds may come from an older commit."""


@dataclass(frozen=True, slots=True)
class _Raw:
    """A file after a commit, as git names it."""

    path: str
    blob: str
    """Empty: the file is gone, or it is no plain file."""
    gone: bool


async def read_history(
    root: Path, head: str, paths: Collection[str], since: int
) -> tuple[Commit, ...]:
    """The newest commits that `head` rests on, parents before their children, `head` last.

    None that is older than `since` is looked at, nor what lies behind such a one.
    """
    wanted = sorted(paths)[:MOST_PATHS]
    async with snapshot(root) as view:
        listed = await _listed(view, head, since)
        raw = await _raw_changes(view, listed, wanted)
        moved = await _moved(
            view, [c for c in listed if any(r.gone for r in raw.get(c.number, ()))]
        )
        contents = await _contents(
            view, {r.blob: None for rs in raw.values() for r in rs if r.blob}
        )
        shallow = _shallow(view)
    changed = {
        number: {
            r.path: GONE if r.gone else contents.get(r.blob, UNKNOWN)
            for r in rows
            if (number, r.path) not in moved
        }
        | {r.path: UNKNOWN for r in rows if (number, r.path) in moved}
        for number, rows in raw.items()
    }
    return tuple(_with_states(listed, changed, shallow))


def _with_states(
    listed: Sequence[Commit], changed: Mapping[str, Mapping[str, Content]], shallow: Collection[str]
) -> Iterator[Commit]:
    states: dict[str, Mapping[str, Content]] = {}
    for commit in listed:
        before = states.get(commit.parents[0], {}) if commit.parents else {}
        own = changed.get(commit.number, {})
        states[commit.number] = {**before, **own} if own else before
        yield Commit(
            commit.number,
            commit.parents,
            commit.at,
            commit.message,
            own,
            states[commit.number],
            commit.number in shallow,
        )


async def _listed(view: Snapshot, head: str, since: int) -> tuple[Commit, ...]:
    """The commits without their files, oldest first. Git itself need not sort all of history."""
    output = await view.ask(
        *("rev-list", f"--max-count={MOST_COMMITS}", f"--since={since}", "--encoding=UTF-8"),
        *("--format=%x00%P%x00%ct%x00%B%x00", "--end-of-options", head),
        most=_MOST_LISTED,
    )
    *fields, _ = output.data.decode("utf-8", "replace").split("\0")
    found: dict[str, Commit] = {}
    for heading, parents, at, message in zip(*(fields[i::4] for i in range(4)), strict=False):
        number = heading.strip().removeprefix("commit ")
        found[number] = Commit(number, tuple(parents.split()), int(at), message)
    known = {n: [p for p in c.parents if p in found] for n, c in reversed(found.items())}
    return tuple(found[number] for number in TopologicalSorter(known).static_order())


async def _raw_changes(
    view: Snapshot, commits: Sequence[Commit], paths: Sequence[str]
) -> dict[str, list[_Raw]]:
    """What each commit made of the files, next to its first parent or to nothing."""
    query = ("diff-tree", "--stdin", "-r", "-z", "--root", "--no-renames", "--relative", "--")
    found: dict[str, list[_Raw]] = {}
    number = ""
    fields = iter(await _asked(view, *query, *paths, given=_pairs(commits)))
    for word in fields:
        if not word.startswith(":"):
            number = word
            continue
        path = next(fields, None)
        if path is None or path not in paths:
            continue
        _, mode, _, blob, _ = word.split(" ")
        plain = mode in ("100644", "100755")
        found.setdefault(number, []).append(_Raw(path, blob if plain else "", mode == "000000"))
    return found


async def _moved(view: Snapshot, commits: Sequence[Commit]) -> set[tuple[str, str]]:
    """Which of these commits gave which file another name: there it is not gone."""
    if not commits:
        return set()
    query = ("diff-tree", "--stdin", "-r", "-z", "-M", "--diff-filter=R", "--name-status")
    found: set[tuple[str, str]] = set()
    number = ""
    fields = iter(await _asked(view, *query, "--relative", given=_pairs(commits)))
    for word in fields:
        if len(word) < 40:
            found.add((number, next(fields, "")))
            next(fields, "")
        else:
            number = word
    return found


def _pairs(commits: Sequence[Commit]) -> bytes:
    """Each commit with the one parent that it is compared with."""
    return "".join(f"{' '.join((c.number, *c.parents[:1]))}\n" for c in commits).encode("ascii")


async def _asked(view: Snapshot, *query: str, given: bytes) -> list[str]:
    output = await _given(view, *query, most=_MOST_LISTED, given=given)
    if output.cut:
        raise GitFailed("git has more to say of these files than can be taken in")
    return os.fsdecode(output.data).split("\0")[:-1]


async def _contents(view: Snapshot, blobs: Collection[str]) -> dict[str, Content]:
    """What these objects hold; of what is too much for us, nothing is known."""
    if not blobs:
        return {}
    given = "".join(f"{blob}\n" for blob in blobs).encode("ascii")
    output = await _given(view, "cat-file", "--batch", most=_MOST_CONTENT, given=given)
    data, found, at = output.data, dict[str, Content](), 0
    while at < len(data):
        heading, _, _ = data[at : at + 200].partition(b"\n")
        at += len(heading) + 1
        words = heading.decode("ascii", "replace").split(" ")
        if len(words) != 3:  # "… missing", in a partial clone
            continue
        size = int(words[2])
        if at + size > len(data):
            break
        found[words[0]] = _content(data[at : at + size])
        at += size + 1
    return found


def _content(data: bytes) -> Content:
    hashes = {sha256(data)}
    if b"\n" in data and b"\r\n" not in data and b"\0" not in data:
        hashes.add(sha256(data.replace(b"\n", b"\r\n")))
    return frozenset(hashes)


async def _given(view: Snapshot, *query: str, most: int, given: bytes) -> git.Output:
    environment = {"GIT_DIR": str(view.git_dir), "GIT_WORK_TREE": str(view.top)}
    return await git.ask(view.root, *query, most=most, environment=environment, given=given)


def _shallow(view: Snapshot) -> frozenset[str]:
    try:
        return frozenset((view.git_dir / "shallow").read_text("ascii").split())
    except FileNotFoundError:
        return frozenset()
