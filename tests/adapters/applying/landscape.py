"""A small project before and after twenty changes, and the exact listing of any folder."""

import os
import stat
from pathlib import Path

from roundtable.adapters.applying.writer import Writer
from roundtable.core.changes import Change, sha256

RECORDS = ".roundtable/applied"
Listing = dict[str, tuple[int, str]]
"""What lies below a folder, by path: the mode with the kind, and a hash or a link's end."""


def listing(root: Path, without: str = RECORDS) -> Listing:
    """Everything below a folder, links unfollowed, except for one folder and what it holds."""
    found: Listing = {}
    waiting = [root]
    for folder in waiting:
        with os.scandir(folder) as entries:
            for entry in entries:
                path = Path(entry.path)
                name = path.relative_to(root).as_posix()
                if name == without:
                    continue
                mode = entry.stat(follow_symlinks=False).st_mode
                content = ""
                if entry.is_symlink():
                    content = str(path.readlink())
                elif stat.S_ISREG(mode):
                    content = sha256(path.read_bytes())
                elif stat.S_ISDIR(mode):
                    waiting.append(path)
                found[name] = (mode, content)
    return found


def parts_left(root: Path) -> list[str]:
    """Passing files anywhere, in the records too."""
    return [path for path in listing(root, without="") if path.endswith(".part")]


def writer(root: Path) -> Writer:
    return Writer(root, root / RECORDS)


def put(root: Path, path: str, text: str, mode: int = 0o644) -> None:
    place = root / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(text.encode())
    place.chmod(mode)


def change(root: Path, path: str, text: str | None) -> Change:
    """A change made from the file as it stands."""
    place = root / path
    before = sha256(place.read_bytes()) if place.is_file() else ""
    return Change(path=path, before=before, text=text)


OLD = {
    "README.md": 0o644,
    "run.sh": 0o755,
    "private.txt": 0o600,
    "src/app.py": 0o644,
    "src/deep/er/one.py": 0o664,
    "src/deep/er/two.py": 0o640,
    "src/deep/three.py": 0o644,
    "lib/a.c": 0o644,
    "gone/alone.txt": 0o604,
    "gone/other/tool": 0o755,
    "lib/b.c": 0o644,
    "old.txt": 0o600,
    "untouched/file": 0o644,
    ".git/HEAD": 0o644,
    ".roundtable/config.json": 0o644,
}
_CHANGED = list(OLD)[:8]
_REMOVED = list(OLD)[8:12]
_NEW = {
    "new.py": "x = 1\n",
    "tool": "#!/bin/sh\n",
    "src/new.py": "",
    "fresh/a.txt": "a" * 5000,
    "fresh/b.txt": "b\r\n",
    "fresh/deep/er/still/c.txt": "ü",
    "other/run": "#!/usr/bin/env python3\n",
    "src/deep/more/d.txt": "d",
}


def build(root: Path) -> None:
    root.mkdir(parents=True, exist_ok=True)
    for path, mode in OLD.items():
        put(root, path, f"old {path}\n" * 40, mode)
    (root / "src" / "deep").chmod(0o750)


def twenty_changes(root: Path) -> list[Change]:
    changed = {path: f"new {path}\n" * 50 for path in _CHANGED}
    removed: dict[str, str | None] = dict.fromkeys(_REMOVED)
    return [change(root, path, text) for path, text in (changed | _NEW | removed).items()]
