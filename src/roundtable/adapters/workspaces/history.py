"""A repository's history as far as it concerns some files: which commit gave them which content.

Only plumbing is asked, through a git folder of our own (see `snapshot`), and everything that it
may answer is bounded. What does not fit is not known, and what is not known equals nothing.
"""

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from graphlib import TopologicalSorter
from pathlib import Path

from roundtable.adapters.workspaces import git
from roundtable.adapters.workspaces.snapshot import Snapshot, snapshot
from roundtable.core.changes import sha256

MOST_COMMITS = 2_000
_MOST_LISTED = 32 * 1024 * 1024
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
    async with snapshot(root) as view:
        listed = await _listed(view, head, since)
        listed, raw = await _raw_changes(view, listed, paths)
        deleting = [c for c in listed if any(r.gone for r in raw[c.number])]
        moved = await _moved(view, deleting) if deleting else set[tuple[str, str]]()
        blobs = {r.blob: None for c in listed for r in raw[c.number] if r.blob}
        contents = await _contents(view, blobs) if blobs else {}
        shallow = _shallow(view)

    def content(number: str, file: _Raw) -> Content:
        if file.gone:
            return UNKNOWN if (number, file.path) in moved else GONE
        return contents.get(file.blob, UNKNOWN)

    changed = {
        number: {file.path: content(number, file) for file in files}
        for number, files in raw.items()
    }
    return tuple(_with_states(listed, changed, shallow))


def _with_states(
    listed: Sequence[Commit], changed: Mapping[str, Mapping[str, Content]], shallow: Collection[str]
) -> Iterator[Commit]:
    states: dict[str, Mapping[str, Content]] = {}
    for commit in listed:
        before = states.get(commit.parents[0], {}) if commit.parents else {}
        own = changed[commit.number]
        after = {**before, **own} if own else before
        states[commit.number] = after
        cut_off = commit.number in shallow
        yield replace(commit, changed=own, state=after, cut_off=cut_off)


async def _listed(view: Snapshot, head: str, since: int) -> tuple[Commit, ...]:
    """The commits without their files, oldest first. Git itself need not sort all of history."""
    output = await view.ask(
        *(
            "rev-list",
            f"--max-count={MOST_COMMITS}",
            f"--max-age={max(0, since)}",
            "--encoding=UTF-8",
        ),
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
    view: Snapshot, commits: Sequence[Commit], paths: Collection[str]
) -> tuple[tuple[Commit, ...], dict[str, list[_Raw]]]:
    """What each commit made of the files; without the oldest commits where that is too much.

    All files are asked for: git is far slower at leaving out all but a hundred of them.
    """
    query = ("diff-tree", "--stdin", "-r", "-z", "--root", "--no-renames", "--relative")
    output = await _given(view, *query, most=_MOST_LISTED, given=_pairs(commits[::-1]))
    wanted = {os.fsencode(path): path for path in paths}
    found: dict[str, list[_Raw]] = {}
    number = ""
    fields = iter(output.data.split(b"\0")[:-1])
    for word in fields:
        if not word.startswith(b":"):
            number = word.decode("ascii", "replace")
            continue
        path = wanted.get(next(fields, b""))
        if path is not None:
            _, mode, _, blob, _ = word.decode("ascii", "replace").split(" ")
            plain = mode in ("100644", "100755")
            file = _Raw(path, blob if plain else "", gone=mode == "000000")
            found.setdefault(number, []).append(file)
    numbers = [commit.number for commit in commits]
    kept = commits[numbers.index(number) + 1 :] if output.cut else commits
    return tuple(kept), {commit.number: found.get(commit.number, []) for commit in kept}


async def _moved(view: Snapshot, commits: Sequence[Commit]) -> set[tuple[str, str]]:
    """Which of these commits gave which file another name: there it is not gone."""
    query = ("diff-tree", "--stdin", "-r", "-z", "-M", "--diff-filter=R", "--name-status")
    output = await _given(view, *query, "--relative", most=_MOST_LISTED, given=_pairs(commits))
    found: set[tuple[str, str]] = set()
    number = ""
    fields = iter(os.fsdecode(output.data).split("\0")[:-1])
    for word in fields:
        if word.startswith("R"):
            found.add((number, next(fields, "")))
            next(fields, "")
        else:
            number = word
    return found


def _pairs(commits: Sequence[Commit]) -> bytes:
    """Each commit with the one parent that it is compared with, or with nothing."""
    return "".join(f"{' '.join((c.number, *c.parents[:1]))}\n" for c in commits).encode("ascii")


async def _contents(view: Snapshot, blobs: Collection[str]) -> dict[str, Content]:
    """What these objects hold; of what is too much for us, nothing is known."""
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
