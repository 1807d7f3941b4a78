"""What differs from a commit: the changed files as they stand now, and the patch between."""

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from roundtable.adapters.trees.folders import real_folder, take_files
from roundtable.adapters.trees.tally import MOST_FILES, TOO_MANY, Given, Tally, shallow_first
from roundtable.adapters.workspaces import changes, git
from roundtable.adapters.workspaces.fitting import CUT_NOTICE
from roundtable.adapters.workspaces.git import GitFailed
from roundtable.adapters.workspaces.sight import Sight, look
from roundtable.adapters.workspaces.snapshot import Snapshot
from roundtable.adapters.workspaces.visibility import Rules, shown
from roundtable.core.build_events import ProjectFile
from roundtable.core.errors import UsageError

MOST_PATCH = 1024 * 1024
_LONGEST_REF = 200
_BATCH = 200
"""So many paths go to git at once: a command line has an end."""
_FILTERED = "git compares it only through a filter command, which is not run"
_KNOWN = "name a branch, a tag or a commit that `git log` knows, such as main or HEAD~1"


async def from_diff(root: Path, ref: str, ignore: tuple[str, ...] = ()) -> tuple[Given, str]:
    """The files that differ from `ref`, new ones among them, whole; and what has changed in them.

    The patch ends with a notice where it was cut. Deleted files are in the patch only.
    """
    real = await asyncio.to_thread(real_folder, root)
    rules = Rules(ignore)
    async with look(real, rules) as sight:
        if sight.repository is None:
            raise UsageError(
                f"{root} cannot be compared with {ref}: {sight.no_git}",
                "give a folder in a git repository, or review all of its files",
            )
        try:
            commit = await commit_named(real, ref)
            return await _compare(sight, sight.repository, commit, ref)
        except GitFailed as failed:
            raise UsageError(
                f"git could not compare {root} with {ref}: {failed}",
                "see what `git status` says there, or review all of its files",
            ) from failed


def _require_plain(ref: str) -> None:
    """A name from a command line must never be read as an option, nor as two commits."""
    fine = 0 < len(ref) <= _LONGEST_REF and ref.isprintable() and " " not in ref
    if not fine or ref.startswith("-") or ".." in ref:
        raise UsageError(f"{shown(ref[:80])!r} is not the name of one commit", _KNOWN)


async def commit_named(root: Path, ref: str) -> str:
    """The number of the commit that somebody means by this name."""
    _require_plain(ref)
    query = ("rev-parse", "-q", "--verify", "--end-of-options", f"{ref}^{{commit}}")
    output = await git.run(root, *query, most=4096)
    number = output.data.decode("ascii", "replace").strip()
    if output.code or not re.fullmatch(r"[0-9a-f]{40,64}", number):
        raise UsageError(f"git knows no commit {ref!r} in {root}", _KNOWN)
    return number


async def _compare(sight: Sight, repository: Snapshot, commit: str, ref: str) -> tuple[Given, str]:
    tally = Tally()
    listing = await sight.listing()
    tracked = await _comparable(sight, repository, commit, tally)
    there = (listing.paths & frozenset(tracked)) | listing.untracked
    await asyncio.to_thread(take_files, sight.root, sight.rules, listing, there, tally)
    if not listing.complete:
        tally.leave("the rest of the tree", "it is too large to be listed in full")
    given = tally.given(f"changes since {ref}")
    added = [file for file in given.files if file.path in listing.untracked]
    return given, await _patch(repository, commit, tracked, added)


async def _comparable(sight: Sight, repository: Snapshot, commit: str, tally: Tally) -> list[str]:
    """The tracked files that have changed and may be shown."""
    visible = []
    for change in await changes.changed(repository, commit):
        if reason := sight.rules.why_hidden(change.path):
            tally.leave(change.path, reason)
        else:
            visible.append(change.path)
    visible.sort(key=shallow_first)
    for path in visible[MOST_FILES:]:
        tally.leave(path, TOO_MANY)
    return await unfiltered(repository, visible[:MOST_FILES], tally)


async def unfiltered(repository: Snapshot, paths: Sequence[str], tally: Tally) -> list[str]:
    """Those that can be compared without running a command that the repository names."""
    through_command = set[str]()
    for batch in batches(paths):
        through_command |= await changes.filtered(repository, batch)
    for path in sorted(through_command):
        tally.leave(path, _FILTERED)
    return sorted(set(paths) - through_command)


async def _patch(
    repository: Snapshot, commit: str, tracked: list[str], added: list[ProjectFile]
) -> str:
    pieces: list[str] = []
    room = MOST_PATCH
    async for piece, cut in _pieces(repository, commit, tracked, added):
        whole = len(piece) <= room
        pieces.append(piece if whole else piece[: piece.rfind("\n", 0, room) + 1])
        if cut or not whole:
            return "".join((*pieces, CUT_NOTICE, "\n"))
        room -= len(piece)
    return "".join(pieces)


async def _pieces(
    repository: Snapshot, commit: str, tracked: list[str], added: list[ProjectFile]
) -> AsyncIterator[tuple[str, bool]]:
    for batch in batches(tracked):
        found = await changes.patch(repository, commit, batch, MOST_PATCH)
        yield found.text, found.cut
    for file in added:
        yield _addition(file), False


def _addition(file: ProjectFile) -> str:
    """A file that git does not know yet, as git would show it."""
    head = f"diff --git a/{file.path} b/{file.path}\nnew file mode 100644\n"
    if file.binary:
        return f"{head}Binary files /dev/null and b/{file.path} differ\n"
    if not file.text:
        return head
    lines = file.text.replace("\r\n", "\n").split("\n")
    last = lines.pop()
    body = [f"+{line}\n" for line in lines]
    if last:
        body.append(f"+{last}\n\\ No newline at end of file\n")
    return f"{head}--- /dev/null\n+++ b/{file.path}\n@@ -0,0 +1,{len(body)} @@\n{''.join(body)}"


def batches(paths: Sequence[str]) -> list[Sequence[str]]:
    """As many at once as fit onto a command line."""
    return [paths[start : start + _BATCH] for start in range(0, len(paths), _BATCH)]
