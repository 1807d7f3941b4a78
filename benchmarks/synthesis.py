"""How good what is shipped is: stored answers of three real models, scored by hidden tests.

`make bench-synthesis` prints it. The session sees the visible tests; a class counts when what is
shipped passes all of its hidden tests. Everything that models wrote runs in the sandbox.
"""

import asyncio
import sys
import time
from collections.abc import Awaitable, Iterator, Sequence
from dataclasses import dataclass, field

from benchmarks.classeval import MODULE, ClassTask, folder, load
from benchmarks.machine import describe
from benchmarks.regeneration import ACCURACY, DRAWS, DRIFT, Draws, Regeneration
from benchmarks.resampling import RESAMPLES, interval
from roundtable.adapters.checking.checker import Checker
from roundtable.adapters.sandboxes.bubblewrap import Bubblewrap
from roundtable.core.checks import CheckReport, Tree
from roundtable.merge.evidence import agreement_hint, examples_hint
from roundtable.merge.search import CheckTree, Found, search

SEED = "synthesis"
GOAL = 0.55
AT_ONCE = 2


@dataclass
class Runner:
    """Runs each tree with each set of tests once."""

    checker: Checker
    runs: int = 0
    _room: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))
    _known: dict[object, CheckReport] = field(default_factory=dict)

    async def run(self, tree: Tree, tests: Tree) -> CheckReport:
        key = (frozenset(tree.items()), frozenset(tests.items()))
        if key not in self._known:
            async with self._room:
                self.runs += 1
                self._known[key] = await self.checker.check(tree, tests)
        return self._known[key]


@dataclass(frozen=True)
class Scored:
    """All arms on one class: what part of the hidden tests passes."""

    task: ClassTask
    singles: dict[str, float]
    pick: float
    ours: float
    by_tests: float
    """Ours without hints."""
    ceiling: float
    """The same search led by the hidden tests: no honest splice can be better."""
    informed: Draws
    uninformed: Draws
    found: Found
    lacking: str
    """The module without which no answer to this class can be loaded."""


async def score(task: ClassTask, runner: Runner) -> Scored:
    def visible(tree: Tree) -> Awaitable[CheckReport]:
        return runner.run(tree, task.visible)

    def hidden(tree: Tree) -> Awaitable[CheckReport]:
        return runner.run(tree, task.hidden)

    async def part(tree: Tree) -> float:
        return len((await hidden(tree)).passed) / len(task.hidden_names)

    found = await search(
        task.candidates, visible, hints=await _hints(task, runner), tests=task.visible
    )
    by_tests = await search(task.candidates, visible, tests=task.visible)
    by_hidden = await search(task.candidates, hidden, tests=task.hidden)
    reports = {label: await visible(tree) for label, tree in task.candidates.items()}
    picked = max(reports, key=lambda label: reports[label].rank)
    drawn = Regeneration(task.candidates, reports, hidden, len(task.hidden_names))
    return Scored(
        task=task,
        singles={label: await part(tree) for label, tree in task.candidates.items()},
        pick=await part(task.candidates[picked]),
        ours=await part(found.tree),
        by_tests=await part(by_tests.tree),
        ceiling=await part(by_hidden.tree),
        informed=await drawn.draws([picked], f"{SEED} {task.name}"),
        uninformed=await drawn.draws(list(task.candidates), f"{SEED} {task.name}"),
        found=found,
        lacking=await _lacking(task, runner),
    )


async def _hints(task: ClassTask, runner: Runner) -> list[CheckTree]:
    """The task's text is what the models were given, so its examples are known to the session."""
    examples = examples_hint({f"{MODULE}.py": task.skeleton}, runner.run)
    agreement = await agreement_hint(task.candidates, task.visible, runner.run)
    return [hint for hint in (examples, agreement) if hint is not None]


async def _lacking(task: ClassTask, runner: Runner) -> str:
    names: set[str] = set()
    for tree in task.candidates.values():
        report = await runner.run(tree, task.hidden)
        tests = report.check("tests")
        _, missing, rest = (tests.detail if tests else "").partition("No module named '")
        if report.passed or not missing:
            return ""
        names.add(rest.partition("'")[0])
    return ", ".join(sorted(names))


Column = Sequence[float]


def report(scored: Sequence[Scored]) -> Iterator[str]:
    labels = list(scored[0].singles)
    singles = {label: [one.singles[label] for one in scored] for label in labels}
    best = max(labels, key=lambda label: (_whole(singles[label]), sum(singles[label])))
    ours, pick = [one.ours for one in scored], [one.pick for one in scored]
    oracle = [max(one.singles.values()) for one in scored]
    yield f"{len(scored)} classes; all hidden tests pass, and the mean part of them that passes:"
    for label in labels:
        yield _line(f"{label}{' (the best single model)' if label == best else ''}", singles[label])
    yield _line("pick of an answer by visible tests", pick)
    yield _line("pick of an answer by hidden tests (an oracle)", oracle)
    yield _line("ours without hints: splice by visible tests", [one.by_tests for one in scored])
    yield _line("OURS: splice by visible tests, then hints", ours)
    yield _line("splice by hidden tests (an oracle)", [one.ceiling for one in scored])
    yield from _regenerated(scored)
    yield from _compared("ours minus the best single model", ours, singles[best])
    yield from _compared("ours minus the pick", ours, pick)
    yield from _told(scored)
    reached = _whole(ours) / len(scored)
    yield f"goal: at least {GOAL:.3f}; reached: {reached:.3f}"


def _whole(column: Column) -> int:
    return sum(value == 1.0 for value in column)


def _line(name: str, column: Column) -> str:
    return f"  {name:<48} {_whole(column) / len(column):.3f}   {sum(column) / len(column):.3f}"


def _regenerated(scored: Sequence[Scored]) -> Iterator[str]:
    for name, draws in (
        ("judge picks by visible tests, base rewrites all", [one.informed for one in scored]),
        ("judge picks at random, base rewrites all", [one.uninformed for one in scored]),
    ):
        whole, part = (sum(d.whole for d in draws), sum(d.part for d in draws))
        yield f"  {name:<48} {whole / len(draws):.3f}   {part / len(draws):.3f}"
    yield (
        f"    (modelled: with probability {ACCURACY:g} the judge names the exchange of one unit "
        f"that helps most by the hidden tests, or none if none helps, else any; each rewritten "
        f"unit is broken with probability {DRIFT:g}; {DRAWS} draws a class)"
    )


def _compared(name: str, ours: Column, theirs: Column) -> Iterator[str]:
    for what, values in (
        ("classes", [float(a == 1.0) - float(b == 1.0) for a, b in zip(ours, theirs, strict=True)]),
        ("tests", [a - b for a, b in zip(ours, theirs, strict=True)]),
    ):
        low, high = interval(values)
        mean = sum(values) / len(values)
        yield f"{name}, {what}: {mean:+.3f} (95 %: {low:+.3f} to {high:+.3f})"


def _told(scored: Sequence[Scored]) -> Iterator[str]:
    yield f"(paired bootstrap over classes, {RESAMPLES} resamples, seeded)"
    below = [one.task.name for one in scored if _below_floor(one.found)]
    yield f"classes where ours passes fewer visible tests than an opening: {below or 'none'}"
    lacking = [
        f"{one.task.name} ({one.lacking}; {len(one.task.hidden_names)} hidden tests)"
        for one in scored
        if one.lacking
    ]
    yield f"no answer can be loaded for want of a module: {', '.join(lacking) or 'none'}"
    for one in scored:
        if one.found.taken:
            units = [f"{took.choice.unit} of {took.choice.source}" for took in one.found.taken]
            best = max(len(known.passed) for known in one.found.reports.values())
            yield (
                f"  {one.task.name}: base {one.found.base}, took {'; '.join(units)}; visible tests "
                f"{best} to {len(one.found.report.passed)}; hidden {one.pick:.2f} to {one.ours:.2f}"
            )
    trials = [one.found.trials for one in scored]
    yield f"trials a class: {sum(trials) / len(trials):.1f} on average, {max(trials)} at most"


def _below_floor(found: Found) -> bool:
    return any(len(found.report.passed) < len(known.passed) for known in found.reports.values())


async def measure() -> list[str]:
    path = folder()
    if not (path / "classes.jsonl").is_file():
        return [f"synthesis: not run, there is no {path / 'classes.jsonl'}"]
    box = Bubblewrap.find()
    if box is None:
        return [f"synthesis: not run, models' code needs a sandbox: {Bubblewrap.why_not()}"]
    began = time.perf_counter()
    runner = Runner(Checker(box))
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(score(task, runner)) for task in load(path)]
    lines = list(report([task.result() for task in tasks]))
    return [*lines, f"{runner.runs} runs in {time.perf_counter() - began:.0f} s"]


def run() -> list[str]:
    return asyncio.run(measure())


if __name__ == "__main__":
    print(describe())
    for line in run():
        print(line)
    sys.exit(0)
