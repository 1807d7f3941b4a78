"""The framework is as it was, or it is said what is not."""

import sys
import types
import unittest
from collections.abc import Iterator

import pytest

from roundtable.adapters.checking.inside import guard
from roundtable.adapters.checking.inside.guard import Guard, overruled


@pytest.fixture
def framework() -> Iterator[types.ModuleType]:
    module = types.ModuleType("framework_of_this_test")
    code = "def check(a): assert a\nclass Case:\n    def run(self): pass\n    name = 'x'\n"
    exec(code, vars(module))
    sys.modules[module.__name__] = module
    yield module
    sys.modules.pop(module.__name__, None)


def test_what_nobody_touched_is_whole(framework: types.ModuleType) -> None:
    kept = Guard([framework])
    framework.more = 1  # type: ignore[attr-defined]
    framework.Case.more = 2
    framework.Case.name = "y"
    assert kept.broken() == ""


def test_a_replaced_function_method_class_or_module_is_named(framework: types.ModuleType) -> None:
    name = framework.__name__
    whole = dict(vars(framework))
    for holder, part, expected in (
        (framework, "check", f"{name}.check"),
        (framework, "Case", f"{name}.Case"),
        (framework.Case, "run", f"{name}.Case.run"),
    ):
        kept = Guard([framework])
        before = getattr(holder, part)
        setattr(holder, part, lambda *_: None)
        assert kept.broken() == expected
        setattr(holder, part, before)
        assert kept.broken() == ""
    assert whole.keys() == vars(framework).keys()
    sys.modules[name] = types.ModuleType(name)
    assert kept.broken() == f"sys.modules.{name}"


def test_new_code_in_an_old_function_is_seen(framework: types.ModuleType) -> None:
    kept = Guard([framework])
    framework.check.__code__ = (lambda _: None).__code__
    assert kept.broken() == f"{framework.__name__}.check"


def test_python_s_own_judges_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = guard.of_unittest()
    assert kept.broken() == ""
    with monkeypatch.context() as patch:
        patch.setattr(unittest.TestCase, "assertEqual", lambda *_: None)
        assert kept.broken() == "unittest.case.TestCase.assertEqual"
    with monkeypatch.context() as patch:
        patch.setattr("builtins.isinstance", lambda *_: True)
        broken = kept.broken()
    assert broken == "builtins.isinstance"
    assert kept.broken() == ""


def test_pytest_runs_without_breaking_its_own_guard() -> None:
    kept = guard.of_pytest()
    with pytest.raises(ZeroDivisionError):
        _ = 1 / 0
    assert kept.broken() == ""


def test_a_method_of_a_judge_that_comes_from_the_project_is_named() -> None:
    root = __file__.rpartition("/")[0]

    class Base(unittest.TestCase):
        def assertEqual(  # noqa: N802
            self, first: object, second: object, msg: object = None
        ) -> None:
            pass

    class Case(Base):
        def test_it(self) -> None:
            pass

    name = overruled(Case, root, lambda _: False)
    assert name.endswith("Base.assertEqual")
    assert overruled(Case, root, lambda path: path == "test_guard.py") == ""
    assert overruled(Case, "/elsewhere", lambda _: False) == ""
    assert overruled(unittest.TestCase, root, lambda _: False) == ""
