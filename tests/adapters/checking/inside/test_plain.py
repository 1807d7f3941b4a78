"""The runner without a framework, run here on modules made for it."""

import sys
import types
import unittest
from collections.abc import Collection

import pytest

from roundtable.adapters.checking.inside.plain import Task, serve, told

Said = list[tuple[str, str, str]]


def served(code: str, done: Collection[str] = ()) -> Said:
    said: Said = []

    def load(root: str, path: str) -> types.ModuleType:
        module = types.ModuleType("made_for_this_test")
        sys.modules[module.__name__] = module
        exec(compile(code, f"{root}/{path}", "exec"), vars(module))
        return module

    try:
        serve(lambda *words: said.append(words), Task("/root-of-it", "test_it.py", done, ()), load)
    finally:
        sys.modules.pop("made_for_this_test", None)
    return said


CASE = "import unittest\nclass T(unittest.TestCase):\n"


def test_every_test_is_found_begun_and_ended() -> None:
    assert served(CASE + "  def test_a(self): pass\n  def test_b(self): self.skipTest('no')\n") == [
        ("found", "T::test_a", ""),
        ("found", "T::test_b", ""),
        ("start", "T::test_a", ""),
        ("pass", "T::test_a", ""),
        ("start", "T::test_b", ""),
        ("skip", "T::test_b", "no"),
        ("end", "", ""),
    ]


def test_one_that_is_skipped_without_having_begun_takes_nothing_from_the_one_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As Python 3.12.1 does it: addSkip and stopTest, and no startTest."""
    plainly = unittest.TestCase.run

    def run(case: unittest.TestCase, result: unittest.TestResult | None = None) -> object:
        method = getattr(case, case._testMethodName)
        reason = getattr(method, "__unittest_skip_why__", "")
        if not reason or result is None:
            return plainly(case, result)
        result.addSkip(case, reason)
        result.stopTest(case)
        return result

    monkeypatch.setattr(unittest.TestCase, "run", run)
    code = CASE + "  def test_a(self): pass\n  @unittest.skip('later')\n  def test_b(self): pass\n"
    code += "  def test_c(self): self.fail('no')\n"
    code += "  @unittest.skip('never')\n  def test_d(self): pass\n"
    said = [words for words in served(code) if words[0] not in ("found", "end")]
    assert [words[:2] for words in said] == [
        (kind, f"T::test_{letter}")
        for letter, end in zip("abcd", ("pass", "skip", "fail", "skip"), strict=True)
        for kind in ("start", end)
    ]
    assert (said[3][2], said[7][2]) == ("later", "never")


def test_what_is_skipped_around_tests_skips_them() -> None:
    code = CASE + "  @classmethod\n  def setUpClass(cls): raise unittest.SkipTest('no store')\n"
    code += "  def test_a(self): pass\n"
    code += "class U(unittest.TestCase):\n  @unittest.skip('later')\n  def test_b(self): pass\n"
    said = served(code)
    assert ("skip", "T::test_a", "no store") in said
    assert ("skip", "U::test_b", "later") in said
    whole = "def setUpModule(): raise unittest.SkipTest('not here')\n"
    assert ("skip", "T::test_a", "not here") in served(CASE + "  def test_a(self): pass\n" + whole)


def test_what_is_done_is_not_done_again() -> None:
    code = CASE + "  def test_a(self): 1 / 0\n  def test_b(self): pass\n"
    said = served(code, {"T::test_a"})
    assert [words[:2] for words in said if words[0] not in ("found", "end")] == [
        ("start", "T::test_b"),
        ("pass", "T::test_b"),
    ]


def test_a_file_that_does_not_load_is_told_and_ended() -> None:
    for code in (
        "import nowhere",
        "raise SystemExit",
        "def load_tests(*a): 1 / 0\n" + CASE + " x=1",
    ):
        kinds = [kind for kind, _, _ in served(code)]
        assert kinds == ["load", "end"], code


def test_an_interruption_does_not_stop_the_rest() -> None:
    code = CASE + "  def test_a(self): raise KeyboardInterrupt\n  def test_b(self): pass\n"
    ends = [words[:2] for words in served(code) if words[0] in ("pass", "fail")]
    assert ends == [("fail", "T::test_a"), ("pass", "T::test_b")]


def test_frames_that_are_not_theirs_are_left_out() -> None:
    try:
        unittest.TestCase().assertEqual(1, 2)
    except AssertionError:
        words = told(sys.exc_info(), __file__.rpartition("/")[0])
    assert words.splitlines()[0] == "Traceback (most recent call last):"
    assert 'File "test_plain.py"' in words
    assert "/unittest/" not in words
    assert words.endswith("AssertionError: 1 != 2")


def test_an_error_that_cannot_be_shown_is_still_told() -> None:
    class Mute(Exception):
        def __str__(self) -> str:
            raise ValueError

        @property
        def __traceback__(self) -> None:  # type: ignore[override]
            raise ValueError

    words = told((Mute, Mute(), None), "/x")
    assert "Mute" in words


def test_which_files_are_on_the_side_of_the_tests() -> None:
    task = Task("/x", "test_it.py", (), ["odd.py"])
    assert all(map(task.is_test, ["tests/base.py", "a/test_x.py", "conftest.py", "odd.py"]))
    assert not any(map(task.is_test, ["cart.py", "src/latest.py"]))
