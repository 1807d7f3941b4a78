"""What was sent becomes a tree: an archive or files, with a word on all that stays out."""

import tempfile

import pytest

from roundtable.adapters.trees.tally import Given
from roundtable.apps.web.forms import Sent
from roundtable.apps.web.received import received
from roundtable.core.errors import UsageError
from tests.adapters.trees.zip_builder import honest


def sent(name: str, data: bytes = b"x") -> Sent:
    file = tempfile.SpooledTemporaryFile()  # noqa: SIM115 -- `taken` closes it
    file.write(data)
    file.seek(0)
    return Sent(name, file, len(data))


async def taken(*files: Sent, ignore: tuple[str, ...] = ()) -> Given:
    try:
        return await received(files, ignore)
    finally:
        for file in files:
            file.file.close()


async def test_files_are_ordered_and_the_deepest_give_way() -> None:
    given = await taken(sent("b/c/d"), sent("z"), sent("a/b"))
    assert [file.path for file in given.files] == ["a/b", "b/c/d", "z"]
    assert given.origin == "3 files"


async def test_the_origin_counts_what_was_taken() -> None:
    given = await taken(sent("a"), sent("../b"), sent("c"))
    assert given.origin == "2 files"
    assert [(left.title, left.reason) for left in given.left_out] == [
        ("../b", "its name leads upwards")
    ]


async def test_the_configs_rules_hold_for_files_and_archives() -> None:
    given = await taken(sent("src/a"), sent("build/b"), ignore=("build",))
    assert [file.path for file in given.files] == ["src/a"]
    packed = sent("x.zip", honest("src/a", "build/b"))
    given = await taken(packed, ignore=("build",))
    assert [file.path for file in given.files] == ["src/a"]
    assert len(given.left_out) == 1


@pytest.mark.parametrize("name", ["photos.zip", "PHOTOS.ZIP", "dir/photos.zip"])
async def test_an_archive_alone_is_looked_into(name: str) -> None:
    given = await taken(sent(name, honest("a", "b")))
    assert ([file.path for file in given.files], given.origin) == (["a", "b"], name)


async def test_an_archive_among_others_is_a_file() -> None:
    given = await taken(sent("x.zip", honest("a")), sent("b"))
    assert [(file.path, file.binary) for file in given.files] == [("b", False), ("x.zip", True)]


@pytest.mark.parametrize("names", [("../a", ".env"), ("x.zip",)])
async def test_where_there_is_nothing_to_work_with_it_is_told(names: tuple[str, ...]) -> None:
    with pytest.raises(UsageError) as refused:
        await taken(*map(sent, names))
    assert refused.value.remedy
    assert refused.value.message.isprintable()
