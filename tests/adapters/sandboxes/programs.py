"""How the tests of the sandbox run a program, and find it again."""

import os
import time
from collections.abc import Callable

import psutil

from roundtable.adapters.sandboxes.bounds import Limits, Ran
from roundtable.adapters.sandboxes.bubblewrap import Bubblewrap
from roundtable.core.checks import Tree

QUICK = Limits(seconds=40.0)


async def python(
    box: Bubblewrap, code: str, limits: Limits = QUICK, files: Tree | None = None
) -> Ran:
    return await box.run((box.python, "-c", code), files or {}, limits)


def alive(mark: str) -> list[psutil.Process]:
    found = []
    for process in psutil.process_iter(["cmdline", "status"]):
        line = " ".join(process.info["cmdline"] or ())
        if mark in line and process.pid != os.getpid():
            found.append(process)
    return found


def named(process: psutil.Process) -> str:
    """What it runs; empty once it has gone."""
    try:
        return process.name()
    except psutil.NoSuchProcess:
        return ""


def within(seconds: float, holds: Callable[[], bool]) -> bool:
    """Whether it comes true in time."""
    last = time.monotonic() + seconds
    while time.monotonic() < last:
        if holds():
            return True
        time.sleep(0.02)
    return holds()
