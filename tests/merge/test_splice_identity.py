"""Hundreds of real files per language, cut and merged with themselves: every byte stays."""

import re
import time
from collections.abc import Iterator

import pytest

from roundtable.core.units import Conflict
from roundtable.merge.splice import Choice, Spliced, splice
from roundtable.merge.units import Split, Unit, split
from tests.corpus.sources import ENDINGS, Source, real_files

FEWEST = 500
PARTS = 2
LONGEST = 1.0
"""Seconds of this thread's own time for one file of at most 200 kB."""
FOREIGN = 0.02
"""The share of files that a grammar may fail to read: test data that is broken on purpose."""
REMARK = {"python": b"# changed"}

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


def as_on_windows(source: Source) -> Source:
    content = re.sub(rb"\r?\n", b"\r\n", source.content)
    return Source(source.path, b"\xef\xbb\xbf" + content.removeprefix(b"\xef\xbb\xbf"))


def readable(language: str, part: int) -> Iterator[Split]:
    """The real files of one part, in which nothing is broken."""
    for source in real_files(language)[part::PARTS]:
        pieces = cut(source)
        if not pieces.broken:
            yield pieces


@each_language
def test_hundreds_of_real_files_are_there(language: str) -> None:
    files = real_files(language)
    folders = {source.path.rpartition("/")[0] for source in files}
    assert len(files) >= FEWEST, f"only {len(files)} files of {language}"
    assert len(folders) >= FEWEST / 10, (
        f"{len(files)} files of {language} in {len(folders)} folders"
    )


@each_part
@each_language
def test_the_pieces_of_a_real_file_give_the_same_bytes_again(language: str, part: int) -> None:
    files = real_files(language)[part::PARTS]
    torn, slow, units = [], [], 0
    for source in files:
        began = time.thread_time()
        pieces = cut(source)
        if time.thread_time() - began > LONGEST:
            slow.append(source.path)
        if joined(pieces) != source.content:
            torn.append(source.path)
        units += len(pieces.units)
    assert not torn, f"{len(torn)} of {len(files)} files of {language} do not come back: {torn[:9]}"
    assert not slow, f"{len(slow)} of {len(files)} files took more than {LONGEST} s: {slow}"
    assert units > len(files), f"{len(files)} files have only {units} units"


@each_part
@each_language
def test_the_pieces_of_a_file_as_windows_writes_it_give_the_same_bytes_again(
    language: str, part: int
) -> None:
    files = [as_on_windows(source) for source in real_files(language)[part :: PARTS * 6]]
    torn = [source.path for source in files if joined(cut(source)) != source.content]
    assert not torn, f"{len(torn)} of {len(files)} files of {language} do not come back: {torn[:9]}"


@each_language
def test_nearly_all_real_files_can_be_read(language: str) -> None:
    files = real_files(language)[::3]
    broken = {source.path: why for source in files if (why := cut(source).broken)}
    assert len(broken) <= FOREIGN * len(files), f"{len(broken)} of {len(files)}: {broken}"


@each_part
@each_language
def test_a_file_with_every_unit_chosen_from_its_twin_keeps_every_byte(
    language: str, part: int
) -> None:
    count, other, doubts = 0, list[str](), list[Conflict]()
    for pieces in readable(language, part):
        text = pieces.source.decode()
        result = merged(text, pieces, pieces.units)
        count += 1
        if result.files != {pieces.path: text}:
            other.append(pieces.path)
        doubts += result.conflicts
    assert not other, f"{len(other)} of {count} files of {language} changed: {other[:9]}"
    assert not doubts, f"{len(doubts)} doubts in {count} files of {language}: {doubts[:5]}"


@each_part
@each_language
def test_a_changed_unit_comes_back_from_the_original_byte_for_byte(
    language: str, part: int
) -> None:
    count, other = 0, []
    for pieces in readable(language, part):
        bodies = [unit for unit in pieces.units if unit.kind in ("function", "method", "type")]
        if not bodies:
            continue
        unit = bodies[len(bodies) // 2]
        changed = with_a_remark(pieces, unit, REMARK.get(language, b"// changed"))
        count += 1
        if merged(changed, pieces, (unit,)).files != {pieces.path: pieces.source.decode()}:
            other.append(f"{pieces.path}: {unit.name}")
    assert count, f"no file of {language} has a function"
    assert not other, f"{len(other)} of {count} files of {language}: {other[:9]}"


def with_a_remark(pieces: Split, unit: Unit, remark: bytes) -> str:
    """The file with one line more, directly above the unit, which makes it a part of the unit."""
    source = pieces.source
    lead = re.match(rb"[ \t]*", source[unit.start :])
    assert lead is not None
    line = lead[0] + remark + b"\n"
    return (source[: unit.start] + line + source[unit.start :]).decode()
