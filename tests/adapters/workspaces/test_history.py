"""A history as far as it concerns some files, read from real repositories, and its bounds."""

from collections.abc import Callable
from pathlib import Path

import pytest

from roundtable.adapters.workspaces import history
from roundtable.adapters.workspaces.git import GitFailed
from roundtable.adapters.workspaces.history import GONE, UNKNOWN, Commit, read_history
from roundtable.core.changes import sha256
from tests.adapters.workspaces.story import Story

Git = Callable[..., str]


@pytest.fixture
def story(repository: Path, git: Git, monkeypatch: pytest.MonkeyPatch) -> Story:
    return Story(repository, git, monkeypatch)


async def read(story: Story, *paths: str, since: int = 0) -> tuple[Commit, ...]:
    return await read_history(story.root, story.head(), paths, since)


def hashed(text: str) -> str:
    return sha256(text.encode())


async def test_commits_come_oldest_first_with_what_they_made_of_the_files(story: Story) -> None:
    story.write({"src/app.py": "two\n", "README.md": "not asked for\n"})
    second = story.commit("second\n\nwords")
    story.write({"src/app.py": None, "new.py": "three\n"})
    third = story.commit("third")
    first, *rest = await read(story, "src/app.py", "new.py")
    assert [c.number for c in rest] == [second, third]
    assert (rest[0].message.strip(), rest[0].at) == ("second\n\nwords", story.now - 60)
    assert rest[0].parents == (first.number,)
    assert set(first.changed) == {"src/app.py"}
    assert hashed("two\n") in rest[0].changed["src/app.py"]
    assert hashed("two\r\n") in rest[0].changed["src/app.py"]
    assert rest[1].changed["src/app.py"] == GONE
    assert rest[1].state == rest[1].changed
    assert rest[0].state == rest[0].changed


async def test_a_commit_that_touches_none_of_them_keeps_the_state(story: Story) -> None:
    story.write({"README.md": "other\n"})
    story.commit("other")
    first, second = await read(story, "src/app.py")
    assert second.changed == {}
    assert second.state == first.state != {}


async def test_a_merge_is_told_next_to_its_first_parent(story: Story) -> None:
    story.git("checkout", "-q", "-b", "side")
    story.write({"side.py": "side\n"})
    side = story.commit("side")
    story.git("checkout", "-q", "main")
    story.write({"main.py": "main\n"})
    main = story.commit("main")
    merge = story.run("merge", "-q", "--no-ff", "-m", "merge", "side")
    by_number = {c.number: c for c in await read(story, "side.py", "main.py")}
    assert by_number[merge].parents == (main, side)
    assert set(by_number[merge].changed) == {"side.py"}
    assert set(by_number[merge].state) == {"side.py", "main.py"}
    assert set(by_number[side].state) == {"side.py"}


async def test_parents_come_before_their_children_whatever_the_clock_said(story: Story) -> None:
    numbers = []
    for number, minutes in enumerate((500, 10, 900, 3)):
        story.now += minutes * 60 * (-1) ** number
        story.write({"src/app.py": f"{number}\n"})
        numbers.append(story.commit(f"change {number}"))
    story.git("checkout", "-q", "-b", "side", "HEAD~2")
    story.now -= 100_000
    story.write({"side.py": "side\n"})
    story.commit("long ago")
    story.git("checkout", "-q", "main")
    story.run("merge", "-q", "--no-ff", "-m", "merge", "side")
    commits = await read(story, "src/app.py")
    seen: set[str] = set()
    for commit in commits:
        assert set(commit.parents) <= seen
        seen.add(commit.number)
    assert [c.number for c in commits if c.number in numbers] == numbers
    assert commits[-1].number == story.head()


async def test_what_is_no_plain_file_is_not_known(story: Story) -> None:
    (story.root / "link").symlink_to("README.md")
    story.commit("a link")
    (_, commit) = await read(story, "link")
    assert commit.changed == {"link": UNKNOWN}


async def test_a_file_that_was_given_another_name_is_not_gone(story: Story) -> None:
    story.git("mv", "src/app.py", "src/main.py")
    story.commit("move")
    (_, commit) = await read(story, "src/app.py")
    assert commit.changed == {"src/app.py": UNKNOWN}


async def test_nothing_older_than_asked_is_read(story: Story) -> None:
    story.write({"src/app.py": "two\n"})
    second = story.commit("second")
    assert [c.number for c in await read(story, "src/app.py", since=story.now)] == [second]


async def test_no_more_than_so_many_commits_are_read(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "MOST_COMMITS", 3)
    for number in range(5):
        story.write({"src/app.py": f"{number}\n"})
        story.commit(f"change {number}")
    commits = await read(story, "src/app.py")
    assert [c.message.strip() for c in commits] == ["change 2", "change 3", "change 4"]


async def test_where_git_has_too_much_to_tell_the_oldest_commits_are_not_known(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    story.write({f"many/{number:04}.txt": "x\n" for number in range(400)})
    story.commit("many files")
    for number in range(3):
        story.write({"src/app.py": f"{number}\n"})
        story.commit(f"change {number}")
    monkeypatch.setattr(history, "_MOST_LISTED", 5_000)
    commits = await read(story, "src/app.py")
    assert [c.message.strip() for c in commits] == ["change 0", "change 1", "change 2"]
    assert hashed("0\n") in commits[0].state["src/app.py"]


async def test_contents_beyond_the_bound_are_not_known(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text in ("small\n", "large\n" * 1_000):
        story.write({"src/app.py": text})
        story.commit("change")
    monkeypatch.setattr(history, "_MOST_CONTENT", 2_000)
    *_, small, large = await read(story, "src/app.py")
    assert hashed("small\n") in small.changed["src/app.py"]
    assert large.changed["src/app.py"] == UNKNOWN


async def test_binary_contents_have_one_form(story: Story) -> None:
    (story.root / "data").write_bytes(b"a\n\0b\n")
    story.commit("data")
    (_, commit) = await read(story, "data")
    assert commit.changed == {"data": frozenset({sha256(b"a\n\0b\n")})}


async def test_nothing_of_the_repositorys_configuration_is_run(
    story: Story, tmp_path: Path
) -> None:
    trap = tmp_path / "trap"
    script = tmp_path / "trap.sh"
    script.write_text(f"#!/bin/sh\ntouch {trap}\ncat\n")
    script.chmod(0o755)
    (story.root / ".git" / "info" / "attributes").write_text("* filter=x diff=x\n")
    settings = ("filter.x.smudge", "filter.x.clean", "diff.x.textconv", "diff.x.command")
    for name in (*settings, "diff.external", "core.pager", "gpg.program", "core.fsmonitor"):
        story.git("config", name, str(script))
    story.git("config", "log.showSignature", "true")
    trap.unlink(missing_ok=True)
    assert len(await read(story, "src/app.py")) == 1
    assert not trap.exists()


async def test_a_head_that_is_not_there_is_an_error_of_git(story: Story) -> None:
    with pytest.raises(GitFailed):
        await read_history(story.root, "0" * 40, ["src/app.py"], 0)
