"""What a summon is about: a change between two sides. It comes whole, or is refused by its size.

The other side is the work tree, the index or a commit, and the files come as they are there.
"""

import asyncio
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from roundtable.adapters.trees import names
from roundtable.adapters.trees.diffs import batches, commit_named, unfiltered
from roundtable.adapters.trees.folders import real_folder, take_files
from roundtable.adapters.trees.tally import MIB, MOST_FILES, Given, Tally, shallow_first
from roundtable.adapters.workspaces import changes, git, objects
from roundtable.adapters.workspaces.changes import DIFF, Change
from roundtable.adapters.workspaces.git import GitFailed
from roundtable.adapters.workspaces.reading import BINARY
from roundtable.adapters.workspaces.sight import Sight, look
from roundtable.adapters.workspaces.snapshot import Snapshot, head
from roundtable.adapters.workspaces.visibility import (
    IGNORED_BY_GIT,
    PRIVATE_FOLDER,
    Rules,
    shown,
)
from roundtable.core import patches
from roundtable.core.context import LeftOut
from roundtable.core.errors import UsageError

MOST_PATCH = 8 * MIB
_MOST_MEASURED = 64 * MIB
"""A larger patch is not even read to its end to tell its size."""
_MOST_LISTED = 32 * MIB
_AT_ONCE = 8 * MIB
"""So much of the index or of a commit is read in one go."""
_SUBMODULES = "--ignore-submodules=dirty"
"""The commit that a submodule stands at is compared; its files are never looked at."""
_PATCH = (
    *("--patch", "--unified=3", "--src-prefix=a/", "--dst-prefix=b/", "--find-renames"),
    _SUBMODULES,
)
_AS_GIT_HAS_IT = ("-c", "core.bigFileThreshold=512m")
"""A large file is a text like any other where the whole change is wanted."""
_FILES = ("100644", "100755")
_SUBMODULE = "160000"
_ANOTHERS = "a submodule: the commit that it stands at is compared, its files are not"
_NO_TEXT = "it is not a text in UTF-8"
_IN_CONFLICT = "it is in conflict, so nothing of it is staged"


@dataclass(frozen=True, slots=True)
class Span:
    """Which change is meant."""

    kind: Literal["uncommitted", "staged", "branch", "commit"] = "uncommitted"
    ref: str = ""
    """The branch that this one left, or the commit."""


@dataclass(frozen=True, slots=True)
class _Sides:
    what: str
    """The changes between them, for people."""
    base: str
    other: tuple[str, ...] = ()
    """For git; empty: the work tree."""

    @property
    def stored(self) -> bool:
        return bool(self.other)


async def from_span(
    root: Path, span: Span, only: Sequence[str] = (), ignore: tuple[str, ...] = ()
) -> tuple[Given, str]:
    """The changed files as the change leaves them, and the patch; of these paths only, if any.

    What cannot be shown is left out with its reason; of files that are too large, or no text, the
    patch alone is there.
    """
    real = await asyncio.to_thread(real_folder, root)
    async with look(real, Rules(ignore)) as sight:
        if sight.repository is None:
            raise UsageError(
                f"there is no change to discuss in {root}: {sight.no_git}",
                "go into a git repository, or ask a question: roundtable discuss",
            )
        try:
            sides = await _sides(real, sight.repository, span)
            return await _taken(sight, sight.repository, sides, tuple(only))
        except GitFailed as failed:
            raise UsageError(
                f"git could not tell what has changed in {root}: {failed}",
                "see what `git status` says there",
            ) from failed


def prefixes(root: Path, here: Path, paths: Sequence[str]) -> tuple[str, ...]:
    """Paths as typed in a folder, from the root on; none where one of them is all of it."""
    found = []
    for path in paths:
        inside = Path(os.path.normpath(here / path))
        if not inside.is_relative_to(root):
            raise UsageError(
                f"{shown(path)!r} lies outside of {root}", "name files or folders inside of it"
            )
        found.append(inside.relative_to(root).as_posix())
    return () if "." in found else tuple(dict.fromkeys(found))


async def _sides(root: Path, repository: Snapshot, span: Span) -> _Sides:
    if span.kind == "commit":
        return await _of_commit(root, repository, await commit_named(root, span.ref))
    _, here = await head(root)
    if span.kind == "branch":
        return await _of_branch(root, here, span.ref)
    base = here or await changes.empty_tree(repository)
    if span.kind == "staged":
        return _Sides("staged changes", base, ("--cached",))
    return _Sides("uncommitted changes", base)


async def _of_branch(root: Path, here: str, ref: str) -> _Sides:
    commit = await commit_named(root, ref)
    if not here:
        raise UsageError("this branch has no commit yet", "leave --branch out")
    output = await git.run(root, "merge-base", commit, here, most=4096)
    if output.code:
        raise UsageError(
            f"{shown(ref)} and this branch have no commit in common",
            "name the branch that this one comes from",
        )
    return _Sides(f"changes since {ref}", output.data.decode("ascii", "replace").strip())


async def _of_commit(root: Path, repository: Snapshot, commit: str) -> _Sides:
    query = ("rev-parse", "-q", "--verify", "--end-of-options", f"{commit}^1")
    parent = await git.run(root, *query, most=4096)
    base = parent.data.decode("ascii", "replace").strip()
    if parent.code:
        if await asyncio.to_thread(_is_cut_off, repository, commit):
            raise UsageError(
                f"what commit {commit[:10]} came from is not in this shallow clone",
                "fetch more of it: git fetch --deepen=10",
            )
        base = await changes.empty_tree(repository)
    return _Sides(f"changes of commit {commit[:10]}", base, (commit,))


def _is_cut_off(repository: Snapshot, commit: str) -> bool:
    shallow = repository.git_dir / "shallow"
    return shallow.is_file() and commit in shallow.read_text("ascii", "replace").split()


async def _taken(
    sight: Sight, repository: Snapshot, sides: _Sides, only: tuple[str, ...]
) -> tuple[Given, str]:
    tally = Tally()
    new = () if sides.stored else await _make_known(repository, sight.rules, only, tally)
    found = [
        change
        for change in await changes.changed(repository, sides.base, _SUBMODULES, *sides.other)
        if _is_within(change.path, only)
    ]
    _refuse_untouched(only, [*new, *(change.path for change in found)])
    visible = await _visible(found, sight.rules, sides, repository, tally)
    patch = await _patch(repository, sides, [change.path for change in visible])
    parts = patches.split(patch)
    binary = {file.path for file in parts if "\nBinary files " in file.header}
    for path in sorted(binary):
        tally.leave(path, BINARY)
    what = f"{sides.what} in {', '.join(map(shown, only))}" if only else sides.what
    changed = tally.given(what)
    if len(parts) == len(binary):
        raise _nothing(changed)
    wanted = [change for change in visible if change.path not in binary]
    return _with_contents(changed, await _contents(sight, repository, sides, wanted)), patch


async def _contents(
    sight: Sight, repository: Snapshot, sides: _Sides, wanted: Sequence[Change]
) -> Given:
    """Whole files; all of a link is in the patch, and a deleted file is gone."""
    tally = Tally()
    files = [change for change in wanted if change.mode in _FILES]
    if sides.stored:
        await _take_objects(repository, files, tally)
    else:
        listing = await sight.listing()
        there = listing.paths & {change.path for change in files}
        await asyncio.to_thread(take_files, sight.root, sight.rules, listing, there, tally)
    return tally.given("")


def _with_contents(changed: Given, contents: Given) -> Given:
    """The files that are texts; of the others it is told that only their changes are there."""
    odd = [LeftOut(title=file.path, reason=_NO_TEXT) for file in contents.files if file.binary]
    without = [
        LeftOut(title=f"all of {item.title} but its changes", reason=item.reason)
        for item in (*contents.left_out, *odd)
    ]
    files = tuple(file for file in contents.files if not file.binary)
    return Given(changed.origin, files, (*changed.left_out, *without))


async def _make_known(
    repository: Snapshot, rules: Rules, only: tuple[str, ...], tally: Tally
) -> Sequence[str]:
    """New files enter the index of our own git folder, so that git compares them like others."""
    words = ("ls-files", "-z", "--others", "--exclude-standard")
    output = await repository.ask(*words, most=_MOST_LISTED)
    if output.cut:
        tally.leave("some of the new files", "the tree is too large to be listed in full")
    found = [os.fsdecode(entry) for entry in output.data.split(b"\0")[:-1]]
    found = [path for path in found if _is_within(path, only)]
    new = []
    for path in found:
        reason = IGNORED_BY_GIT if path.endswith("/") else rules.why_hidden(path)
        if not reason:
            new.append(path)
        elif reason != PRIVATE_FOLDER:
            tally.leave(path, reason)
    for batch in batches(new):
        await repository.ask("add", "--intent-to-add", "--", *batch, most=4096)
    return found


async def _visible(
    found: Sequence[Change],
    rules: Rules,
    sides: _Sides,
    repository: Snapshot,
    tally: Tally,
) -> list[Change]:
    """Those whose changes may be shown, and can be without running anything."""
    visible = {}
    for change in found:
        reason = rules.why_hidden(change.path)
        if not reason and sides.stored and change.status == "U":
            reason = _IN_CONFLICT
        if reason or change.mode == _SUBMODULE:
            tally.leave(change.path, reason or _ANOTHERS)
        if not reason:
            visible[change.path] = change
    if len(visible) > MOST_FILES:
        raise UsageError(
            f"{len(visible):,} files have changed; {MOST_FILES:,} are the most",
            "name the folders that matter: roundtable summon -- PATH …",
        )
    if sides.stored:
        return list(visible.values())
    return [visible[path] for path in await unfiltered(repository, tuple(visible), tally)]


def _is_within(path: str, only: tuple[str, ...]) -> bool:
    return not only or any(path == prefix or path.startswith(f"{prefix}/") for prefix in only)


def _refuse_untouched(only: tuple[str, ...], touched: Sequence[str]) -> None:
    for prefix in only:
        if not any(_is_within(path, (prefix,)) for path in touched):
            raise UsageError(
                f"nothing has changed in {shown(prefix)!r}", "see what has: git status"
            )


def _nothing(changed: Given) -> UsageError:
    """Nothing to discuss, or nothing of it that may be shown."""
    if changed.left_out:
        listed = "; ".join(f"{item.title}: {item.reason}" for item in changed.left_out[:5])
        return UsageError(
            f"nothing can be shown of the {changed.origin} ({listed})", "see `git status`"
        )
    return UsageError(
        f"there are no {changed.origin}",
        "see `git status`; what is committed already: --branch BASE or --commit REF",
    )


async def _patch(repository: Snapshot, sides: _Sides, paths: Sequence[str]) -> str:
    data = bytearray()
    for batch in batches(paths):
        output = await repository.ask(
            *(*_AS_GIT_HAS_IT, *DIFF, *_PATCH, sides.base, *sides.other, "--", *batch),
            most=_MOST_MEASURED - len(data),
        )
        data += output.data
        if output.cut:
            raise _too_large(f"more than {_MOST_MEASURED // MIB} MB", _text(bytes(data)))
    if len(data) > MOST_PATCH:
        raise _too_large(f"{len(data) / MIB:.1f} MB", _text(bytes(data)))
    return _text(bytes(data))


def _text(data: bytes) -> str:
    """The patch with all its line ends as they are: a change may be about nothing else."""
    return data.decode("utf-8", "replace").replace("\0", "\N{REPLACEMENT CHARACTER}")


def _too_large(size: str, patch: str) -> UsageError:
    files = sorted(((_size(file), file.path) for file in patches.split(patch)), reverse=True)
    largest = ", ".join(f"{shown(path)} ({size / MIB:.1f} MB)" for size, path in files[:3])
    return UsageError(
        f"the change is {size} as a patch; {MOST_PATCH // MIB} MB are the most",
        f"name the files or folders that matter: roundtable summon -- PATH … (largest: {largest})",
    )


def _size(file: patches.FilePatch) -> int:
    lines = (line for hunk in file.hunks for _, line in hunk.lines)
    return len(file.header) + sum(map(len, lines))


async def _take_objects(repository: Snapshot, files: Sequence[Change], tally: Tally) -> None:
    """The files as the index or a commit has them."""
    waiting: list[Change] = []
    for change in sorted(files, key=lambda change: shallow_first(change.path)):
        if reason := names.unfit(change.path) or names.private(change.path):
            tally.leave(change.path, reason)
        else:
            waiting.append(change)
    known = await objects.sizes(repository, tuple({change.content for change in waiting}))
    while waiting:
        together: dict[str, int] = {}
        now: list[Change] = []
        while waiting and sum(together.values()) < _AT_ONCE:
            change = waiting.pop(0)
            size = known[change.content]
            if reason := tally.refuses(change.path, size):
                tally.leave(change.path, reason)
            else:
                now.append(change)
                together[change.content] = size
        held = await objects.contents(repository, together)
        for change in now:
            tally.take(change.path, held[change.content])
