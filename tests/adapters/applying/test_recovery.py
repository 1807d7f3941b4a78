"""What broke off is taken back, what was committed stays, and what somebody edited is kept."""

from pathlib import Path

import pytest

from roundtable.adapters.applying.journal import Journal
from roundtable.adapters.applying.records import Records, opened_records
from roundtable.adapters.applying.recovery import Kept, Recovered, finish_undo, recover
from roundtable.adapters.applying.survey import Wanted, survey
from roundtable.adapters.applying.transaction import carry_out
from roundtable.adapters.trees.beneath import opened
from roundtable.core.changes import sha256
from roundtable.core.errors import LogDamaged
from tests.adapters.applying.landscape import RECORDS, listing, put

OLD = sha256(b"old")


def written(root: int, records: Records) -> Journal:
    """A write that breaks off before its commit mark."""
    plan = survey(root, [Wanted("a", OLD, b"new"), Wanted("n/x", "", b"made")], "written")
    records.begin("one", "writing", plan.journal)
    carry_out(root, plan)
    return plan.journal


def test_a_write_without_its_mark_is_taken_back(tmp_path: Path) -> None:
    put(tmp_path, "a", "old")
    before = listing(tmp_path)
    with opened(tmp_path) as root, opened_records(root, RECORDS) as records:
        written(root, records)
        (found,) = recover(root, records)
        assert found == Recovered(name="one", what="write", restored=("a", "n/x"), kept=())
        assert recover(root, records) == ()
    assert listing(tmp_path).keys() - {".roundtable"} == before.keys()
    assert (tmp_path / "a").read_text() == "old"
    assert list((tmp_path / RECORDS).iterdir()) == []


def test_a_write_with_its_mark_stays(tmp_path: Path) -> None:
    put(tmp_path, "a", "old")
    with opened(tmp_path) as root, opened_records(root, RECORDS) as records:
        written(root, records)
        records.commit("one", "writing")
        after = listing(tmp_path)
        assert recover(root, records) == ()
    assert listing(tmp_path) == after


def test_what_somebody_edited_stays_and_the_old_bytes_are_kept(tmp_path: Path) -> None:
    put(tmp_path, "a", "old")
    with opened(tmp_path) as root, opened_records(root, RECORDS) as records:
        written(root, records)
        put(tmp_path, "a", "mine")
        put(tmp_path, "n/x", "mine too")
        (found,) = recover(root, records)
        assert recover(root, records) == ()
    assert found.kept == (
        Kept(path="a", old=f"{RECORDS}/one.{OLD[:12]}.old"),
        Kept(path="n/x", old=""),
    )
    assert (tmp_path / found.kept[0].old).read_text() == "old"
    assert (tmp_path / "a").read_text() == "mine"
    assert (tmp_path / "n" / "x").read_text() == "mine too"


def test_an_undo_is_taken_back_before_its_mark_and_finished_after_it(tmp_path: Path) -> None:
    put(tmp_path, "a", "old")
    with opened(tmp_path) as root, opened_records(root, RECORDS) as records:
        written(root, records)
        records.commit("one", "writing")
        after = listing(tmp_path)
        back = [Wanted("a", sha256(b"new"), b"old"), Wanted("n/x", sha256(b"made"), None)]
        undo = survey(root, back, "undone")
        records.begin("one", "undoing", undo.journal)
        carry_out(root, undo)
        (found,) = recover(root, records)
        assert (found.what, found.restored) == ("undo", ("a", "n/x"))
        assert listing(tmp_path) == after
        records.begin("one", "undoing", undo.journal)
        carry_out(root, undo)
        records.commit("one", "undoing")
        assert (tmp_path / "n").is_dir()
        assert recover(root, records) == ()
        assert not (tmp_path / "n").exists()
        assert not records.has("one", "undoing")


def test_an_undo_without_its_record_is_only_dropped(tmp_path: Path) -> None:
    put(tmp_path, "a", "old")
    with opened(tmp_path) as root, opened_records(root, RECORDS) as records:
        journal = written(root, records)
        records.begin("other", "undoing", journal)
        finish_undo(root, records, "other")
        assert records.unfinished() == [("one", "writing")]


def test_a_damaged_journal_stops_everything_and_stays(tmp_path: Path) -> None:
    put(tmp_path, "a", "old")
    with opened(tmp_path) as root, opened_records(root, RECORDS) as records:
        written(root, records)
        place = tmp_path / RECORDS / "one.writing"
        place.write_bytes(place.read_bytes()[:-1])
        with pytest.raises(LogDamaged):
            recover(root, records)
        assert place.exists()
    assert (tmp_path / "a").read_text() == "new"
