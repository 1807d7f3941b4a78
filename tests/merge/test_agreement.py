from pathlib import Path

import pytest

from roundtable.core.checks import CheckReport
from roundtable.merge.agreement import agreed, agreement, survey
from roundtable.merge.probes import Probe, probes
from tests.merge.plain_runs import run_in

TESTS = """
import unittest
from m import first

class FirstTest(unittest.TestCase):
    def test_first(self):
        self.assertEqual(first([4, 5]), 4)
"""
PLAIN = "def first(items):\n    return items[0]\n"
LOOP = "def first(items):\n    for item in items:\n        return item\n"
GUARD = "def first(items):\n    return items[0] if items else None\n"
LAST = "def first(items):\n    return sorted(items)[0] if items else None\n"
CANDIDATES = {"a": {"m.py": LOOP}, "b": {"m.py": LAST}, "c": {"m.py": GUARD}}


def made() -> tuple[Probe, ...]:
    return probes({"test_m.py": TESTS})


def report(*passed: str) -> CheckReport:
    return CheckReport(place="static", checks=(), passed=passed)


def test_where_one_stands_alone_the_others_are_the_measure(tmp_path: Path) -> None:
    found = run_in(tmp_path, {}, survey(CANDIDATES, made()))
    chosen = agreed(found, list(CANDIDATES))
    parted = [made()[number].steps for number in chosen]
    assert parted
    assert all(label in ("a", "c") for label in chosen.values())
    assert any("[5, 4]" in steps for steps in parted)


def test_a_tree_is_tested_against_what_most_candidates_do(tmp_path: Path) -> None:
    (tmp_path / "survey").mkdir()
    found = run_in(tmp_path / "survey", {}, survey(CANDIDATES, made()))
    tests = agreement(CANDIDATES, made(), agreed(found, list(CANDIDATES)))
    for name, tree in CANDIDATES.items():
        (tmp_path / name).mkdir()
        result = run_in(tmp_path / name, tree, tests)
        assert bool(result.failed) == (name == "b")


def test_that_all_fail_alike_says_nothing(tmp_path: Path) -> None:
    candidates = {"a": {"m.py": PLAIN}, "b": {"m.py": PLAIN}, "c": {"m.py": GUARD}}
    empty = [probe for probe in made() if "first([])" in probe.steps]
    nothing = Probe("t", "from m import first", "", "def probe():\n    _seen(first([]))")
    found = run_in(tmp_path, {}, survey(candidates, [*empty, nothing]))
    assert agreed(found, list(candidates)) == {}


@pytest.mark.parametrize("endless", ["while True: pass", "import time; time.sleep(600)"])
def test_one_who_comes_to_no_end_is_left_out_and_the_others_are_heard(
    tmp_path: Path, endless: str
) -> None:
    candidates = {**CANDIDATES, "b": {"m.py": f"def first(items):\n    {endless}\n"}}
    probe = Probe("t", "from m import first", "", "def probe():\n    _seen(first([5, 4]))")
    found = run_in(tmp_path, {}, survey(candidates, [probe]))
    assert agreed(found, list(candidates)) == {0: "a"}


def test_there_must_be_one_largest_group() -> None:
    labels = ["a", "b", "c", "d"]
    pairs = ("f::P::test_0000_0_1", "f::P::test_0000_2_3", "f::P::test_0001_1_3")
    assert agreed(report(*pairs), labels) == {1: "b"}


def test_where_all_agree_there_is_nothing_to_decide() -> None:
    pairs = ("f::P::test_0000_0_1", "f::P::test_0000_0_2", "f::P::test_0000_1_2")
    assert agreed(report(*pairs), ["a", "b", "c"]) == {}
    assert agreement(CANDIDATES, made(), {}) == {}
