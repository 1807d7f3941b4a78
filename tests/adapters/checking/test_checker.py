"""The evidence on whole projects."""

import asyncio
import resource
import sys
import time

import pytest

from roundtable.adapters.checking.checker import Checker
from roundtable.adapters.checking.containers import NOTHING_VENDORED, Vendored
from roundtable.adapters.sandboxes.bounds import Limits
from roundtable.adapters.sandboxes.bubblewrap import Bubblewrap
from roundtable.core.checks import CheckReport, Tree
from tests.adapters.checking.projects import CART, NAMES, PROJECT, TEST_CART, WRONG_CART, case


@pytest.fixture
def checker(box: Bubblewrap) -> Checker:
    return Checker(box)


def detail(report: CheckReport) -> str:
    found = report.check("tests")
    assert found
    return found.detail


def statuses(report: CheckReport) -> dict[str, str]:
    return {check.kind: check.status for check in report.checks}


async def test_a_good_project_passes(checker: Checker) -> None:
    report = await checker.check(PROJECT)
    assert report.place == "bubblewrap"
    assert statuses(report) == {"parse": "passed", "lint": "not_run", "tests": "passed"}
    assert report.passed == NAMES
    assert report.failed == ()
    assert report.seconds > 0


async def test_a_wrong_project_fails_with_the_reason(checker: Checker) -> None:
    report = await checker.check({**PROJECT, "cart.py": WRONG_CART})
    assert report.failed == NAMES
    assert statuses(report)["tests"] == "failed"
    assert detail(report).startswith("0 passed, 2 failed")
    assert "AssertionError: 8 != 7" in detail(report)
    assert "tests/test_cart.py" in detail(report)
    assert "/tmp/" not in detail(report)


async def test_the_names_are_the_same_whatever_goes_wrong(box: Bubblewrap) -> None:
    candidates = {
        "import error": "import no_such_module\n",
        "syntax error": "def total(:\n",
        "exits at import": "import sys; sys.exit(0)\n",
        "dies at import": "import os; os._exit(0)\n",
        "hangs at import": "while True: pass\n",
        "lacks the class": "",
    }
    for problem, cart in candidates.items():
        report = await Checker(box, test_seconds=3.0).check({**PROJECT, "cart.py": cart})
        assert (report.passed, set(report.failed)) == ((), set(NAMES)), problem
        assert "cannot be loaded" in detail(report), problem


async def test_a_syntax_error_fails_the_parse_and_only_its_own_tests(checker: Checker) -> None:
    other = case("test_plain(self): pass")
    report = await checker.check({**PROJECT, "cart.py": "def (:\n", "tests/test_other.py": other})
    assert not report.parses
    assert report.checks[0].detail == "cart.py: line 1: invalid syntax"
    assert report.passed == ("tests/test_other.py::TestIt::test_plain",)
    assert set(report.failed) == set(NAMES)


async def test_given_tests_run_beside_the_project_s_own_and_win_over_them(checker: Checker) -> None:
    own = {**PROJECT, "tests/test_cart.py": case("test_nothing(self): pass")}
    report = await checker.check(own, {"tests/test_cart.py": TEST_CART, "hidden.py": TEST_CART})
    assert set(report.passed) == {
        *NAMES,
        "hidden.py::TestCart::test_empty",
        "hidden.py::TestCart::test_total",
    }


async def test_a_given_file_may_share_the_namespace_of_the_code(checker: Checker) -> None:
    given = "from cart import *\nimport unittest\n" + TEST_CART.split("import Cart\n")[1]
    report = await checker.check({"cart.py": CART}, {"test_given.py": given})
    assert len(report.passed) == 2


@pytest.mark.parametrize("layout", ["src/shop/cart.py", "shop/cart.py", "lib/shop/cart.py"])
async def test_the_usual_layouts_are_understood(checker: Checker, layout: str) -> None:
    test = TEST_CART.replace("from cart", "from shop.cart")
    report = await checker.check(
        {
            layout: CART,
            layout.replace("cart", "__init__"): "",
            "tests/__init__.py": "",
            "tests/unit/__init__.py": "",
            "tests/unit/test_cart.py": "from tests import unit\n" + test,
            "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["lib"]\n',
        }
    )
    assert len(report.passed) == 2, report


async def test_a_project_without_tests_has_not_passed_any(checker: Checker) -> None:
    report = await checker.check({"cart.py": CART, "README.md": "# Cart"})
    assert report.place == "static"
    assert statuses(report) == {"parse": "passed", "lint": "not_run", "tests": "not_run"}
    assert detail(report) == "there are no tests"


async def test_an_empty_tree_is_no_error(checker: Checker) -> None:
    report = await checker.check({})
    assert set(statuses(report).values()) == {"not_run"}


async def test_without_a_sandbox_files_are_only_read() -> None:
    ruff = {"ruff.toml": ""}
    report = await Checker(None).check({**PROJECT, **ruff, "cart.py": "import os; os._exit(1)"})
    assert report.place == "static"
    assert statuses(report) == {"parse": "passed", "lint": "not_run", "tests": "not_run"}
    assert "only in a sandbox, and there is none" in detail(report)
    assert (report.passed, report.failed) == ((), ())
    assert not (await Checker(None).check({"a.py": "("})).parses


@pytest.mark.parametrize("path", ["../out.py", "/etc/x.py", "a\0.py"])
async def test_a_tree_that_cannot_be_laid_out_is_said_to_be_so(checker: Checker, path: str) -> None:
    report = await checker.check({**PROJECT, path: "x = 1\n"})
    assert report.place == "static"
    assert statuses(report)["tests"] == "not_run"
    assert "is refused" in detail(report)


async def test_the_time_for_all_tests_is_bounded(box: Bubblewrap) -> None:
    tests = case(*(f"test_{n}(self): time.sleep(0.4)" for n in range(150)))
    other = case("test_late(self): pass")
    start = time.monotonic()
    checker = Checker(box, Limits(seconds=20.0))
    report = await checker.check({"test_a.py": tests, "test_b.py": other})
    assert time.monotonic() - start < 50, "all of them would take 60"
    assert 1 <= len(report.passed) <= 50
    assert len(report.passed) + len(report.failed) == 151
    assert "test_b.py::TestIt::test_late" in report.failed
    assert "the time for all tests was over" in detail(report)


async def test_many_trees_are_checked_in_order_and_never_too_many_at_once(box: Bubblewrap) -> None:
    busy: list[int] = []

    class Counting(Checker):
        now = 0

        async def check(
            self,
            tree: Tree,
            tests: Tree = {},  # noqa: B006
            vendored: Vendored = NOTHING_VENDORED,
        ) -> CheckReport:
            self.now += 1
            busy.append(self.now)
            try:
                return await super().check(tree, tests, vendored)
            finally:
                self.now -= 1

    trees = [{"cart.py": CART if n % 2 else WRONG_CART} for n in range(6)]
    reports = await Counting(box).check_many(trees, 2, {"tests/test_cart.py": TEST_CART})
    assert [len(report.passed) for report in reports] == [0, 2, 0, 2, 0, 2]
    assert max(busy) == 2


async def test_who_cancels_many_waits_for_none(box: Bubblewrap) -> None:
    endless = {"test_a.py": case("test_a(self): time.sleep(100)")}
    checker = Checker(box, Limits(seconds=105.0), test_seconds=100.0)
    running = asyncio.create_task(checker.check_many([endless] * 4, 2))
    await asyncio.sleep(0.3)
    running.cancel()
    start = time.monotonic()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert time.monotonic() - start < 50, "each of them would take 100"


def spent() -> float:
    """The processor's time of all children that have ended: others who work here do not count."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


async def test_a_small_check_costs_a_few_starts_of_python(box: Bubblewrap) -> None:
    """A bound in seconds would measure how busy the machine is."""
    tests = case(*(f"test_{n}(self): self.assertEqual(Cart().total(), 0)" for n in range(20)))
    tree = {"cart.py": CART, "test_cart.py": "from cart import Cart\n" + tests}
    starts, checks = [], []
    for _ in range(6):
        before, start = spent(), time.monotonic()
        python = await asyncio.create_subprocess_exec(sys.executable, "-c", "import unittest")
        await python.wait()
        starts.append((spent() - before, time.monotonic() - start))
        before = spent()
        report = await Checker(box).check(tree)
        assert len(report.passed) == 20
        checks.append((spent() - before, report.seconds))
    (start, started), (check, checked) = (map(min, zip(*x, strict=True)) for x in (starts, checks))
    assert check < 5 * start
    assert checked < 24 * started, "nor does it wait for long, on a machine at its limit"


async def test_a_node_project_is_tested_and_linted_as_far_as_it_goes(checker: Checker) -> None:
    tree = {
        "package.json": '{"type": "module", "devDependencies": {"eslint": "9"}}',
        "sum.js": "export const sum = (a, b) => a + b;\n",
        "sum.test.js": "import test from 'node:test';\nimport assert from 'node:assert';\n"
        "import { sum } from './sum.js';\ntest('adds', () => assert.equal(sum(1, 2), 3));\n",
        "main_test.go": "package main\n",
    }
    from roundtable.adapters.checking import node_tests

    if node_tests.node() is None:
        pytest.skip("node is not installed")
    report = await checker.check(tree)
    assert report.passed == ("sum.test.js::adds",)
    assert statuses(report) == {"parse": "passed", "lint": "not_run", "tests": "passed"}
    assert "no offline toolchain for Go" in detail(report)
