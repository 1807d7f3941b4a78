"""`roundtable rebuild`: the readable files come from the log alone, even from a damaged one."""

import contextlib
import shutil
import signal
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from roundtable.adapters.stores.claims import claim_file
from tests.apps.conftest import Spawn

Run = Callable[..., tuple[int, str, str]]
Play = Callable[..., None]


def views(project: Path) -> dict[str, bytes]:
    """Every readable file by its path, with its content."""
    folder = project / ".roundtable"
    paths = [*(folder / "sessions").rglob("*"), folder / "chronicle.md", folder / "decrees.jsonl"]
    return {str(p.relative_to(folder)): p.read_bytes() for p in paths if p.is_file()}


@pytest.fixture
def history(decided: Path, run: Run, play: Play) -> Path:
    """One session decided, one rejected, one waiting; a decree given and taken back."""
    play("refusing")
    run("discuss", "Shall we rewrite it?")
    play("stubborn")
    run("discuss", "Which größe?", "--rounds", "1")
    run("decree", "add", "Be brief.")
    run("decree", "revoke", "D-003", "--because", "enough")
    return decided


def test_deleted_files_come_back_byte_for_byte(history: Path, run: Run) -> None:
    before = views(history)
    assert len(before) == 3 * 4 + 2 + 2, "a report for each of the two that have ended"
    shutil.rmtree(history / ".roundtable" / "sessions")
    for name in ("chronicle.md", "decrees.jsonl"):
        (history / ".roundtable" / name).unlink()
    code, out, _ = run("rebuild")
    assert code == 0
    assert "3 sessions" in out
    assert views(history) == before


def test_files_that_somebody_changed_are_put_right(history: Path, run: Run) -> None:
    before = views(history)
    for path in (history / ".roundtable").rglob("*.md"):
        path.write_text("The King is wrong.")
    run("rebuild")
    assert views(history) == before


def test_nothing_is_left_behind_and_a_second_time_changes_nothing(history: Path, run: Run) -> None:
    run("rebuild")
    before = views(history)
    run("rebuild")
    assert views(history) == before
    assert not list((history / ".roundtable").rglob("*.tmp"))


def test_an_empty_project_is_rebuilt_too(project: Path, run: Run) -> None:
    code, out, _ = run("rebuild")
    assert code == 0
    assert "0 sessions" in out


def test_a_folder_that_cannot_be_written_exits_with_9(decided: Path, run: Run) -> None:
    shutil.rmtree(decided / ".roundtable" / "sessions")
    (decided / ".roundtable" / "sessions").write_text("in the way")
    code, _, err = run("rebuild")
    assert code == 9
    assert "sessions" in err


def test_salvaging_a_healthy_log_loses_nothing(history: Path, run: Run) -> None:
    before, log = views(history), run("show", "--json")
    code, out, _ = run("rebuild", "--salvage")
    assert code == 0
    assert "lost" not in out
    assert (history / ".roundtable" / "roundtable.db.damaged-1").exists()
    assert views(history) == before
    assert run("show", "--json") == log


def test_salvaging_keeps_each_session_up_to_its_damage_and_says_what_is_lost(
    history: Path, run: Run
) -> None:
    log = history / ".roundtable" / "roundtable.db"
    with contextlib.closing(sqlite3.connect(log)) as damaged:
        damaged.execute("UPDATE events SET body = 'x' WHERE session = 1 AND seq = 9")
        damaged.commit()
    assert run("show", "sessions-live")[0] == 10
    code, out, _ = run("rebuild", "--salvage")
    assert code == 0
    assert "kept as roundtable.db.damaged-1" in out
    assert "lost from" in out
    assert "sessions-live: from event 9 on" in out
    assert run("show", "sessions-live", "--json")[1].count("\n") == 8
    assert "rejection" in run("list")[1]
    assert run("resume", "sessions-live", "--yes")[0] == 22


def test_what_was_never_a_log_is_kept_aside_and_the_project_starts_anew(
    project: Path, run: Run
) -> None:
    log = project / ".roundtable" / "roundtable.db"
    log.write_bytes(b"this was never a database" * 400)
    code, out, _ = run("rebuild", "--salvage")
    assert code == 0
    assert "0 events saved" in out
    assert log.with_name("roundtable.db.damaged-1").read_bytes().startswith(b"this was never")
    assert run("discuss", "And now?", "--yes")[0] == 0


def test_nothing_is_salvaged_while_a_session_is_led(decided: Path, run: Run) -> None:
    log = decided / ".roundtable" / "roundtable.db"
    with claim_file(log.parent / "locks", "sessions-live"):
        code, _, err = run("rebuild", "--salvage")
        assert code == 7
        assert "sessions-live" in err
        assert not list(log.parent.glob("*.damaged-*"))
        assert run("rebuild")[0] == 0, "what changes no log does not mind"
    assert run("rebuild", "--salvage")[0] == 0


def test_nothing_is_salvaged_under_a_server_that_rests(
    decided: Path, run: Run, spawn: Spawn
) -> None:
    log = decided / ".roundtable" / "roundtable.db"
    server = spawn("serve", "--no-browser", "--port", "0")
    assert server.stdout is not None
    assert "serves" in server.stdout.readline()
    code, _, err = run("rebuild", "--salvage")
    assert code == 7
    assert "roundtable serve" in err
    if sys.platform == "linux":
        assert f"process {server.pid}" in err
    assert not list(log.parent.glob("*.damaged-*"))
    server.send_signal(signal.SIGINT)
    server.communicate(timeout=30)
    assert run("rebuild", "--salvage")[0] == 0


def test_without_a_log_there_is_nothing_to_salvage(project: Path, run: Run) -> None:
    (project / ".roundtable" / "roundtable.db").unlink(missing_ok=True)
    code, _, err = run("rebuild", "--salvage")
    assert code == 3
    assert "nothing has to be salvaged" in err
