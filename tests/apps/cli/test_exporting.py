"""Where a session's files may be written, found out before anybody has worked for it."""

import os
import zipfile
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from roundtable.adapters.project import find_project
from roundtable.apps.cli.exporting import refuse_taken, write_result
from roundtable.bootstrap import Table, open_table
from roundtable.core import events as e
from roundtable.core.commands import GiveFiles
from roundtable.core.errors import CommandRefused, UsageError
from roundtable.testing.builders import build_start

FILES = (
    e.ProjectFile(path="src/a.py", text="A = 1\n"),
    e.ProjectFile(path="logo.png", text="iVBORw==", binary=True),
)


@pytest.fixture
async def table(project: Path) -> AsyncIterator[Table]:
    """A session that was given its files, and one that was not."""
    async with open_table(find_project()) as opened:
        for name in ("full", "empty"):
            await opened.driver.create(name, build_start("development"))
        await opened.driver.send("full", GiveFiles("x", FILES))
        yield opened


@pytest.mark.parametrize("name", ["new", "new.zip", "empty"])
def test_a_free_place_is_let_pass(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    refuse_taken(tmp_path / name)


def test_a_bare_name_stands_in_this_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    refuse_taken(Path("new"))


@pytest.mark.parametrize(
    "name", ["full", "file", "cart.zip", "folder.zip", "link", "lost", "lost.zip"]
)
def test_what_stands_there_is_not_written_over(tmp_path: Path, name: str) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("mine")
    (tmp_path / "file").write_text("mine")
    (tmp_path / "cart.zip").write_bytes(b"mine")
    (tmp_path / "folder.zip").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "full")
    (tmp_path / "lost").symlink_to(tmp_path / "nowhere")
    (tmp_path / "lost.zip").symlink_to(tmp_path / "nowhere.zip")
    with pytest.raises(UsageError, match="is there already") as told:
        refuse_taken(tmp_path / name)
    assert told.value.remedy


@pytest.mark.parametrize("above", ["missing", "file"])
def test_a_place_in_a_folder_that_is_not_there_is_told(tmp_path: Path, above: str) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(UsageError, match="is not a folder"):
        refuse_taken(tmp_path / above / "cart")


def test_a_name_that_no_system_takes_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be looked at"):
        refuse_taken(tmp_path / ("x" * 300))


@pytest.mark.parametrize("name", ["cart.zip", "cart.ZIP"])
async def test_an_ending_says_that_it_shall_be_a_zip(
    table: Table, tmp_path: Path, name: str
) -> None:
    told = await write_result(table, "full", tmp_path / name)
    assert told == f"2 files written to {tmp_path / name}"
    with zipfile.ZipFile(tmp_path / name) as archive:
        assert sorted(archive.namelist()) == ["logo.png", "src/a.py"]


async def test_everything_else_is_a_folder_and_bytes_are_bytes_again(
    table: Table, tmp_path: Path
) -> None:
    await write_result(table, "full", tmp_path / "cart.d")
    assert (tmp_path / "cart.d" / "src" / "a.py").read_text() == "A = 1\n"
    assert (tmp_path / "cart.d" / "logo.png").read_bytes() == b"\x89PNG"


async def test_without_files_nothing_is_written(table: Table, tmp_path: Path) -> None:
    with pytest.raises(CommandRefused, match="has no files yet") as told:
        await write_result(table, "empty", tmp_path / "cart")
    assert "--from" in told.value.remedy
    assert not os.path.lexists(tmp_path / "cart")


async def test_only_force_writes_into_a_folder_with_files(table: Table, tmp_path: Path) -> None:
    target = tmp_path / "cart"
    target.mkdir()
    (target / "mine.txt").write_text("mine")
    with pytest.raises(UsageError):
        await write_result(table, "full", target)
    await write_result(table, "full", target, force=True)
    assert (target / "mine.txt").read_text() == "mine"
    assert (target / "src" / "a.py").is_file()
