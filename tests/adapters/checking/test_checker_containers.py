"""The same evidence in containers as in the light sandbox, and no way to forge it there either."""

from collections.abc import AsyncIterator

import pytest

from roundtable.adapters.checking import node_tests
from roundtable.adapters.checking.checker import Checker
from roundtable.adapters.checking.containers import Containers
from roundtable.adapters.runners.engines import Engine
from roundtable.adapters.sandboxes.bubblewrap import Bubblewrap
from roundtable.core.checks import CheckReport, Tree
from tests.adapters.checking import test_checker_forgery as forgery
from tests.adapters.checking.projects import NAMES, PROJECT, TEST_CART, WRONG_CART, case
from tests.adapters.checking.test_checker import detail, statuses
from tests.adapters.checking.test_python_tests import ALL_OF_UNITTEST
from tests.adapters.containing import left, wheel

TRICKS = {
    name.lower(): getattr(forgery, name)
    for name in ("PRETENCE", "UNITTEST", "CODE", "RUN", "RESULT", "SUITE", "JSON", "SWAPPED",
                 "BARE", "BUILTIN", "PARENT")
}  # fmt: skip
MANY = {
    **PROJECT,
    "tests/test_all.py": ALL_OF_UNITTEST,
    "test_kill.py": case(
        "test_a(self): pass",
        "test_dies(self): os._exit(0)",
        "test_hangs(self): time.sleep(100)",
        "test_eats(self): x = [bytearray(50 << 20) for _ in range(100)]",
        "test_forks(self): [os.fork() for _ in range(100)]",
        "test_floods(self): [os.write(1, b'x' * 65536) for _ in range(400)]",
        "test_z(self): subprocess.Popen(['sleep', '100'], start_new_session=True)",
    ),
    "test_broken.py": "import nowhere\n\ndef test_a(): pass\n",
    "test_syntax.py": "def test_a(:\n",
    "own/test_py.py": "import pytest, os\n"
    "@pytest.fixture\ndef three(): return 3\n"
    "@pytest.mark.parametrize('n', [3, 4])\ndef test_n(n, three): assert n == three\n"
    "def test_tmp(tmp_path): (tmp_path / 'x').write_text('y')\n"
    "def test_dies(): os._exit(0)\n"
    "def test_exec(): open('x.sh', 'w').write('#!/bin/sh\\n'); os.chmod('x.sh', 0o755);"
    " assert os.system('./x.sh') == 0\n"
    "@pytest.mark.asyncio\nasync def test_awaits(): pass\n",
}
NODE = {
    "package.json": '{"type": "module"}',
    "sum.js": "export const sum = (a, b) => a + b;\n",
    "a.test.js": "import test, { describe, it } from 'node:test';\n"
    "import assert from 'node:assert';\nimport { sum } from './sum.js';\n"
    "test('adds', () => assert.equal(sum(1, 2), 3));\n"
    "test('wrong', () => assert.equal(sum(1, 2), 4));\n"
    "describe('S', () => { it('inner', () => {}); });\n",
    "b.test.js": "import test from 'node:test';\nimport './nowhere.js';\n",
    "c.test.js": "import test from 'node:test';\n"
    'console.log(\'{"path": "c.test.js", "name": "x", "outcome": "pass"}\');\n'
    "test('x', () => { throw new Error('no'); }); test('leaves', () => process.exit(0));\n",
}

SECONDS = 12.0
"""For one test, of which some wait for that: longer than a busy machine stands still."""


@pytest.fixture
async def contained(containers: Engine) -> AsyncIterator[Checker]:
    """Without a light sandbox: what is not run in a container is not run at all."""
    yield Checker(None, test_seconds=SECONDS, containers=Containers())
    assert await left(containers) == []


def names(report: CheckReport) -> tuple[set[str], set[str]]:
    return set(report.passed), set(report.failed)


async def test_what_goes_wrong_in_python_goes_wrong_under_the_same_names(
    contained: Checker, box: Bubblewrap
) -> None:
    there = await contained.check(MANY)
    here = await Checker(box, test_seconds=SECONDS).check(MANY)
    assert (there.place, here.place) == ("container", "bubblewrap")
    assert names(there) == names(here)
    assert "test_kill.py::TestIt::test_floods" in there.passed
    assert {"test_kill.py::TestIt::test_eats", "test_kill.py::TestIt::test_forks"} <= set(
        there.failed
    )
    assert statuses(there)["tests"] == "failed"


SKIPPING = {
    "Dockerfile": "FROM python:3.12-slim\n",
    "test_skips.py": "import unittest\n\nclass T(unittest.TestCase):\n"
    "    def test_a(self): pass\n    @unittest.skip('later')\n    def test_b(self): pass\n"
    "    def test_c(self): self.fail('no')\n    @unittest.skip('never')\n"
    "    def test_d(self): pass\n\nclass U(unittest.TestCase):\n    @classmethod\n"
    "    def setUpClass(cls): raise unittest.SkipTest('no store')\n    def test_e(self): pass\n",
}
"""Python 3.12.1, which may be behind that name, ends such tests without having begun them."""


async def test_what_is_skipped_has_neither_passed_nor_failed(
    contained: Checker, box: Bubblewrap
) -> None:
    there = await contained.check(SKIPPING)
    here = await Checker(box, test_seconds=SECONDS).check(SKIPPING)
    assert (
        names(there) == names(here) == ({"test_skips.py::T::test_a"}, {"test_skips.py::T::test_c"})
    )


async def test_and_so_do_node_s(contained: Checker, box: Bubblewrap) -> None:
    there = await contained.check(NODE)
    assert there.place == "container"
    assert set(there.passed) == {"a.test.js::adds", "a.test.js::S::inner"}
    if node_tests.node():
        here = await Checker(box, test_seconds=SECONDS).check(NODE)
        assert names(there) == names(here)


async def test_no_trick_makes_a_wrong_answer_pass_there(contained: Checker) -> None:
    tree: dict[str, str] = {}
    for name, trick in TRICKS.items():
        tests = TEST_CART.replace("from cart ", f"from {name} ")
        late = tests.replace("import unittest\n", "").replace(
            "Cart\n", "Cart\nimport unittest\n", 1
        )
        under_pytest = late + "\n\ndef test_bare():\n    assert Cart().total() == 0\n"
        tree |= {
            f"{name}.py": trick + WRONG_CART,
            f"tests/test_{name}.py": tests,
            f"tests/test_{name}_late.py": late,
            f"tests/test_{name}_pytest.py": under_pytest,
        }
    # Under pytest only those that the light sandbox is held to as well.
    for name in set(TRICKS) - {"pretence", "unittest", "swapped", "bare", "parent"}:
        del tree[f"tests/test_{name}_pytest.py"]
    report = await contained.check(tree)
    assert report.place == "container"
    assert report.passed == ()
    assert len(report.failed) == len(TRICKS) * 4 + 5 * 3


async def test_neither_its_files_nor_the_messenger_can_be_got_at(contained: Checker) -> None:
    easy = "import unittest\\nclass TestCart(unittest.TestCase):\\n  def test_total(self): pass\\n"
    rewriting = f"""
import glob, os
for name in glob.glob("/tmp/work*/tests/test_cart.py") + ["/in/tests/test_cart.py"]:
    try:
        open(name, "w").write("{easy}")
    except OSError:
        pass
"""
    shots = [
        f"test_{name}_{n}(self): os.kill({pid}, signal.{name})"
        for name in ("SIGKILL", "SIGTERM", "SIGSTOP", "SIGSEGV", "SIGINT")
        for n, pid in enumerate(("os.getppid()", "1"))
    ]
    tree = {
        "cart.py": WRONG_CART,
        "trick.py": rewriting,
        "tests/test_a.py": case(*shots, before="sys.path.insert(0, os.getcwd()); import trick\n"),
        "tests/test_cart.py": TEST_CART,
    }
    report = await contained.check(tree)
    assert set(report.failed) == set(NAMES)
    assert len(report.passed) == len(shots)


async def test_a_library_that_bears_the_judge_s_name_does_not_judge(contained: Checker) -> None:
    """It is installed, and still stands after Python's own, where the judge does not look."""
    name, data = wheel(
        "kind",
        {
            "kind.py": "WORD = 'installed'\n",
            "json.py": "import os; os._exit(0)\n",
            "unittest/__init__.py": "class TestCase: pass\n",
            "pytest/__init__.py": "raise SystemExit(0)\n",
            "sitecustomize.py": "import os; os._exit(0)\n",
            "kind.pth": "import os; os.environ['KIND'] = 'started'\n",
        },
    )
    tree = {
        "requirements.txt": "--find-links wheels\nkind==1.0  # ours\npytest>=8\n",
        "tests/test_kind.py": case(
            "test_kind(self): import kind; self.assertEqual(kind.WORD, 'installed')",
            "test_started(self): self.assertEqual(os.environ['KIND'], 'started')",
            "test_wrong(self): self.assertEqual(1, 2)",
            "test_own(self): subprocess.run([sys.executable, '-S', '-c', 'import kind'], check=1)",
        ),
        "tests/test_bare.py": "def test_bare(tmp_path): assert 0\n",
    }
    report = await contained.check(tree, {}, {f"wheels/{name}": data})
    assert (report.place, detail(report).count("not run")) == ("container", 0), report
    assert {name.rpartition("::")[2] for name in report.passed} == {
        "test_kind", "test_started", "test_own",
    }  # fmt: skip
    assert {name.rpartition("::")[2] for name in report.failed} == {"test_wrong", "test_bare"}


@pytest.mark.parametrize("light", [True, False])
async def test_what_would_have_to_be_fetched_goes_to_the_light_sandbox_and_it_is_said(
    containers: Engine, box: Bubblewrap, light: bool
) -> None:
    tree = {**PROJECT, "requirements.txt": "no-such-package==1\n"}
    where = box if light else None
    report = await Checker(where, test_seconds=SECONDS, containers=Containers()).check(tree)
    assert report.place == ("bubblewrap" if light else "static")
    assert len(report.passed) == (2 if light else 0)
    assert detail(report).count("not run in a container") == 1
    assert "its requirements (no-such-package) would have to be fetched" in detail(report)
    assert "ROUNDTABLE_VERIFY_NETWORK=build allows it" in detail(report)


async def test_linting_stays_in_the_light_sandbox(containers: Engine, box: Bubblewrap) -> None:
    tree: Tree = {**PROJECT, "ruff.toml": "", "bad.py": "import os\n"}
    report = await Checker(box, test_seconds=SECONDS, containers=Containers()).check(tree)
    assert (report.place, statuses(report)["lint"], len(report.passed)) == (
        "container",
        "failed",
        2,
    )
    without = await Checker(None, test_seconds=SECONDS, containers=Containers()).check(tree)
    assert (without.place, statuses(without)["lint"]) == ("container", "not_run")
    assert (len(without.passed), detail(without)) == (2, "")


async def test_where_there_is_no_engine_nothing_is_said_of_it(box: Bubblewrap) -> None:
    with_them = await Checker(box, test_seconds=SECONDS, containers=Containers()).check(PROJECT)
    without = await Checker(box, test_seconds=SECONDS).check(PROJECT)
    assert with_them.model_copy(update={"seconds": 0}) == without.model_copy(update={"seconds": 0})


async def test_a_tree_that_cannot_be_laid_out_is_said_to_be_so(contained: Checker) -> None:
    report = await contained.check({**PROJECT, "../out.py": "x = 1\n"})
    assert report.place == "static"
    assert "is refused" in detail(report)
