"""The readable files are written as the log has them, and what cannot be written is told."""

from pathlib import Path

import pytest

from roundtable.adapters.project import find_project
from roundtable.apps.records import refresh_memory, write_report, write_views
from roundtable.apps.sessions import find_session
from roundtable.bootstrap import open_table
from roundtable.core.errors import StoreError


async def test_the_memory_of_the_project_is_written_as_the_log_has_it(decided: Path) -> None:
    folder = decided / ".roundtable"
    before = {name: (folder / name).read_bytes() for name in ("chronicle.md", "decrees.jsonl")}
    for name in before:
        (folder / name).unlink()
    async with open_table(find_project()) as table:
        await refresh_memory(table)
    assert {name: (folder / name).read_bytes() for name in before} == before


async def test_a_memory_that_cannot_be_written_is_a_sentence(decided: Path) -> None:
    chronicle = decided / ".roundtable" / "chronicle.md"
    chronicle.unlink()
    chronicle.mkdir()
    async with open_table(find_project()) as table:
        with pytest.raises(StoreError):
            await refresh_memory(table)


def the_session(root: Path) -> Path:
    (session,) = (root / ".roundtable" / "sessions").iterdir()
    return session


async def test_the_files_of_a_session_come_back_as_they_were(decided: Path) -> None:
    session = the_session(decided)
    before = {path.name: path.read_bytes() for path in session.iterdir()}
    for path in session.iterdir():
        path.unlink()
    (decided / ".roundtable" / "chronicle.md").unlink()
    async with open_table(find_project()) as table:
        await write_views(table, await table.driver.state(session.name))
    assert {path.name: path.read_bytes() for path in session.iterdir()} == before
    assert "report.html" in before
    assert (decided / ".roundtable" / "chronicle.md").is_file()


async def test_files_of_a_session_that_cannot_be_written_are_a_sentence(decided: Path) -> None:
    session = the_session(decided)
    (session / "decisions.md").unlink()
    (session / "decisions.md").mkdir()
    async with open_table(find_project()) as table:
        state = await table.driver.state(await find_session(table.store, None))
        with pytest.raises(StoreError):
            await write_views(table, state)


async def test_a_report_that_cannot_be_written_is_a_sentence(decided: Path) -> None:
    page = the_session(decided) / "report.html"
    page.unlink()
    page.mkdir()
    async with open_table(find_project()) as table:
        state = await table.driver.state(page.parent.name)
        with pytest.raises(StoreError):
            await write_report(table, state)
