"""A ZIP gives its files as they were packed, and nothing that may not be shown."""

import io
import random
import zipfile
from pathlib import Path

import pytest

from roundtable.adapters.trees import tally, zips
from roundtable.adapters.trees.tally import Given
from roundtable.adapters.trees.zips import OUR_MARK, from_open_zip, from_zip
from roundtable.core.errors import UsageError
from tests.adapters.trees.zip_builder import FOLDER, LINK, STORED, Archive, Entry, archive, honest


@pytest.fixture
def packed(project: Path) -> Path:
    return project / "given.zip"


async def taken(at: Path, data: bytes, *ignore: str) -> Given:
    at.write_bytes(data)
    return await from_zip(at, ignore)


def paths(given: Given) -> list[str]:
    return [file.path for file in given.files]


async def test_text_and_binary_files_come_byte_by_byte(packed: Path) -> None:
    files = {
        "b.txt": "\ufeffü\r\n".encode(),
        "logo": b"\0\xff",
        "empty": b"",
        "a/x.zip": honest("y"),
    }
    entries = [
        Entry(name.encode(), data, method=n % 2 * 8) for n, (name, data) in enumerate(files.items())
    ]
    given = await taken(packed, archive(*entries))
    assert paths(given) == sorted(files)
    assert [file.binary for file in given.files] == [True, False, False, True]
    assert given.files[1].text.encode() == files["b.txt"]
    assert given.left_out == ()
    assert given.origin == str(packed)


async def test_what_usual_programs_pack_is_taken(packed: Path) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as opened:
        opened.mkdir("project")
        opened.writestr("project/a.py", "a = 1\n")
        opened.writestr("project/src/b.py", "b = 2\n")
        with opened.open("project/streamed", "w", force_zip64=True) as file:
            file.write(b"text")
    assert paths(await taken(packed, buffer.getvalue())) == ["a.py", "src/b.py", "streamed"]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["p/a", "p/b/c"], ["a", "b/c"]),
        (["p/a", "__MACOSX/p/._a"], ["a"]),
        (["p/a", "p/.git/config"], ["a"]),
        (["p/q/a", "p/q/b"], ["q/a", "q/b"]),
        (["p/a", "q/b"], ["p/a", "q/b"]),
        (["p/a", "b"], ["b", "p/a"]),
        (["a"], ["a"]),
    ],
)
async def test_a_single_folder_on_top_is_taken_off(
    packed: Path, names: list[str], expected: list[str]
) -> None:
    assert paths(await taken(packed, honest(*names))) == expected


async def test_a_single_folder_in_an_archive_of_ours_belongs_to_the_project(packed: Path) -> None:
    data = Archive([Entry(b"src/a")], comment=OUR_MARK).data()
    assert paths(await taken(packed, data)) == ["src/a"]


async def test_what_is_hidden_is_told(packed: Path) -> None:
    names = [".git/config", ".roundtable/log", "__MACOSX/._a", ".env", "d/key.pem", "dist/x"]
    given = await taken(packed, honest("a.py", "sub/aux.c", *names), "dist")
    assert paths(given) == ["a.py"]
    assert {entry.title for entry in given.left_out} == {"sub/aux.c", *names}


async def test_a_secret_folder_on_top_stays_secret(packed: Path) -> None:
    with pytest.raises(UsageError, match="secret"):
        await taken(packed, honest(".ssh/config", ".ssh/known_hosts"))


async def test_a_large_member_is_left_out_unread(packed: Path) -> None:
    large = Entry(b"large", size=3 << 20, packed=b"no deflate at all")
    blob = Entry(b"blob", random.Random(1).randbytes((1 << 20) + 1))
    given = await taken(packed, archive(Entry(b"a"), large, blob))
    assert paths(given) == ["a"]
    assert {entry.title: entry.reason for entry in given.left_out} == {
        "large": tally.TOO_LARGE,
        "blob": tally.TOO_LARGE_BINARY,
    }


async def test_of_too_many_files_the_deepest_are_left_out(
    packed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tally, "MOST_FILES", 2)
    given = await taken(packed, honest("a/b/c", "d/e", "f"))
    assert paths(given) == ["d/e", "f"]
    assert [entry.title for entry in given.left_out] == ["a/b/c"]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "not a ZIP"),
        (b"hello", "not a ZIP"),
        (b"\x1f\x8b\x08" + bytes(100), "not a ZIP"),
        (Archive([]).data(), "empty"),
        (archive(Entry(b"a/", b"", FOLDER, STORED)), "empty"),
        (honest(".env"), "secret"),
        (honest("a", "b")[:-10], "not a ZIP"),
        (honest("a", "b")[20:], "not a ZIP|damaged|lies on top"),
    ],
)
async def test_what_is_no_archive_of_files_is_refused_with_a_remedy(
    packed: Path, data: bytes, reason: str
) -> None:
    with pytest.raises(UsageError, match=reason) as caught:
        await taken(packed, data)
    assert caught.value.remedy
    assert str(packed) in caught.value.message


async def test_a_refusal_names_the_archive_the_member_and_the_remedy(packed: Path) -> None:
    with pytest.raises(UsageError) as caught:
        await taken(packed, archive(Entry(b"a"), Entry(b"shortcut", b"/etc/passwd", LINK)))
    assert str(packed) in caught.value.message
    assert "'shortcut'" in caught.value.message
    assert "without links" in caught.value.remedy


async def test_an_archive_on_disk_is_bounded(packed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with packed.open("wb") as file:
        file.truncate(zips.MOST_ARCHIVE + 1)
    with pytest.raises(UsageError, match="100 MB are taken"):
        await from_zip(packed)


async def test_an_archive_that_is_open_already_is_taken_like_one_on_the_disk(packed: Path) -> None:
    data = honest("top/a.py", "top/node_modules/b.js", "top/c")
    opened = await from_open_zip(io.BytesIO(data), len(data), "photos.zip", ("node_modules",))
    on_disk = await taken(packed, data, "node_modules")
    assert (opened.files, opened.left_out) == (on_disk.files, on_disk.left_out)
    assert opened.origin == "photos.zip"


async def test_an_open_archive_is_refused_by_the_name_it_goes_by() -> None:
    for data, size in ((b"PK", 2), (honest("a"), zips.MOST_ARCHIVE + 1)):
        with pytest.raises(UsageError, match=r"^photos\.zip cannot be taken: ") as caught:
            await from_open_zip(io.BytesIO(data), size, "photos.zip")
        assert caught.value.remedy


async def test_damage_at_any_place_is_refused_or_harmless(packed: Path) -> None:
    """No other error than ours, whichever bytes are changed, and never another content."""
    whole = archive(Entry(b"p/a.py", b"a = 1\n" * 50), Entry(b"p/b", b"\0" * 99, method=STORED))
    expected = {file.path: file for file in (await taken(packed, whole)).files}
    chance = random.Random(7)
    refused = 0
    for _ in range(1500):
        data = bytearray(whole)
        for _ in range(chance.choice((1, 1, 2, 8))):
            data[chance.randrange(len(data))] = chance.randrange(256)
        end = chance.choice((len(data), len(data), chance.randrange(len(data))))
        try:
            given = await taken(packed, bytes(data[:end]))
        except UsageError:
            refused += 1
            continue
        contents = {(file.text, file.binary) for file in given.files}
        assert contents <= {(file.text, file.binary) for file in expected.values()}
    assert 500 < refused < 1500
