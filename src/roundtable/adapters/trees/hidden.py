"""Finds what lies in a folder and was not listed, so that its absence can be told."""

import os
from collections.abc import Iterator
from contextlib import suppress

from roundtable.adapters.trees.beneath import inside
from roundtable.adapters.trees.names import above
from roundtable.adapters.workspaces.reading import NOT_REGULAR, UNREADABLE
from roundtable.adapters.workspaces.visibility import IGNORED_BY_GIT, PRIVATE_FOLDER, Rules

_MOST_ENTRIES = 50_000
"""So many are looked at; in a larger tree only the beginning is told."""


def unlisted(root: int, listed: frozenset[str], rules: Rules) -> Iterator[tuple[str, str]]:
    """Each file, or each folder without any listed file, and why it is not among them."""
    folders = {folder for path in listed for folder in above(path)}
    waiting = [""]
    seen = 0
    for here in waiting:
        entries = _entries(root, here)
        if entries is None:
            yield f"{here}/", UNREADABLE
            continue
        for name, kind in entries:
            seen += 1
            if seen > _MOST_ENTRIES:
                return
            path = f"{here}/{name}" if here else name
            if kind == "folder" and path in folders:
                waiting.append(path)
            elif path not in listed and (reason := _why(root, path, kind, rules)):
                yield (f"{path}/" if kind == "folder" else path), reason


def _entries(root: int, here: str) -> list[tuple[str, str]] | None:
    """What a folder holds, by name and kind; None where it cannot be read."""
    try:
        with inside(root, here.split("/") if here else ()) as folder, os.scandir(folder) as found:
            return sorted((entry.name, _kind(entry)) for entry in found)
    except OSError:
        return None


def _kind(entry: "os.DirEntry[str]") -> str:
    with suppress(OSError):
        if entry.is_dir(follow_symlinks=False):
            return "folder"
        if entry.is_symlink() or entry.is_file(follow_symlinks=False):
            return "file"
    return "other"


def _why(root: int, path: str, kind: str, rules: Rules) -> str:
    """The reason; empty for an empty folder, and for git's and ours: everybody knows of those."""
    reason = rules.why_hidden(path)
    if reason == PRIVATE_FOLDER:
        return ""
    if kind == "other":
        return reason or NOT_REGULAR
    if reason or kind == "file":
        return reason or IGNORED_BY_GIT
    held = _entries(root, path)
    if held is None:
        return UNREADABLE
    # A rule may speak of what is in a folder and not of the folder.
    return (rules.why_hidden(f"{path}/{held[0][0]}") or IGNORED_BY_GIT) if held else ""
