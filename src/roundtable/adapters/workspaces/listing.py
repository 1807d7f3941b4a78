"""Which files there are to be shown: those that git or the ignore files let through, and the rules.

Git is asked where there is a repository. Elsewhere the tree is walked, with the same meaning of
`.gitignore` files in the root and below it.
"""

import asyncio
import os
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from roundtable.adapters.workspaces.reading import read_text
from roundtable.adapters.workspaces.snapshot import Snapshot
from roundtable.adapters.workspaces.visibility import Rules, ignore_spec

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec
    from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

MOST_PATHS = 200_000
_MOST_BYTES = 32 * 1024 * 1024
_SECONDS = 5.0
_MOST_IGNORE_FILE = 64 * 1024

Layers: TypeAlias = "tuple[tuple[str, GitIgnoreSpec], ...]"
"""The ignore files that apply in a folder, from the root down, each with its folder's path."""


@dataclass(frozen=True, slots=True)
class Listing:
    paths: frozenset[str]
    """Relative to the root, with slashes; names that are not UTF-8 as `os.fsdecode` gives them."""
    untracked: frozenset[str] = frozenset()
    complete: bool = True
    """False when there were more files than are worth listing, or listing took too long."""


async def list_with_git(snapshot: Snapshot, rules: Rules, only: Iterable[str] = ()) -> Listing:
    """The files of a repository, tracked or new; of some paths only, if any are given."""
    output = await snapshot.ask(
        *("ls-files", "-z", "-t", "--cached", "--others", "--exclude-standard", "--", *only),
        most=_MOST_BYTES,
    )
    data = output.data[: output.data.rfind(b"\0") + 1]
    return await asyncio.to_thread(_parse, data, rules, output.cut)


def _parse(data: bytes, rules: Rules, cut: bool) -> Listing:
    tags = dict[str, str]()
    # A name with a slash at its end is another repository inside this one; S is not on disk.
    for entry in data.split(b"\0"):
        if entry and not entry.endswith(b"/") and not entry.startswith(b"S "):
            tags[os.fsdecode(entry[2:])] = chr(entry[0])
    visible, complete = _visible(tags, rules, time.monotonic() + _SECONDS)
    untracked = frozenset(path for path in visible if tags[path] == "?")
    return Listing(visible, untracked, complete and not cut)


async def list_without_git(root: Path, rules: Rules, only: Iterable[str] = ()) -> Listing:
    """The files of a folder; of some paths only, if any are given."""
    wanted = tuple(only)
    if wanted:
        return await asyncio.to_thread(_some, root, rules, wanted)
    return await asyncio.to_thread(_all, root, rules)


def _some(root: Path, rules: Rules, wanted: tuple[str, ...]) -> Listing:
    return Listing(frozenset(p for p in wanted if not _is_ignored(root, rules, p)))


def _is_ignored(root: Path, rules: Rules, path: str) -> bool:
    if rules.why_hidden(path):
        return True
    layers: Layers = ()
    *folders, _ = path.split("/")
    here = ""
    for folder in folders:
        layers = _with_ignore_file(root, here, layers)
        here = f"{here}/{folder}" if here else folder
        if _matches(layers, f"{here}/"):
            return True
    return _matches(_with_ignore_file(root, here, layers), path)


def _all(root: Path, rules: Rules) -> Listing:
    ends_at = time.monotonic() + _SECONDS
    visible, complete = _visible(_walk(root, rules, ends_at), rules, ends_at)
    return Listing(visible, complete=complete)


def _visible(paths: Iterable[str], rules: Rules, ends_at: float) -> tuple[frozenset[str], bool]:
    """Those that the rules let through, and whether all were looked at in time."""
    found: list[str] = []
    for path in paths:
        if len(found) >= MOST_PATHS or time.monotonic() > ends_at:
            return frozenset(found), False
        if not rules.why_hidden(path):
            found.append(path)
    return frozenset(found), time.monotonic() <= ends_at


def _walk(root: Path, rules: Rules, ends_at: float) -> Iterator[str]:
    """Breadth first, so that what is cut off in a huge tree is its depths."""
    waiting: list[tuple[str, Layers]] = [("", ())]
    for here, above in waiting:
        layers = _with_ignore_file(root, here, above)
        for name, is_folder in _entries(root / here):
            path = f"{here}/{name}" if here else name
            if time.monotonic() > ends_at:
                return
            if rules.why_hidden(path) or _matches(layers, f"{path}/" if is_folder else path):
                continue
            if is_folder:
                waiting.append((path, layers))
            else:
                yield path


def _entries(folder: Path) -> list[tuple[str, bool]]:
    """Files, links and folders, by name; anything else cannot be read like a file."""
    try:
        with os.scandir(folder) as entries:
            kinds = [(e.name, e.is_dir(follow_symlinks=False), e) for e in entries]
            return sorted(
                (name, is_folder)
                for name, is_folder, entry in kinds
                if is_folder or entry.is_symlink() or entry.is_file(follow_symlinks=False)
            )
    except OSError:
        return []


def _with_ignore_file(root: Path, here: str, above: Layers) -> Layers:
    text = read_text(root, f"{here}/.gitignore" if here else ".gitignore", _MOST_IGNORE_FILE)
    spec = ignore_spec(text.splitlines()) if text else None
    return (*above, (here, spec)) if spec else above


def _matches(layers: Layers, path: str) -> bool:
    """The nearest ignore file that says anything about a path decides, by its last word."""
    for folder, spec in reversed(layers):
        below = path[len(folder) + 1 :] if folder else path
        for pattern in reversed(spec.patterns):
            if _means(pattern, below):
                return bool(pattern.include)
    return False


def _means(pattern: "GitIgnoreSpecPattern", path: str) -> bool:
    """Whether a pattern names the path itself; what it says of a folder above was heard there."""
    if pattern.include is None:
        return False
    line = str(pattern.pattern).removeprefix("!").rstrip()
    if "/" not in line.rstrip("/"):
        # Without a slash in it a pattern is about names, wherever they stand.
        folder, slash, name = path.rstrip("/").rpartition("/")
        path = path[len(folder) + len(slash) :] if name else path
    found = pattern.match_file(path)
    if found is None:
        return False
    end = found.match.end()
    return end == len(path) or path[end - 1] != "/"
