"""All that speaks against a change set is found before any of its files is touched."""

import os
from pathlib import Path

import pytest

from roundtable.adapters.applying.refusals import ChangesRefused
from roundtable.adapters.applying.survey import NOTHING, Plan, Wanted, standing, survey
from roundtable.adapters.trees.beneath import opened
from roundtable.adapters.workspaces.reading import Refused
from roundtable.core.changes import sha256
from tests.adapters.applying.landscape import listing, put

OLD = sha256(b"old")


def plan(root: Path, *wanted: Wanted) -> Plan:
    with opened(root) as descriptor:
        return survey(descriptor, wanted, "written")


def reasons(root: Path, *wanted: Wanted) -> dict[str, str]:
    before = listing(root)
    with pytest.raises(ChangesRefused) as caught:
        plan(root, *wanted)
    assert listing(root) == before
    return {one.path: one.reason for one in caught.value.reasons}


def test_a_plan_has_hashes_modes_folders_and_the_old_bytes(tmp_path: Path) -> None:
    put(tmp_path, "src/a", "old", 0o750)
    put(tmp_path, "b", "old")
    found = plan(
        tmp_path,
        Wanted("src/a", OLD, b"new"),
        Wanted("b", OLD, None),
        Wanted("n/m/x", "", b"#!/bin/sh"),
        Wanted("n/y", "", b"y"),
        Wanted("z", "", b"z", 0o600),
    )
    steps = found.journal.manifest.steps
    assert [(s.mode, s.new_mode) for s in steps] == [
        *((0o750, 0o750), (0o644, 0), (0, 0o755), (0, 0o644), (0, 0o600)),
    ]
    assert [s.after for s in steps[:2]] == [sha256(b"new"), ""]
    assert found.journal.manifest.made == ("n", "n/m")
    assert found.journal.old == (b"old", b"old", None, None, None)
    assert found.new == (b"new", None, b"#!/bin/sh", b"y", b"z")


def test_every_file_that_is_not_as_it_must_be_is_named(tmp_path: Path) -> None:
    put(tmp_path, "edited", "mine")
    put(tmp_path, "there", "mine")
    put(tmp_path, "fine", "old")
    found = reasons(
        tmp_path,
        Wanted("edited", OLD, b"new"),
        Wanted("there", "", b"new"),
        Wanted("gone", OLD, b"new"),
        Wanted("never/was", "", None),
        Wanted("fine", OLD, b"new"),
    )
    assert found == {
        "edited": "it has been edited since",
        "there": "there is a file of this name by now",
        "gone": "it is not there any more",
        "never/was": "there is nothing to remove",
    }


def test_links_folders_and_other_things_are_in_the_way(tmp_path: Path) -> None:
    put(tmp_path, "real/x", "old")
    (tmp_path / "link").symlink_to("real")
    (tmp_path / "file").symlink_to("real/x")
    (tmp_path / "dead").symlink_to("nowhere")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    found = reasons(
        tmp_path,
        Wanted("link/x", OLD, b"new"),
        Wanted("link/new/y", "", b"new"),
        Wanted("file", OLD, b"new"),
        Wanted("dead", "", b"new"),
        Wanted("folder", "", b"new"),
        Wanted("pipe", "", b"new"),
        Wanted("real/x/y", "", b"new"),
    )
    assert found == {
        "link/x": "link is a link, not a folder",
        "link/new/y": "link is a link, not a folder",
        "file": "there is a link of this name",
        "dead": "there is a link of this name",
        "folder": "there is a folder of this name",
        "pipe": "there is a special file of this name",
        "real/x/y": "real/x is a file, not a folder",
    }


def test_names_that_are_protected_or_fall_on_one_place_are_refused(tmp_path: Path) -> None:
    found = reasons(
        tmp_path,
        Wanted("../x", "", b""),
        Wanted(".git/config", "", b""),
        Wanted("a/b", "", b""),
        Wanted("A/B", "", b""),
        Wanted("a/b/c", "", b""),
        Wanted("a", "", b""),
    )
    assert list(found) == ["../x", ".git/config", "A/B", "a/b/c", "a"]


def test_a_file_that_runs_with_the_rights_of_its_owner_is_left_alone(tmp_path: Path) -> None:
    put(tmp_path, "sudo", "old", 0o4755)
    assert "rights" in reasons(tmp_path, Wanted("sudo", OLD, b"new"))["sudo"]


def test_a_file_is_seen_whole_and_nothing_is_nothing(tmp_path: Path) -> None:
    put(tmp_path, "a/b", "x" * 100_000, 0o640)
    (tmp_path / "link").symlink_to("a")
    with opened(tmp_path) as root:
        found = standing(root, "a/b")
        assert (len(found.data), found.mode) == (100_000, 0o640)
        assert standing(root, "a/c") == standing(root, "no/folder") == NOTHING
        for path in ("a", "link", "link/b", "a/b/c"):
            with pytest.raises(Refused):
                standing(root, path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    put(tmp_path, "locked", "old", 0)
    assert "cannot be read" in reasons(tmp_path, Wanted("locked", OLD, b"new"))["locked"]
