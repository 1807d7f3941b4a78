"""A form of files: read piece by piece, and refused unless all of it is there."""

import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from roundtable.apps.web.forms import sent_files
from roundtable.apps.web.problems import Refusal

KIND = 'multipart/form-data; boundary="x-x"'


def part(name: str, data: bytes, disposition: str = "") -> bytes:
    told = disposition or f'form-data; name="files"; filename="{name}"'
    return f"--x-x\r\nContent-Disposition: {told}\r\n\r\n".encode() + data + b"\r\n"


END = b"--x-x--\r\n"


async def pieces(body: bytes, size: int) -> AsyncIterator[bytes]:
    for start in range(0, len(body), size):
        yield body[start : start + size]


async def read(body: bytes, size: int = 7, most: int = 10, kind: str = KIND) -> dict[str, bytes]:
    async with sent_files(kind, pieces(body, size), most) as files:
        assert all(sent.size == len(sent.file.read()) for sent in files)
        for sent in files:
            sent.file.seek(0)
        found = {sent.name: sent.file.read() for sent in files}
    assert all(sent.file.closed for sent in files)
    return found


@pytest.mark.parametrize("size", [1, 2, 7, 64, 10_000])
async def test_files_come_whole_however_the_body_is_cut(size: int) -> None:
    data = b"\r\n--x-\r\n--x-y\r\n" * 9
    body = part("a/b.txt", data) + part("empty", b"") + part("käse", b"\0\xff") + END
    assert await read(body, size) == {"a/b.txt": data, "empty": b"", "käse": b"\0\xff"}


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("C:\\dir\\x.py", "C:\\dir\\x.py"),
        ("\\\\host\\x.py", "\\\\host\\x.py"),
        ("../x.py", "../x.py"),
        ("a%22b%0A%0Dc", 'a"b\n\rc'),
        ("100%25", "100%25"),
        ("", ""),
    ],
)
async def test_a_name_is_what_was_sent_and_nothing_is_taken_off_it(written: str, name: str) -> None:
    assert list(await read(part(written, b"x") + END)) == [name]


async def test_a_large_file_has_no_name_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    body = part("large", b"x" * 3_000_000) + END
    async with sent_files(KIND, pieces(body, 65_536), 10) as (sent,):
        assert sent.size == 3_000_000
        assert list(tmp_path.iterdir()) == []


FINE = part("a", b"x")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        END,
        FINE,
        FINE[:-3],
        FINE + END[:-4],
        b"no form at all",
        part("a", b"x", 'form-data; name="files"') + END,
        part("a", b"x", 'form-data; name="other"; filename="a"') + END,
        part("a", b"x", 'form-data; filename="a"') + END,
        part("a", b"x", "form-data; name=\"files\"; filename*=utf-8''a") + END,
        part("x" * 5000, b"x") + END,
        b"--x-x\r\n\r\nno header\r\n" + END,
        b"--x-x\r\n" + b"".join(b"h%d: x\r\n" % n for n in range(20)) + b"\r\nx\r\n" + END,
    ],
)
async def test_what_is_no_whole_form_of_files_is_refused(body: bytes) -> None:
    with pytest.raises(Refusal) as refused:
        await read(body)
    told = refused.value.problem
    assert (told.type, told.field) == ("invalid", "files")
    assert told.remedy


@pytest.mark.parametrize(
    "kind", ["multipart/form-data", "", "multipart/form-data; boundary=" + "x" * 300]
)
async def test_a_form_must_say_what_its_parts_end_with(kind: str) -> None:
    with pytest.raises(Refusal) as refused:
        await read(FINE + END, kind=kind)
    assert refused.value.problem.type == "invalid"


async def test_files_beyond_the_most_are_refused_as_soon_as_they_come() -> None:
    came = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal came
        while True:
            came += 1
            yield FINE

    with pytest.raises(Refusal) as refused:
        async with sent_files(KIND, endless(), 10):
            pass
    assert refused.value.problem.type == "too_large"
    assert came == 11


async def test_whatever_fails_inside_the_files_are_closed() -> None:
    seen = []
    with pytest.raises(ValueError, match="broken"):
        async with sent_files(KIND, pieces(FINE + END, 9), 10) as files:
            seen += files
            raise ValueError("broken")
    assert [sent.file.closed for sent in seen] == [True]
