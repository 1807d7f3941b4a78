"""Code that wants to pass without being right."""

import pytest

from roundtable.adapters.checking.checker import Checker
from roundtable.adapters.sandboxes.bubblewrap import Bubblewrap
from tests.adapters.checking.projects import NAMES, TEST_CART, WRONG_CART, case

PRETENCE = """
import os, sys
words = "pass " + "tests/test_cart.py::TestCart::test_total"
lines = [words, '{"path": "tests/test_cart.py", "name": "TestCart::test_total", "outcome": "pass"}']
for line in lines:
    print(line, flush=True)
    print(line, file=sys.stderr, flush=True)
    for fd in range(3, 128):
        try:
            os.write(fd, ("\\n" + line + "\\n" + line).encode())
        except OSError:
            pass
"""
UNITTEST = "import unittest\nunittest.TestCase.assertEqual = lambda self, *rest: None\n"
CODE = """
import unittest
def nothing(self, first, second, msg=None): pass
unittest.TestCase.assertEqual.__code__ = nothing.__code__
"""
RUN = """
import unittest
def run(self, result=None):
    result.startTest(self); result.addSuccess(self); result.stopTest(self)
unittest.case.TestCase.run = run
"""
RESULT = """
import unittest
for name in ("addFailure", "addError"):
    setattr(unittest.TestResult, name, lambda self, test, error: self.addSuccess(test))
unittest.result.TestResult.wasSuccessful = lambda self: True
"""
SUITE = """
import unittest
def run(self, result, debug=False):
    for test in self:
        result.startTest(test); result.addSuccess(test); result.stopTest(test)
    return result
unittest.TestSuite.run = run
"""
JSON = """
import json, os
real = json.dumps
json.dumps = lambda *a, **k: real(*a, **k).replace("fail", "pass")
os_write = os.write
os.write = lambda fd, data: os_write(fd, data.replace(b"fail", b"pass"))
"""
SWAPPED = """
import sys, types, unittest
class TestCase(unittest.TestCase):
    def assertEqual(self, *rest): pass
fake = types.ModuleType("unittest")
fake.TestCase = TestCase
sys.modules["unittest"] = fake
"""
BARE = SWAPPED.replace("class TestCase(unittest.TestCase)", "class TestCase")
BUILTIN = "import builtins\nbuiltins.AssertionError = ZeroDivisionError\n"
PARENT = """
import os
for pid in ("1", str(os.getppid())):
    for name in ("fd/1", "fd/0", "mem"):
        try:
            with open(f"/proc/{pid}/{name}", "r+b", 0) as file:
                file.write(b'{"outcome": "pass"}\\n')
        except OSError:
            pass
"""


@pytest.mark.parametrize(
    "trick",
    [PRETENCE, UNITTEST, CODE, RUN, RESULT, SUITE, JSON, SWAPPED, BARE, BUILTIN, PARENT],
    ids=["pretence", "unittest", "code", "run", "result", "suite", "json", "swapped", "bare",
         "builtin", "parent"],
)  # fmt: skip
@pytest.mark.parametrize("late", [False, True], ids=["first", "after unittest"])
async def test_no_trick_makes_a_wrong_answer_pass(box: Bubblewrap, trick: str, late: bool) -> None:
    tests = TEST_CART
    if late:
        tests = tests.replace("import unittest\n", "").replace(
            "Cart\n", "Cart\nimport unittest\n", 1
        )
    report = await Checker(box).check({"cart.py": trick + WRONG_CART, "tests/test_cart.py": tests})
    assert report.passed == ()
    assert set(report.failed) == set(NAMES)


@pytest.mark.parametrize("trick", [PRETENCE, UNITTEST, SWAPPED, BARE, PARENT])
async def test_nor_under_pytest(box: Bubblewrap, trick: str) -> None:
    tests = TEST_CART.replace("import unittest\n", "").replace(
        "Cart\n", "Cart\nimport unittest\n", 1
    )
    tests += "\n\ndef test_bare():\n    assert Cart().total() == 0\n"
    report = await Checker(box).check({"cart.py": trick + WRONG_CART, "tests/test_cart.py": tests})
    assert report.passed == ()
    assert "tests/test_cart.py::test_bare" in report.failed


@pytest.mark.parametrize(
    "line",
    [
        "import _pytest.runner as r; r.call_and_report = None",
        "import pytest; pytest.raises = print",
    ],
)
async def test_pytest_itself_is_guarded(box: Bubblewrap, line: str) -> None:
    tests = "import pytest\nimport code_under_test\n\ndef test_it():\n    pass\n"
    report = await Checker(box).check({"code_under_test.py": line, "tests/test_it.py": tests})
    assert report.passed == ()


async def test_a_name_that_hides_unittest_is_seen(box: Bubblewrap) -> None:
    """`from cart import *` may bring a unittest of its own."""
    cart = SWAPPED.replace('sys.modules["unittest"] = fake', "unittest = fake") + WRONG_CART
    tests = "import unittest\nfrom cart import *\n" + TEST_CART.split("import Cart\n")[1]
    report = await Checker(box).check({"cart.py": cart}, {"tests/test_cart.py": tests})
    assert report.passed == ()
    assert set(report.failed) == set(NAMES)
    assert "has replaced TestCase.assertEqual" in report.checks[2].detail


async def test_a_test_may_have_assertions_of_its_own(box: Bubblewrap) -> None:
    tree = {
        "shop/kit.py": "import unittest\nclass Kit(unittest.TestCase):\n"
        "    def setUp(self): self.n = 1\n    def assertMine(self): self.assertEqual(self.n, 1)\n"
        "    def run_shop(self): pass\n",
        "tests/test_kit.py": "from shop.kit import Kit\nclass TestKit(Kit):\n"
        "    def test_kit(self): self.assertMine(); self.run_shop()\n",
        "tests/__init__.py": "",
        "tests/base.py": "import unittest\nclass Base(unittest.TestCase):\n"
        "    def assertEqual(self, a, b, msg=None):\n        super().assertEqual(a, b, msg)\n",
        "tests/test_it.py": "from tests.base import Base\nclass TestIt(Base):\n"
        "    def assertSmall(self, n): self.assertLess(n, 5)\n"
        "    def test_it(self): self.assertSmall(1); self.assertEqual(1, 1)\n",
    }
    report = await Checker(box).check(tree)
    assert report.passed == (
        "tests/test_it.py::TestIt::test_it",
        "tests/test_kit.py::TestKit::test_kit",
    )


async def test_a_test_file_that_was_rewritten_is_run_as_it_was_given(box: Bubblewrap) -> None:
    easy = "import unittest\\nclass TestCart(unittest.TestCase):\\n  def test_total(self): pass\\n"
    trick = f"""
import os
for folder, _, names in os.walk("/tmp"):
    for name in names:
        if name == "test_cart.py":
            open(os.path.join(folder, name), "w").write("{easy}")
if os.fork() == 0:
    os.setsid()
    import time
    while True:
        time.sleep(0.001)
        for n in range(1, 9):
            try:
                open(f"/tmp/work-{{n}}/tests/test_cart.py", "w").write("{easy}")
            except OSError:
                pass
"""
    before = "sys.path.insert(0, os.getcwd()); import trick\n"
    tree = {
        "cart.py": WRONG_CART,
        "trick.py": trick,
        "tests/test_a.py": case("test_first(self): pass", before=before),
        "tests/test_cart.py": TEST_CART,
    }
    report = await Checker(box).check(tree)
    assert set(report.failed) == set(NAMES)


@pytest.mark.parametrize("signal", ["SIGKILL", "SIGTERM", "SIGSTOP", "SIGSEGV", "SIGINT"])
async def test_the_messenger_cannot_be_killed(box: Bubblewrap, signal: str) -> None:
    shots = (f"os.kill({pid}, signal.{signal})" for pid in ("os.getppid()", "1"))
    tests = case(
        *(f"test_{n}(self): {shot}" for n, shot in enumerate(shots)), "test_c(self): 1 / 0"
    )
    report = await Checker(box).check({"test_it.py": tests})
    assert [name[-1] for name in report.passed] == ["0", "1"]
    assert report.failed == ("test_it.py::TestIt::test_c",)
