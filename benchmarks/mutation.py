"""The mechanics of merging: three copies of a tested module, each with bugs in other functions.

Modules of the standard library with the tests that ship with them. `python -m benchmarks.mutation`.
"""

import ast
import asyncio
import random
import re
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from benchmarks.machine import describe
from benchmarks.mutants import Mutant, functions, mutants, planted
from roundtable.adapters.checking.checker import Checker
from roundtable.adapters.sandboxes.bubblewrap import Bubblewrap
from roundtable.core.checks import CheckReport, Tree
from roundtable.merge.moves import essence
from roundtable.merge.search import search

MODULES = ("textwrap", "shlex", "string", "fractions", "colorsys", "graphlib", "configparser")
TASKS = 4
MOST_BUGS = 3
"""In each candidate."""
MOST_UNITS = 3 * MOST_BUGS
ATTEMPTS = 4
SEED = "mutation"
SUBJECT, TESTS = "subject.py", "test_subject.py"


@dataclass(frozen=True, slots=True)
class Subject:
    """A module, its tests, and a mutant that they notice for each of some functions."""

    name: str
    source: str
    tests: Tree
    clean: frozenset[str]
    """The tests that the module passes as it is."""
    noticed: tuple[Mutant, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    subject: str
    bugs: int
    best: float
    """The part of the tests that the best candidate passes; also that of the pick."""
    ours: float
    trials: int
    left: tuple[str, ...]
    """Functions of the merge that are not as they were before bugs were planted."""


def text_of(name: str) -> str | None:
    try:
        spec = find_spec(name)
    except ImportError:
        return None
    path = Path(spec.origin) if spec and spec.origin else None
    return path.read_text(encoding="utf-8") if path and path.is_file() else None


def renamed(tests: str, name: str) -> str:
    """The same tests of the module under another name, so that no loaded module shadows it."""
    tests = re.sub(rf"^import {name}$", f"import subject as {name}", tests, flags=re.MULTILINE)
    return re.sub(rf"^from {name} import", "from subject import", tests, flags=re.MULTILINE)


async def prepare(name: str, checker: Checker) -> Subject | None:
    source, tests = text_of(name), text_of(f"test.test_{name}")
    if source is None or tests is None:
        return None
    given = {TESTS: renamed(tests, name)}
    clean = frozenset((await checker.check({SUBJECT: source}, given)).passed)
    chance = random.Random(f"{SEED} {name}")
    units = list(functions(ast.parse(source)))
    chance.shuffle(units)
    noticed: list[Mutant] = []
    for unit in units:
        for mutant in mutants(source, unit, chance)[:ATTEMPTS]:
            report = await checker.check({SUBJECT: mutant.text}, given)
            # One that nothing survives is no puzzle: the file cannot even be loaded.
            if report.passed and not clean <= set(report.passed):
                noticed.append(mutant)
                break
        if len(noticed) == MOST_UNITS:
            break
    return Subject(name, source, given, clean, tuple(noticed))


async def solve(subject: Subject, number: int, checker: Checker) -> Outcome:
    chance = random.Random(f"{SEED} {subject.name} {number}")
    bugs = min(1 + number % MOST_BUGS, len(subject.noticed) // 3)
    plan = chance.sample(subject.noticed, 3 * bugs)
    candidates = {
        label: {SUBJECT: planted(subject.source, plan[at::3])} for at, label in enumerate("abc")
    }

    async def check(tree: Tree) -> CheckReport:
        found = await checker.check(tree, subject.tests)
        kept = {
            name: tuple(t for t in getattr(found, name) if t in subject.clean) for name in _TOLD
        }
        return found.model_copy(update=kept)

    found = await search(candidates, check, tests=subject.tests)
    best = max(len(report.passed) for report in found.reports.values())
    return Outcome(
        subject=subject.name,
        bugs=bugs,
        best=best / len(subject.clean),
        ours=len(found.report.passed) / len(subject.clean),
        trials=found.trials,
        left=unlike(subject.source, found.tree[SUBJECT]),
    )


_TOLD = ("passed", "failed")


def unlike(before: str, after: str) -> tuple[str, ...]:
    old, new = functions(ast.parse(before)), functions(ast.parse(after))
    return tuple(
        name
        for name, function in old.items()
        if name not in new
        or essence(SUBJECT, ast.unparse(function)) != essence(SUBJECT, ast.unparse(new[name]))
    )


def report(outcomes: Sequence[Outcome]) -> list[str]:
    count = len(outcomes)
    solved = sum(one.ours == 1.0 for one in outcomes)
    clean = sum(not one.left for one in outcomes)
    trials = sorted(one.trials for one in outcomes)
    lines = [
        f"mutation: {count} tasks; all tests pass: merge {solved / count:.3f}, best candidate "
        f"(and the pick) {sum(one.best == 1.0 for one in outcomes) / count:.3f}",
        f"mutation: mean part of the tests: merge {sum(o.ours for o in outcomes) / count:.4f}, "
        f"best candidate {sum(o.best for o in outcomes) / count:.4f}",
        f"mutation: every planted bug replaced by clean code in {clean} of {count}",
        f"mutation: trials: median {trials[count // 2]}, most {trials[-1]}",
    ]
    for name in dict.fromkeys(one.subject for one in outcomes):
        own = [one for one in outcomes if one.subject == name]
        lines.append(
            f"  {name}: " + "; ".join(f"{o.bugs} bugs each, {o.trials} trials" for o in own)
        )
    lines += [
        f"  left in {one.subject}: {', '.join(one.left)} (tests: {one.ours:.4f})"
        for one in outcomes
        if one.left
    ]
    return lines


async def measure() -> list[str]:
    box = Bubblewrap.find()
    if box is None:
        return [f"mutation: not run, it needs a sandbox: {Bubblewrap.why_not()}"]
    began = time.perf_counter()
    checker = Checker(box)
    outcomes: list[Outcome] = []
    for name in MODULES:
        subject = await prepare(name, checker)
        if subject is not None and len(subject.noticed) >= 3:
            outcomes += [await solve(subject, number, checker) for number in range(TASKS)]
    if not outcomes:
        return ["mutation: not run, this Python has no tests of its standard library"]
    return [*report(outcomes), f"mutation: {time.perf_counter() - began:.0f} s"]


def run() -> list[str]:
    return asyncio.run(measure())


if __name__ == "__main__":
    print(describe())
    for line in run():
        print(line)
    sys.exit(0)
