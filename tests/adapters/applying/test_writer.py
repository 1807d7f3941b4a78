"""A change set is written whole or not at all, once, and can be undone to the byte."""

import os
import stat
from pathlib import Path

import pytest

from roundtable.adapters.applying.records import opened_records
from roundtable.adapters.applying.refusals import ChangesRefused
from roundtable.adapters.applying.writer import Record, Writer
from roundtable.adapters.trees.beneath import opened
from roundtable.core.changes import Change, WrittenFile, sha256
from roundtable.core.errors import CommandRefused, SessionBusy, StoreError, UsageError
from tests.adapters.applying.landscape import (
    RECORDS,
    Listing,
    build,
    change,
    listing,
    parts_left,
    put,
    twenty_changes,
    writer,
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    build(tmp_path / "root")
    return tmp_path / "root"


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def stays(root: Path, before: Listing) -> None:
    assert listing(root) == before
    assert parts_left(root) == []


def test_twenty_files_are_written_and_told(root: Path) -> None:
    changes = twenty_changes(root)
    untouched = {p: f for p, f in listing(root).items() if p.startswith((".git", "untouched"))}
    written = writer(root).write("one", changes)
    assert written == tuple(
        WrittenFile(path=c.path, before=c.before, after=c.after) for c in changes
    )
    for one in changes:
        place = root / one.path
        assert one.content == (place.read_bytes() if place.exists() else None)
    assert untouched.items() <= listing(root).items()
    assert parts_left(root) == []
    assert writer(root).known("one") == Record(state="written", files=written)


def test_permissions_stay_and_new_files_get_the_usual_ones_whatever_the_umask(root: Path) -> None:
    before = os.umask(0o077)
    try:
        writer(root).write("one", twenty_changes(root))
    finally:
        os.umask(before)
    assert mode(root / "run.sh") == 0o755
    assert mode(root / "private.txt") == 0o600
    assert mode(root / "new.py") == 0o644
    assert mode(root / "tool") == mode(root / "other" / "run") == 0o755
    assert mode(root / "fresh" / "deep") == 0o755


def test_a_folder_that_a_removal_leaves_empty_stays(root: Path) -> None:
    writer(root).write("one", [change(root, "gone/alone.txt", None)])
    writer(root).write("two", [change(root, "gone/other/tool", None)])
    assert (root / "gone" / "other").is_dir()


def test_one_file_that_was_edited_since_refuses_all(root: Path) -> None:
    changes = twenty_changes(root)
    put(root, "src/app.py", "edited")
    put(root, "new.py", "made meanwhile")
    (root / "old.txt").unlink()
    before = listing(root)
    with pytest.raises(ChangesRefused) as caught:
        writer(root).write("one", changes)
    assert {one.path for one in caught.value.reasons} == {"src/app.py", "new.py", "old.txt"}
    stays(root, before)
    assert writer(root).known("one") == Record()


@pytest.mark.parametrize(
    "path", ["../x", "/etc/x", ".git/config", ".roundtable/config.json", ".env"]
)
def test_one_path_that_is_protected_refuses_all(root: Path, path: str) -> None:
    before = listing(root)
    with pytest.raises(ChangesRefused) as caught:
        writer(root).write("one", [*twenty_changes(root), Change(path=path, text="x")])
    assert [one.path for one in caught.value.reasons] == [path]
    stays(root, before)


@pytest.mark.parametrize("link", ["src", "src/deep", "src/app.py", "fresh", "new.py"])
def test_one_link_on_the_way_refuses_all(root: Path, tmp_path: Path, link: str) -> None:
    changes = twenty_changes(root)
    elsewhere = tmp_path / "elsewhere"
    if (root / link).exists():
        (root / link).rename(elsewhere)
    else:
        elsewhere.mkdir()
    (root / link).symlink_to(elsewhere)
    before, beside = listing(root), listing(tmp_path / "elsewhere") if elsewhere.is_dir() else {}
    with pytest.raises(ChangesRefused, match="link"):
        writer(root).write("one", changes)
    stays(root, before)
    assert beside == (listing(elsewhere) if elsewhere.is_dir() else {})


def test_a_folder_in_the_place_of_a_file_refuses_all(root: Path) -> None:
    changes = twenty_changes(root)
    (root / "new.py").mkdir()
    before = listing(root)
    with pytest.raises(ChangesRefused, match="folder of this name"):
        writer(root).write("one", changes)
    stays(root, before)


def test_content_that_is_no_text_and_an_empty_set_are_refused(root: Path) -> None:
    with pytest.raises(ChangesRefused, match="not valid text"):
        writer(root).write("one", [Change(path="x", text="\udc80")])
    with pytest.raises(UsageError, match="no change"):
        writer(root).write("one", [])
    with pytest.raises(UsageError, match="name"):
        writer(root).write("../one", twenty_changes(root))
    assert not (root / RECORDS).exists()


def test_the_same_changes_are_written_once(root: Path) -> None:
    changes = twenty_changes(root)
    written = writer(root).write("one", changes)
    put(root, "src/app.py", "edited after that")
    after = listing(root)
    assert writer(root).write("one", changes) == written
    assert listing(root) == after
    with pytest.raises(CommandRefused, match="other changes") as caught:
        writer(root).write("one", changes[1:])
    assert caught.value.remedy
    stays(root, after)


def test_an_undo_is_exact(root: Path) -> None:
    before = listing(root)
    written = writer(root).write("one", twenty_changes(root))
    undone = writer(root).undo("one")
    stays(root, before)
    assert undone == tuple(
        WrittenFile(path=one.path, before=one.after, after=one.before) for one in written
    )
    assert writer(root).known("one") == Record(state="undone", files=written)


def test_an_undo_of_files_that_were_edited_since_touches_none(root: Path) -> None:
    writer(root).write("one", twenty_changes(root))
    put(root, "src/app.py", "edited")
    put(root, "old.txt", "made again")
    (root / "new.py").unlink()
    before = listing(root)
    with pytest.raises(ChangesRefused, match="nothing was undone") as caught:
        writer(root).undo("one")
    assert {one.path for one in caught.value.reasons} == {"src/app.py", "old.txt", "new.py"}
    stays(root, before)
    assert writer(root).known("one").state == "written"


def test_an_undo_leaves_files_that_others_put_into_its_folders(root: Path) -> None:
    writer(root).write("one", twenty_changes(root))
    put(root, "fresh/deep/mine", "mine")
    writer(root).undo("one")
    assert sorted(p.name for p in (root / "fresh").rglob("*")) == ["deep", "mine"]
    assert not (root / "other").exists()


def test_an_undo_is_done_once_and_only_of_what_was_written(root: Path) -> None:
    with pytest.raises(CommandRefused, match="nothing has been written"):
        writer(root).undo("one")
    writer(root).write("one", twenty_changes(root))
    writer(root).undo("one")
    with pytest.raises(CommandRefused, match="undone already"):
        writer(root).undo("one")


def test_what_was_undone_can_be_written_and_undone_again(root: Path) -> None:
    before, changes = listing(root), twenty_changes(root)
    with writer(root) as one:
        for _ in range(3):
            one.write("one", changes)
            assert one.known("one").state == "written"
            one.undo("one")
            stays(root, before)


def test_a_second_writer_is_refused_while_one_writes(root: Path) -> None:
    changes = twenty_changes(root)
    writer(root).write("one", changes)
    with opened(root) as held, opened_records(held, RECORDS) as records, records.locked():
        with pytest.raises(SessionBusy, match=str(os.getpid())):
            writer(root).write("two", changes)
        with pytest.raises(SessionBusy, match=str(os.getpid())):
            writer(root).undo("one")
        assert writer(root).known("one").state == "written"
        assert writer(root).recover() == (), "whoever only looks waits for nobody"


def test_the_root_is_held_wherever_its_name_leads_later(root: Path, tmp_path: Path) -> None:
    changes = twenty_changes(root)
    with writer(root) as one:
        root.rename(tmp_path / "moved")
        root.symlink_to(tmp_path)
        one.write("one", changes)
    assert (tmp_path / "moved" / "new.py").exists()
    assert not (tmp_path / "new.py").exists()
    with pytest.raises(StoreError):
        writer(root)


def test_looking_makes_nothing(root: Path) -> None:
    before = listing(root)
    assert writer(root).recover() == ()
    assert writer(root).known("one") == Record()
    assert listing(root, without="") == before
    with pytest.raises(ValueError, match="not in the subpath"):
        Writer(root, root.parent / "records")


def test_what_an_earlier_process_left_is_taken_back_first_and_told(root: Path) -> None:
    changes = twenty_changes(root)
    writer(root).write("one", changes)
    (root / RECORDS / "one.written").rename(root / RECORDS / "one.writing")
    put(root, "src/app.py", "edited")
    with pytest.raises(CommandRefused, match=r"src/app\.py.*what it held before is in") as caught:
        writer(root).write("two", [Change(path="x", text="x")])
    assert caught.value.remedy
    old = f"{RECORDS}/one.{changes[3].before[:12]}.old"
    assert sha256((root / old).read_bytes()) == changes[3].before
    assert old in caught.value.message
    assert (root / "src" / "app.py").read_text() == "edited"
    assert not (root / "new.py").exists()
    writer(root).write("two", [Change(path="x", text="x")])
