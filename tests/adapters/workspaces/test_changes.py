"""Commits and differences, as git tells them."""

import os
from collections.abc import Callable
from pathlib import Path

from roundtable.adapters.workspaces.changes import (
    Change,
    changed,
    empty_tree,
    filtered,
    latest_commits,
    patch,
)
from roundtable.adapters.workspaces.snapshot import head, snapshot

Git = Callable[..., str]


async def test_the_latest_commits_come_newest_first_and_on_one_line_each(
    repository: Path, git: Git
) -> None:
    for number in range(12):
        git("commit", "-q", "--allow-empty", "-m", f"change {number}\n\nwith a body")
    async with snapshot(repository) as view:
        commits = await latest_commits(view, (await head(repository))[1])
    assert len(commits) == 10
    assert commits[0].endswith("change 11")
    assert all("\n" not in line for line in commits)


async def test_a_subject_may_be_made_of_any_bytes(repository: Path, git: Git) -> None:
    head_line = git("cat-file", "commit", "HEAD").partition("\n\n")[0]
    raw = head_line.encode() + b"\n\ncaf\xe9 \x1b[31mred\x07 " + b"x" * 5000
    git("reset", "-q", git("hash-object", "-t", "commit", "-w", "--stdin", given=raw))
    async with snapshot(repository) as view:
        (line,) = await latest_commits(view, (await head(repository))[1])
    assert "caf\N{REPLACEMENT CHARACTER} [31mred" in line
    assert line.isprintable()
    assert len(line) <= 160


async def test_before_the_first_commit_there_is_nothing_to_tell(project: Path, git: Git) -> None:
    git("init", "-q")
    (project / "a.txt").write_text("staged\n")
    git("add", ".")
    async with snapshot(project) as view:
        base = await empty_tree(view)
        assert await latest_commits(view, "") == ()
        assert await changed(view, base) == (Change("a.txt", "A"),)
        assert "+staged" in (await patch(view, base, ["a.txt"], 10_000)).text


async def test_staged_unstaged_deleted_and_added_files_are_changes(
    repository: Path, git: Git
) -> None:
    for name in ("staged", "unstaged", "deleted", "same"):
        (repository / name).write_text("one\n")
    git("add", ".")
    git("commit", "-q", "-m", "more")
    (repository / "staged").write_text("two\n")
    (repository / "added").write_text("new\n")
    git("add", ".")
    (repository / "unstaged").write_text("two\n")
    (repository / "deleted").unlink()
    os.utime(repository / "same", (1, 1))
    async with snapshot(repository) as view:
        found = await changed(view, git("rev-parse", "HEAD"))
    assert {(c.path, c.status) for c in found} == {
        ("staged", "M"),
        ("added", "A"),
        ("unstaged", "M"),
        ("deleted", "D"),
    }


async def test_a_file_in_conflict_is_listed_once(repository: Path, git: Git) -> None:
    git("checkout", "-q", "-b", "side")
    (repository / "README.md").write_text("side\n")
    git("commit", "-q", "-a", "-m", "side")
    git("checkout", "-q", "main")
    (repository / "README.md").write_text("main\n")
    git("commit", "-q", "-a", "-m", "main")
    git("merge", "-q", "side", check=False)
    async with snapshot(repository) as view:
        (only,) = await changed(view, git("rev-parse", "HEAD"))
        assert only.path == "README.md"
        assert "<<<<<<<" in (await patch(view, git("rev-parse", "HEAD"), ["README.md"], 9999)).text


async def test_names_of_any_bytes_and_names_that_look_like_options_or_patterns_work(
    repository: Path, git: Git
) -> None:
    names = ["--output=x", ":(exclude)*", "*", "new\nline", "caf\udce9", "-", "häßlich"]
    for name in names:
        (repository / name).write_bytes(b"one\n")
    git("add", ".")
    git("commit", "-q", "-m", "odd names")
    for name in names:
        (repository / name).write_bytes(b"two\n")
    async with snapshot(repository) as view:
        base = git("rev-parse", "HEAD")
        assert {c.path for c in await changed(view, base)} == set(names)
        text = (await patch(view, base, ["*"], 10_000)).text
        assert text.count("diff --git") == 1
        whole = (await patch(view, base, names, 10_000)).text
    assert whole.count("+two") == len(names)
    assert "a/häßlich" in whole
    assert not (repository / "x").exists()


async def test_a_long_patch_is_cut_at_the_end_of_a_line(repository: Path, git: Git) -> None:
    (repository / "README.md").write_text("a new line\n" * 10_000)
    async with snapshot(repository) as view:
        long = await patch(view, git("rev-parse", "HEAD"), ["README.md"], 2000)
        none = await patch(view, git("rev-parse", "HEAD"), [], 2000)
    assert long.cut
    assert long.text.endswith("+a new line\n")
    assert len(long.text) <= 2000
    assert (none.text, none.cut) == ("", False)


async def test_files_behind_a_filter_are_known(repository: Path) -> None:
    (repository / ".gitattributes").write_text("*.bin filter=lfs\nplain.bin -filter\n")
    async with snapshot(repository) as view:
        found = await filtered(view, ["a.bin", "sub/b.bin", "plain.bin", "README.md"])
        assert found == {"a.bin", "sub/b.bin"}
        assert await filtered(view, []) == frozenset()
