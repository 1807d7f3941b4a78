"""The gates on shape: how large a piece may be, and that tests stand where the source stands."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "roundtable"
TESTS = ROOT / "tests"
LONGEST_FILE = 400
LONGEST_FUNCTION = 50
FORBIDDEN_NAMES = {"utils", "helpers", "common", "manager", "misc"}
MIRRORED = ("core", "merge", "adapters", "views", "apps", "testing")


def python_files() -> list[Path]:
    folders = (SOURCE, TESTS, ROOT / "benchmarks", ROOT / "docs")
    return [path for folder in folders for path in sorted(folder.rglob("*.py"))]


def source_modules() -> list[Path]:
    return [
        path
        for path in sorted(SOURCE.rglob("*.py"))
        if path.name not in ("__init__.py", "__main__.py")
        and "examples" not in path.relative_to(SOURCE).parts
    ]


def has_logic(path: Path) -> bool:
    """A module of plain declarations has nothing to test by itself."""
    tree = ast.parse(path.read_text())
    functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
    return any(not _is_declaration(function) for function in functions)


def _is_declaration(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    body = [n for n in function.body if not isinstance(n, ast.Pass)]
    return all(isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant) for n in body)


@pytest.mark.parametrize("path", python_files(), ids=lambda p: str(p.relative_to(ROOT)))
def test_a_file_is_one_thing_and_a_function_has_a_name_for_its_parts(path: Path) -> None:
    text = path.read_text()
    assert len(text.splitlines()) <= LONGEST_FILE
    assert path.stem not in FORBIDDEN_NAMES
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            assert length <= LONGEST_FUNCTION, f"{node.name} has {length} lines"


@pytest.mark.parametrize("path", source_modules(), ids=lambda p: str(p.relative_to(SOURCE)))
def test_every_module_with_logic_has_its_tests_at_the_same_place(path: Path) -> None:
    relative = path.relative_to(SOURCE)
    if has_logic(path):
        assert (TESTS / relative.parent / f"test_{relative.name}").is_file()


def test_every_test_module_stands_for_a_source_module() -> None:
    """`test_config.py` and `test_config_properties.py` both stand for `config.py`."""
    orphans = []
    for test in (t for folder in MIRRORED for t in (TESTS / folder).rglob("test_*.py")):
        folder = SOURCE / test.relative_to(TESTS).parent
        name = test.stem.removeprefix("test_") + "_"
        if not any(name.startswith(f"{module.stem}_") for module in folder.glob("*.py")):
            orphans.append(test.relative_to(TESTS))
    assert orphans == []
