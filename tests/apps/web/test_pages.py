"""Readable files beside a stream."""

import asyncio
from pathlib import Path

from roundtable.apps.web.pages import Folders, Pages
from roundtable.core.commands import Note
from roundtable.core.events import NoteAdded, Token
from roundtable.core.state import fold
from roundtable.testing.builders import session_start
from roundtable.views.folder import FolderView
from tests.apps.web.conftest import Served


def folder(root: Path) -> FolderView:
    start = session_start().model_copy(update={"session": "s", "seq": 1})
    return FolderView(root, fold([start]))


async def test_everything_that_was_seen_is_written_in_the_end(tmp_path: Path) -> None:
    pages = Pages()
    pages.begin(folder(tmp_path))
    for number in range(30):
        pages.see(NoteAdded(session="s", seq=number + 2, text=f"note {number}"))
        pages.see(Token(turn_key="debate.1.1.Gawain", seat="Gawain", text="x"))
        await asyncio.sleep(0)
    await pages.close()
    assert "note 29" in (tmp_path / "s" / "discussion.md").read_text()


async def test_what_is_seen_before_it_begins_is_in_the_state_already(tmp_path: Path) -> None:
    pages = Pages()
    pages.see(NoteAdded(session="s", seq=2, text="early"))
    await pages.close()
    assert not (tmp_path / "s").exists()
    pages.begin(folder(tmp_path))
    await pages.close()
    assert (tmp_path / "s" / "topic.md").exists()


async def test_who_writes_later_writes_what_the_log_has_by_then(served: Served) -> None:
    session = await served.start()
    await served.until(session, "awaiting_king")
    await served.rest()
    table = served.house.hall.table
    folders = Folders(table)
    turn = folders._turns.setdefault(session, asyncio.Lock())
    async with turn:
        writing = asyncio.create_task(folders.write(session))
        await asyncio.sleep(0.1)
        await table.driver.send(session, Note("come meanwhile"))
    await writing
    assert "come meanwhile" in (table.project.sessions / session / "discussion.md").read_text()
