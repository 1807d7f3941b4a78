"""Whether a file is well formed in its language, found without running any of it."""

import ast
import json
import tomllib
import warnings
from collections.abc import Callable
from functools import cache, lru_cache
from importlib import import_module
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

LONGEST = 1_000_000
"""Characters; a longer file is not looked at, for parsing it would hold up all else."""

_GRAMMARS = {
    "js": ("tree_sitter_javascript", "language"),
    "jsx": ("tree_sitter_javascript", "language"),
    "mjs": ("tree_sitter_javascript", "language"),
    "cjs": ("tree_sitter_javascript", "language"),
    "ts": ("tree_sitter_typescript", "language_typescript"),
    "mts": ("tree_sitter_typescript", "language_typescript"),
    "cts": ("tree_sitter_typescript", "language_typescript"),
    "tsx": ("tree_sitter_typescript", "language_tsx"),
    "go": ("tree_sitter_go", "language"),
    "java": ("tree_sitter_java", "language"),
    "rs": ("tree_sitter_rust", "language"),
}
_DEEPEST = 500
_WITH_COMMENTS = ("tsconfig", "jsconfig", ".eslintrc", "devcontainer")
"""JSON in name only: comments are allowed there."""


def is_known(path: str) -> bool:
    """Whether we have a parser for it."""
    ending = _ending(path)
    name = path.rpartition("/")[2]
    if ending == "json":
        return not name.startswith(_WITH_COMMENTS) and ".vscode/" not in path
    return ending in _PARSERS or ending in _GRAMMARS


@lru_cache(maxsize=2048)
def broken(path: str, text: str) -> str:
    """What is wrong and where, in words; empty when nothing is, or nothing is known.

    Kept for a while: between one candidate or fix and the next most files stay as they are.
    """
    if not is_known(path) or len(text) > LONGEST:
        return ""
    ending = _ending(path)
    try:
        return _PARSERS[ending](text) if ending in _PARSERS else _by_grammar(ending, text)
    except (RecursionError, MemoryError):
        return "it is nested too deeply to be parsed"


def _ending(path: str) -> str:
    _, dot, ending = path.rpartition("/")[2].rpartition(".")
    return ending.lower() if dot else ""


def _python(text: str) -> str:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            # compile finds what a bare parse does not: a return outside of a function and its like.
            tree = ast.parse(text.removeprefix("\ufeff"))
            compile(tree, "<candidate>", "exec", dont_inherit=True)
    except SyntaxError as error:
        return f"line {error.lineno}: {error.msg}" if error.lineno else str(error.msg)
    except ValueError as error:  # a NUL, a lone surrogate
        return str(error)
    return ""


def _json(text: str) -> str:
    def no_constant(name: str) -> None:
        raise ValueError(f"{name} is not JSON")

    try:
        json.loads(text, parse_int=str, parse_float=str, parse_constant=no_constant)
    except json.JSONDecodeError as error:
        return f"line {error.lineno}: {error.msg}"
    except ValueError as error:
        return str(error)
    return ""


def _toml(text: str) -> str:
    try:
        tomllib.loads(text)
    except ValueError as error:
        return str(error)
    return ""


def _yaml(text: str) -> str:
    import yaml

    if "{{" in text:
        return ""  # most likely a template, which becomes YAML only later
    if _depth(text) > _DEEPEST:
        raise RecursionError  # its parser takes minutes for that
    try:
        # Events only: nothing is built, tags of any kind are fine, and nesting costs no stack.
        for _ in yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            pass
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or str(error).splitlines()[0]
        return f"line {mark.line + 1}: {problem}" if mark else str(problem)
    except ValueError as error:
        return str(error)
    return ""


def _depth(text: str) -> int:
    """How many brackets are open at once, at most."""
    steps = (1 if letter in "[{" else -1 for letter in text if letter in "[]{}")
    return max(accumulate(steps), default=0)


_PARSERS: dict[str, Callable[[str], str]] = {
    "py": _python,
    "pyi": _python,
    "json": _json,
    "toml": _toml,
    "yaml": _yaml,
    "yml": _yaml,
}


def _by_grammar(ending: str, text: str) -> str:
    root = _parser(*_GRAMMARS[ending]).parse(text.encode("utf-8", "replace")).root_node
    fault = _first_fault(root) if root.has_error else None
    if fault is None:
        return ""
    what = f"{fault.type!r} is missing" if fault.is_missing else "this cannot be parsed"
    return f"line {fault.start_point.row + 1}: {what}"


def _first_fault(node: "Node") -> "Node | None":
    """The first node in the text that the grammar did not expect, or expected in vain."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        if here.is_error or here.is_missing:
            return here
        if here.has_error:
            waiting += reversed(here.children)
    return None


@cache
def _parser(module: str, function: str) -> "Parser":
    from tree_sitter import Language, Parser

    return Parser(Language(getattr(import_module(module), function)()))
