"""Files go into a private folder, and only to places below it."""

import os
import stat
from pathlib import Path

import pytest

from roundtable.adapters.sandboxes.packing import Refused, packed, refuse_unfit, unfit


@pytest.mark.parametrize(
    "path",
    [
        "", "/etc/passwd", "..", "../a", "a/../b", "a//b", "a/", "./a", "a/.", "a\0b",
        "x" * 256, "é" * 128, "/".join(["a" * 200] * 6), "a\udc80b",
    ],
)  # fmt: skip
def test_a_path_that_is_no_plain_place_below_is_refused(path: str) -> None:
    assert unfit(path)
    with pytest.raises(Refused), packed({path: "text"}, 1000, {}):
        pass


@pytest.mark.parametrize("path", ["a", "a/b.py", ".hidden", "..a", "a b/ü", "x" * 255])
def test_a_plain_path_is_taken(path: str) -> None:
    assert unfit(path) == ""
    with packed({path: "text"}, 1000, {}) as place:
        assert (place.tree / path).read_text() == "text"


def test_a_file_cannot_also_be_a_folder() -> None:
    with pytest.raises(Refused, match="also a folder"):
        refuse_unfit(["a/b/c", "a"])


def test_too_many_bytes_are_refused_before_anything_is_written() -> None:
    with pytest.raises(Refused, match="1,001 bytes"), packed({"a": "x" * 1001}, 1000, {}):
        pass


def test_only_we_can_enter_and_whoever_is_inside_can_read() -> None:
    before = os.umask(0o077)
    try:
        with packed({"a/b": "text"}, 1000, {"passwd": "x"}) as place:
            assert stat.S_IMODE(place.tree.parent.stat().st_mode) == 0o700
            assert stat.S_IMODE((place.tree / "a").stat().st_mode) == 0o755
            assert stat.S_IMODE((place.tree / "a/b").stat().st_mode) == 0o644
            assert (place.beside / "passwd").read_text() == "x"
    finally:
        os.umask(before)


def test_nothing_is_left_also_after_an_error() -> None:
    seen: list[Path] = []
    with pytest.raises(RuntimeError), packed({"a": "x"}, 1000, {}) as place:
        seen.append(place.tree)
        raise RuntimeError
    assert seen
    assert not seen[0].parent.exists()


def test_text_that_cannot_be_encoded_is_written_with_marks_in_its_place() -> None:
    with packed({"a": "x\udc80y", "b": "1\r\n2"}, 1000, {}) as place:
        assert (place.tree / "a").read_bytes() == b"x?y"
        assert (place.tree / "b").read_bytes() == b"1\r\n2"
