"""The list of a ZIP's members is judged before anything is unpacked."""

import io
from zipfile import ZipFile

import pytest

from roundtable.adapters.trees import members
from roundtable.adapters.trees.members import Unsound, files_in
from tests.adapters.trees.zip_builder import FOLDER, STORED, Archive, Entry, archive, honest


def paths(data: bytes) -> list[str]:
    with ZipFile(io.BytesIO(data)) as opened:
        return [member.path for member in files_in(opened, len(data))]


def refusal(data: bytes) -> Unsound:
    with pytest.raises(Unsound) as caught:
        paths(data)
    return caught.value


def test_files_are_given_in_order_and_folders_are_not() -> None:
    folder = Entry(b"src/", b"", FOLDER, STORED)
    assert paths(archive(folder, Entry(b"src/b"), Entry(b"a"), folder)) == ["src/b", "a"]


@pytest.mark.parametrize(
    ("name", "flags", "path"),
    [
        (b"./a", 0x800, "a"),
        (b"././a", 0, "a"),
        ("ü".encode(), 0x800, "ü"),
        ("ü".encode(), 0, "ü"),
        ("ü".encode("cp437"), 0, "ü"),
    ],
)
def test_a_name_is_read_as_its_packer_meant_it(name: bytes, flags: int, path: str) -> None:
    assert paths(archive(Entry(name, flags=flags))) == [path]


def test_the_folder_that_an_archive_begins_with_is_no_member() -> None:
    assert paths(archive(Entry(b"./", b"", FOLDER, STORED), Entry(b"./a"))) == ["a"]


def test_a_file_from_a_system_without_modes_is_a_file() -> None:
    assert paths(archive(Entry(b"a", mode=0, system=0, attributes=0x20))) == ["a"]


def test_bytes_in_front_of_an_archive_are_passed_over() -> None:
    data = Archive([Entry(b"a"), Entry(b"b")], prefix=b"#!/bin/sh\n").data()
    assert paths(data) == ["a", "b"]


def test_a_refusal_names_the_member_and_the_remedy() -> None:
    unsound = refusal(archive(Entry(b"fine"), Entry(b"../evil")))
    assert "'../evil'" in str(unsound)
    assert "upwards" in str(unsound)
    assert unsound.remedy


def test_an_archive_has_no_more_members_than_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members, "MOST_MEMBERS", 3)
    assert len(paths(honest("a", "b", "c"))) == 3
    assert "4 members" in str(refusal(honest("a", "b", "c", "d")))


def test_a_small_archive_may_be_packed_however_well() -> None:
    assert paths(archive(Entry(b"zeros", bytes(1_900_000)))) == ["zeros"]


def test_an_archive_that_unpacks_to_far_more_than_it_is_is_refused() -> None:
    entries = [Entry(f"{n}".encode(), bytes(1_900_000)) for n in range(7)]
    assert "times its size" in str(refusal(archive(*entries)))


def test_what_an_archive_says_it_unpacks_to_is_bounded() -> None:
    assert "600 MB" in str(refusal(archive(Entry(b"x", size=600 << 20))))
