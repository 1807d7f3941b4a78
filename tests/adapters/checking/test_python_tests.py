"""Python's tests in the sandbox, one by one."""

import pytest

from roundtable.adapters.checking import python_tests
from roundtable.adapters.checking.outcomes import Outcomes
from roundtable.adapters.checking.plans import plan
from roundtable.adapters.sandboxes.bounds import MIB, Limits
from roundtable.adapters.sandboxes.bubblewrap import Bubblewrap
from roundtable.core.checks import Tree
from tests.adapters.checking.projects import case

LIMITS = Limits(seconds=100.0, output=4 * MIB)
ALL_OF_UNITTEST = """
import unittest

class TestAll(unittest.TestCase):
    def test_sub(self):
        for n in range(3):
            with self.subTest(n=n):
                self.assertNotEqual(n, 1)
    def test_sub_fine(self):
        with self.subTest():
            pass
    @unittest.skip("later")
    def test_skipped(self): pass
    def test_skips(self): raise unittest.SkipTest("now")
    @unittest.expectedFailure
    def test_expected(self): self.fail()
    @unittest.expectedFailure
    def test_unexpected(self): pass
    def test_cleanup(self): self.addCleanup(lambda: 1 / 0)

class TestBroken(unittest.TestCase):
    @classmethod
    def setUpClass(cls): raise ValueError("no class")
    def test_never(self): pass

class TestDown(unittest.TestCase):
    @classmethod
    def tearDownClass(cls): raise ValueError("no end")
    def test_before(self): pass

class TestAsync(unittest.IsolatedAsyncioTestCase):
    async def test_awaits(self): pass

class Mixin:
    def test_mixed(self): self.assertTrue(self.yes)

class TestMixed(Mixin, unittest.TestCase):
    yes = True

@unittest.skip("all of it")
class TestNone(unittest.TestCase):
    def test_none(self): pass
"""


async def run(
    box: Bubblewrap,
    tree: Tree,
    has_pytest: bool = True,
    seconds: float = 30.0,
    limits: Limits = LIMITS,
) -> Outcomes:
    return await python_tests.run(box, tree, plan(tree, {}, has_pytest), limits, seconds)


def short(made: Outcomes) -> dict[str, str]:
    """The last part of each name, and its first letter of outcome."""
    kinds = ((made.passed, "p"), (made.failed, "f"), (made.not_run, "n"))
    return {name.rpartition("::")[2]: letter for names, letter in kinds for name in names}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("os._exit(0)", "the process ended in the middle: exit code 0"),
        ("os.kill(os.getpid(), signal.SIGSEGV)", "SIGSEGV"),
        ("ctypes.string_at(0)", "SIGSEGV"),
        ("sys.exit(0)", "SystemExit: 0"),
        ("time.sleep(100)", "it had not ended after 12 s"),
        ("exec('while True: pass')", "it had not ended after 12 s"),
        ("raise KeyboardInterrupt", "it had no result"),
        ("os.close(1) or os.closerange(3, 256)", "the process ended in the middle"),
        ("bytearray(10 ** 12)", "MemoryError"),
        ("exec('def f(): f()\\nf()', {})", "RecursionError"),
        ("signal.pthread_kill(__import__('threading').get_ident(), 9)", "SIGKILL"),
    ],
)
async def test_what_breaks_one_test_costs_only_that_test(
    box: Bubblewrap, line: str, words: str
) -> None:
    tests = case("test_a(self): pass", f"test_b(self): {line}", "test_c(self): pass")
    made = await run(box, {"test_it.py": tests}, seconds=12.0 if "after 12 s" in words else 30.0)
    assert short(made) == {"test_a": "p", "test_b": "f", "test_c": "p"}
    assert words in made.failed["test_it.py::TestIt::test_b"]


async def test_several_that_die_are_each_named(box: Bubblewrap) -> None:
    lines = [f"test_{n:02}(self): {'os._exit(3)' if n % 2 else 'pass'}" for n in range(12)]
    made = await run(box, {"test_it.py": case(*lines)})
    assert len(made.passed) == 6
    assert len(made.failed) == 6


async def test_the_last_words_of_a_process_are_kept(box: Bubblewrap) -> None:
    tests = case("test_a(self): print('x' * 100_000, 'last words', flush=True); os._exit(1)")
    made = await run(box, {"test_it.py": tests})
    reason = made.failed["test_it.py::TestIt::test_a"]
    assert reason.endswith("last words")
    assert len(reason) < 800


async def test_a_flood_of_output_is_no_result_and_no_harm(box: Bubblewrap) -> None:
    tests = case(
        "test_a(self): [os.write(1, b'x' * 65536) for _ in range(1000)]", "test_b(self): pass"
    )
    made = await run(box, {"test_it.py": tests})
    assert short(made) == {"test_a": "p", "test_b": "p"}


async def test_a_child_left_behind_does_not_hold_up_the_rest(box: Bubblewrap) -> None:
    tests = case("test_a(self): subprocess.Popen(['sleep', '100'], start_new_session=True)")
    made = await run(box, {"test_a.py": tests, "test_b.py": case("test_b(self): pass")})
    assert short(made) == {"test_a": "p", "test_b": "p"}


async def test_a_file_in_the_folder_of_another_run_is_not_seen(box: Bubblewrap) -> None:
    first = case("test_a(self): open('left', 'w').close(); os.remove('test_b.py')")
    second = case("test_b(self): self.assertFalse(os.path.exists('left'))")
    made = await run(box, {"test_a.py": first, "test_b.py": second, "deep/er/x.txt": ""})
    assert short(made) == {"test_a": "p", "test_b": "p"}


async def test_all_that_unittest_can_say_is_understood(box: Bubblewrap) -> None:
    made = await run(box, {"test_all.py": ALL_OF_UNITTEST}, has_pytest=False)
    assert short(made) == {
        "test_sub": "f", "test_sub_fine": "p", "test_skipped": "n", "test_skips": "n",
        "test_expected": "p", "test_unexpected": "f", "test_cleanup": "f", "test_never": "f",
        "tearDownClass": "f", "test_before": "p", "test_awaits": "p", "test_mixed": "p",
        "test_none": "n",
    }  # fmt: skip
    assert "no class" in made.failed["test_all.py::TestBroken::test_never"]
    assert "test_all.py::TestDown::tearDownClass" in made.failed
    assert made.not_run["test_all.py::TestAll::test_skipped"] == "later"


async def test_a_module_that_cannot_be_set_up_fails_its_tests(box: Bubblewrap) -> None:
    tests = case("test_a(self): pass", before="def setUpModule(): raise ValueError('no module')\n")
    made = await run(box, {"test_it.py": tests})
    assert short(made) == {"test_a": "f"}
    assert "no module" in made.failed["test_it.py::TestIt::test_a"]


async def test_a_name_that_is_there_twice_is_one_test(box: Bubblewrap) -> None:
    tests = case("test_a(self): self.fail()", "test_a(self): pass") + "\nOther = TestIt\n"
    made = await run(box, {"test_it.py": tests})
    assert list(made.passed) == ["test_it.py::TestIt::test_a"]
    assert made.failed == {}


async def test_the_same_file_name_in_two_folders_is_two_files(box: Bubblewrap) -> None:
    tree = {"a/test_it.py": case("test_a(self): pass"), "b/test_it.py": case("test_b(self): pass")}
    made = await run(box, tree)
    assert list(made.passed) == ["a/test_it.py::TestIt::test_a", "b/test_it.py::TestIt::test_b"]


async def test_bare_functions_run_without_pytest_and_fixtures_do_not(box: Bubblewrap) -> None:
    tests = """
def test_true(): assert 1
def test_false():
    left, right = 1, 2
    assert left == right
def test_fixture(tmp_path): pass
def test_default(n=1): assert n
async def test_awaits(): pass
class TestBare:
    def test_inner(self): assert self.helper() == 1
    def helper(self): return 1
class TestSetUp:
    def setup_method(self): self.x = 1
    def test_needs(self): assert self.x
class TestMade:
    def __init__(self): pass
    def test_made(self): pass
"""
    made = await run(box, {"test_it.py": tests}, has_pytest=False)
    assert short(made) == {
        "test_true": "p", "test_false": "f", "test_fixture": "n", "test_default": "p",
        "test_awaits": "n", "test_inner": "p", "test_needs": "n",
    }  # fmt: skip
    assert "assert left == right" in made.failed["test_it.py::test_false"]
    assert made.not_run["test_it.py::test_fixture"] == (
        "needs pytest: its parameter tmp_path is a fixture"
    )


async def test_pytest_s_own_ways_are_understood(box: Bubblewrap) -> None:
    tests = """
import pytest
@pytest.fixture
def three(): return 3
@pytest.fixture
def bad(): raise ValueError("no fixture")
@pytest.mark.parametrize("n", [3, 4], ids=["three", "four"])
def test_n(n, three): assert n == three
def test_bad(bad): pass
def test_tmp(tmp_path): (tmp_path / "x").write_text("y")
def test_dies(): import os; os._exit(0)
def test_hangs():
    while True: pass
def test_interrupts(): raise KeyboardInterrupt
def test_exits(): pytest.exit("enough")
@pytest.mark.skip(reason="later")
def test_skip(): pass
@pytest.mark.xfail
def test_xfail(): assert 0
@pytest.mark.xfail(strict=True)
def test_xpass(): pass
@pytest.mark.unknown
def test_marked(): pass
def test_outside(fixture_above): assert fixture_above == 7
class TestX:
    def setup_method(self): self.x = 1
    def test_x(self): assert self.x == 1
"""
    tree = {
        "tests/test_it.py": tests,
        "tests/conftest.py": "import pytest\n@pytest.fixture\ndef fixture_above(): return 7\n",
        "pyproject.toml": '[tool.pytest.ini_options]\naddopts = "-n 4 --no-such-option"\n'
        'required_plugins = "pytest-nowhere"\nfilterwarnings = ["error"]\nno_such_key = 1\n'
        "strict = true\n",
    }
    made = await run(box, tree, seconds=12.0)
    assert short(made) == {
        "test_n[three]": "p", "test_n[four]": "f", "test_bad": "f", "test_tmp": "p",
        "test_dies": "f", "test_hangs": "f", "test_interrupts": "f", "test_exits": "f",
        "test_skip": "n", "test_xfail": "p",
        "test_xpass": "f", "test_marked": "p", "test_outside": "p", "test_x": "p",
    }  # fmt: skip
    assert "assert 4 == 3" in made.failed["tests/test_it.py::test_n[four]"]


@pytest.mark.parametrize("conftest", ["import nowhere\n", "import os; os._exit(0)\n", "def (:\n"])
async def test_a_broken_conftest_fails_the_tests_below(box: Bubblewrap, conftest: str) -> None:
    made = await run(box, {"test_it.py": "def test_a(): pass\n", "conftest.py": conftest})
    assert list(made.failed) == ["test_it.py::test_a"]
    assert "cannot be loaded" in made.failed["test_it.py::test_a"]


async def test_coroutines_are_tested_where_the_plugin_is(box: Bubblewrap) -> None:
    pytest.importorskip("pytest_asyncio")
    tests = "import pytest\n@pytest.mark.asyncio\nasync def test_a(): assert 1\n"
    assert short(await run(box, {"test_it.py": tests})) == {"test_a": "p"}


async def test_a_runner_that_is_ended_leaves_no_test_unnamed(box: Bubblewrap) -> None:
    tests = case("test_a(self): pass", "test_b(self): x = [bytearray(50 << 20) for _ in range(8)]")
    small = Limits(seconds=60.0, memory=150 * MIB)
    made = await run(box, {"test_it.py": tests}, limits=small)
    assert set(made.passed) | set(made.failed) == {
        "test_it.py::TestIt::test_a",
        "test_it.py::TestIt::test_b",
    }


async def test_a_report_that_is_too_long_leaves_no_test_unnamed(box: Bubblewrap) -> None:
    tests = case(*(f"test_{n:03}(self): self.fail('x' * 1500)" for n in range(60)))
    made = await run(box, {"test_it.py": tests}, limits=Limits(seconds=100.0, output=20_000))
    assert len(made.failed) == 60


async def test_names_and_reasons_from_inside_are_made_harmless(box: Bubblewrap) -> None:
    tests = "import unittest\nclass TestIt(unittest.TestCase): pass\n"
    tests += (
        "setattr(TestIt, 'test_\\x1b[2J\\ud800' + 'y' * 900, lambda self: self.fail('\\x1b[0m'))\n"
    )
    made = await run(box, {"test_it.py": tests})
    (name,) = made.failed
    assert len(name) <= 301
    assert "\x1b" not in name + made.failed[name]
    (name + made.failed[name]).encode()
