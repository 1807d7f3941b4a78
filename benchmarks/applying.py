"""What the journal and the checks of an apply cost, beside plain writing with the same syncs."""

import os
import shutil
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks.goals import Goal, Line
from roundtable.adapters.applying.writer import Writer
from roundtable.core.changes import Change, sha256

FILES = 1_000
FOLDERS = 50
REPEATS = 5
GOAL = 3.0
_LINE = "    return cache.get(user.language, default=None)  # 20\n"
_OLD = _LINE * 80
_NEW = _LINE * 85


@dataclass(frozen=True, slots=True)
class Figures:
    """Seconds, each for all files."""

    plain: float
    apply: float
    undo: float


def run() -> list[Line]:
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        found = [_measure(Path(folder)) for _ in range(REPEATS)]
    plain = statistics.median(f.plain for f in found)
    apply = statistics.median(f.apply for f in found)
    ratio = statistics.median(f.apply / f.plain for f in found)
    undo = statistics.median(f.undo / f.plain for f in found)
    return [
        f"apply: {FILES:,} files of {len(_NEW) / 1000:.0f} kB in {FOLDERS} folders, half of them"
        f" new, {apply * 1000:.0f} ms; written plainly with the same syncs {plain * 1000:.0f} ms",
        Goal("apply: over writing plainly", ratio, "at most", GOAL, "x", f"undo {undo:.2f}x"),
    ]


def _measure(folder: Path) -> Figures:
    """The two in turn on trees of their own, so that a busy moment touches both alike."""
    paths = [f"src/part{number % FOLDERS}/file{number}.py" for number in range(FILES)]
    trees = folder / "plain", folder / "apply"
    for tree in trees:
        _plant(tree, paths)
    os.sync()
    began = time.perf_counter()
    _write_plainly(trees[0], paths)
    plain = time.perf_counter() - began
    base = sha256(_OLD.encode())
    changes = [
        Change(path=path, before=base if number % 2 else "", text=_NEW)
        for number, path in enumerate(paths)
    ]
    with Writer(trees[1], trees[1] / ".roundtable" / "applied") as writer:
        began = time.perf_counter()
        writer.write("benchmark", changes)
        apply = time.perf_counter() - began
        began = time.perf_counter()
        writer.undo("benchmark")
        undo = time.perf_counter() - began
    for tree in trees:
        shutil.rmtree(tree)
    return Figures(plain, apply, undo)


def _plant(tree: Path, paths: list[str]) -> None:
    for number, path in enumerate(paths):
        (tree / path).parent.mkdir(parents=True, exist_ok=True)
        if number % 2:
            (tree / path).write_text(_OLD)


def _write_plainly(tree: Path, paths: list[str]) -> None:
    data = _NEW.encode()
    for path in paths:
        place = tree / path
        passing = place.with_name(f"{place.name}.part")
        descriptor = os.open(passing, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
        os.write(descriptor, data)
        os.fsync(descriptor)
        os.close(descriptor)
        passing.rename(place)
    for folder in {(tree / path).parent for path in paths}:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        os.fsync(descriptor)
        os.close(descriptor)
