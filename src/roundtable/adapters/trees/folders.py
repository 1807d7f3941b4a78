"""A tree from a folder of this machine: what may be shown of it, byte by byte as it stands."""

import asyncio
import os
from collections.abc import Iterable
from pathlib import Path

from roundtable.adapters.trees import names
from roundtable.adapters.trees.beneath import opened, regular
from roundtable.adapters.trees.contents import MOST_TEXT
from roundtable.adapters.trees.hidden import unlisted
from roundtable.adapters.trees.tally import Given, Tally, shallow_first
from roundtable.adapters.workspaces import reading
from roundtable.adapters.workspaces.listing import Listing
from roundtable.adapters.workspaces.reading import Refused, up_to
from roundtable.adapters.workspaces.sight import look
from roundtable.adapters.workspaces.visibility import IGNORED_BY_GIT, Rules
from roundtable.core.errors import UsageError

_LEADS_NOWHERE = "a link that leads nowhere"


async def from_folder(root: Path, ignore: tuple[str, ...] = ()) -> Given:
    """All files that may be shown; `ignore` has names, or patterns as in .gitignore."""
    real = await asyncio.to_thread(real_folder, root)
    rules = Rules(ignore)
    async with look(real, rules) as sight:
        listing = await sight.listing()
    tally = Tally()
    await asyncio.to_thread(_gather, real, rules, listing, tally)
    return tally.given(str(root))


def real_folder(path: Path) -> Path:
    """The folder itself, without links on the way; UsageError if there is none to be read."""
    try:
        real = path.resolve(strict=True)
        if real.is_dir():
            with opened(real) as descriptor, os.scandir(descriptor):
                return real
        problem = "is not a folder"
    except (OSError, ValueError, RuntimeError) as error:
        problem = f"cannot be read: {getattr(error, 'strerror', None) or error}"
    raise UsageError(f"{path} {problem}", "give the path of a folder that you can read")


def _gather(root: Path, rules: Rules, listing: Listing, tally: Tally) -> None:
    take_files(root, rules, listing, listing.paths, tally)
    if not listing.complete:
        tally.leave("the rest of the tree", "it is too large to be listed in full")
        return
    with opened(root) as descriptor:
        for path, reason in unlisted(descriptor, listing.paths, rules):
            tally.leave(path, reason)


def take_files(
    root: Path, rules: Rules, listing: Listing, wanted: Iterable[str], tally: Tally
) -> None:
    """Read those of the listed files that are wanted; what is gone by now was deleted."""
    with opened(root) as descriptor:
        for path in sorted(wanted, key=shallow_first):
            try:
                target = _target(root, path, rules, listing)
                with regular(descriptor, target) as file:
                    if reason := tally.refuses(path, os.fstat(file).st_size):
                        raise Refused(reason)
                    tally.take(path, up_to(file, MOST_TEXT + 1))
            except (FileNotFoundError, NotADirectoryError):
                continue
            except Refused as refused:
                _leave(root, path, str(refused), tally)
            except OSError as error:
                tally.leave(path, f"{reading.UNREADABLE}: {(error.strerror or '').lower()}")


def _target(root: Path, path: str, rules: Rules, listing: Listing) -> str:
    """The file that a path leads to; the rules hold for it as they hold for the path."""
    if reason := names.unfit(path) or names.private(path):
        raise Refused(reason)
    place = reading.locate(root, path)
    if reason := rules.why_hidden(place.target):
        raise Refused(reason)
    if not {place.target, place.link or place.target} <= listing.paths:
        raise Refused(IGNORED_BY_GIT)
    return place.target


def _leave(root: Path, path: str, reason: str, tally: Tally) -> None:
    if reason != reading.NOT_FOUND:
        tally.leave(path, reason)
    elif (root / path).is_symlink():
        tally.leave(path, _LEADS_NOWHERE)
