"""Run as a program: swaps folders and files of a project with links and back, until terminated.

Where the system can exchange two names at once, there is no moment without the one or the other.
"""

import ctypes
import itertools
import os
import random
import signal
import sys
from contextlib import suppress
from pathlib import Path

FOLDERS = ("src", "src/deep", "lib")
FILES = ("src/app.py", "lib/a.c")
_AT_CWD = -100
_EXCHANGE = 2


def exchange(one: Path, other: Path) -> bool:
    """Whether the two have each other's name now."""
    library = ctypes.CDLL(None, use_errno=True)
    if not hasattr(library, "renameat2"):
        return _by_three_renamings(one, other)
    names = os.fsencode(one), os.fsencode(other)
    return bool(library.renameat2(_AT_CWD, names[0], _AT_CWD, names[1], _EXCHANGE) == 0)


def _by_three_renamings(one: Path, other: Path) -> bool:
    passing = other.with_name("passing")
    with suppress(OSError):
        one.rename(passing)
        other.rename(one)
        passing.rename(other)
        return True
    return False


class Swap:
    """A victim, and a link that stands in its place for a while."""

    def __init__(self, victim: Path, link: Path, end: Path) -> None:
        self._victim, self._link, self._end = victim, link, end
        link.symlink_to(end)

    def run(self, chance: random.Random) -> bool:
        if not exchange(self._victim, self._link):
            return False
        for _ in range(chance.choice((0, 0, 100, 1000, 5000))):
            pass
        if not exchange(self._victim, self._link):
            self._link.rename(self._victim)  # somebody has removed the link
        if not self._link.is_symlink():
            self._link.unlink(missing_ok=True)  # or has put a file in its place
            self._link.symlink_to(self._end)
        for _ in range(chance.choice((0, 100, 1000))):
            pass
        return True


def swaps_below(root: Path, outside: Path) -> list[Swap]:
    ends = (outside, root / ".git", root / ".roundtable", root.parent)
    pairs = [*itertools.product(FOLDERS, ends)]
    pairs += itertools.product(FILES, (outside / "precious", root / ".git" / "config"))
    shelf = root / "shelf"
    shelf.mkdir()
    return [
        Swap(root / victim, shelf / str(number), end) for number, (victim, end) in enumerate(pairs)
    ]


def main(root: Path, outside: Path) -> None:
    ended: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: ended.append(number))
    swaps = swaps_below(root, outside)
    chance = random.Random(0)
    parent = os.getppid()
    count = 0
    print("ready", flush=True)
    while not ended and os.getppid() == parent:
        count += chance.choice(swaps).run(chance)
    print(count, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
