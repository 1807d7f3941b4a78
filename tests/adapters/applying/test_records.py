"""Journals keep their names across a power cut, belong to their owner alone, and to one writer."""

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from roundtable.adapters.applying.journal import Journal, Manifest, Step
from roundtable.adapters.applying.records import opened_records, require_name
from roundtable.adapters.trees.beneath import opened
from roundtable.core.changes import sha256
from roundtable.core.errors import LogDamaged, SessionBusy, UsageError
from roundtable.core.naming import session_name
from tests.adapters.applying.landscape import RECORDS

STEP = Step(path="a", before=sha256(b"old"), after="", mode=0o644, new_mode=0, size=3)
JOURNAL = Journal(Manifest(steps=(STEP,), made=()), (b"old",))
HOLD = """
import sys, time
from pathlib import Path
from roundtable.adapters.applying.records import opened_records
from roundtable.adapters.trees.beneath import opened
with opened(Path(sys.argv[1])) as root, opened_records(root, sys.argv[2]) as records:
    with records.locked():
        print("held", flush=True)
        time.sleep(60)
"""


def names(root: Path) -> list[str]:
    return sorted(path.name for path in (root / RECORDS).iterdir())


def test_a_journal_is_read_by_name_and_stage(tmp_path: Path) -> None:
    with opened(tmp_path) as root, opened_records(root, RECORDS) as records:
        records.begin("x", "writing", JOURNAL)
        assert records.read("x", "writing") == JOURNAL
        assert records.read("x", "written") is None
        assert records.unfinished() == [("x", "writing")]
        records.commit("x", "writing")
        assert records.has("x", "written")
        assert records.unfinished() == []
        records.begin("x", "undoing", JOURNAL)
        records.commit("x", "undoing")
        assert records.unfinished() == [("x", "undoing")]
        records.drop("x", "undoing")
    assert names(tmp_path) == ["x.undone"]


def test_what_files_held_is_for_their_owner_alone(tmp_path: Path) -> None:
    (tmp_path / RECORDS).mkdir(parents=True, mode=0o755)
    before = os.umask(0)
    try:
        with opened(tmp_path) as root, opened_records(root, RECORDS) as records:
            records.begin("x", "writing", JOURNAL)
            place = records.set_aside("x", b"old")
            with records.locked():
                pass
    finally:
        os.umask(before)
    assert (tmp_path / place).read_bytes() == b"old"
    assert stat.S_IMODE((tmp_path / RECORDS).stat().st_mode) == 0o700
    modes = {stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / RECORDS).iterdir()}
    assert modes == {0o600}


def test_a_journal_that_was_never_finished_is_swept_away(tmp_path: Path) -> None:
    (tmp_path / RECORDS).mkdir(parents=True)
    (tmp_path / RECORDS / ".roundtable-0.part").write_bytes(b"half")
    (tmp_path / RECORDS / "x.written").write_bytes(JOURNAL.encode())
    with opened(tmp_path) as root, opened_records(root, RECORDS) as records:
        records.sweep()
    assert names(tmp_path) == ["x.written"]


def test_a_damaged_record_is_told_with_its_place(tmp_path: Path) -> None:
    (tmp_path / RECORDS).mkdir(parents=True)
    (tmp_path / RECORDS / "torn.writing").write_bytes(JOURNAL.encode()[:-1])
    (tmp_path / RECORDS / "link.writing").symlink_to("/etc/passwd")
    with opened(tmp_path) as root, opened_records(root, RECORDS) as records:
        for name in ("torn", "link"):
            with pytest.raises(LogDamaged, match=f"{RECORDS}/{name}.writing") as caught:
                records.read(name, "writing")
            assert caught.value.remedy


def test_the_folder_of_the_records_is_never_reached_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / ".roundtable").symlink_to("elsewhere")
    with opened(tmp_path) as root, pytest.raises(OSError), opened_records(root, RECORDS):
        pass
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_second_writer_is_told_who_the_first_is_until_that_dies(tmp_path: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, tmp_path, RECORDS], stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    with opened(tmp_path) as root, opened_records(root, RECORDS) as records:
        with pytest.raises(SessionBusy, match=rf"process {holder.pid}\)"), records.locked():
            pass
        holder.send_signal(signal.SIGKILL)
        holder.wait()
        holder.stdout.close()
        with records.locked(), pytest.raises(SessionBusy), records.locked():
            pass


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "../x", "a b", "-x", "x" * 121, "a\n", "ü"])
def test_a_name_that_no_file_should_have_is_refused(name: str) -> None:
    with pytest.raises(UsageError) as caught:
        require_name(name)
    assert caught.value.remedy


def test_a_session_lends_its_name(tmp_path: Path) -> None:
    name = session_name("Add a cache: quickly!", "2026-01-31", ["2026-01-31-add-a-cache-quickly"])
    require_name(name)
    with opened(tmp_path) as root, opened_records(root, RECORDS) as records:
        records.begin(name, "writing", JOURNAL)
        assert records.unfinished() == [(name, "writing")]
