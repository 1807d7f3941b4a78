"""A project is found from anywhere inside it."""

from pathlib import Path

import pytest

from roundtable.adapters.project import Project, find_project
from roundtable.core.errors import NotAProject


def test_the_nearest_table_upwards_is_found(tmp_path: Path) -> None:
    (tmp_path / ".roundtable").mkdir()
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    assert find_project(deep) == Project(tmp_path)
    (tmp_path / "a" / ".roundtable").mkdir()
    assert find_project(deep) == Project(tmp_path / "a")


def test_without_one_the_remedy_names_init(tmp_path: Path) -> None:
    with pytest.raises(NotAProject) as caught:
        find_project(tmp_path)
    assert "roundtable init" in caught.value.remedy


def test_a_file_of_that_name_is_no_table(tmp_path: Path) -> None:
    (tmp_path / ".roundtable").write_text("")
    with pytest.raises(NotAProject):
        find_project(tmp_path)


@pytest.mark.parametrize("kind", ["a submodule or work tree", "a repository"])
def test_another_repository_on_the_way_is_not_the_one_around_it(tmp_path: Path, kind: str) -> None:
    (tmp_path / ".roundtable").mkdir()
    inner = tmp_path / "inner" / "deep"
    inner.mkdir(parents=True)
    if kind == "a repository":
        (inner.parent / ".git").mkdir()
    else:
        (inner.parent / ".git").write_text("gitdir: elsewhere\n")
    with pytest.raises(NotAProject, match="its repository"):
        find_project(inner)
