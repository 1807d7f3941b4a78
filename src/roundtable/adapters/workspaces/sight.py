"""What can be seen of the project at one moment: its files, each by all the rules at once."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from roundtable.adapters.workspaces import reading
from roundtable.adapters.workspaces.git import GitFailed
from roundtable.adapters.workspaces.listing import Listing, list_with_git, list_without_git
from roundtable.adapters.workspaces.reading import Beginning, Refused
from roundtable.adapters.workspaces.snapshot import Snapshot, snapshot
from roundtable.adapters.workspaces.visibility import IGNORED_BY_GIT, Rules


class Sight:
    """A look at the project, with git's help where there is a repository."""

    def __init__(self, root: Path, rules: Rules, repository: Snapshot | None, no_git: str) -> None:
        self.root = root
        self.rules = rules
        self.repository = repository
        self.no_git = no_git
        """Why git is of no help; empty when it is."""

    async def listing(self, only: Iterable[str] = ()) -> Listing:
        """All files that may be shown, or those of `only` that may."""
        wanted = tuple(only)
        if self.repository:
            try:
                return await list_with_git(self.repository, self.rules, wanted)
            except GitFailed:
                pass  # a damaged index, say; the files themselves are there to be walked
        return await list_without_git(self.root, self.rules, wanted)

    async def read(
        self, path: str, known: Listing | None = None, most: int = reading.MOST_BYTES
    ) -> Beginning:
        """The beginning of a file that may be shown; Refused with the reason for any other."""
        name = reading.relative_name(self.root, path)
        self._refuse_hidden(name)
        place = await asyncio.to_thread(reading.locate, self.root, name)
        self._refuse_hidden(place.target)
        needed = {place.target, place.link or place.target}
        if known is None or not known.complete:
            known = await self.listing(needed)
        if not needed <= known.paths:
            raise Refused(IGNORED_BY_GIT)
        return await asyncio.to_thread(reading.read, self.root, place.target, most)

    def _refuse_hidden(self, path: str) -> None:
        if reason := self.rules.why_hidden(path):
            raise Refused(reason)


@asynccontextmanager
async def look(root: Path, rules: Rules) -> AsyncIterator[Sight]:
    """Look at a project for as long as the context lasts."""
    async with AsyncExitStack() as stack:
        repository, no_git = None, ""
        try:
            repository = await stack.enter_async_context(snapshot(root))
        except GitFailed as failed:
            no_git = str(failed)
        yield Sight(root, rules, repository, no_git)
