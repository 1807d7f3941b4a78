"""What objects hold, byte by byte."""

from collections.abc import Callable
from pathlib import Path

import pytest

from roundtable.adapters.workspaces.git import GitFailed
from roundtable.adapters.workspaces.objects import contents, sizes
from roundtable.adapters.workspaces.snapshot import snapshot

Git = Callable[..., str]
HELD = [b"", b"\n", b"plain\n", b"two\nlines", b"\0\xff\r\n" * 1_000, b"blob 5\nx\n"]


async def test_sizes_and_bytes_come_as_they_were_stored(repository: Path, git: Git) -> None:
    stored = {git("hash-object", "-w", "--stdin", given=data): data for data in HELD}
    async with snapshot(repository) as view:
        known = await sizes(view, tuple(stored))
        assert known == {name: len(data) for name, data in stored.items()}
        assert await contents(view, known) == stored


async def test_of_nothing_there_is_nothing(repository: Path) -> None:
    async with snapshot(repository) as view:
        assert await sizes(view, ()) == {}
        assert await contents(view, {}) == {}


@pytest.mark.parametrize("name", ["missing", "a tree"])
async def test_what_is_no_file_is_refused(repository: Path, git: Git, name: str) -> None:
    number = git("rev-parse", "HEAD^{tree}") if name == "a tree" else "1" * 40
    async with snapshot(repository) as view:
        with pytest.raises(GitFailed, match=number):
            await sizes(view, (number,))


async def test_more_than_was_said_is_refused(repository: Path, git: Git) -> None:
    number = git("hash-object", "-w", "--stdin", given=b"x" * 5_000)
    async with snapshot(repository) as view:
        with pytest.raises(GitFailed, match="more"):
            await contents(view, {number: 10})
