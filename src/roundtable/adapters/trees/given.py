"""The files that a session starts from, wherever the developer points."""

import asyncio
import stat
from pathlib import Path

from roundtable.adapters.trees.diffs import from_diff
from roundtable.adapters.trees.folders import from_folder
from roundtable.adapters.trees.spans import Span, from_span, prefixes
from roundtable.adapters.trees.tally import Given
from roundtable.adapters.trees.zips import from_zip
from roundtable.core.errors import UsageError

__all__ = [
    "Given",
    "Span",
    "from_diff",
    "from_folder",
    "from_path",
    "from_span",
    "from_zip",
    "prefixes",
]


async def from_path(path: Path, ignore: tuple[str, ...] = ()) -> Given:
    """A folder's files or a ZIP's; `ignore` has names, or patterns as in .gitignore."""
    try:
        facts = await asyncio.to_thread(path.stat)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageError(
            f"{path} cannot be read: {reason.lower()}",
            "give the path of a folder or of a .zip file",
        ) from error
    if stat.S_ISDIR(facts.st_mode):
        return await from_folder(path, ignore)
    return await from_zip(path, ignore)
