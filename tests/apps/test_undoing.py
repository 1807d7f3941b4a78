"""An apply is taken back through any door: its files, its record and its readable files."""

from pathlib import Path

import pytest

from roundtable.adapters.project import find_project
from roundtable.apps.applying import Manner, convene_apply, decided_session, standing_applies
from roundtable.apps.undoing import Undone, undo_apply
from roundtable.bootstrap import Table, open_table
from roundtable.core.budget import Budget
from roundtable.core.errors import CommandRefused, StoreError, UnknownSession
from tests.apps.conftest import BETTER, STORE, given, script


async def applied(table: Table, again: bool = False) -> str:
    decided = await decided_session(table, "how-shall-we-save")
    manner = Manner(parley=False, again=again)
    name = await convene_apply(table, decided, manner, Budget(), lambda _: None)
    await table.driver.start(name)
    await table.driver.wait(name)
    return name


@pytest.mark.parametrize("by", ["latest", "apply", "decision"])
async def test_it_puts_the_files_back_and_says_which(agreed: Path, by: str) -> None:
    async with open_table(find_project()) as table:
        name = await applied(table)
        assert (agreed / "store.py").read_text() == BETTER
        ((_, decision),) = await standing_applies(table)
        undone = await undo_apply(table, {"latest": None, "apply": name}.get(by, decision))
        assert await standing_applies(table) == ()
    assert undone.state.session == name
    assert [file.path for file in undone.files] == ["store.py"]
    assert (agreed / "store.py").read_text() == STORE


async def test_it_is_on_the_record_and_in_the_readable_files(agreed: Path) -> None:
    async with open_table(find_project()) as table:
        name = await applied(table)
        undone = await undo_apply(table, name)
        assert (await table.store.read(name))[-1].type == "changes_undone"
    async with open_table(find_project()) as anew:
        assert await anew.driver.state(name) == undone.state
    report = agreed / ".roundtable" / "sessions" / name / "report.html"
    assert "Undone: 1 file" in report.read_text()


async def test_it_is_told_also_where_the_readable_files_cannot_be_written(agreed: Path) -> None:
    told: list[Undone] = []
    async with open_table(find_project()) as table:
        name = await applied(table)
        (agreed / ".roundtable" / "sessions" / name).write_text("in the way")
        with pytest.raises(StoreError):
            await undo_apply(table, name, told.append)
        assert await standing_applies(table) == ()
    assert [file.path for undone in told for file in undone.files] == ["store.py"]


async def test_where_nothing_is_written_there_is_nothing_to_undo(agreed: Path) -> None:
    async with open_table(find_project()) as table:
        with pytest.raises(CommandRefused, match="nothing is written"):
            await undo_apply(table, None)
        with pytest.raises(UnknownSession):
            await undo_apply(table, "no-such-session")


async def test_what_was_edited_since_is_left_alone(agreed: Path) -> None:
    async with open_table(find_project()) as table:
        name = await applied(table)
        (agreed / "store.py").write_text("mine\n")
        with pytest.raises(CommandRefused, match=r"store\.py") as told:
            await undo_apply(table, name)
        assert [each for each, _ in await standing_applies(table)] == [name]
    assert "put these files back" in told.value.remedy
    assert (agreed / "store.py").read_text() == "mine\n"


async def test_a_later_apply_of_the_same_file_goes_first(agreed: Path) -> None:
    async with open_table(find_project()) as table:
        first = await applied(table)
        script(agreed, given(**{"store.py": f"{BETTER}# more\n"}))
        second = await applied(table, again=True)
        with pytest.raises(CommandRefused) as told:
            await undo_apply(table, first)
        assert f"roundtable undo {second} first" in told.value.remedy
        for name in (second, first):
            assert (await undo_apply(table, None)).state.session == name
    assert (agreed / "store.py").read_text() == STORE
