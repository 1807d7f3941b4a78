"""The applier: takes the developer's files, prepares change sets, writes them, takes them back."""

import asyncio
from pathlib import Path
from typing import Self, assert_never

from roundtable.adapters.applying.refusals import ChangesRefused
from roundtable.adapters.applying.taking import take
from roundtable.adapters.applying.writer import Writer
from roundtable.adapters.trees.contents import MOST_TEXT
from roundtable.adapters.workspaces import reading
from roundtable.adapters.workspaces.commits import commit_files, differs_from_head
from roundtable.adapters.workspaces.git import GitFailed
from roundtable.adapters.workspaces.reading import Refused
from roundtable.adapters.workspaces.sight import look
from roundtable.adapters.workspaces.visibility import Rules, shown
from roundtable.core import events as e
from roundtable.core.errors import RoundtableError
from roundtable.core.steps import CommitChanges, Deed, PrepareChanges, TakeFiles, WriteChanges


class RepositoryApplier:
    """Works on one root, through one writer, by descriptors alone."""

    def __init__(self, root: Path, records: Path, ignore: tuple[str, ...]) -> None:
        self._root = root.resolve()
        self._rules = Rules(ignore)
        self.writer = Writer(self._root, records)

    async def perform(self, deed: Deed) -> e.Event:
        match deed:
            case TakeFiles():
                async with look(self._root, self._rules) as sight:
                    listing = await sight.listing()
                return await asyncio.to_thread(take, self._root, self._rules, listing, deed.paths)
            case PrepareChanges():
                return await self._prepare(deed)
            case WriteChanges():
                return await asyncio.to_thread(self._write, deed)
            case CommitChanges():
                return await self._commit(deed)
            case _:
                assert_never(deed)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.writer.close()

    async def _prepare(self, deed: PrepareChanges) -> e.ChangesProposed:
        from roundtable.adapters.applying.preparing import prepare  # brings the parsers along

        # What the knights are not shown counts too, where an import may lead to it.
        async with look(self._root, Rules(())) as sight:
            listing = await sight.listing()

        def read(path: str) -> str | None:
            if path not in listing.paths:
                return None
            try:
                found = reading.read(self._root, path, MOST_TEXT)
            except Refused:
                return None
            return found.text if found.whole else None

        paths = listing.paths if listing.complete else None
        return await asyncio.to_thread(prepare, deed, paths, read)

    def _write(self, deed: WriteChanges) -> e.ChangesApplied | e.ChangesNotApplied:
        try:
            return e.ChangesApplied(files=self.writer.write(deed.name, deed.changes))
        except ChangesRefused as refused:
            why = f"not every file can be; {refused.remedy}"
            return e.ChangesNotApplied(reason=why, objections=refused.reasons)

    async def _commit(self, deed: CommitChanges) -> e.ChangesCommitted:
        """A commit is an extra: what was written stays, and a failure is told."""
        bases = {change.path: change.before for change in deed.changes}
        files = {change.path: change.content for change in deed.changes}
        try:
            dirty = await differs_from_head(self._root, bases)
            if dirty:
                names = ", ".join(map(shown, dirty))
                why = "uncommitted changes of yours, or contents that git rewrites"
                problem = f"HEAD's commit has {names} otherwise ({why}); commit it by hand"
                return e.ChangesCommitted(branch=deed.branch, problem=problem)
            programs = [path for path, data in files.items() if data and data.startswith(b"#!")]
            commit = await commit_files(self._root, files, deed.message, deed.branch, programs)
        except (GitFailed, RoundtableError) as failed:
            return e.ChangesCommitted(branch=deed.branch, problem=str(failed))
        return e.ChangesCommitted(branch=deed.branch, commit=commit)
