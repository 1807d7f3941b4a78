"""Which files a decision names: in its list, and in its words."""

from collections.abc import Sequence
from pathlib import Path

from roundtable.adapters.workspaces.listing import Listing
from roundtable.adapters.workspaces.naming import Mention, files_named, mentions
from roundtable.adapters.workspaces.sight import look
from roundtable.adapters.workspaces.visibility import Rules
from roundtable.core.errands import plain_path
from roundtable.core.parsing.file_paths import check_path

MOST_IN_FOLDER = 50
"""A folder of more files names none of them: whoever would touch one, the King is asked."""


async def named_files(
    root: Path, ignore: tuple[str, ...], decision: str, listed: Sequence[str]
) -> tuple[str, ...]:
    """The paths that the decision lists, new ones among them, and files that its text speaks of.

    `root` has no links on the way, as `find_project` gives it.
    """
    async with look(root, Rules(ignore)) as sight:
        listing = await sight.listing()
    paths = [path for name in listed for path in _meant(plain_path(name), listing)]
    spoken_of = files_named(mentions(decision), listing)
    there = [found[0] for found in spoken_of.values() if len(found) == 1]
    usable = [checked.path for path in (*paths, *there) if not (checked := check_path(path)).reason]
    return tuple(dict.fromkeys(usable))


def _meant(name: str, listing: Listing) -> list[str]:
    """The one file of the repository that a name can mean, a folder's files; else the name."""
    mention = Mention(name.removeprefix("./"))
    found = files_named([mention], listing)[mention]
    if len(found) == 1:
        return found
    folder = f"{mention.path.rstrip('/')}/"
    inside = sorted(path for path in listing.paths if path.startswith(folder))
    return inside if 0 < len(inside) <= MOST_IN_FOLDER else [name]
