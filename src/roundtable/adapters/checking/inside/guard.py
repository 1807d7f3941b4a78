"""Whether the code under test has laid hands on the framework that judges it.

It shares an interpreter with its judge, so this is a lock for honest doors: it finds what is
replaced, in place or by inheritance, and not what is hunted down in the memory of the process.
"""

import sys
import unittest
from collections.abc import Callable, Iterable, Mapping
from types import FunctionType, ModuleType
from typing import Any

_FREE = {
    "setUp", "tearDown", "setUpClass", "tearDownClass", "id", "shortDescription", "maxDiff",
    "longMessage", "__init__", "__init_subclass__", "__str__", "__repr__", "__eq__", "__hash__",
    "__doc__", "__module__", "__dict__", "__weakref__",
}  # fmt: skip
"""What a base class may well replace."""
_JUDGING = frozenset(vars(unittest.TestCase)) - _FREE
"""The names by which a test case comes to its result."""
_BUILTINS = ("isinstance", "issubclass", "type", "len", "any", "all", "repr", "AssertionError")

_Kept = tuple[Mapping[str, Any], str, object, object]
"""Where it stands, its name, itself, and its code if it is a function."""


class Guard:
    """Remembers a framework as it was before the first line of the project ran."""

    def __init__(self, modules: Iterable[ModuleType]) -> None:
        import builtins

        self._kept: list[_Kept] = [
            (vars(builtins), name, getattr(builtins, name), None) for name in _BUILTINS
        ]
        self._names: dict[int, str] = {
            id(vars(builtins)): "builtins",
            id(sys.modules): "sys.modules",
        }
        for module in modules:
            self._kept.append((sys.modules, module.__name__, module, None))
            self._keep(vars(module), module.__name__, module.__name__)

    def _keep(self, holder: Mapping[str, Any], where: str, module: str) -> None:
        self._names[id(holder)] = where
        for name, value in list(holder.items()):
            if isinstance(value, FunctionType):
                self._kept.append((holder, name, value, value.__code__))
            elif isinstance(value, type) and value.__module__ == module:
                self._kept.append((holder, name, value, None))
                if where == module:
                    self._keep(vars(value), f"{where}.{name}", module)

    def broken(self, read: Callable[..., Any] = getattr) -> str:
        """What is not what it was; empty when all is."""
        for holder, name, value, code in self._kept:
            if holder.get(name) is not value or (code and read(value, "__code__") is not code):
                return f"{self._names[id(holder)]}.{name}"
        return ""


def overruled(case: type, root: str, is_test: Callable[[str], bool]) -> str:
    """A method by which a test case judges that comes from the project, and not from its tests."""
    for owner in case.__mro__:
        if owner is unittest.TestCase:
            return ""
        for name, value in vars(owner).items():
            if name in _JUDGING:
                origin = _origin(owner, value)
                if origin.startswith(root + "/") and not is_test(origin[len(root) + 1 :]):
                    return f"{owner.__qualname__}.{name}"
    return ""


def _origin(owner: type, value: object) -> str:
    code = getattr(value, "__code__", None)
    name = str(getattr(code, "co_filename", ""))
    if name.startswith("/"):
        return name
    return str(getattr(sys.modules.get(owner.__module__), "__file__", "") or "")


def of_unittest() -> Guard:
    names = ("", ".case", ".suite", ".result", ".loader", ".async_case", ".util")
    modules = (sys.modules.get(f"unittest{name}") for name in names)
    return Guard(module for module in modules if module)


def of_pytest() -> Guard:
    """With unittest, whose cases pytest runs too."""
    names = [name for name in sys.modules if name.startswith(("_pytest.", "pluggy."))]
    wanted = sorted(name for name in names if name.split(".")[1] in _DECIDING)
    others = ("pytest", "unittest", "unittest.case", "unittest.result")
    return Guard(sys.modules[name] for name in (*wanted, *others))


_DECIDING = (
    "runner", "reports", "python", "python_api", "unittest", "skipping", "main", "nodes",
    "assertion", "outcomes", "raises", "_callers", "_hooks", "_manager", "_result",
)  # fmt: skip
