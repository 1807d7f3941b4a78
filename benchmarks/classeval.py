"""Stored answers of three models to ClassEval's classes, with visible and hidden tests."""

import ast
import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from roundtable.core.checks import Tree

MODULE = "solution"
VISIBLE, HIDDEN = "test_visible.py", "test_hidden.py"
DEFAULT = Path(__file__).resolve().parents[2] / "shared" / "data" / "classeval"


@dataclass(frozen=True, slots=True)
class ClassTask:
    """One class: what was asked, what three models answered, and the tests in two parts."""

    name: str
    skeleton: str
    candidates: dict[str, Tree]
    visible: Tree
    hidden: Tree
    """Only for the score of what is shipped."""
    hidden_names: tuple[str, ...]


def folder() -> Path:
    return Path(os.environ.get("ROUNDTABLE_CLASSEVAL", DEFAULT))


def load(path: Path) -> list[ClassTask]:
    with (path / "classes.jsonl").open(encoding="utf-8") as lines:
        return [_task(json.loads(line)) for line in lines]


def _task(record: dict[str, object]) -> ClassTask:
    imports, test = record["imports"], str(record["test"])
    visible, hidden = record["visible_tests"], record["hidden_tests"]
    answers = record["candidates"]
    assert isinstance(imports, list)
    assert isinstance(visible, list)
    assert isinstance(hidden, list)
    assert isinstance(answers, dict)
    head = "\n".join([*imports, f"from {MODULE} import *", ""])
    return ClassTask(
        name=str(record["class_name"]),
        skeleton=str(record["skeleton"]),
        candidates={seat: {f"{MODULE}.py": code} for seat, code in answers.items()},
        visible={VISIBLE: head + only(test, visible)},
        hidden={HIDDEN: head + only(test, hidden)},
        hidden_names=tuple(hidden),
    )


def only(source: str, names: Iterable[str]) -> str:
    """The test file without the tests that are not named; what they share stays."""
    wanted = set(names)
    tree = ast.parse(source)
    for group in tree.body:
        if isinstance(group, ast.ClassDef):
            group.body = [
                part
                for part in group.body
                if not _is_test(part) or f"{group.name}.{getattr(part, 'name', '')}" in wanted
            ] or [ast.Pass()]
    return ast.unparse(tree) + "\n"


def _is_test(part: ast.stmt) -> bool:
    return isinstance(part, ast.FunctionDef) and part.name.startswith("test")
