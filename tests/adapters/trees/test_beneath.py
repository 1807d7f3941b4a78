"""What is opened below a folder is below it, whatever links say."""

import os
import stat
from pathlib import Path

import pytest

from roundtable.adapters.trees import beneath
from roundtable.adapters.trees.beneath import inside, kind, opened, regular
from roundtable.adapters.workspaces.reading import Refused, up_to


def read(root: Path, path: str, most: int = 100) -> bytes:
    with opened(root) as descriptor, regular(descriptor, path) as file:
        return up_to(file, most)


def listed(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_read_up_to_a_bound(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b").write_bytes(b"12345")
    assert read(tmp_path, "a/b") == b"12345"
    assert read(tmp_path, "a/b", 3) == b"123"


def test_no_link_is_followed_at_any_part(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "x").touch()
    (tmp_path / "folder").symlink_to("real")
    (tmp_path / "file").symlink_to("real/x")
    with pytest.raises(OSError):
        read(tmp_path, "folder/x")
    with pytest.raises(Refused):
        read(tmp_path, "file")
    with pytest.raises(OSError), opened(tmp_path / "folder"):
        pass


def test_a_pipe_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(Refused, match="regular"):
        read(tmp_path, "pipe")
    with pytest.raises(Refused, match="folder"):
        read(tmp_path.parent, tmp_path.name)


def test_missing_folders_are_made_with_one_mode_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        with opened(tmp_path) as root, inside(root, ("a", "b"), make=True):
            pass
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a" / "b").stat().st_mode) == 0o755
    with opened(tmp_path) as root, pytest.raises(FileNotFoundError), inside(root, ("c",)):
        pass


def test_every_kind_of_thing_is_told_apart(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "file").touch()
    (tmp_path / "link").symlink_to("folder")
    os.mkfifo(tmp_path / "pipe")
    with opened(tmp_path) as root:
        kinds = [kind(root, p) for p in ("folder", "folder/file", "link", "pipe", "none", "no/ne")]
    assert kinds == ["folder", "file", "link", "special file", "", ""]


def test_a_new_file_never_takes_the_place_of_another(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    with opened(tmp_path) as root:
        beneath.create(root, "new", 0o755, lambda file: file.write(b"x"))
        for name in ("new", "link"):
            with pytest.raises(FileExistsError):
                beneath.create(root, name, 0o644, lambda file: file.write(b"y"))
    assert (tmp_path / "new").read_bytes() == b"x"
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o755
    assert not (tmp_path / "elsewhere").exists()


def test_a_replacement_that_fails_leaves_the_old_file_and_nothing_else(project: Path) -> None:
    (project / "x").write_bytes(b"old")

    def fail(file: object) -> None:
        raise KeyboardInterrupt

    with opened(project) as root:
        with pytest.raises(KeyboardInterrupt):
            beneath.replace(root, "x", 0o644, fail)
        assert listed(project) == ["x"]
        beneath.replace(root, "x", 0o644, lambda file: file.write(b"new"))
    assert (project / "x").read_bytes() == b"new"


def test_a_replacement_takes_the_place_of_a_link_and_not_of_what_it_leads_to(
    tmp_path: Path,
) -> None:
    outside = tmp_path / "outside"
    outside.write_bytes(b"precious")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "x").symlink_to(outside)
    with opened(tmp_path / "in") as root:
        beneath.replace(root, "x", 0o644, lambda file: file.write(b"new"))
    assert outside.read_bytes() == b"precious"
    assert not (tmp_path / "in" / "x").is_symlink()


def test_a_passing_folder_is_gone_in_the_end_unless_it_got_a_name(project: Path) -> None:
    with opened(project) as root:
        with pytest.raises(KeyError), beneath.passing_folder(root) as (name, folder):
            beneath.create(folder, "x", 0o644, lambda file: file.write(b"x"))
            raise KeyError(name)
        assert listed(project) == []
        with beneath.passing_folder(root) as (name, _):
            os.rename(name, "kept", src_dir_fd=root, dst_dir_fd=root)
        assert listed(project) == ["kept"]
