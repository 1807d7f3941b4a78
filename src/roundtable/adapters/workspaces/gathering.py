"""Gathers what the knights may read before they speak, most important first.

Nothing here fails: what cannot be had is left out, with the reason.
"""

import asyncio
import os
import stat
from collections.abc import Awaitable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from roundtable.adapters.workspaces import changes, reading
from roundtable.adapters.workspaces.changes import Change
from roundtable.adapters.workspaces.excerpts import take_lines
from roundtable.adapters.workspaces.fitting import CUT_NOTICE, part
from roundtable.adapters.workspaces.git import GitFailed
from roundtable.adapters.workspaces.listing import Listing
from roundtable.adapters.workspaces.naming import Mention, files_named, mentions
from roundtable.adapters.workspaces.outline import outline
from roundtable.adapters.workspaces.reading import Refused
from roundtable.adapters.workspaces.sight import Sight
from roundtable.adapters.workspaces.snapshot import Snapshot, head
from roundtable.adapters.workspaces.visibility import shown
from roundtable.core.context import ContextPart, LeftOut
from roundtable.core.tokens import characters_for

T = TypeVar("T")

_GIT_PARTS = "git history and uncommitted changes"
_DIFF = "uncommitted changes"
_MOST_NAMED = 20
_MOST_MEANT = 3
_MOST_LEFT_OUT = 40
_MOST_CHANGES = 200
_MOST_STATUS = 60
_MOST_DIFF = 1024 * 1024
_LARGEST_CHANGED_FILE = 1024 * 1024
_KEY_FILE_BYTES = 16 * 1024
_MOST_KEY_FILES = 8
_KEY_FILES = (
    *("README.md", "README", "README.rst", "README.txt", "CONTRIBUTING.md", "ARCHITECTURE.md"),
    *("pyproject.toml", "setup.cfg", "setup.py", "requirements.txt", "package.json"),
    *("tsconfig.json", "deno.json", "Cargo.toml", "go.mod", "pom.xml", "build.gradle"),
    *("build.gradle.kts", "Gemfile", "composer.json", "mix.exs", "CMakeLists.txt", "Makefile"),
    *("justfile", "Dockerfile", "compose.yaml", "compose.yml", "docker-compose.yml"),
)
_FILTERED = "git compares it only through a filter command, which is not run"
_RANKS = {name.casefold(): rank for rank, name in enumerate(_KEY_FILES)}


class Gathering:
    """One session's reading matter as it is found; its size is settled afterwards."""

    def __init__(self, sight: Sight, limit_tokens: int) -> None:
        self._sight = sight
        self._limit_tokens = limit_tokens
        self._read = set[str]()
        self.parts: list[ContextPart] = []
        self.left_out: list[LeftOut] = []

    async def gather(self, topic: str, diff: bool = True) -> None:
        listing = await self._sight.listing()
        await self._named_files(topic, listing)
        gone = await self._history(listing, diff)
        await self._key_files(listing)
        there = listing.paths - gone
        if there:
            text = await asyncio.to_thread(outline, there)
            self.parts.append(part("tree", "the repository's files", text))
        if not listing.complete:
            self._leave("the rest of the file list", "the tree is too large to be listed in full")
        if self._sight.no_git:
            self._leave(_GIT_PARTS, self._sight.no_git)

    def _leave(self, title: str, reason: str) -> None:
        """Note what is missing; beyond a bound only that there is more of it."""
        entry = LeftOut(title=shown(title), reason=reason)
        if len(self.left_out) < _MOST_LEFT_OUT and entry not in self.left_out:
            self.left_out.append(entry)
        elif len(self.left_out) == _MOST_LEFT_OUT:
            self.left_out.append(LeftOut(title="and more", reason="for the same kinds of reasons"))

    async def _named_files(self, topic: str, listing: Listing) -> None:
        wanted: dict[Mention, None] = {}
        found = await asyncio.to_thread(files_named, mentions(topic), listing)
        for mention, paths in found.items():
            if len(paths) > _MOST_MEANT:
                why = f"{len(paths)} files have this name; name one by its path"
                self._leave(mention.path, why)
            elif paths:
                wanted |= {Mention(path, mention.start, mention.end): None for path in paths}
            elif mention.traced:
                continue  # a frame in somebody else's code, or on another machine
            elif await asyncio.to_thread(_lies_there, self._sight.root, mention.path):
                wanted[self._below_the_root(mention)] = None
        for mention in tuple(wanted)[:_MOST_NAMED]:
            await self._named_file(mention, listing)
        for mention in tuple(wanted)[_MOST_NAMED:]:
            self._leave(mention.path, f"the topic names more than {_MOST_NAMED} files")

    def _below_the_root(self, mention: Mention) -> Mention:
        """The mention by its relative name, where it has one."""
        try:
            return replace(mention, path=reading.relative_name(self._sight.root, mention.path))
        except Refused:
            return mention

    async def _named_file(self, mention: Mention, listing: Listing) -> None:
        start, end = mention.start, mention.end
        try:
            file = await self._sight.read(mention.path, listing)
            lines = take_lines(file, start, end, reading.MOST_BYTES, reading.MOST_BYTES)
        except Refused as refused:
            if str(refused) != reading.FOLDER:
                self._leave(mention.path, str(refused))
            return
        title = shown(mention.path)
        if start is None:
            self._read.add(mention.path)
        else:
            title = f"{title}, lines {lines.start}-{lines.end}"
        self.parts.append(part("named_file", title, lines.text, cut=lines.cut))

    async def _history(self, listing: Listing, diff: bool) -> frozenset[str]:
        """Git's own parts; the paths that git knows and that are gone from the tree."""
        repository = self._sight.repository
        if repository is None:
            return frozenset()
        try:
            branch, commit = await head(self._sight.root)
            base = commit or await changes.empty_tree(repository)
        except GitFailed as failed:
            self._leave(_GIT_PARTS, str(failed))
            return frozenset()
        latest = changes.latest_commits(repository, commit)
        commits = await self._unless_failed("git history", latest) or ()
        changed = await self._unless_failed(_DIFF, changes.changed(repository, base)) or ()
        status = self._status(changed, listing)
        text = "\n".join([_where(branch, commit), *_headed("latest commits:", commits), *status])
        self.parts.append(part("git", "branch, latest commits and changed files", text))
        if diff:
            await self._unless_failed(_DIFF, self._diff(repository, base, changed))
        return frozenset(change.path for change in changed if change.status == "D")

    async def _unless_failed(self, title: str, work: Awaitable[T]) -> T | None:
        try:
            return await work
        except GitFailed as failed:
            self._leave(title, str(failed))
            return None

    def _status(self, changed: tuple[Change, ...], listing: Listing) -> list[str]:
        hidden = self._sight.rules.why_hidden
        lines = [f"{c.status} {shown(c.path)}" for c in changed if not hidden(c.path)]
        lines += [f"? {shown(path)}" for path in sorted(listing.untracked)]
        more = len(lines) - _MOST_STATUS
        notice = [f"[and {more:,} more]"] if more > 0 else []
        title = "changed since then (M modified, A added, D deleted, ? not in git yet):"
        return _headed(title, (*lines[:_MOST_STATUS], *notice))

    async def _diff(self, repository: Snapshot, base: str, changed: tuple[Change, ...]) -> None:
        looked_at = changed[:_MOST_CHANGES]
        reasons = await asyncio.to_thread(self._reasons_to_skip, looked_at)
        through_command = await changes.filtered(repository, [c.path for c in looked_at])
        paths = []
        for change, reason in zip(looked_at, reasons, strict=True):
            if reason or change.path in through_command:
                self._leave(f"changes in {shown(change.path)}", reason or _FILTERED)
            else:
                paths.append(change.path)
        more = len(changed) - len(looked_at)
        if more:
            self._leave("changes in further files", f"{more:,} more files have changed")
        most = min(_MOST_DIFF, characters_for(max(0, self._limit_tokens)) + 4096)
        patch = await changes.patch(repository, base, paths, most)
        text = patch.text.rstrip("\n")
        if text:
            cut_text = f"{text}\n{CUT_NOTICE}" if patch.cut else text
            self.parts.append(part("diff", _DIFF, cut_text, cut=patch.cut))

    def _reasons_to_skip(self, changed: tuple[Change, ...]) -> list[str]:
        return [self._reason_to_skip(change) for change in changed]

    def _reason_to_skip(self, change: Change) -> str:
        """Why a file's changes are not shown; empty if they are."""
        root, path = self._sight.root, change.path
        hidden = self._sight.rules.why_hidden(path)
        if hidden or change.status == "D":
            return hidden
        try:
            facts = (root / path).lstat()
            if stat.S_ISREG(facts.st_mode):
                reading.read(root, path, most=reading.SNIFFED)
                return "too large" if facts.st_size > _LARGEST_CHANGED_FILE else ""
        except OSError:
            return ""  # not there: git shows it as deleted
        except Refused as refused:
            return str(refused)
        # A link's change is the path that it holds; what it leads to is not in the diff.
        return "" if stat.S_ISLNK(facts.st_mode) else reading.NOT_REGULAR

    async def _key_files(self, listing: Listing) -> None:
        ranked = sorted(
            (_RANKS[path.casefold()], path) for path in listing.paths if path.casefold() in _RANKS
        )
        for _, path in ranked[:_MOST_KEY_FILES]:
            if path in self._read:
                continue
            try:
                file = await self._sight.read(path, listing, _KEY_FILE_BYTES)
                lines = take_lines(file, None, None, _KEY_FILE_BYTES, _KEY_FILE_BYTES)
            except Refused:
                continue
            self.parts.append(part("key_file", shown(path), lines.text, cut=lines.cut))


def _where(branch: str, commit: str) -> str:
    if not branch:
        return f"detached at commit {commit[:10]}"
    return f"branch: {shown(branch)}" + ("" if commit else " (no commit yet)")


def _headed(title: str, lines: tuple[str, ...]) -> list[str]:
    return ["", title, *lines] if lines else []


def _lies_there(root: Path, path: str) -> bool:
    """Whether something on this disk has that name, inside the root or not."""
    try:
        return os.path.lexists(root / path) and not (root / path).is_dir()
    except ValueError:
        return False
