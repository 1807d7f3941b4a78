"""Readable files beside a stream."""

import asyncio
from pathlib import Path

from roundtable.apps.web.pages import Pages
from roundtable.core.events import NoteAdded, Token
from roundtable.core.state import fold
from roundtable.testing.builders import session_start
from roundtable.views.folder import FolderView


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
