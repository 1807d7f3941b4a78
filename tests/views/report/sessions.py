"""Sessions to report on: played by the real policies, with evidence that is read off the code."""

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, cast

from roundtable.adapters.workshop import SandboxedWorkshop
from roundtable.core import events as e
from roundtable.core.budget import Usage
from roundtable.core.chance import shuffled
from roundtable.core.checks import Check, CheckReport, Tree
from roundtable.core.commands import Choose
from roundtable.core.errors import ErrorKind, KnightError
from roundtable.core.questions import Question
from roundtable.core.state import fold
from roundtable.core.steps import Craft, Merge, PlannedTurn
from roundtable.core.turns import turn_key
from roundtable.core.units import UnitSource
from roundtable.merge.changed import replace_unit
from roundtable.merge.units import split_text
from roundtable.testing.builders import block, build_start, session_start
from roundtable.testing.rehearsal import play
from roundtable.views.report import report_page

GOLDEN = Path(__file__).parents[2] / "golden"

OLD = "def total(items):\n    return len(items)\n\n\ndef greet():\n    return 'hello'\n"
CODE = {
    "Gawain": "def total(items):\n    return sum(items)\n\n\n"
    "def discount(value, percent):\n    return value - value * percent\n",
    "Lancelot": "def total(items):\n    return sum(items) + 1\n\n\n"
    "def discount(value, percent):\n    return value - value * percent // 100\n",
    "Percival": "def total(items):\n    return -1\n\n\n"
    "def discount(value, percent):\n    return value * percent\n",
}
FIXED = (
    "def discount(value, percent):\n    if percent > 100:\n        raise ValueError(percent)\n"
    "    return value - value * percent // 100\n"
)
TESTS: Mapping[str, Callable[[str], bool]] = {
    "test_cart::test_total": lambda code: "return sum(items)\n" in code,
    "test_cart::test_discount": lambda code: "// 100" in code,
}


class ReadOff:
    """A checker that looks at the code in place of running it."""

    async def check(self, tree: Tree, tests: Tree | None = None) -> CheckReport:
        code = tree.get("cart.py", "")
        passed = tuple(name for name, holds in TESTS.items() if holds(code))
        failed = tuple(name for name in TESTS if name not in passed)
        status = Check(kind="tests", status="failed", detail="assert 1 == 2") if failed else None
        return CheckReport(
            place="bubblewrap",
            checks=(
                Check(kind="parse", status="passed"),
                status or Check(kind="tests", status="passed"),
            ),
            passed=passed,
            failed=failed,
        )


_SHOP = SandboxedWorkshop(cast("Any", ReadOff()))


def craft(step: Craft) -> e.Event:
    if isinstance(step, Merge):
        return _merged(step)
    return asyncio.run(_SHOP.perform(step))


def _merged(step: Merge) -> e.Merged:
    """The base with the units that the directives name, each put in its place."""
    tree = dict(step.candidates[step.base])
    provenance = {
        (path, unit.name): UnitSource(path=path, unit=unit.name, source=step.base, why="base")
        for path, text in tree.items()
        if step.before.get(path) != text
        for unit in split_text(path, text).units
    }
    for item in step.take:
        parts = split_text(item.path, step.candidates[item.source][item.path])
        unit = parts.find(item.unit)
        assert unit is not None
        after = replace_unit(tree[item.path], item.path, item.unit, parts.text(unit))
        assert after is not None
        tree[item.path] = after
        provenance[item.path, item.unit] = item
    reports = {seat: asyncio.run(ReadOff().check(made)) for seat, made in step.candidates.items()}
    best = max(reports, key=lambda seat: reports[seat].rank)
    changed = {path: text for path, text in tree.items() if step.before.get(path) != text}
    return e.Merged(
        round=step.round,
        attempt=step.attempt,
        base=step.base,
        shipped="merge",
        files=tuple(e.ProjectFile(path=path, text=text) for path, text in changed.items()),
        provenance=tuple(provenance.values()),
        report=asyncio.run(ReadOff().check(tree)),
        floor=reports[best],
        floor_seat=best,
        trials=1,
    )


def fenced(**fields: object) -> str:
    return f"```json\n{json.dumps(fields, indent=1)}\n```\n"


@dataclass
class Table:
    """The seats of a small build: they quarrel once, give in, find something and mend it."""

    start: e.SessionStart

    def answer(self, turn: PlannedTurn) -> str:
        stage = turn.key.split(".")[0]
        match turn.purpose:
            case "judge" | "rejudge":
                return self._verdict(turn, stage)
            case "compare":
                return f"The tests speak for the first.\n\n{fenced(winner='first', reason='tests')}"
            case "fix":
                return f"Rewritten.\n\n```python\n{FIXED}```\n"
            case _:
                return self._speech(turn, stage)

    def _speech(self, turn: PlannedTurn, stage: str) -> str:
        moves: dict[str, object] = {"raises": [], "answers": [], "concedes": []}
        if stage == "review":
            found = {
                "severity": "critical",
                "file": "cart.py",
                "line": 5,
                "claim": "discount takes more than 100 percent",
                "evidence": "discount(1, 200)",
                "fix": "raise",
            }
            return f"I read it.\n\n{fenced(agent=turn.seat, findings=[found], clean=[])}"
        if turn.seat == "Lancelot" and turn.iteration == 1:
            claim = {"about": "", "claim": "A cart without tax is no cart", "evidence": "the law"}
            moves["raises"] = [claim]
        if turn.seat == "Lancelot" and turn.iteration == 2:
            moves["concedes"] = [{"claim": "C1"}]
        files = (
            f"FILE: cart.py\n```python\n{CODE[turn.seat]}```\n\n" if stage == "development" else ""
        )
        words = f"I am {turn.seat} in {stage}, pass {turn.iteration}.\n\n- first\n- **second**\n\n"
        return f"{words}{files}{fenced(agent=turn.seat, **moves)}"

    def _verdict(self, turn: PlannedTurn, stage: str) -> str:
        agreed = turn.iteration > 1 or stage == "review"
        verdict: dict[str, object] = {
            "verdict": "CONSENSUS" if agreed else "DISCUSS",
            "round": stage,
            "iteration": turn.iteration,
            "summary": f"The {stage} is agreed." if agreed else "The tax is open.",
            "options": [] if agreed else ["with tax", "without tax"],
            "rulings": [],
        }
        if stage == "development" and agreed:
            base, other = self._letter(turn, "Gawain"), self._letter(turn, "Lancelot")
            taken = {"file": "cart.py", "unit": "discount", "from": other, "why": "whole cents"}
            verdict |= {"base": base, "incorporate": [taken], "must_fix": []}
        elif stage == "development":
            verdict |= {"base": self._letter(turn, "Gawain"), "incorporate": [], "must_fix": []}
        elif stage == "review":
            verdict |= {"critical": ["F1"], "warnings": [], "confirmed_clean": []}
        return f"My judgement.\n\n{fenced(**verdict)}"

    def _letter(self, turn: PlannedTurn, seat: str) -> str:
        """The letter of a seat in the round of a turn, drawn as the policy draws it."""
        name, attempt = turn.key.split(".")[:2]
        names = [found.name for found in self.start.seats]
        order = shuffled(names, self.start.seed, "labels", name, int(attempt))
        return chr(ord("A") + order.index(seat))


@cache
def built() -> tuple[e.Event, ...]:
    """Requirements, development (held twice) and review, with starting files."""
    start = build_start("requirements", "development", "review", seed=3, judges=2)

    def king(question: Question) -> Choose:
        anew = question.id == "confirm-development.1"
        return Choose("retry", "Think of **whole** cents.") if anew else Choose("continue")

    given = {"cart.py": OLD, "notes.txt": "Keep me.\n"}
    log = play(start, Table(start).answer, king, craft, given)
    assert isinstance(log[-1], e.SessionEnd)
    return stamped_at(log)


def stamped_at(log: list[e.Event]) -> tuple[e.Event, ...]:
    times = [f"2026-01-02T03:{i // 60 % 60:02}:{i % 60:02}.000Z" for i in range(len(log))]
    return tuple(ev.model_copy(update={"at": at}) for ev, at in zip(log, times, strict=True))


@cache
def discussed() -> tuple[e.Event, ...]:
    """A discussion that agrees in its second round, one seat failing on the way."""

    def answer(turn: PlannedTurn) -> str:
        if turn.seat == "Percival" and turn.iteration == 1:
            raise KnightError(ErrorKind.RATE_LIMITED, "slow down")
        score = 5 if turn.iteration == 1 else 9
        issues = ["the cost"] if turn.iteration == 1 else []
        said = f"# My view\n\nPass {turn.iteration} of {turn.seat}: `sqlite` it is.\n\n"
        return said + block(turn.seat, turn.iteration, score, *issues, proposal="Keep **SQLite**.")

    log = play(session_start(), answer, lambda _: Choose("self"))
    return stamped_at(log)


@cache
def reviewed() -> tuple[e.Event, ...]:
    start = build_start("review").model_copy(update={"workflow": "review"})
    log = play(
        start, Table(start).answer, lambda _: Choose("keep"), craft, {"cart.py": CODE["Gawain"]}
    )
    return stamped_at(log)


def golden(name: str) -> tuple[e.Event, ...]:
    lines = (GOLDEN / f"{name}.jsonl").read_text().splitlines()
    return tuple(e.read_event(line) for line in lines)


def report(events: tuple[e.Event, ...]) -> str:
    return report_page(events, fold(events))


def numbered(*events: e.Event) -> tuple[e.Event, ...]:
    """A log written by hand, each event at its place."""
    return tuple(
        event.model_copy(update={"session": "s", "seq": i, "at": "2026-01-02T03:04:05.000Z"})
        for i, event in enumerate(events, 1)
    )


def begun(
    seat: str, purpose: e.Purpose = "speak", ask: int = 1, name: str = "discussion", part: str = ""
) -> e.AgentStart:
    return e.AgentStart(
        turn_key=turn_key(name, 1, 1, seat, purpose, part),
        seat=seat,
        ask=ask,
        iteration=1,
        purpose=purpose,
        adapter="scripted",
        reserved=Usage(input_tokens=100, output_tokens=100, cost_microusd=40_000),
    )


def ended(
    seat: str, text: str, purpose: e.Purpose = "speak", name: str = "discussion", part: str = ""
) -> e.AgentEnd:
    return e.AgentEnd(
        turn_key=turn_key(name, 1, 1, seat, purpose, part),
        seat=seat,
        text=text,
        usage=Usage(input_tokens=1000, output_tokens=234, cost_microusd=12_300),
        seconds=61,
        active_seconds=61,
    )
