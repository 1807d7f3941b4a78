"""Reads the files of an errand as they are, to the byte: the base of what will be written."""

from collections.abc import Sequence
from pathlib import Path

from roundtable.adapters.applying.protected import why_protected
from roundtable.adapters.trees.beneath import kind, opened, regular
from roundtable.adapters.trees.contents import MOST_TEXT, as_file
from roundtable.adapters.workspaces.listing import Listing
from roundtable.adapters.workspaces.reading import Refused, up_to
from roundtable.adapters.workspaces.visibility import IGNORED_BY_GIT, Rules
from roundtable.core.build_events import FilesGiven, ProjectFile
from roundtable.core.context import LeftOut

ORIGIN = "the repository"


def take(root: Path, rules: Rules, listing: Listing, paths: Sequence[str]) -> FilesGiven:
    """Each path as a file, as absent, or as left out with the reason."""
    files: list[ProjectFile] = []
    absent: list[str] = []
    left_out: list[LeftOut] = []
    with opened(root) as descriptor:
        for path in paths:
            try:
                file = _taken(descriptor, rules, listing, path)
            except Refused as refused:
                left_out.append(LeftOut(title=path, reason=str(refused)))
                continue
            if file is None:
                absent.append(path)
            else:
                files.append(file)
    return FilesGiven(
        origin=ORIGIN, files=tuple(files), left_out=tuple(left_out), absent=tuple(absent)
    )


def _taken(root: int, rules: Rules, listing: Listing, path: str) -> ProjectFile | None:
    if reason := why_protected(path) or rules.why_hidden(path):
        raise Refused(reason)
    try:
        found = kind(root, path)
        if not found:
            return None
        if found != "file":
            raise Refused(f"a {found}, not a file")
        if path not in listing.paths:
            raise Refused(IGNORED_BY_GIT)
        with regular(root, path) as file:
            data = up_to(file, MOST_TEXT + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise Refused(f"it cannot be read: {(error.strerror or '').lower()}") from error
    if len(data) > MOST_TEXT:
        raise Refused(f"larger than {MOST_TEXT // 2**20} MiB")
    return as_file(path, data)
