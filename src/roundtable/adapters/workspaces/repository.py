"""The developer's repository as a workspace: what the knights may read of it, never written to."""

from collections.abc import Sequence
from pathlib import Path

from roundtable.adapters.workspaces.excerpts import take_lines
from roundtable.adapters.workspaces.fitting import fit
from roundtable.adapters.workspaces.gathering import Gathering
from roundtable.adapters.workspaces.reading import Refused
from roundtable.adapters.workspaces.sight import look
from roundtable.adapters.workspaces.visibility import Rules, shown
from roundtable.core.context import ContextPart, FileExcerpt, LeftOut
from roundtable.core.stances import FileRequest


class Repository:
    """A `Workspace` on a folder of this machine, with or without git."""

    def __init__(self, root: Path, ignore: tuple[str, ...]) -> None:
        """`ignore` is the project's own list: names, or patterns as in .gitignore."""
        self._root = root.resolve()
        self._rules = Rules(ignore)

    async def context(
        self, topic: str, memory: Sequence[ContextPart], limit_tokens: int, diff: bool = True
    ) -> tuple[tuple[ContextPart, ...], tuple[LeftOut, ...]]:
        """What the knights shall read, within the limit, and what was left out."""
        async with look(self._root, self._rules) as sight:
            gathering = Gathering(sight, limit_tokens)
            await gathering.gather(topic, diff)
        parts, without_room = fit((*memory, *gathering.parts), limit_tokens)
        return parts, (*gathering.left_out, *without_room)

    async def excerpt(self, request: FileRequest, requested_by: tuple[str, ...]) -> FileExcerpt:
        """A requested file, or the reason why it is not shown."""
        path = shown(request.path)
        try:
            async with look(self._root, self._rules) as sight:
                file = await sight.read(request.path)
            lines = take_lines(file, request.start, request.end)
        except Refused as refused:
            return FileExcerpt(
                path=path,
                requested_by=requested_by,
                start=request.start,
                end=request.end,
                refused=str(refused),
            )
        return FileExcerpt(
            path=path,
            requested_by=requested_by,
            start=lines.start,
            end=lines.end,
            text=lines.text,
        )
