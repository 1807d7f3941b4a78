"""Each file is put in its place whole, only over what is expected there, and can be taken back."""

import os
import stat
from pathlib import Path

import pytest

from roundtable.adapters.applying.survey import Plan, Wanted, survey
from roundtable.adapters.applying.transaction import (
    Moved,
    TakenBack,
    carry_out,
    remove_made,
    take_back,
    write_all,
)
from roundtable.adapters.trees.beneath import opened
from roundtable.core.changes import sha256
from tests.adapters.applying.landscape import Listing, listing, put

OLD = sha256(b"old")
WANTED = (
    Wanted("a", OLD, b"new"),
    Wanted("n/m/x", "", b"made"),
    Wanted("gone", OLD, None),
)


@pytest.fixture
def before(tmp_path: Path) -> Listing:
    put(tmp_path, "a", "old", 0o640)
    put(tmp_path, "gone", "old", 0o600)
    return listing(tmp_path)


def planned(root: Path) -> Plan:
    with opened(root) as descriptor:
        return survey(descriptor, WANTED, "written")


def carry(root: Path, plan: Plan) -> None:
    with opened(root) as descriptor:
        carry_out(descriptor, plan)


def back(root: Path, plan: Plan) -> TakenBack:
    with opened(root) as descriptor:
        return take_back(descriptor, plan.journal)


def test_a_plan_is_carried_out_and_taken_back(tmp_path: Path, before: Listing) -> None:
    plan = planned(tmp_path)
    carry(tmp_path, plan)
    assert (tmp_path / "a").read_bytes() == b"new"
    assert (tmp_path / "n" / "m" / "x").read_bytes() == b"made"
    assert not (tmp_path / "gone").exists()
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o640
    assert back(tmp_path, plan) == TakenBack(("a", "n/m/x", "gone"), ())
    assert listing(tmp_path) == before
    assert back(tmp_path, plan) == TakenBack((), ())


@pytest.mark.parametrize(
    ("path", "edit"),
    [
        ("a", lambda place: place.write_text("edited")),
        ("a", lambda place: place.unlink()),
        ("a", lambda place: (place.unlink(), place.mkdir())),
        ("a", lambda place: (place.unlink(), place.symlink_to("gone"))),
        ("n/m/x", lambda place: put(place.parent, "x", "mine")),
        ("n/m/x", lambda place: place.parents[1].symlink_to(".")),
        ("n/m/x", lambda place: put(place.parents[2], "n", "a file")),
        ("gone", lambda place: place.write_text("edited")),
    ],
)
def test_what_is_not_as_it_was_looked_at_is_not_touched(
    tmp_path: Path, before: Listing, path: str, edit: object
) -> None:
    plan = planned(tmp_path)
    assert callable(edit)
    edit(tmp_path / path)
    edited = listing(tmp_path)
    with pytest.raises(Moved) as caught:
        carry(tmp_path, plan)
    assert caught.value.path == path
    back(tmp_path, plan)
    assert listing(tmp_path) == edited


def test_what_somebody_else_removes_meanwhile_comes_back(tmp_path: Path, before: Listing) -> None:
    """Whose removal it was cannot be told, and to have the file again is the safer mistake."""
    plan = planned(tmp_path)
    (tmp_path / "gone").unlink()
    with pytest.raises(Moved):
        carry(tmp_path, plan)
    back(tmp_path, plan)
    assert listing(tmp_path) == before


def test_a_file_that_was_edited_after_it_was_written_stays(tmp_path: Path, before: Listing) -> None:
    plan = planned(tmp_path)
    carry(tmp_path, plan)
    put(tmp_path, "a", "edited")
    put(tmp_path, "n/mine", "mine")
    taken = back(tmp_path, plan)
    assert taken.restored == ("n/m/x", "gone")
    assert [(step.path, old) for step, old in taken.edited] == [("a", b"old")]
    assert (tmp_path / "a").read_text() == "edited"
    assert listing(tmp_path / "n") == {"mine": listing(tmp_path)["n/mine"]}


def test_the_permissions_that_somebody_gave_a_file_since_stay(
    tmp_path: Path, before: Listing
) -> None:
    plan = planned(tmp_path)
    carry(tmp_path, plan)
    (tmp_path / "a").chmod(0o755)
    back(tmp_path, plan)
    assert listing(tmp_path)["a"] == (stat.S_IFREG | 0o755, OLD)
    assert listing(tmp_path)["gone"] == before["gone"]


def test_a_removed_file_comes_back_with_its_folder(tmp_path: Path) -> None:
    put(tmp_path, "deep/er/x", "old")
    with opened(tmp_path) as root:
        plan = survey(root, [Wanted("deep/er/x", OLD, None)], "written")
        carry_out(root, plan)
        assert (tmp_path / "deep" / "er").is_dir(), "a folder that became empty stays"
        (tmp_path / "deep" / "er").rmdir()
        assert take_back(root, plan.journal).restored == ("deep/er/x",)
    assert (tmp_path / "deep" / "er" / "x").read_text() == "old"


def test_only_our_own_passing_files_are_removed(tmp_path: Path, before: Listing) -> None:
    plan = planned(tmp_path)
    ours, others = plan.journal.manifest.part(0), ".roundtable-0123456789abcdef-0.part"
    put(tmp_path, ours, "half")
    put(tmp_path, others, "not ours")
    back(tmp_path, plan)
    assert listing(tmp_path).keys() == before.keys() | {others}


def test_a_folder_goes_only_if_it_is_empty_and_no_link(tmp_path: Path, before: Listing) -> None:
    plan = planned(tmp_path)
    put(tmp_path, "elsewhere/m/x", "mine")
    (tmp_path / "elsewhere" / "m" / "x").unlink()
    (tmp_path / "n").symlink_to("elsewhere")
    with opened(tmp_path) as root:
        remove_made(root, plan.journal.manifest)
    assert (tmp_path / "elsewhere" / "m").is_dir()
    assert (tmp_path / "n").is_symlink()


def test_all_bytes_are_written_however_few_the_system_takes_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.write
    monkeypatch.setattr(os, "write", lambda file, data: real(file, data[:7]))
    data = bytes(range(256))
    with (tmp_path / "x").open("wb") as file:
        write_all(file.fileno(), data)
    assert (tmp_path / "x").read_bytes() == data
