"""A tree is written whole or not at all, below its target, and over nothing unasked."""

import io
import os
import stat
from pathlib import Path
from zipfile import ZipFile

import pytest

from roundtable.adapters.trees.contents import as_file
from roundtable.adapters.trees.writing import write_folder, write_zip, zip_bytes
from roundtable.core.build_events import ProjectFile
from roundtable.core.errors import UsageError

FILES = (
    ProjectFile(path="src/app.py", text="a = 1\r\n"),
    ProjectFile(path="run", text="#!/bin/sh\n"),
    as_file("logo.png", b"\0\xff"),
    ProjectFile(path="src/deep/empty", text=""),
)


def contents(folder: Path) -> dict[str, bytes]:
    """All files below a folder, and links by where they lead."""
    return {
        path.relative_to(folder).as_posix(): bytes(path.readlink())
        if path.is_symlink()
        else path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_symlink() or not path.is_dir()
    }


WRITTEN = {"src/app.py": b"a = 1\r\n", "run": b"#!/bin/sh\n", "logo.png": b"\0\xff"} | {
    "src/deep/empty": b""
}


def mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


@pytest.mark.parametrize("there", [False, True])
@pytest.mark.parametrize("force", [False, True])
def test_a_tree_is_written_into_a_new_or_an_empty_folder(
    project: Path, there: bool, force: bool
) -> None:
    target = project / "out"
    if there:
        target.mkdir()
    assert write_folder(FILES, target, force) == 4
    assert contents(project) == {f"out/{path}": data for path, data in WRITTEN.items()}


def test_modes_are_the_same_whatever_the_umask(project: Path) -> None:
    before = os.umask(0o077)
    try:
        write_folder(FILES, project / "out")
        write_zip(FILES, project / "out.zip")
    finally:
        os.umask(before)
    assert mode(project / "out") == mode(project / "out" / "src") == 0o755
    assert mode(project / "out" / "run") == 0o755
    assert mode(project / "out" / "src" / "app.py") == 0o644
    assert mode(project / "out.zip") == 0o644


def test_an_empty_folder_stays_the_folder_that_it_is(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project)
    number = project.stat().st_ino
    assert write_folder(FILES, Path()) == 4
    assert project.stat().st_ino == number
    assert contents(project) == WRITTEN


def test_a_target_may_be_named_by_the_way_upwards(project: Path) -> None:
    (project / "a" / "b").mkdir(parents=True)
    (project / "a" / "c").mkdir()
    assert write_folder(FILES, project / "a" / "b" / ".." / "c") == 4
    assert write_folder(FILES, project / "a" / "b" / "x" / "..", force=True) == 4
    assert contents(project / "a" / "b") == contents(project / "a" / "c") == WRITTEN


def test_a_folder_with_files_is_left_alone_unless_forced(project: Path) -> None:
    (project / "mine.txt").write_text("mine")
    with pytest.raises(UsageError, match="not empty") as caught:
        write_folder(FILES, project)
    assert "--force" in caught.value.remedy
    assert contents(project) == {"mine.txt": b"mine"}


def test_with_force_only_the_written_files_are_replaced(project: Path) -> None:
    (project / "src").mkdir(mode=0o700)
    (project / "src" / "app.py").write_text("old")
    (project / "src" / "app.py").chmod(0o600)
    (project / "src" / "other.py").write_text("other")
    (project / ".env").write_text("TOKEN=1")
    assert write_folder(FILES, project, force=True) == 4
    assert contents(project) == WRITTEN | {"src/other.py": b"other", ".env": b"TOKEN=1"}
    assert mode(project / "src" / "app.py") == 0o600
    assert mode(project / "src") == 0o700
    assert mode(project / "run") == 0o755


def test_another_name_of_a_replaced_file_keeps_the_old_content(project: Path) -> None:
    (project / "run").write_text("old")
    os.link(project / "run", project / "same")
    write_folder(FILES, project, force=True)
    assert (project / "same").read_text() == "old"


@pytest.mark.parametrize("at", ["run", "src", "src/app.py", "src/deep"])
@pytest.mark.parametrize("kind", ["link to a file", "link to a folder", "dead link", "other kind"])
def test_nothing_is_written_through_a_link_nor_over_another_kind(
    project: Path, at: str, kind: str
) -> None:
    outside = project.parent / "outside"
    outside.mkdir()
    (outside / "precious").write_text("precious")
    target = project / "out"
    (target / at).parent.mkdir(parents=True)
    (target / "kept").write_text("kept")
    if kind == "other kind" and at in ("run", "src/app.py"):
        (target / at).mkdir()
    elif kind == "other kind":
        os.mkfifo(target / at)
    else:
        ends = {"link to a file": "precious", "link to a folder": "", "dead link": "new"}
        (target / at).symlink_to(outside / ends[kind])
    before = sorted(project.parent.rglob("*"))
    with pytest.raises(UsageError, match="not written") as caught:
        write_folder(FILES, target, force=True)
    assert caught.value.remedy
    assert sorted(project.parent.rglob("*")) == before
    assert (outside / "precious").read_text() == "precious"


@pytest.mark.parametrize("write", [write_folder, write_zip])
@pytest.mark.parametrize("force", [False, True])
def test_a_target_that_is_a_link_is_refused(project: Path, write: object, force: bool) -> None:
    (project / "real").mkdir()
    (project / "folder").symlink_to("real")
    (project / "real.zip").touch()
    (project / "file").symlink_to("real.zip")
    (project / "dead").symlink_to("nothing")
    assert callable(write)
    for name in ("folder", "file", "dead"):
        with pytest.raises(UsageError, match="is a link"):
            write(FILES, project / name, force)
    assert contents(project / "real") == {}
    assert (project / "real.zip").read_bytes() == b""


BAD_PATHS = [
    *("", "/etc/passwd", "../x", "a/../../x", "a/..", ".", "./a", "a//b", "a/", "a\\b", "C:\\x"),
    *("c:x", "a\0b", "a\nb", "\u202ex", "\uff0e\uff0e/x", "x" * 300, "a/" * 100 + "b"),
    *(".git/config", ".GIT/hooks/x", "sub/.git/x", "git~1/x", ".roundtable/config.json"),
    *(".env", ".ssh/authorized_keys", "x.pem", "aux", "a./b", "a:b"),
]


@pytest.mark.parametrize("path", BAD_PATHS)
@pytest.mark.parametrize("force", [False, True])
def test_no_path_is_trusted(project: Path, path: str, force: bool) -> None:
    (project / "there").touch()
    file = ProjectFile(path=path, text="evil")
    before = sorted(project.parent.rglob("*"))
    for target in ("new", "."):
        with pytest.raises(UsageError, match="not written") as caught:
            write_folder([*FILES, file], project / target, force)
        assert caught.value.remedy
    with pytest.raises(UsageError, match="not written"):
        write_zip([*FILES, file], project / "x.zip", force)
    assert sorted(project.parent.rglob("*")) == before


@pytest.mark.parametrize("path", ["run", "RUN", "src", "src/app.py/x", "SRC/deep"])
def test_files_that_fall_on_one_place_are_refused(project: Path, path: str) -> None:
    with pytest.raises(UsageError, match="not written"):
        write_folder([*FILES, ProjectFile(path=path, text="")], project / "out")
    assert contents(project) == {}


@pytest.mark.parametrize("name", ["no/folder/x", "file/x", "loop/x", "nul\0l", "\udcff"])
@pytest.mark.parametrize("write", [write_folder, write_zip])
def test_a_target_that_cannot_be_is_refused_with_a_remedy(
    project: Path, name: str, write: object
) -> None:
    (project / "file").touch()
    (project / "loop").symlink_to("loop")
    assert callable(write)
    with pytest.raises(UsageError) as caught:
        write(FILES, project / name)
    assert caught.value.remedy


def test_the_root_of_all_is_no_target() -> None:
    with pytest.raises(UsageError):
        write_folder([], Path("/"))


def test_a_file_is_no_target_for_a_folder_and_a_folder_none_for_a_zip(project: Path) -> None:
    (project / "file").touch()
    for force in (False, True):
        with pytest.raises(UsageError, match="is a file"):
            write_folder(FILES, project / "file", force)
        with pytest.raises(UsageError, match="is a folder"):
            write_zip(FILES, project, force)
    assert contents(project) == {"file": b""}


def test_no_files_make_an_empty_folder(project: Path) -> None:
    assert write_folder([], project / "out") == 0
    assert list((project / "out").iterdir()) == []


def test_a_zip_depends_on_the_files_alone(project: Path) -> None:
    assert write_zip(FILES, project / "a.zip") == 4
    os.utime(project / "a.zip", (1, 1))
    assert write_zip(reversed(FILES), project / "b.zip") == 4
    data = (project / "a.zip").read_bytes()
    assert (project / "b.zip").read_bytes() == data
    with ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        assert archive.namelist() == sorted(WRITTEN)
        assert {name: archive.read(name) for name in archive.namelist()} == WRITTEN
        modes = {info.filename: info.external_attr >> 16 for info in archive.infolist()}
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert modes["run"] == 0o100755
    assert modes["src/app.py"] == 0o100644


def test_a_zip_in_memory_is_the_one_on_the_disk_byte_by_byte(project: Path) -> None:
    write_zip(FILES, project / "a.zip")
    assert zip_bytes(reversed(FILES)) == (project / "a.zip").read_bytes()
    with pytest.raises(UsageError, match="leads upwards"):
        zip_bytes([ProjectFile(path="../x", text="")])


def test_a_zip_that_is_there_is_replaced_only_with_force(project: Path) -> None:
    target = project / "out.zip"
    target.write_bytes(b"old")
    with pytest.raises(UsageError, match="there already") as caught:
        write_zip(FILES, target)
    assert "--force" in caught.value.remedy
    assert target.read_bytes() == b"old"
    assert write_zip(FILES, target, force=True) == 4
    assert target.read_bytes() != b"old"
    assert [path.name for path in project.iterdir()] == ["out.zip"]
