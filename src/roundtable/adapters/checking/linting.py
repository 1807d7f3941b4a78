"""The project's own linters, where it has chosen one and we have it."""

import os
import shutil
import sys
from dataclasses import replace
from pathlib import Path

from roundtable.adapters.checking import node_tests
from roundtable.adapters.checking.outcomes import clean, told
from roundtable.adapters.checking.plans import Plan
from roundtable.adapters.sandboxes.bounds import Limits, Ran
from roundtable.adapters.sandboxes.bubblewrap import Bubblewrap
from roundtable.core.checks import Check, Tree

_RUFF = "/opt/checks/ruff"
_ESLINT = "node_modules/eslint/bin/eslint.js"
_LONGEST_LINE = 300


async def run(box: Bubblewrap, files: Tree, plan: Plan, limits: Limits) -> Check:
    """One check for all linters of the plan."""
    found: list[str] = []
    missing: list[str] = []
    for linter in plan.linters:
        ran = await (_ruff if linter == "ruff" else _eslint)(box, files, limits)
        if isinstance(ran, str):
            missing.append(ran)
        elif ran.exit_code == 1 and not ran.stopped:
            found += _lines(ran.stdout) or [f"{linter} has complaints"]
        elif ran.exit_code != 0 or ran.stopped:
            words = _lines(ran.stderr)[-3:] or [ran.stopped or f"it ended with {ran.exit_code}"]
            missing.append(f"{linter} did not run to its end: {' '.join(words)}")
    if found:
        return told("lint", "failed", [*missing, *found])
    done = len(plan.linters) > len(missing)
    return told("lint", "passed" if done else "not_run", missing)


async def _ruff(box: Bubblewrap, files: Tree, limits: Limits) -> Ran | str:
    command = ruff()
    if command is None:
        return "ruff is configured, but not installed where we run"
    argv = (_RUFF, "check", "--no-cache", "--no-fix", "--output-format=concise", "--quiet", ".")
    return await box.run(argv, files, limits, shown={_RUFF: command})


async def _eslint(box: Bubblewrap, files: Tree, limits: Limits) -> Ran | str:
    command = node_tests.node()
    if command is None or _ESLINT not in files:
        return "eslint is configured, but not installed among the project's files"
    argv = (command, _ESLINT, "--no-color", ".")
    return await box.run(argv, files, replace(limits, address_space=0))


def ruff() -> Path | None:
    """The ruff beside our interpreter, else the first on the path. A relative entry is no path."""
    entries = [str(Path(sys.executable).parent), *os.environ.get("PATH", "").split(os.pathsep)]
    places = os.pathsep.join(entry for entry in entries if Path(entry).is_absolute())
    found = shutil.which("ruff", path=places)
    return Path(found).resolve() if found else None


def _lines(output: bytes) -> list[str]:
    lines = output.decode("utf-8", "replace").splitlines()
    return [clean(line, _LONGEST_LINE) for line in lines if line.strip()]
