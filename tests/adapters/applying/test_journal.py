"""A journal comes back as it was written, or is known to be damaged."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.adapters.applying.journal import Damaged, Journal, Manifest, Step, decode
from roundtable.core.changes import WrittenFile, sha256


def step(path: str, old: bytes | None, new: bytes | None) -> Step:
    return Step(
        path=path,
        before="" if old is None else sha256(old),
        after="" if new is None else sha256(new),
        mode=0 if old is None else 0o640,
        new_mode=0 if new is None else 0o640,
        size=len(old or b""),
    )


def journal(*files: tuple[str, bytes | None, bytes | None], made: tuple[str, ...] = ()) -> Journal:
    manifest = Manifest(steps=tuple(step(*file) for file in files), made=made)
    return Journal(manifest, tuple(old for _, old, _ in files))


WHOLE = journal(
    ("a.txt", b"old\n\0\xff", b"new"), ("n/m/x", None, b""), ("e", b"", None), made=("n", "n/m")
)


def test_a_journal_comes_back_byte_for_byte() -> None:
    assert decode(WHOLE.encode()) == WHOLE


@given(st.lists(st.tuples(st.none() | st.binary(max_size=50), st.none() | st.binary()), max_size=9))
def test_any_journal_comes_back(contents: list[tuple[bytes | None, bytes | None]]) -> None:
    one = journal(*((f"file{n}", old, new) for n, (old, new) in enumerate(contents)))
    assert decode(one.encode()) == one


@given(st.data())
def test_no_journal_is_believed_that_has_lost_or_changed_a_byte(data: st.DataObject) -> None:
    whole = WHOLE.encode()
    at = data.draw(st.integers(0, len(whole) - 1))
    flipped = bytearray(whole)
    flipped[at] ^= 1
    for damaged in (whole[:at], bytes(flipped), whole + b"x"):
        with pytest.raises(Damaged):
            decode(damaged)


@pytest.mark.parametrize(
    "path", ["../x", "/etc/passwd", ".git/hooks/pre-commit", ".roundtable/config.json", ".env", ""]
)
def test_a_journal_that_came_with_a_repository_leads_nowhere_else(path: str) -> None:
    with pytest.raises(Damaged, match="it names"):
        decode(journal((path, b"x", None)).encode())
    with pytest.raises(Damaged, match="folder"):
        decode(journal(("a/b", None, b"x"), made=(path,)).encode())


def test_a_journal_is_damaged_if_its_parts_do_not_fit_each_other() -> None:
    for old in (b"other", b"longer than the size that the manifest has", b""):
        with pytest.raises(Damaged, match="bytes"):
            decode(Journal(WHOLE.manifest, (old, None, b"")).encode())
    with pytest.raises(Damaged, match="same"):
        decode(journal(("a", b"x", None), ("A", b"x", None)).encode())
    line = WHOLE.manifest.model_dump_json().replace(WHOLE.manifest.token, "../../x").encode()
    body = line + b"\n"
    with pytest.raises(Damaged, match="manifest"):
        decode(b"roundtable journal 1 " + sha256(body).encode() + b"\n" + body)


def test_what_is_touched_are_the_folders_whose_names_change() -> None:
    assert WHOLE.manifest.touched == ["", "n", "n/m"]
    assert journal(("a/b/c", b"x", None)).manifest.touched == ["a/b"]


def test_a_passing_name_is_of_this_journal_alone() -> None:
    one, other = journal(("a", None, b"")).manifest, journal(("a", None, b"")).manifest
    assert one.part(0) not in (one.part(1), other.part(0))
    assert one.part(0).startswith(".roundtable-")
    assert one.part(0).endswith(".part")


def test_the_files_of_a_manifest_are_told_by_their_hashes() -> None:
    assert WHOLE.manifest.files[1] == WrittenFile(path="n/m/x", before="", after=sha256(b""))
