"""The `>>>` examples in a Python text as tests: what its author says should come out.

Examples in docstrings are seldom run, so some are wrong: they are weaker evidence than tests.
"""

import doctest
import json
import re
from collections.abc import Mapping
from typing import Final

from roundtable.core.checks import Tree

EXAMPLES: Final = "test_examples.py"

_QUOTED: Final = re.compile(r'("""|\'\'\')(.*?)(?:\1|\Z)', re.DOTALL)
_DEFINED: Final = re.compile(r"^[ \t]*(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)", re.MULTILINE)
_TESTS: Final = '''
import ast, contextlib, importlib, io, math, random, unittest


def alike(value, wanted):
    """Equal, with floats as near as text can tell."""
    if isinstance(value, float) or isinstance(wanted, float):
        numbers = isinstance(value, (int, float)) and isinstance(wanted, (int, float))
        return numbers and math.isclose(value, wanted, rel_tol=1e-6, abs_tol=1e-9)
    if type(value) is not type(wanted):
        return False
    if isinstance(value, (list, tuple)):
        return len(value) == len(wanted) and all(map(alike, value, wanted))
    if isinstance(value, dict):
        return value.keys() == wanted.keys() and all(alike(value[k], wanted[k]) for k in value)
    return value == wanted


def fits(value, printed, want):
    if value is None:
        return printed.split() == want.split() or want.strip() == "None"
    if repr(value).split() == want.split():
        return True
    try:
        return alike(value, ast.literal_eval(want.strip()))
    except (ValueError, SyntaxError):
        return False


def run(source, names):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            code = compile(source.strip(), "example", "eval")
        except SyntaxError:
            exec(compile(source, "example", "exec"), names)
            return None, printed.getvalue()
        return eval(code, names), printed.getvalue()


class Examples(unittest.TestCase):
    pass


def _add(name, module, steps):
    def test(self):
        names = dict(vars(importlib.import_module(module)))
        random.seed(0)
        for source, want in steps:
            value, printed = run(source, names)
        self.assertTrue(fits(value, printed, want), (value, printed, want))

    setattr(Examples, name, test)


for _name, _module, _steps in STORIES:
    _add(_name, _module, _steps)
'''

Story = tuple[str, str, list[tuple[str, str]]]
"""A test's name, its module, and its steps: source, and what is said to come out."""


def example_tests(texts: Mapping[str, str]) -> Tree:
    """One test for each example that says what comes out, after the steps before it.

    The texts need not be whole: a task's text with signatures and docstrings will do.
    """
    stories: list[Story] = []
    for path in sorted(texts):
        if path.endswith(".py"):
            stories += _stories(_module(path), texts[path], len(stories))
    if not stories:
        return {}
    head = '"""Written by a program: the examples of docstrings."""\n\nimport json\n\n'
    return {EXAMPLES: f"{head}STORIES = json.loads({json.dumps(stories)!r})\n{_TESTS}"}


def _module(path: str) -> str:
    return path.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _stories(module: str, text: str, count: int) -> list[Story]:
    stories: list[Story] = []
    for found in _QUOTED.finditer(text):
        owners = _DEFINED.findall(text, 0, found.start())
        steps: list[tuple[str, str]] = []
        for example in _examples(found[2]):
            steps.append((example.source, example.want))
            if example.want.strip():
                name = f"test_{count + len(stories):04}_{owners[-1] if owners else 'module'}"
                stories.append((name, module, list(steps)))
    return stories


def _examples(text: str) -> list[doctest.Example]:
    try:
        return doctest.DocTestParser().get_examples(text)
    except ValueError:
        return []
