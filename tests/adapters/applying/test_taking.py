"""What an errand's files are taken as: to the byte, absent, or left out with the reason."""

from pathlib import Path

import pytest

from roundtable.adapters.applying.taking import take
from roundtable.adapters.trees.contents import bytes_of
from roundtable.adapters.workspaces.listing import Listing
from roundtable.adapters.workspaces.visibility import Rules
from roundtable.core.build_events import FilesGiven


def taken(root: Path, *paths: str, ignored: tuple[str, ...] = ()) -> FilesGiven:
    there = (path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())
    listing = Listing(frozenset(path for path in there if path not in ignored))
    return take(root, Rules(()), listing, paths)


@pytest.mark.parametrize(
    "content",
    [b"", b"a\nb", b"a\r\nb\r\n", b"\xef\xbb\xbfa\n", b"\xff\xfe\x00", "ü€😀\n".encode(), b"\x00"],
)
def test_every_byte_is_kept(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.txt").write_bytes(content)
    (file,) = taken(tmp_path, "a.txt").files
    assert bytes_of(file) == content


def test_what_is_not_there_is_absent_also_below_a_missing_folder(tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("x")
    assert taken(tmp_path, "a.txt", "b/c.txt", "plain/d.txt").absent == (
        "a.txt",
        "b/c.txt",
        "plain/d.txt",
    )


def test_what_may_not_be_shown_is_left_out_with_the_reason(tmp_path: Path) -> None:
    outside = tmp_path.parent / f"{tmp_path.name}-outside"
    outside.mkdir()
    (outside / "secret.txt").write_text("canary")
    for name in (".env", "ignored.txt", "folder/x.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("canary")
    (tmp_path / "link.txt").symlink_to(outside / "secret.txt")
    (tmp_path / "linked").symlink_to(outside)
    asked = (
        ".env",
        "ignored.txt",
        "folder",
        "link.txt",
        "linked/secret.txt",
        "../x",
        ".git/config",
    )
    given = taken(tmp_path, *asked, ignored=("ignored.txt",))
    assert not given.files
    assert "canary" not in given.model_dump_json()
    assert {item.title for item in given.left_out} | set(given.absent) == set(asked)
    assert {".env", "ignored.txt", "folder", "link.txt", "../x", ".git/config"} <= {
        item.title for item in given.left_out
    }
