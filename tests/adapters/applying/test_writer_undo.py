"""Random change sets on random trees: what is written is there, what is undone is as before."""

import os
import random
import stat
from pathlib import Path

import pytest

from roundtable.core.changes import Change
from tests.adapters.applying.landscape import change, listing, parts_left, put, writer

COUNT = 500
_GROWN = 30
_FOLDERS = ("", "a/", "a/b/", "a/b/c/", "d/", "d/\u00e9/", "e e/")


class Random:
    """A tree that grows and shrinks, and change sets for it."""

    def __init__(self, root: Path, seed: int) -> None:
        self._chance = random.Random(seed)
        self._root = root
        self._count = 0

    def grow(self) -> None:
        """A file of any bytes and permissions, which a person might have."""
        path = self._new_path()
        put(self._root, path, "", self._chance.choice((0o644, 0o755, 0o600, 0o444, 0o664, 0o640)))
        place = self._root / path
        mode = stat.S_IMODE(place.stat().st_mode)
        place.chmod(0o600)
        place.write_bytes(self._chance.randbytes(self._chance.choice((0, 1, 100, 20_000))))
        place.chmod(mode)

    def changes(self) -> list[Change]:
        there = [p for p, (mode, _) in listing(self._root).items() if stat.S_ISREG(mode)]
        there = [p for p in there if not p.startswith(".roundtable")]
        chosen = self._chance.sample(there, min(len(there), self._chance.randint(0, 3)))
        paths = chosen + [self._new_path() for _ in range(self._chance.randint(not chosen, 3))]
        return [change(self._root, path, self._text(path in there)) for path in paths]

    def _new_path(self) -> str:
        self._count += 1
        deep = "".join(f"n{self._count}/" for _ in range(self._chance.choice((0, 0, 1, 3))))
        return f"{self._chance.choice(_FOLDERS)}{deep}f{self._count}"

    def _text(self, there: bool) -> str | None:
        if there and self._chance.random() < 0.3:
            return None
        start = self._chance.choice(("", "#!", "\ufeff", "\u00fc\r\n", "\0"))
        return start + "x" * self._chance.choice((0, 1, 3000))


@pytest.mark.parametrize("seed", [1, 2])
def test_five_hundred_random_applies_are_undone_to_the_byte_and_mode(
    tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", os.fstat)  # most of the time, and nothing to what is compared
    tree = Random(tmp_path, seed)
    with writer(tmp_path) as one:
        for number in range(COUNT // 2):
            if number < _GROWN:
                tree.grow()
            before, changes = listing(tmp_path), tree.changes()
            one.write(f"set-{number}", changes)
            for made in changes:
                place = tmp_path / made.path
                assert (place.read_bytes() if place.exists() else None) == made.content
            if number == 0:
                before[".roundtable"] = listing(tmp_path)[".roundtable"]
            one.undo(f"set-{number}")
            assert listing(tmp_path) == before
            if number % 10 == 0:
                one.write(f"kept-{number}", changes)
    assert parts_left(tmp_path) == []
