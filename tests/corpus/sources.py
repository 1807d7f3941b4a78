"""Real source files for tests: many per language, always the same ones on the same machine."""

import hashlib
import os
import sysconfig
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.corpus.archives import FOLDER, LARGEST, Archive, pinned

ENDINGS: Final = {
    "python": (".py",),
    "typescript": (".ts", ".tsx"),
    "javascript": (".js", ".jsx"),
    "go": (".go",),
    "java": (".java",),
    "rust": (".rs",),
}
MOST: Final = 600


class Source(NamedTuple):
    """A file with a path that tells where it came from."""

    path: str
    content: bytes


@cache
def real_files(language: str) -> tuple[Source, ...]:
    """Up to 600 different files that people wrote, spread over as many folders as there are."""
    if language == "python":
        paths = _installed()
        return _choose(paths, lambda name: Path(paths[name]).read_bytes())
    endings = ENDINGS[language]
    archives = [archive for archive in pinned() if set(archive.takes) & set(endings)]
    _need(archives)
    found = dict(file for archive in archives for file in archive.files(endings))
    return _choose(found, found.__getitem__)


def _installed() -> dict[str, str]:
    """What stands in this environment: the standard library, and the packages of the lock file."""
    found = {}
    for key in ("stdlib", "purelib"):
        root = sysconfig.get_path(key)
        for folder, inner, names in os.walk(root):
            inner[:] = set(inner) - {"site-packages", "dist-packages"}
            files = [f"{folder}{os.sep}{name}" for name in names if name.endswith(".py")]
            found.update({f"{key}{file.removeprefix(root)}": file for file in files})
    return found


def _choose(names: Iterable[str], read: Callable[[str], bytes]) -> tuple[Source, ...]:
    """One file of each folder, then a second one of each, and so on; never the same text twice."""
    chosen: dict[bytes, Source] = {}
    taken: Counter[str] = Counter()
    ranks = {}
    for name in sorted(names, key=_shuffle):
        folder = name.rpartition("/")[0]
        ranks[name] = taken[folder]
        taken[folder] += 1
    for name in sorted(ranks, key=lambda name: (ranks[name], _shuffle(name))):
        content = read(name)
        if 0 < len(content) <= LARGEST:
            chosen.setdefault(hashlib.sha256(content).digest(), Source(name, content))
        if len(chosen) == MOST:
            break
    return tuple(chosen.values())


def _shuffle(name: str) -> bytes:
    """An order without a meaning, so that no folder gives only what its alphabet starts with."""
    return hashlib.sha256(name.encode()).digest()


def _need(archives: Iterable[Archive]) -> None:
    absent = [archive.file for archive in archives if not archive.path.is_file()]
    if not absent:
        return
    why = (
        f"not run: no {', '.join(absent)} in {FOLDER}; "
        "from the repository's root: .venv/bin/python -m tests.corpus.fetch"
    )
    if os.environ.get("CI") == "true":
        pytest.fail(why)
    pytest.skip(why)
