"""What was written is read back as it was, by the folder and by the ZIP."""

import asyncio
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from roundtable.adapters.trees import names
from roundtable.adapters.trees.contents import as_file
from roundtable.adapters.trees.given import from_folder, from_zip
from roundtable.adapters.trees.writing import write_folder, write_zip
from roundtable.core.build_events import ProjectFile

PARTS = st.text(
    st.characters(codec="utf-8", exclude_categories=("C", "Z"), exclude_characters="/\\:"),
    min_size=1,
    max_size=12,
) | st.sampled_from(["src", "app.py", "a b", "-x", "[id]", "e\u0301", "\uff08x\uff09", "~"])
PATHS = st.lists(PARTS, min_size=1, max_size=4).map("/".join)
DATA = st.binary(max_size=200) | st.text(max_size=200).map(str.encode)


def trees(pairs: list[tuple[str, bytes]]) -> list[ProjectFile]:
    """Those of the files that can stand beside one another."""
    claimed = names.Claimed()
    files = []
    for path, data in pairs:
        if not (names.unfit(path) or names.private(path) or claimed.clash(path)):
            claimed.add(path)
            files.append(as_file(path, data))
    return sorted(files, key=lambda file: file.path)


TREES = st.lists(st.tuples(PATHS, DATA), min_size=1, max_size=8).map(trees)


@settings(max_examples=40, deadline=None)
@given(TREES)
def test_a_folder_gives_back_what_was_written(files: list[ProjectFile]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "out"
        assert write_folder(files, target) == len(files)
        read = asyncio.run(from_folder(target))
        assert list(read.files) == files
        assert read.left_out == ()
        assert write_folder(files, target, force=True) == len(files)
        assert list(asyncio.run(from_folder(target)).files) == files


@settings(max_examples=80, deadline=None)
@given(TREES.filter(bool))
def test_a_zip_gives_back_what_was_written(files: list[ProjectFile]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "out.zip"
        assert write_zip(files, target) == len(files)
        read = asyncio.run(from_zip(target))
        assert list(read.files) == files
        assert read.left_out == ()
