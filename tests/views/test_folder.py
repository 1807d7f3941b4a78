"""The folder is a view of the log: whole files, kept in step, and safe to delete."""

import asyncio
import io
import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from rich.console import Console

from roundtable.adapters.drivers.local import LocalDriver
from roundtable.adapters.stores.sqlite import SqliteStore
from roundtable.core import events as e
from roundtable.core import memory
from roundtable.core.chronicle import Decree, Entry
from roundtable.core.commands import Choose
from roundtable.core.error_log import Case
from roundtable.core.parsing.text import printable
from roundtable.core.ports import Watcher
from roundtable.core.seats import REHEARSAL
from roundtable.core.state import SessionState, fold
from roundtable.testing.builders import (
    NAMES,
    EmptyWorkspace,
    StoppedClock,
    knights,
    script,
    session_start,
)
from roundtable.testing.runs import done, wrote
from roundtable.testing.store_suite import stamped
from roundtable.views.account import account_lines
from roundtable.views.folder import FolderView, sweep, write_memory, write_page
from roundtable.views.lanes import LiveTable
from roundtable.views.plain import PlainLines
from roundtable.views.transcript import kept

HOSTILE = "\x1b[2J\x1b]52;c;ZXZpbA==\x07\x9b31m\u202eevil\u202c\u2066x\u2069"
FILES = {"topic.md", "discussion.md", "decisions.md", "status.json"}
AGREES: dict[str, object] = {
    "say": f"Now I agree. {HOSTILE}",
    "block": {
        "consensus_score": 9,
        "agrees_with": [],
        "pending_issues": [],
        "proposal": f"Keep them in SQLite. {HOSTILE}",
        "files_to_modify": ["store.py"],
    },
}
FIRST: dict[str, dict[str, object]] = {
    "Gawain": {
        "say": "Not yet.",
        "block": {
            "consensus_score": 5,
            "agrees_with": [],
            "pending_issues": [f"the cost {HOSTILE}"],
            "file_requests": [f"missing{HOSTILE}.py"],
        },
    },
    "Lancelot": {"say": "I", "fail": {"kind": "timed_out", "detail": f"too slow {HOSTILE}"}},
    "Percival": {"say": "I forgot my block."},
}


async def held(place: Path, *watchers: Watcher) -> SqliteStore:
    """A session with a failure, an unreadable vote, a note, a refused file and a decision."""
    first: dict[str, object] = {"when": {"round": 1}}
    parts = {name: [first | FIRST[name], AGREES] for name in NAMES}
    store = SqliteStore(place / "roundtable.db")
    driver = LocalDriver(
        store, StoppedClock(), EmptyWorkspace(), lambda table: knights(script(parts), table)
    )
    await driver.create("s", session_start(), *watchers)
    for answer in (None, Choose("send_back", "Mind the cost."), Choose("later")):
        if answer:
            await driver.send("s", answer)
        await driver.start("s")
        state = await driver.wait("s")
    assert state.ended is not None
    return store


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def started(session: str = "s") -> e.Event:
    return stamped(session, 1, session_start())[0]


async def test_pages_rebuilt_from_the_log_are_those_written_live(tmp_path: Path) -> None:
    live = FolderView(tmp_path / "live")
    store = await held(tmp_path, live.see)
    rebuilt = FolderView(tmp_path / "rebuilt", fold(await store.read("s")))
    await store.close()
    rebuilt.write()
    assert live.problem is None
    assert files(tmp_path / "live" / "s") == files(tmp_path / "rebuilt" / "s")
    assert set(files(tmp_path / "live" / "s")) == FILES


async def test_no_page_holds_what_would_drive_a_terminal(tmp_path: Path) -> None:
    view = FolderView(tmp_path / "sessions")
    store = await held(tmp_path, view.see)
    write_memory(
        tmp_path / "sessions" / "s",
        "example",
        await memory.entries(store),
        await memory.all_decrees(store),
    )
    await store.close()
    found = {name: body.decode() for name, body in files(tmp_path / "sessions" / "s").items()}
    for text in found.values():
        assert text == printable(text)
    assert "evil" in found["discussion.md"]
    assert "evil" in found["chronicle.md"]
    assert json.loads(found["status.json"])["outcome"] == "consensus"
    assert json.loads(found["decrees.jsonl"])["kind"] == "deferred"


async def everything(state: SessionState, events: Sequence[e.Event], pages: Path) -> dict[str, str]:
    """Every view and page of a session, by name."""
    shown = {path.name: path.read_text() for path in pages.iterdir()}
    plain, record, live = io.StringIO(), io.StringIO(), io.StringIO()
    lines, console = PlainLines(plain), Console(file=record, width=120, _environ={})
    terminal = Console(file=live, force_terminal=True, width=120, height=40, _environ={})
    table = LiveTable(terminal, state)
    seen: SessionState | None = None
    for event in events:
        lines.see(event)
        seen = fold([event], seen)
        for piece in kept(event, seen):
            console.print(piece)
    async with table.showing():
        await asyncio.sleep(0)
    return shown | {
        "plain": plain.getvalue(),
        "record": record.getvalue(),
        "live": live.getvalue(),
        "account": "\n".join(account_lines(state)),
    }


async def test_wherever_a_scripted_knight_is_named_the_label_stands_too(tmp_path: Path) -> None:
    view = FolderView(tmp_path / "sessions")
    store = await held(tmp_path, view.see)
    events = await store.read("s")
    folder = tmp_path / "sessions" / "s"
    write_memory(folder, "x", await memory.entries(store), await memory.all_decrees(store))
    await store.close()
    shown = await everything(fold(events), events, folder)
    naming = {name for name, text in shown.items() if any(knight in text for knight in NAMES)}
    assert naming == set(shown) - {"decrees.jsonl"}
    status = json.loads(shown.pop("status.json"))
    assert status["rehearsal"] is True
    assert [n for n in shown if n in naming and REHEARSAL not in shown[n].lower()] == []


def test_a_session_has_its_files_from_its_first_event_on(tmp_path: Path) -> None:
    FolderView(tmp_path).see(started())
    assert set(files(tmp_path / "s")) == FILES


def test_a_token_writes_nothing(tmp_path: Path) -> None:
    view = FolderView(tmp_path / "sessions")
    view.see(e.Token(session="s", turn_key="discussion.1.1.Gawain", seat="Gawain", text="x"))
    assert not (tmp_path / "sessions").exists()


def test_deleted_files_come_back_with_the_next_event(tmp_path: Path) -> None:
    view = FolderView(tmp_path)
    view.see(started())
    shutil.rmtree(tmp_path / "s")
    view.see(stamped("s", 2, e.NoteAdded(text="x"))[0])
    assert set(files(tmp_path / "s")) == FILES
    assert view.problem is None


def test_a_folder_that_cannot_be_written_is_remembered_and_not_fatal(tmp_path: Path) -> None:
    (tmp_path / "sessions").write_text("a file stands in the way")
    view = FolderView(tmp_path / "sessions")
    view.see(started())
    assert isinstance(view.problem, OSError)
    assert (tmp_path / "sessions").read_text() == "a file stands in the way"
    (tmp_path / "sessions").unlink()
    view.see(stamped("s", 2, e.NoteAdded(text="x"))[0])
    assert set(files(tmp_path / "sessions" / "s")) == FILES, "it goes on when it can"


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    page = tmp_path / "discussion.md"
    write_page(page, "the old text\n" * 1000)
    with page.open() as reader:
        write_page(page, "the new text\n")
        assert reader.read() == "the old text\n" * 1000, "who reads has the old one to its end"
    assert files(tmp_path) == {"discussion.md": b"the new text\n"}


def test_a_file_that_is_the_same_is_not_touched(tmp_path: Path) -> None:
    page = tmp_path / "discussion.md"
    write_page(page, "text\r\n\x1b")
    os.utime(page, (1, 1))
    before = page.stat()
    write_page(page, "text\r\n\x1b")
    after = page.stat()
    assert (after.st_mtime, after.st_ino) == (1, before.st_ino)


def test_a_failed_replacement_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "discussion.md").mkdir()
    with pytest.raises(OSError, match=r"discussion\.md"):
        write_page(tmp_path / "discussion.md", "text")
    assert [path.name for path in tmp_path.iterdir()] == ["discussion.md"]


def test_half_a_character_does_not_keep_a_page_from_being_written(tmp_path: Path) -> None:
    write_page(tmp_path / "page.md", "before \ud83d after 漢")
    assert (tmp_path / "page.md").read_text() == "before ? after 漢"


def test_the_memory_of_all_sessions_is_two_files(tmp_path: Path) -> None:
    entry = Entry("s", "2026-01-01", "Which store?", "stopped", "", "", "stopped", "", "")
    decree = Decree("D-001", "s", 4, "2026-01-01", "decree", "Use SQLite.", "Which store?")
    write_memory(tmp_path, "example", [entry], [decree])
    found = files(tmp_path)
    assert set(found) == {"chronicle.md", "decrees.jsonl"}
    assert b"Which store?" in found["chronicle.md"]
    assert json.loads(found["decrees.jsonl"])["text"] == "Use SQLite."


def test_what_a_dead_process_left_half_written_is_swept_away(tmp_path: Path) -> None:
    dead = subprocess.Popen(["true"])
    dead.wait()
    left, living, other = (
        tmp_path / f".status.json.{dead.pid}.tmp",
        tmp_path / f".status.json.{os.getpid()}.tmp",
        tmp_path / "notes.tmp",
    )
    for path in (left, living, other):
        path.write_text("half")
    sweep(tmp_path)
    assert not left.exists()
    assert living.exists()
    assert other.exists()


def test_an_error_log_is_written_once_there_is_a_case(tmp_path: Path) -> None:
    write_memory(tmp_path, "shop", (), ())
    assert not (tmp_path / "error-log.md").exists()
    case = Case("CR-001", "s", "2026-01-02", "It crashes", "OPEN", "no agreement")
    write_memory(tmp_path, "shop", (), (), (case,))
    assert "## CR-001 OPEN: It crashes" in (tmp_path / "error-log.md").read_text()


def test_what_a_run_writes_writes_no_page(tmp_path: Path) -> None:
    view = FolderView(tmp_path)
    view.see(session_start().model_copy(update={"session": "s", "seq": 1}))
    assert not view.take_in(wrote(1, "a line\n"))
    assert view.take_in(done(1, "failed"))


def test_threads_that_write_the_same_page_at_once_do_not_fall_over_each_other(
    tmp_path: Path,
) -> None:
    page = tmp_path / "page.md"
    texts = [f"{number}\n" * 2_000 for number in range(8)]
    with ThreadPoolExecutor(8) as pool:
        for written in [pool.submit(write_page, page, text) for text in texts * 40]:
            written.result()
    assert page.read_text() in texts
    assert [path.name for path in tmp_path.iterdir()] == ["page.md"]
