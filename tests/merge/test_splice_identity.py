"""Hundreds of real files per language, cut and merged with themselves: every byte stays."""

import re
import time

import pytest

from roundtable.core.units import Conflict
from roundtable.merge.splice import Choice, Spliced, splice
from roundtable.merge.units import Split, Unit, split
from tests.corpus.sources import ENDINGS, Source, real_files

FEWEST = 500
PARTS = 2
LONGEST = 1.0
"""Seconds of this thread's own time to cut one file of at most 200 kB."""
FOREIGN = 0.02
"""The share of files that a grammar may fail to read."""
BOM = b"\xef\xbb\xbf"

each_language = pytest.mark.parametrize("language", tuple(ENDINGS))
each_part = pytest.mark.parametrize("part", range(PARTS))


def cut(source: Source) -> Split:
    return split(source.path, source.content)


def joined(pieces: Split) -> bytes:
    return b"".join(pieces.source[start:end] for _, (start, end) in pieces.pieces())


def merged(base: str, candidate: Split, units: tuple[Unit, ...]) -> Spliced:
    path, text = candidate.path, candidate.source.decode()
    choices = [Choice(path, unit.name, "other") for unit in units]
    return splice({path: base}, {"other": {path: text}}, choices)


def smallest(language: str) -> list[Source]:
    """A merge reads a file several times; the largest files are left to the other tests."""
    return sorted(real_files(language), key=lambda source: len(source.content))[:FEWEST]


def as_on_windows(source: Source) -> Source:
    content = re.sub(rb"\r?\n", b"\r\n", source.content)
    return Source(source.path, BOM + content.removeprefix(BOM))


@each_language
def test_hundreds_of_real_files_are_there(language: str) -> None:
    files = real_files(language)
    folders = {source.path.rpartition("/")[0] for source in files}
    assert len(files) >= FEWEST, f"only {len(files)} files of {language}"
    assert len(folders) >= 50, f"{len(files)} files of {language} in only {len(folders)} folders"


@each_part
@each_language
def test_the_pieces_of_a_real_file_give_the_same_bytes_again(language: str, part: int) -> None:
    files = real_files(language)[part::PARTS]
    torn, slow, broken, units = [], [], [], 0
    for source in files:
        began = time.thread_time()
        pieces = cut(source)
        if time.thread_time() - began > LONGEST:
            slow.append(source.path)
        if joined(pieces) != source.content:
            torn.append(source.path)
        if pieces.broken:
            broken.append(f"{source.path}, {pieces.broken}")
        units += len(pieces.units)
    of = f"of {len(files)} files of {language}"
    assert not torn, f"{len(torn)} {of} do not come back: {torn[:9]}"
    assert not slow, f"{len(slow)} {of} took more than {LONGEST} s: {slow[:9]}"
    assert len(broken) <= FOREIGN * len(files), f"{len(broken)} {of} are broken: {broken[:9]}"
    assert units > 3 * len(files), f"only {units} units in {len(files)} files of {language}"


@each_language
def test_the_pieces_of_a_file_as_windows_writes_it_give_the_same_bytes_again(language: str) -> None:
    files = [as_on_windows(source) for source in real_files(language)[::6]]
    torn = [source.path for source in files if joined(cut(source)) != source.content]
    assert not torn, f"{len(torn)} of {len(files)} files of {language} do not come back: {torn[:9]}"


@each_part
@each_language
def test_a_file_with_every_unit_chosen_from_its_twin_keeps_every_byte(
    language: str, part: int
) -> None:
    files = smallest(language)[part::PARTS]
    other, doubts = list[str](), list[Conflict]()
    for source in files:
        pieces, text = cut(source), source.content.decode()
        result = merged(text, pieces, pieces.units)
        if result.files != {source.path: text}:
            other.append(source.path)
        if not pieces.broken:
            doubts += result.conflicts
    of = f"of {len(files)} files of {language}"
    assert not other, f"{len(other)} {of} changed: {other[:9]}"
    assert not doubts, f"{len(doubts)} needless doubts in the merge {of}: {doubts[:5]}"


@each_language
def test_a_changed_unit_comes_back_from_the_original_byte_for_byte(language: str) -> None:
    """Windows line ends in every second file: what is put in must take the file's own."""
    files = real_files(language)[::8]
    count, other = 0, []
    for number, source in enumerate(files):
        pieces = cut(as_on_windows(source) if number % 2 else source)
        bodies = [unit for unit in pieces.units if unit.kind in ("function", "method", "type")]
        if pieces.broken or not bodies:
            continue
        count += 1
        unit = bodies[len(bodies) // 2]
        changed = with_a_remark(
            pieces, unit, b"# changed" if language == "python" else b"// changed"
        )
        if merged(changed, pieces, (unit,)).files != {pieces.path: pieces.source.decode()}:
            other.append(f"{pieces.path}: {unit.name}")
    assert count > len(files) / 3, f"only {count} of {len(files)} files have a function"
    assert not other, f"{len(other)} of {count} files of {language} differ: {other[:9]}"


def with_a_remark(pieces: Split, unit: Unit, remark: bytes) -> str:
    """The file with one line more, directly above the unit, which makes it a part of the unit."""
    source = pieces.source
    lead = re.match(rb"[ \t]*", source[unit.start :])
    assert lead is not None
    end = b"\r\n" if b"\r\n" in source else b"\n"
    return (source[: unit.start] + lead[0] + remark + end + source[unit.start :]).decode()
