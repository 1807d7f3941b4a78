"""How candidates behave in probes: where most agree and one stands alone, as tests.

That two agree on a value is evidence, if weak; that two fail alike is none.
"""

import json
import re
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final

from roundtable.core.checks import CheckReport, Tree
from roundtable.merge.probe_kit import KIT
from roundtable.merge.probes import Probe

SURVEY: Final = "test_probes_survey.py"
AGREED: Final = "test_probes_agreed.py"

_PAIR: Final = re.compile(r"::test_(\d+)_(\d+)_(\d+)$")
_HEAD: Final = '"""Written by a program: steps of known tests with other inputs."""\n'
_TESTS: Final = """

class Probes(unittest.TestCase):
    pass


def _add(name, first, second, number):
    def test(self):
        left = outcome(first, number)
        self.assertIsNotNone(left)
        self.assertEqual(left, outcome(second, number))

    setattr(Probes, name, test)


for _name, _first, _second, _number in PAIRS:
    _add(_name, _first, _second, _number)
"""


def survey(candidates: Mapping[str, Tree], probes: Sequence[Probe]) -> Tree:
    """A test for every probe and every two candidates: it passes when both end alike."""
    labels = list(candidates)
    pairs = [
        (f"test_{number:04}_{labels.index(first)}_{labels.index(second)}", first, second, number)
        for number in range(len(probes))
        for first, second in combinations(labels, 2)
    ]
    return {SURVEY: _file(candidates, probes, pairs)}


def agreed(report: CheckReport, labels: Sequence[str]) -> dict[int, str]:
    """For each probe over which they part, a candidate of the one largest group."""
    alike: dict[int, list[tuple[int, int]]] = {}
    for name in report.passed:
        if found := _PAIR.search(name):
            number, first, second = map(int, found.groups())
            alike.setdefault(number, []).append((first, second))
    chosen: dict[int, str] = {}
    for number, pairs in sorted(alike.items()):
        largest, *others = sorted(_groups(pairs, len(labels)), key=len, reverse=True)
        if others and len(largest) > len(others[0]):
            chosen[number] = labels[min(largest)]
    return chosen


def agreement(
    candidates: Mapping[str, Tree], probes: Sequence[Probe], chosen: Mapping[int, str]
) -> Tree:
    """A test for each of these probes: it passes when the tree ends as the candidate does."""
    pairs = [(f"test_{number:04}", label, None, number) for number, label in chosen.items()]
    return {AGREED: _file(candidates, probes, pairs)} if pairs else {}


def _groups(pairs: Sequence[tuple[int, int]], count: int) -> list[set[int]]:
    groups = [{one} for one in range(count)]
    for first, second in pairs:
        joined = [group for group in groups if first in group or second in group]
        groups = [group for group in groups if group not in joined] + [set().union(*joined)]
    return groups


def _file(
    candidates: Mapping[str, Tree],
    probes: Sequence[Probe],
    pairs: Sequence[tuple[str, str, str | None, int]],
) -> str:
    shared = list(dict.fromkeys(probe.shared for probe in probes))
    needed = {number for *_, number in pairs}
    steps = {
        number: (shared.index(probe.shared), probe.group, probe.steps)
        for number, probe in enumerate(probes)
        if number in needed
    }
    named = {name for _, *both, _ in pairs for name in both if name}
    values = {
        "CANDIDATES": {label: dict(tree) for label, tree in candidates.items() if label in named},
        "SHARED": shared,
        "PROBES": [steps.get(number) for number in range(len(probes))],
        "PAIRS": list(pairs),
    }
    lines = [f"{name} = json.loads({json.dumps(value)!r})" for name, value in values.items()]
    return _HEAD + KIT + "\n\n" + "\n".join(lines) + "\n" + _TESTS
