"""Probes for Python: the steps of known tests with other inputs, and examples from docstrings.

A probe has no expected value: it tells only whether two candidates end with the same values.
"""

import ast
import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from roundtable.merge.python_text import parsed

_SEEN, _TRIED = "_seen", "_tried"
_EXPECTING: Final = ("assertRaises", "raises")
_MOST_STEPS: Final = 60
"""A longer test is a story of its own; each change of it would say little."""


@dataclass(frozen=True, slots=True)
class Probe:
    """One test's steps with one thing changed."""

    origin: str
    """The test it came from."""
    shared: str
    """The test's file without its tests: imports, set-up, what the tests call."""
    group: str
    """The class that the test stood in; empty for a plain function."""
    steps: str
    """A function `probe`, which reports what it sees."""


def probes(tests: Mapping[str, str], most: int = 96) -> tuple[Probe, ...]:
    """The probes that tests in Python give, in a fixed order, an equal share for each test."""
    families = [
        family
        for path in sorted(tests)
        if path.endswith(".py")
        for family in _families(tests[path])
    ]
    turns = zip_longest(*families)
    return tuple(probe for turn in turns for probe in turn if probe is not None)[:most]


def _families(source: str) -> Iterator[list[Probe]]:
    module = parsed(source)
    if module is None:
        return
    shared = ast.unparse(_without_tests(module))
    words = _constants(module)
    for group, test in _tests(module):
        if len(test.body) > _MOST_STEPS or any(test.decorator_list):
            continue
        origin = f"{group}.{test.name}" if group else test.name
        variants = _variants(_watched(test), words)
        yield [Probe(origin, shared, group, text) for text in variants]


def _is_test(part: ast.stmt) -> bool:
    return isinstance(part, ast.FunctionDef) and part.name.startswith("test")


def _tests(module: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Tests that need nothing but themselves; those with fixtures are left out."""
    for part in module.body:
        if isinstance(part, ast.ClassDef):
            for inner in part.body:
                if _is_test(inner) and isinstance(inner, ast.FunctionDef) and _takes(inner, 1):
                    yield part.name, inner
        elif _is_test(part) and isinstance(part, ast.FunctionDef) and _takes(part, 0):
            yield "", part


def _takes(test: ast.FunctionDef, count: int) -> bool:
    given = test.args
    return len(given.args) == count and not (given.vararg or given.kwarg or given.kwonlyargs)


def _without_tests(module: ast.Module) -> ast.Module:
    rest = copy.deepcopy(module)
    rest.body = [part for part in rest.body if not _is_test(part)]
    for part in rest.body:
        if isinstance(part, ast.ClassDef):
            part.body = [inner for inner in part.body if not _is_test(inner)] or [ast.Pass()]
    return rest


class _Watch(ast.NodeTransformer):
    """Turns assertions into reports of the values that they look at."""

    def visit_Assert(self, node: ast.Assert) -> ast.stmt:
        looked = node.test
        values = [looked.left, *looked.comparators] if isinstance(looked, ast.Compare) else [looked]
        return _report(_SEEN, values)

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        call = node.value
        if not isinstance(call, ast.Call):
            return node
        name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
        if name.startswith("assertRaises") and len(call.args) > 1:
            inner = ast.Call(call.args[1], call.args[2:], call.keywords)
            empty = ast.arguments([], [], None, [], [], None, [])
            return _report(_TRIED, [ast.Lambda(empty, inner)])
        if name.startswith(("assert", "fail")):
            return _report(_SEEN, call.args)
        return _report(_SEEN, [call])

    def visit_With(self, node: ast.With) -> ast.stmt:
        for item in node.items:
            call = item.context_expr
            named = call.func if isinstance(call, ast.Call) else None
            if isinstance(named, ast.Attribute) and named.attr.startswith(_EXPECTING):
                item.context_expr = ast.Call(ast.Name(_TRIED, ast.Load()), [], [])
        self.generic_visit(node)
        return node


def _report(name: str, values: Sequence[ast.expr]) -> ast.stmt:
    told = [value for value in values if not _is_literal(value)]
    return ast.Expr(ast.Call(ast.Name(name, ast.Load()), told, []))


def _is_literal(node: ast.expr) -> bool:
    free = (ast.Name, ast.Call, ast.Attribute, ast.Lambda)
    return not any(isinstance(inner, free) for inner in ast.walk(node))


def _watched(test: ast.FunctionDef) -> ast.FunctionDef:
    watched = copy.deepcopy(test)
    watched.name = "probe"
    watched.body = [_Watch().visit(step) for step in watched.body]
    return ast.fix_missing_locations(watched)


def _constants(module: ast.Module) -> list[object]:
    """What the tests' author wrote as values, in order: inputs that mean something here."""
    found: dict[tuple[str, object], object] = {}
    for node in ast.walk(module):
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float | str):
            found.setdefault((type(node.value).__name__, node.value), node.value)
    return list(found.values())


def _variants(test: ast.FunctionDef, words: Sequence[object]) -> list[str]:
    """The steps with one value changed, or one step left out or made twice; each text once."""
    texts = {ast.unparse(test): None}
    for position, node in enumerate(ast.walk(test)):
        for change in _changes(node, words):
            texts.setdefault(_changed(test, position, change))
    for position in range(len(test.body)):
        for twice in (False, True):
            other = copy.deepcopy(test)
            other.body[position : position + 1] = [test.body[position]] * (2 if twice else 0)
            if other.body:
                texts.setdefault(ast.unparse(other))
    return list(texts)[1:]


def _changed(test: ast.FunctionDef, position: int, change: "_Change") -> str:
    other = copy.deepcopy(test)
    for number, node in enumerate(ast.walk(other)):
        if number == position:
            for name, value in change.items():
                setattr(node, name, value)
    return ast.unparse(other)


_Change = dict[str, object]


def _changes(node: ast.AST, words: Sequence[object]) -> list[_Change]:
    match node:
        case ast.Constant(value=bool() as value):
            return [{"value": not value}]
        case ast.Constant(value=int() | float() as value):
            return [{"value": new} for new in (0, value + 1, -value) if new != value]
        case ast.Constant(value=str() as value):
            return [{"value": new} for new in ("", value + " ", *_neighbours(value, words))]
        case ast.List(elts=[_, *_] as items) | ast.Set(elts=[_, _, *_] as items):
            return [{"elts": items[:-1]}, {"elts": [*items, items[0]]}, {"elts": items[::-1]}]
        case ast.Dict(keys=[_, *_] as keys, values=values):
            return [{"keys": keys[:-1], "values": values[:-1]}]
        case _:
            return []


def _neighbours(value: str, words: Sequence[object]) -> list[str]:
    """The texts that stand next to this one among the tests' own values."""
    texts = [word for word in words if isinstance(word, str)]
    if value not in texts:
        return []
    at = texts.index(value)
    return [text for text in (texts[at - 1], texts[(at + 1) % len(texts)]) if text != value]
