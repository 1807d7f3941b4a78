"""Founds a table: who can be seated on this machine, and the folder that holds the config."""

import contextlib
import os
import re
import stat
from pathlib import Path

from roundtable.adapters.knights.discovery import Discovery
from roundtable.adapters.project import Project
from roundtable.adapters.stores.schema import explain_os
from roundtable.adapters.trees.beneath import replace
from roundtable.core.config import Config, KnightConfig, write_config

REHEARSAL_SCRIPT = "builtin:rehearsal"
MOST_COPIES = 5
"""So many configs of earlier days are kept; the oldest goes first."""
_IGNORED = "roundtable.db*\nlocks/\napplied/\n*.bak\n"
"""The readable files may be shared; the log stays with whoever ran the sessions."""


def found_table(project: Project, config: Config) -> Path | None:
    """Write the config; the copy that is kept of an old one, or None where nothing was replaced.

    Whatever fails: the config is the old one or the new one, whole.
    """
    folder, path = project.folder, project.config_path
    content = write_config(config).encode()
    made = False
    try:
        made = _made(folder)
        old = path.read_bytes() if path.exists() else None
        if not (folder / ".gitignore").exists():
            _write(folder / ".gitignore", _IGNORED.encode(), _mode(folder))
        if old == content:
            return None
        kept = _copied(path, old) if old is not None else None
        _write(path, content, _mode(path if old is not None else folder))
    except OSError as error:
        if made:  # a folder without a config would pass for a table
            _unmake(folder)
        raise explain_os(error, path) from error
    if kept:
        _prune(path)
    return kept


def _made(folder: Path) -> bool:
    try:
        folder.mkdir()
    except FileExistsError:
        if not folder.is_dir():
            raise
        return False
    return True


def _unmake(folder: Path) -> None:
    with contextlib.suppress(OSError):
        (folder / ".gitignore").unlink(missing_ok=True)
        folder.rmdir()


def _mode(path: Path) -> int:
    """What may be done with a file that comes in the place of another, or into a folder."""
    return stat.S_IMODE(path.stat().st_mode) & 0o666


def _write(path: Path, content: bytes, mode: int) -> None:
    """The file anew, whole or not at all."""
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        replace(folder, path.name, mode, lambda out: out.write(content))
        os.fsync(folder)
    finally:
        os.close(folder)


def _copied(path: Path, content: bytes) -> Path:
    """A copy of what the file holds: the newest that there is if it is the same, else a new one."""
    copies = _copies(path)
    newest = max(copies, default=0)
    if newest and copies[newest].read_bytes() == content:
        return copies[newest]
    copy = path.with_name(f"{path.name}.{newest + 1}.bak")
    _write(copy, content, _mode(path))
    return copy


def _copies(path: Path) -> dict[int, Path]:
    """The copies by their numbers; the highest is the newest."""
    named = re.compile(rf"{re.escape(path.name)}\.([1-9][0-9]{{0,8}})\.bak")
    found = ((named.fullmatch(copy.name), copy) for copy in path.parent.iterdir())
    return {int(match[1]): copy for match, copy in found if match}


def _prune(path: Path) -> None:
    copies = _copies(path)
    for number in sorted(copies)[:-MOST_COPIES]:
        with contextlib.suppress(OSError):  # one copy too many harms nobody
            copies[number].unlink()


def found_knights(found: Discovery) -> tuple[KnightConfig, ...]:
    """Who is seated unasked: all that were found, if they are enough for a table."""
    knights = all_knights(found)
    return knights if len(knights) >= 2 else ()


def all_knights(found: Discovery) -> tuple[KnightConfig, ...]:
    """A knight for each vendor that can be reached."""
    reachable = [f for f in found.vendors if f.adapter]
    return tuple(
        KnightConfig(
            name=f.vendor.knight,
            adapter=str(f.adapter),
            capabilities=f.vendor.capabilities,
            priority=number,
            fallback=f.vendor.api_adapter if f.adapter == f.vendor.cli_adapter else None,
        )
        for number, f in enumerate(reachable, start=1)
    )


def rehearsal_knights() -> tuple[KnightConfig, ...]:
    """Three scripted knights of different trades, who ask no model."""
    parts = {
        "Gawain": ("security", "reliability"),
        "Lancelot": ("simplicity", "refactoring"),
        "Percival": ("operations", "testing"),
    }
    return tuple(
        KnightConfig(
            name=name,
            adapter="scripted",
            capabilities=capabilities,
            priority=number,
            script=REHEARSAL_SCRIPT,
        )
        for number, (name, capabilities) in enumerate(parts.items(), start=1)
    )
