from pathlib import Path
from tempfile import mkdtemp

import pytest

from roundtable.core.checks import CheckReport, Tree
from roundtable.merge.evidence import Run, agreement_hint, examples_hint
from tests.merge.plain_runs import run_in

TESTS = """
import unittest
from m import double

class DoubleTest(unittest.TestCase):
    def test_double(self):
        self.assertEqual(double(2), 4)
"""
PLUS = "def double(x):\n    return x + x\n"
TIMES = "def double(x):\n    return x * 2\n"
POWER = "def double(x):\n    return x ** 2\n"
CANDIDATES = {"a": {"m.py": POWER}, "b": {"m.py": PLUS}, "c": {"m.py": TIMES}}


@pytest.fixture
def run(tmp_path: Path) -> Run:
    async def ran(tree: Tree, tests: Tree) -> CheckReport:
        return run_in(Path(mkdtemp(dir=tmp_path)), tree, tests)

    return ran


async def test_agreement_of_two_speaks_against_a_third_that_tests_cannot_tell_from_them(
    run: Run,
) -> None:
    hint = await agreement_hint(CANDIDATES, {"test_m.py": TESTS}, run)
    assert hint is not None
    assert (await hint({"m.py": POWER})).failed
    assert not (await hint({"m.py": TIMES})).failed


async def test_two_candidates_have_no_majority(run: Run) -> None:
    two = {label: CANDIDATES[label] for label in ("a", "b")}
    assert await agreement_hint(two, {"test_m.py": TESTS}, run) is None


async def test_without_tests_in_python_nothing_is_run(run: Run) -> None:
    assert await agreement_hint(CANDIDATES, {"m.test.js": "test()"}, run) is None


async def test_candidates_that_behave_alike_need_no_hint(run: Run) -> None:
    alike = {"a": {"m.py": PLUS}, "b": {"m.py": TIMES}, "c": {"m.py": TIMES}}
    assert await agreement_hint(alike, {"test_m.py": TESTS}, run) is None


async def test_examples_of_a_task_are_a_hint(run: Run) -> None:
    hint = examples_hint(
        {"m.py": 'def double(x):\n    """\n    >>> double(3)\n    6\n    """'}, run
    )
    assert hint is not None
    assert (await hint({"m.py": POWER})).failed
    assert not (await hint({"m.py": PLUS})).failed
    assert examples_hint({"m.py": "def double(x): ..."}, run) is None


async def test_what_a_tree_tests_itself_is_no_part_of_a_hint(run: Run) -> None:
    async def with_own(tree: Tree, tests: Tree) -> CheckReport:
        found = await run(tree, tests)
        return found.model_copy(update={"passed": (*found.passed, "own.py::test_it")})

    hint = examples_hint({"m.py": '"""\n>>> double(3)\n6\n"""'}, with_own)
    assert hint is not None
    report = await hint({"m.py": PLUS})
    assert [name.partition("::")[0] for name in report.passed] == ["test_examples.py"]
