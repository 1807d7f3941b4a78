"""The vendors' real commands for tests, fakes that stand for broken ones, and how to hear both."""

import asyncio
import os
import shlex
import sys
from abc import abstractmethod
from collections.abc import Sequence
from contextlib import aclosing
from pathlib import Path

import pytest

from roundtable.adapters.knights.commands import CommandKnight
from roundtable.core.errors import KnightError
from roundtable.core.ports import Delta, Finished, Knight
from roundtable.testing.knight_suite import KnightSuite, ask
from tests.adapters.knights.loopback import Loopback, Plan

ROOT = Path(__file__).resolve().parents[3]


def vendor_command(name: str) -> str:
    """The vendor's own command, as tests/vendor pins it."""
    folder = os.environ.get("ROUNDTABLE_VENDOR_CLIS") or ROOT / ".vendor/node_modules/.bin"
    path = Path(folder) / name
    if path.exists():
        return str(path)
    how = "cp tests/vendor/*.json .vendor/ && npm ci --prefix .vendor"
    why = f"not run: no {name} in {folder}; from the repository's root: mkdir .vendor && {how}"
    if os.environ.get("CI") == "true":
        pytest.fail(why)
    pytest.skip(why)


def fake(folder: Path, script: str, name: str = "fake") -> str:
    """A command that does what this shell script does."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


def python_fake(folder: Path, script: str, name: str = "fake") -> str:
    (folder / f"{name}.py").write_text(script)
    program = shlex.join((sys.executable, "-S", "-E", str(folder / f"{name}.py")))
    return fake(folder, f'exec {program} "$@"', name)


def printing(folder: Path, lines: Sequence[str], then: str = "exit 0", name: str = "fake") -> str:
    """A command that listens to the end, prints these lines, and ends as it is told."""
    (folder / f"{name}.out").write_text("".join(f"{line}\n" for line in lines))
    return fake(folder, f"cat >/dev/null; cat {shlex.quote(str(folder))}/{name}.out; {then}", name)


class CommandSuite(KnightSuite):
    """Speaking and hanging with the real command; failing with what it was seen to print."""

    server: Loopback
    folder: Path

    @pytest.fixture(autouse=True)
    def _table(self, server: Loopback, tmp_path: Path) -> None:
        self.server, self.folder = server, tmp_path

    @abstractmethod
    def real(self) -> Knight:
        """The knight on the vendor's own command."""

    async def speaking(self, text: str) -> Knight:
        third = len(text) // 3
        self.server.plan = Plan(pieces=(text[:third], text[third:]), output_tokens=200)
        return self.real()

    async def hanging(self, text: str) -> Knight:
        self.server.plan = Plan(pieces=(text,) if text else (), end="hang")
        return self.real()


async def heard(knight: CommandKnight, **changes: object) -> tuple[list[str], Finished]:
    async with aclosing(knight.speak(ask(**changes))) as stream:
        items = [item async for item in stream]
    *deltas, last = items
    assert isinstance(last, Finished)
    return [item.text for item in deltas if isinstance(item, Delta)], last


async def failure(knight: CommandKnight, **changes: object) -> KnightError:
    with pytest.raises(KnightError) as caught:
        await heard(knight, **changes)
    assert caught.value.detail
    assert len(caught.value.detail) <= 300
    assert "\n" not in caught.value.detail
    return caught.value


def processes_of(folder: Path) -> list[str]:
    """Commands of living processes that know of this folder by their environment."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/environ"):
        try:
            if str(folder).encode() in entry.read_bytes():
                found.append((entry.parent / "cmdline").read_text().replace("\0", " "))
        except OSError:
            continue
    return found


async def left_of(folder: Path, looks: int = 100) -> list[str]:
    """The same of what was killed, which may take a moment to be gone on a busy machine.

    Looks are counted and not seconds, of which many may pass without anybody being at work.
    """
    for _ in range(looks):
        if not processes_of(folder):
            break
        await asyncio.sleep(0.02)
    return processes_of(folder)


def descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))
