"""Run as a program: kills a writer at every call that changes the disk, and recovers each time.

Each attempt is a process of its own, which is really killed (SIGKILL) from within a wrapper of the
functions of `os`. One line of JSON tells what was found after each.
"""

import itertools
import json
import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

from roundtable.core.changes import Change
from tests.adapters.applying.landscape import (
    build,
    listing,
    parts_left,
    twenty_changes,
    writer,
)

When = Literal["before", "after", "torn"]
Found = dict[str, Any]
Act = Callable[[Path], object]
CALLS = (
    *("open", "write", "pwrite", "ftruncate", "rename", "unlink", "mkdir", "rmdir", "fchmod"),
    *("chmod", "fsync"),
)
TIMES: tuple[When, ...] = ("before", "after", "torn")
REPOSITORY = Path(__file__).resolve().parents[3]
NAME = "apply-1"
CHAINS = 60


class Death:
    """The process dies at a call of this number: before it, after it, or with half a write done."""

    def __init__(self, at: int, when: When, report: int) -> None:
        self._left = at
        self._when = when
        self._report = report
        self._tell = os.write
        for name in CALLS:
            setattr(os, name, self._wrap(name, getattr(os, name)))

    def _wrap(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **named: Any) -> Any:
            if (name == "open" and not args[1] & os.O_CREAT) or (
                self._when == "torn" and name != "write"
            ):
                return real(*args, **named)
            self._tell(self._report, f"{name}\n".encode())
            self._left -= 1
            if self._left:
                return real(*args, **named)
            if self._when == "torn":
                real(args[0], args[1][: len(args[1]) // 2])
            elif self._when == "after":
                with suppress(OSError):
                    real(*args, **named)
            os.kill(os.getpid(), signal.SIGKILL)
            raise AssertionError("killed")

        return call


def attempt(act: Act, place: Path, at: int, when: When) -> tuple[list[str], bool]:
    """The calls of a process that acts, and whether it was killed at the last of them."""
    reading, report = os.pipe()
    child = os.fork()
    if not child:
        status = 1
        try:
            os.close(reading)
            Death(at, when, report)
            act(place)
            status = 0
        finally:
            os._exit(status)
    os.close(report)
    with os.fdopen(reading) as told:
        calls = told.read().split()
    _, status = os.waitpid(child, 0)
    killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
    assert killed or status == 0, "the act itself failed"
    return calls, killed


class Stage:
    """Projects in each state from which something can be killed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._count = 0
        plain = folder / "plain"
        build(plain)
        self.changes: list[Change] = twenty_changes(plain)
        assert len(self.changes) == 20
        applied = folder / "applied"
        shutil.copytree(plain, applied, symlinks=True)
        self.written = self.write(applied)
        self.before, self.after = listing(plain), listing(applied)
        self._plain, self._applied = plain, applied

    def template(self, scenario: str) -> Path:
        """A project that waits for what the scenario is about."""
        match scenario:
            case "write":
                return self._plain
            case "undo":
                return self._applied
            case "recover a write":
                return self._killed(self._plain, self.write, "before")
            case "recover an undo":
                return self._killed(self._applied, self.undo, "before")
            case "finish an undo":
                return self._killed(self._applied, self.undo, "after")
            case _:
                raise ValueError(scenario)

    def write(self, place: Path) -> object:
        return writer(place).write(NAME, self.changes)

    def undo(self, place: Path) -> object:
        return writer(place).undo(NAME)

    def recover(self, place: Path) -> object:
        return writer(place).recover()

    def act(self, scenario: str) -> Act:
        return {"write": self.write, "undo": self.undo}.get(scenario, self.recover)

    def copy(self, template: Path) -> Path:
        self._count += 1
        place = self._folder / str(self._count)
        shutil.copytree(template, place, symlinks=True)
        return place

    def found(self, place: Path) -> Found:
        """What a next process makes of a project."""
        with writer(place) as next_one:
            recovered = next_one.recover()
            tree = listing(place)
            state = next_one.known(NAME).state
            again = next_one.recover()
            parts = parts_left(place)
            repeated = state == "undone" or (
                next_one.write(NAME, self.changes) == self.written and listing(place) == self.after
            )
        trees = {"before": self.before, "after": self.after}
        return {
            "tree": next((name for name, one in trees.items() if one == tree), "between"),
            "state": state,
            "parts": parts,
            "kept": [kept.path for one in recovered for kept in one.kept],
            "again": len(again),
            "repeated": repeated,
        }

    def _killed(self, template: Path, act: Act, when: When) -> Path:
        """A project whose process was killed at its commit mark, which is its last renaming."""
        place = self.copy(template)
        calls, _ = attempt(act, place, 0, when)
        shutil.rmtree(place)
        place = self.copy(template)
        mark = len(calls) - calls[::-1].index("rename")
        assert attempt(act, place, mark, when)[1]
        return place


def every_point(stage: Stage, scenario: str, when: When) -> Iterator[Found]:
    template, act = stage.template(scenario), stage.act(scenario)
    killed = True
    for at in itertools.count(1):
        place = stage.copy(template)
        calls, killed = attempt(act, place, at, when)
        yield {"at": at, "call": calls[-1] if killed else "", **stage.found(place)}
        shutil.rmtree(place)
        if not killed:
            return


def chains(stage: Stage, seed: int, count: int) -> Iterator[Found]:
    """A write or an undo is killed, then its recovery, the recovery of that, and so on."""
    chance = random.Random(seed)
    for number in range(count):
        scenario = chance.choice(("write", "undo"))
        place = stage.copy(stage.template(scenario))
        calls, _ = attempt(stage.act(scenario), place, chance.randint(1, 130), "before")
        for _ in range(chance.randint(1, 4)):
            attempt(stage.recover, place, chance.randint(1, 60), chance.choice(TIMES))
        yield {"at": number, "call": calls[-1], **stage.found(place)}
        shutil.rmtree(place)


def killed(scenario: str, when: When, folder: Path) -> list[Found]:
    """Run this program; what is true after every kill is seen to here."""
    command = [sys.executable, "-m", __name__, scenario, when, str(folder)]
    told = subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True, text=True)
    found: list[Found] = [json.loads(line) for line in told.stdout.splitlines()]
    for one in found:
        assert one["parts"] == one["kept"] == [], one
        assert one["again"] == 0, one
        assert one["repeated"], one
    return found


def main(scenario: str, when: When, folder: str, number: str = "0") -> None:
    """For a chain the number is its seed."""
    # Counted and not made: no kill can tell, and test_writer_syncs.py has their order.
    os.fsync = os.fstat  # type: ignore[assignment]
    stage = Stage(Path(folder))
    if scenario == "chains":
        found = chains(stage, int(number), CHAINS)
    else:
        found = every_point(stage, scenario, when)
    for one in found:
        print(json.dumps(one), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])  # type: ignore[arg-type]
