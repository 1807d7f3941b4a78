"""Whatever paths a model gives and whatever is swapped meanwhile: nothing is written elsewhere."""

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from roundtable.adapters.applying.protected import why_protected
from roundtable.adapters.applying.refusals import ChangesRefused
from roundtable.adapters.applying.writer import Writer
from roundtable.core.errors import CommandRefused
from tests.adapters.applying.hostile import Hostile
from tests.adapters.applying.landscape import RECORDS, listing, parts_left, put, writer

REPOSITORY = Path(__file__).resolve().parents[3]
SETS = 10_000
NAIVE_TRIES = 50_000


class Yard:
    """A project, and what lies beside it and must never be touched."""

    def __init__(self, folder: Path) -> None:
        self.root, self.outside = folder / "root", folder / "outside"
        for path in ("src/app.py", "src/deep/x", "lib/a.c", ".env", "sub/.git/config"):
            put(self.root, path, "mine")
        for path in ("config", "hooks/pre-commit", "precious", "config.json"):
            put(self.root, f".git/{path}", "git's own")
            put(self.root, f".roundtable/{path}", "ours")
            put(self.outside, path, "precious")
        (self.root / RECORDS).mkdir(mode=0o700)
        self.paths = set(listing(self.root))

    def untouchable(self) -> dict[str, object]:
        """With the times of change, so that what was written and taken back is seen as well."""
        found: dict[str, object] = {"beside": sorted(p.name for p in self.root.parent.iterdir())}
        for folder in (self.outside, self.root / ".git", self.root / ".roundtable"):
            for path, facts in listing(folder, without="applied").items():
                status = (folder / path).lstat()
                found[f"{folder.name}/{path}"] = (facts, status.st_mtime_ns, status.st_ctime_ns)
            found[folder.name] = folder.stat().st_mtime_ns
        return found


@contextmanager
def swapping(yard: Yard) -> Iterator[list[int]]:
    """A process that swaps; how often it did is known in the end."""
    swaps: list[int] = []
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.adapters.applying.swapper", yard.root, yard.outside],
        cwd=REPOSITORY,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "ready\n"
        yield swaps
    finally:
        process.send_signal(signal.SIGTERM)
        told, _ = process.communicate(timeout=60)
        swaps.append(int(told))
    assert process.returncode == 0


def outcome(writer: Writer, name: str, hostile: Hostile) -> str:
    changes = hostile.changes()
    if any(why_protected(change.path) for change in changes):
        with pytest.raises(ChangesRefused):
            writer.write(name, changes)
        return "refused by name"
    try:
        writer.write(name, changes)
    except ChangesRefused as refused:
        told = str(refused)
        if "meanwhile" in told or "at the same time" in told:
            return "taken back"
        return "met a link" if " link" in told or "something else" in told else "refused"
    except CommandRefused:
        return "told what could not be put back"
    return "written"


def attack(yard: Yard, seed: int) -> Counter[str]:
    found: Counter[str] = Counter()
    hostile = Hostile(seed, yard.root)
    with writer(yard.root) as one:
        for number in range(SETS):
            name = f"set-{number}"
            found[outcome(one, name, hostile)] += 1
            if number % 2 and one.known(name).state == "written":
                try:
                    one.undo(name)
                    found["undone"] += 1
                except (ChangesRefused, CommandRefused):
                    found["undo refused"] += 1
            if number % 100 == 0:
                for path in (yard.root / RECORDS).glob("set-*"):
                    path.unlink()
    return found


@pytest.mark.timeout(300)
def test_ten_thousand_hostile_sets_write_nothing_elsewhere_while_links_are_swapped_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", os.fstat)  # most of the time, and nothing to a link
    seed = int(os.environ.get("ROUNDTABLE_SEED", "0")) or random.SystemRandom().randrange(2**32)
    print(f"ROUNDTABLE_SEED={seed}")
    yard = Yard(tmp_path)
    before = yard.untouchable()
    began = time.monotonic()
    with swapping(yard) as swaps:
        found = attack(yard, seed)
    print(f"{dict(found)}, {swaps[0]} swaps, {time.monotonic() - began:.0f} s")
    assert yard.untouchable() == before
    new = [path for path in listing(yard.root) if path not in yard.paths]
    assert [p for p in new if why_protected(p) and not (yard.root / p).is_dir()] == []
    assert parts_left(yard.root) == []
    for expected in ("refused by name", "met a link", "taken back", "written", "undone"):
        assert found[expected], f"{expected}: the two never met"
    assert swaps[0] > SETS


@pytest.mark.soak
@pytest.mark.timeout(600)
def test_the_swapper_leads_a_writer_outside_that_checks_the_resolved_path(tmp_path: Path) -> None:
    """What the swapper of these tests is worth: it beats the usual check."""
    yard = Yard(tmp_path)
    with swapping(yard):
        for number in range(NAIVE_TRIES):
            place = yard.root / "src" / f"naive{number}"
            with suppress(OSError):
                if place.resolve().is_relative_to(yard.root / "src"):
                    place.write_text("evil")
    escaped = [path for path in yard.untouchable() if "naive" in path]
    print(f"the usual check: {len(escaped)} of {NAIVE_TRIES} files were written elsewhere")
    assert escaped
