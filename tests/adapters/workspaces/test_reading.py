"""One file is read, or refused, and never anything outside the root."""

import os
import socket
import threading
from pathlib import Path

import psutil
import pytest

from roundtable.adapters.workspaces import reading
from roundtable.adapters.workspaces.reading import (
    Refused,
    decoded,
    locate,
    read,
    read_text,
    relative_name,
)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("src/app.py", "src/app.py"),
        ("./src//app.py", "src/app.py"),
        ("src/./app.py", "src/app.py"),
        ("a b\nc", "a b\nc"),
    ],
)
def test_a_path_is_taken_relative_to_the_root(project: Path, typed: str, name: str) -> None:
    assert relative_name(project, typed) == name


def test_an_absolute_path_below_the_root_is_understood(project: Path) -> None:
    assert relative_name(project, f"{project}/src/app.py") == "src/app.py"


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("", "not a path"),
        ("  ", "not a path"),
        ("a\0b", "not a path"),
        ("/etc/passwd", "outside"),
        ("../secret", "outside"),
        ("src/../../secret", "outside"),
        ("~/.ssh/id_rsa", "outside"),
        ("/", "outside"),
        (".", "folder"),
        ("./", "folder"),
        ("x" * 10_000, "not found"),
        ("\ud800", "not found"),
    ],
)
def test_what_cannot_be_a_path_inside_is_refused(project: Path, typed: str, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        relative_name(project, typed)


def test_a_sibling_whose_name_begins_alike_is_outside(project: Path) -> None:
    with pytest.raises(Refused, match="outside"):
        relative_name(project, f"{project}-other/file")


def test_a_link_inside_the_root_is_followed_to_its_file(project: Path) -> None:
    (project / "real").mkdir()
    (project / "real" / "file").write_text("x")
    (project / "folder").symlink_to("real")
    place = locate(project, "folder/file")
    assert (place.target, place.link) == ("real/file", "folder")


@pytest.mark.parametrize("target", ["/etc/passwd", "../outside", "folder-link/passwd"])
def test_a_link_out_of_the_root_is_refused(project: Path, target: str) -> None:
    (project.parent / "outside").write_text("not yours")
    (project / "folder-link").symlink_to("/etc")
    (project / "link").symlink_to(target)
    with pytest.raises(Refused, match="leads outside"):
        locate(project, "link")


def test_a_link_to_itself_and_a_link_to_nothing_are_refused(project: Path) -> None:
    (project / "loop").symlink_to("loop")
    (project / "dangling").symlink_to("nothing")
    with pytest.raises(Refused, match="cannot be read"):
        locate(project, "loop")
    with pytest.raises(Refused, match="not found"):
        locate(project, "dangling")


def test_folders_pipes_sockets_and_missing_files_are_refused_without_waiting(
    project: Path,
) -> None:
    (project / "folder").mkdir()
    os.mkfifo(project / "pipe")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(os.path.relpath(project / "socket"))
        reasons = {"folder": "folder", "pipe": "regular", "socket": "regular", "no": "not found"}
        for name, reason in reasons.items():
            with pytest.raises(Refused, match=reason):
                locate(project, name)
    with pytest.raises(Refused, match="regular"):
        read(project, "pipe")
    with pytest.raises(Refused, match="not found"):
        locate(project, "pipe/below")


def test_reading_never_follows_a_link_even_one_that_was_swapped_in(project: Path) -> None:
    (project / "real").mkdir()
    (project / "real" / "file").write_text("x")
    (project / "folder").symlink_to("real")
    (project / "link").symlink_to("real/file")
    for path in ("link", "folder/file"):
        with pytest.raises(Refused):
            read(project, path)


def test_a_folder_swapped_for_a_link_while_reading_lets_nothing_out(project: Path) -> None:
    outside = project.parent / "outside"
    outside.mkdir()
    (outside / "file").write_text("NOT YOURS")
    (project / "folder").mkdir()
    (project / "folder" / "file").write_text("yours")
    (project / "link").symlink_to(outside)
    done = threading.Event()

    swapper = threading.Thread(target=_swap, args=(project, done))
    swapper.start()
    try:
        texts = {_text_or_reason(project) for _ in range(1500)}
    finally:
        done.set()
        swapper.join()
    assert "NOT YOURS" not in texts
    assert "yours" in texts


def _swap(project: Path, done: threading.Event) -> None:
    """Exchange the folder and the link, over and over."""
    folder, link, aside = project / "folder", project / "link", project / "aside"
    while not done.is_set():
        folder.rename(aside)
        link.rename(folder)
        folder.rename(link)
        aside.rename(folder)


def _text_or_reason(project: Path) -> str:
    try:
        return read(project, locate(project, "folder/file").target).text
    except Refused as refused:
        return str(refused)


def test_a_zero_byte_near_the_beginning_makes_a_file_binary(project: Path) -> None:
    (project / "binary").write_bytes(b"x" * 8000 + b"\0")
    (project / "late").write_bytes(b"x" * 9000 + b"\0")
    with pytest.raises(Refused, match="binary"):
        read(project, "binary")
    assert read(project, "late").text.endswith("x\N{REPLACEMENT CHARACTER}")


def test_only_the_beginning_of_a_large_file_is_read_and_ends_with_a_line(project: Path) -> None:
    with (project / "huge").open("wb") as huge:
        huge.write(b"a line of text\n" * 20_000)
        huge.truncate(50 * 1024 * 1024)
    beginning = read(project, "huge")
    assert not beginning.whole
    assert len(beginning.text) <= reading.MOST_BYTES
    assert beginning.text.endswith("a line of text\n")


def test_a_large_file_without_line_ends_is_cut_where_the_bound_is(project: Path) -> None:
    (project / "long").write_bytes(b"x" * 1000)
    assert read(project, "long", most=100).text == "x" * 100
    assert read(project, "long", most=1000).whole


def test_bytes_become_text_that_can_be_stored() -> None:
    assert (
        decoded(b"caf\xe9\r\nok\0") == "caf\N{REPLACEMENT CHARACTER}\nok\N{REPLACEMENT CHARACTER}"
    )


def test_where_nothing_can_be_read_there_is_no_text(project: Path) -> None:
    assert read_text(project, "missing") == ""
    assert read_text(project / "missing", "file") == ""


def test_reading_leaves_no_descriptor_open(project: Path) -> None:
    (project / "a").mkdir()
    (project / "a" / "b").write_text("x")
    before = psutil.Process().num_fds()
    for path in ("a/b", "a", "a/missing", "missing/b"):
        read_text(project, path)
    assert psutil.Process().num_fds() == before
