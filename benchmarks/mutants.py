"""Bugs on purpose: small changes to one function of a Python file, each of a common kind."""

import ast
import copy
import random
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass

_FLIPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
Function = ast.FunctionDef


@dataclass(frozen=True, slots=True)
class Mutant:
    """A function's name, what was done to it, and its text from then on."""

    unit: str
    kind: str
    text: str


def functions(module: ast.Module) -> dict[str, Function]:
    """Functions and methods by name; doubles (setters, overloads) are left out."""
    found: dict[str, list[Function]] = {}
    for part in module.body:
        if isinstance(part, Function):
            found.setdefault(part.name, []).append(part)
        elif isinstance(part, ast.ClassDef):
            for inner in part.body:
                if isinstance(inner, Function):
                    found.setdefault(f"{part.name}.{inner.name}", []).append(inner)
    return {name: all_of_it[0] for name, all_of_it in found.items() if len(all_of_it) == 1}


def mutants(source: str, unit: str, chance: random.Random) -> list[Mutant]:
    """All changes of one function, in an order that chance gives."""
    function = functions(ast.parse(source))[unit]
    made = [
        Mutant(unit, kind, _placed(source, function, changed))
        for kind, changed in _changes(function)
    ]
    chance.shuffle(made)
    return made


def planted(source: str, plan: list[Mutant]) -> str:
    """The source with the functions of several mutants."""
    for mutant in plan:
        changed = functions(ast.parse(mutant.text))[mutant.unit]
        source = _placed(source, functions(ast.parse(source))[mutant.unit], changed)
    return source


def _placed(source: str, old: Function, new: Function) -> str:
    lines = source.splitlines()
    first = min([old.lineno, *(one.lineno for one in old.decorator_list)]) - 1
    text = textwrap.indent(ast.unparse(new), " " * old.col_offset)
    return "\n".join([*lines[:first], text, *lines[old.end_lineno :], ""])


def _changes(function: Function) -> Iterator[tuple[str, Function]]:
    documented = ast.get_docstring(function) is not None
    for position, node in enumerate(ast.walk(function)):
        for kind in _kinds(node):
            other = copy.deepcopy(function)
            target = next(n for at, n in enumerate(ast.walk(other)) if at == position)
            _change(kind, target)
            yield kind, other
    for at in range(int(documented), len(function.body)):
        other = copy.deepcopy(function)
        other.body[at] = ast.copy_location(ast.Pass(), other.body[at])
        yield "dropped statement", other


def _kinds(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _FLIPPED:
        return ["comparison"]
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return ["wrong constant"] if isinstance(node.value, bool) else ["off by one"]
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 20:
        return ["wrong constant"]
    if isinstance(node, ast.Call) and len(node.args) > 1 and not _starred(node):
        return ["swapped arguments"]
    return []


def _starred(call: ast.Call) -> bool:
    return any(isinstance(argument, ast.Starred) for argument in call.args)


def _change(kind: str, node: ast.AST) -> None:
    match kind, node:
        case "comparison", ast.Compare(ops=[first, *rest]):
            node.ops = [_FLIPPED[type(first)](), *rest]
        case "off by one", ast.Constant(value=int() as value):
            node.value = value + 1
        case "wrong constant", ast.Constant(value=bool() as value):
            node.value = not value
        case "wrong constant", ast.Constant(value=str() as value):
            node.value = value + "x"
        case "swapped arguments", ast.Call(args=[first, second, *others]):
            node.args = [second, first, *others]
        case _:
            raise AssertionError(kind)
