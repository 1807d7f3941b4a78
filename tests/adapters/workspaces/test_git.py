"""Git is run with bounds, and only the git that the machine has."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from roundtable.adapters.workspaces import git as safe_git
from roundtable.adapters.workspaces.git import GitFailed, ask, run

Git = Callable[..., str]


def running_git() -> list[str]:
    found = []
    for child in psutil.Process().children(recursive=True):
        try:
            found += [child.name()] if child.status() != psutil.STATUS_ZOMBIE else []
        except psutil.NoSuchProcess:
            continue
    return [name for name in found if "git" in name]


@pytest.fixture
def endless(project: Path) -> tuple[str, ...]:
    """A command that waits for ever: nobody writes into the pipe."""
    os.mkfifo(project / "pipe")
    return ("hash-object", "--no-filters", "--", "pipe")


async def test_output_is_read_up_to_a_bound_and_git_is_ended_there(repository: Path) -> None:
    (repository / "big").write_bytes(b"0123456789abcdef\n" * 400_000)
    output = await run(repository, "diff", "--no-index", "--", "/dev/null", "big", most=1000)
    assert output.cut
    assert len(output.data) == 1000
    assert running_git() == []


async def test_output_of_exactly_the_bound_is_not_cut(repository: Path) -> None:
    whole = await run(repository, "rev-parse", "HEAD", most=41)
    assert (len(whole.data), whole.cut, whole.code) == (41, False, 0)


async def test_a_git_that_hangs_is_killed_at_its_time_limit(
    repository: Path, endless: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(safe_git, "SECONDS", 0.2)
    with pytest.raises(GitFailed, match=r"longer than 0\.2 s"):
        await run(repository, *endless, most=100)
    assert running_git() == []


async def test_a_cancelled_call_leaves_no_process_behind(
    repository: Path, endless: tuple[str, ...]
) -> None:
    task = asyncio.create_task(run(repository, *endless, most=100))
    while not running_git():
        await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert running_git() == []


async def test_many_complaints_do_not_block_git(repository: Path, git: Git) -> None:
    names = [f"missing-{number}-{'x' * 200}" for number in range(2000)]
    output = await run(repository, "ls-files", "--error-unmatch", "--", *names, most=100)
    assert output.code == 1
    assert "missing-0" in output.complaint


async def test_a_machine_without_git_is_told_so(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(GitFailed, match="not installed"):
        await run(repository, "version", most=100)


async def test_a_folder_that_is_gone_is_a_failure_in_words(tmp_path: Path) -> None:
    with pytest.raises(GitFailed, match="could not be started"):
        await run(tmp_path / "nowhere", "version", most=100)


async def test_a_repository_cannot_bring_its_own_git_along(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = repository / "git"
    fake.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    fake.chmod(0o755)
    monkeypatch.chdir(repository)
    monkeypatch.setenv("PATH", f".:{os.pathsep}{os.environ['PATH']}")
    output = await run(repository, "version", most=100)
    assert output.data.startswith(b"git version")
    assert not (tmp_path / "ran").exists()


async def test_the_callers_git_variables_do_not_reach_git(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_EXTERNAL_DIFF", f"touch {tmp_path}/ran; false")
    monkeypatch.setenv("GIT_TRACE", str(tmp_path / "trace"))
    (repository / "README.md").write_text("changed\n")
    output = await ask(repository, "diff", most=10_000)
    assert b"+changed" in output.data
    assert not (tmp_path / "ran").exists()
    assert not (tmp_path / "trace").exists()


async def test_what_must_succeed_fails_with_gits_own_words(repository: Path) -> None:
    with pytest.raises(GitFailed, match="no-such-branch"):
        await ask(repository, "log", "--end-of-options", "no-such-branch", most=100)


async def test_what_git_is_given_reaches_it_whole(repository: Path) -> None:
    data = os.urandom(1024 * 1024)
    (repository / "same").write_bytes(data)
    told = await ask(repository, "hash-object", "--no-filters", "--stdin", most=100, given=data)
    read = await ask(repository, "hash-object", "--no-filters", "same", most=100)
    assert told.data == read.data


async def test_git_may_end_before_it_has_read_what_it_is_given(repository: Path) -> None:
    output = await run(repository, "version", most=100, given=b"x" * 1024 * 1024)
    assert output.code == 0
    assert running_git() == []


async def test_given_and_answered_at_once_neither_waits_for_the_other(repository: Path) -> None:
    lines = b"HEAD:README.md\n" * 20_000
    output = await run(repository, "cat-file", "--batch", most=100_000, given=lines)
    assert output.cut
    assert running_git() == []
