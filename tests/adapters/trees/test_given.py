"""A path leads to a folder's tree or to a ZIP's."""

import os
from pathlib import Path

import pytest

from roundtable.adapters.trees.given import from_path
from roundtable.core.errors import UsageError
from tests.adapters.trees.zip_builder import honest


async def test_a_folder_is_taken_as_a_folder(project: Path) -> None:
    (project / "a.py").touch()
    (project / "skip.py").touch()
    given = await from_path(project, ("skip.py",))
    assert [file.path for file in given.files] == ["a.py"]


@pytest.mark.parametrize("name", ["x.zip", "download"])
async def test_a_zip_is_known_by_what_it_is_and_not_by_its_name(project: Path, name: str) -> None:
    (project / name).write_bytes(honest("a.py", "skip.py"))
    given = await from_path(project / name, ("skip.py",))
    assert [file.path for file in given.files] == ["a.py"]


@pytest.mark.parametrize("name", ["none", "none.zip", "a.txt", "nul\0l", "x" * 300, "loop", "pipe"])
async def test_anything_else_is_refused_with_a_remedy(project: Path, name: str) -> None:
    (project / "a.txt").write_text("text")
    (project / "loop").symlink_to("loop")
    os.mkfifo(project / "pipe")
    with pytest.raises(UsageError) as caught:
        await from_path(project / name)
    assert caught.value.remedy
