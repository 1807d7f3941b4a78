"""Test files become modules by the usual rules."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from roundtable.adapters.checking.inside.loading import load, open_libraries, open_paths


@pytest.fixture(autouse=True)
def paths() -> Iterator[None]:
    before, modules = list(sys.path), set(sys.modules)
    yield
    sys.path[:] = before
    for name in set(sys.modules) - modules:
        del sys.modules[name]


def write(root: Path, **files: str) -> None:
    for name, text in files.items():
        path = root / name.replace("__in__", "__init__").replace("_S_", "/")
        path = path.with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def test_a_file_without_a_package_is_imported_from_its_folder(tmp_path: Path) -> None:
    write(tmp_path, a_S_test_alone_here="import beside_it", a_S_beside_it="")
    assert load(str(tmp_path), "a/test_alone_here.py").__name__ == "test_alone_here"


def test_a_file_in_a_package_is_imported_as_its_part(tmp_path: Path) -> None:
    (tmp_path / "checks_here" / "unit").mkdir(parents=True)
    for folder in ("checks_here", "checks_here/unit"):
        (tmp_path / folder / "__init__.py").write_text("")
    (tmp_path / "checks_here/base.py").write_text("x = 1\n")
    (tmp_path / "checks_here/unit/test_it.py").write_text("from ..base import x\n")
    module = load(str(tmp_path), "checks_here/unit/test_it.py")
    assert module.__name__ == "checks_here.unit.test_it"
    assert module.x == 1


def test_the_project_s_folders_come_first(tmp_path: Path) -> None:
    write(tmp_path, src_S_only_here="x = 2\n", test_uses_it="from only_here import x\n")
    open_paths(str(tmp_path), [".", "src"])
    assert sys.path[:2] == [str(tmp_path), f"{tmp_path}/src"]
    assert load(str(tmp_path), "test_uses_it.py").x == 2


def test_what_fails_to_load_says_so(tmp_path: Path) -> None:
    write(tmp_path, test_fails_here="import no_such_module_anywhere\n")
    with pytest.raises(ModuleNotFoundError, match="no_such_module_anywhere"):
        load(str(tmp_path), "test_fails_here.py")


def test_libraries_come_after_all_else_and_are_told_to_children(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", ["/first", "/python/s/own"])
    monkeypatch.setenv("PYTHONPATH", "/tools")
    (tmp_path / "a.pth").write_text("import os; os.environ['FROM_PTH'] = '1'\n")
    monkeypatch.setenv("FROM_PTH", "0")
    open_libraries([str(tmp_path)])
    assert sys.path == ["/first", "/python/s/own", str(tmp_path)]
    assert os.environ["PYTHONPATH"] == f"/tools:{tmp_path}"
    assert os.environ["FROM_PTH"] == "1"
    open_libraries([])
    assert os.environ["PYTHONPATH"] == f"/tools:{tmp_path}"
