"""The workspace as the core sees it: within limits, read-only, without secrets, never failing."""

import asyncio
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from roundtable.adapters.workspaces.fitting import part
from roundtable.adapters.workspaces.repository import Repository
from roundtable.core.ports import Workspace
from roundtable.core.stances import FileRequest
from tests.adapters.workspaces.test_git import running_git

Git = Callable[..., str]

IGNORE = (".git", "node_modules", "dist")
CANARY = "CANARY-7f3a"


def everything(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    return {
        str(path.relative_to(folder)): (
            path.lstat().st_mtime_ns,
            path.lstat().st_mode,
            path.read_bytes() if path.is_file() and not path.is_symlink() else b"",
        )
        for path in sorted(folder.rglob("*"))
    }


async def test_memory_comes_first_and_the_limit_is_kept(repository: Path) -> None:
    (repository / "src" / "app.py").write_text("changed\n" * 500)
    workspace: Workspace = Repository(repository, IGNORE)
    memory = (
        part("chronicle", "the chronicle", "- decided before\n" * 20),
        part("decrees", "the decrees", "- no new dependencies\n"),
    )
    for limit in (0, 100, 500, 2000, 100_000):
        parts, left_out = await workspace.context("src/app.py", memory, limit)
        assert sum(p.tokens for p in parts) <= limit
        assert parts or left_out
    assert parts[:2] == memory
    assert [p.kind for p in parts[2:]] == ["named_file", "git", "diff", "key_file", "tree"]
    assert left_out == ()


async def test_nothing_is_written_anywhere_in_the_project(repository: Path, git: Git) -> None:
    (repository / "src" / "app.py").write_text("changed\n")
    os.utime(repository / "README.md", (1, 1))
    before = everything(repository)
    workspace = Repository(repository, IGNORE)
    await workspace.context("README.md", (), 10_000)
    await workspace.excerpt(FileRequest(path="src/app.py"), ("Lancelot",))
    assert everything(repository) == before


async def test_no_secret_is_ever_shown(repository: Path, git: Git) -> None:
    secrets = (".env", "deploy/.env.production", "tls/server.KEY", "home/.ssh/config", "id_rsa")
    for name in (*secrets, "dist/bundle.js", "ignored.txt"):
        (repository / name).parent.mkdir(parents=True, exist_ok=True)
        (repository / name).write_text(f"{CANARY}-{name}\n")
        (repository / f"link-{name.replace('/', '-')}.txt").symlink_to(name)
    git("add", "-f", *secrets)
    git("commit", "-q", "-m", "oops")
    for name in secrets:
        (repository / name).write_text(f"{CANARY}-new\n")
    (repository / ".gitignore").write_text("ignored.txt\n")
    workspace = Repository(repository, IGNORE)
    files = (p for p in repository.rglob("*") if p.is_file() and ".git" not in p.parts)
    names = [path.relative_to(repository).as_posix() for path in files]
    topic = " ".join(f"`{name}`" for name in names)
    parts, left_out = await workspace.context(topic, (), 200_000)
    excerpts = [await workspace.excerpt(FileRequest(path=name), ()) for name in names]
    said = [*parts, *left_out, *(e for e in excerpts if e.path not in ("README.md", "src/app.py"))]
    assert CANARY not in "".join(thing.model_dump_json() for thing in said)
    assert all(e.refused or e.text for e in excerpts)
    assert {out.title for out in left_out} >= set(secrets)


async def test_an_excerpt_has_the_wanted_lines_and_who_asked(repository: Path) -> None:
    (repository / "long.txt").write_text("".join(f"{n}\n" for n in range(1, 2001)))
    workspace = Repository(repository, IGNORE)
    some = await workspace.excerpt(FileRequest(path="long.txt", start=3, end=5), ("Kay", "Bors"))
    assert (some.path, some.requested_by) == ("long.txt", ("Kay", "Bors"))
    assert (some.text, some.start, some.end, some.refused) == ("3\n4\n5", 3, 5, "")
    long = await workspace.excerpt(FileRequest(path="long.txt"), ("Kay",))
    assert (long.start, long.end) == (1, 400)
    assert long.text.endswith("399\n400\n[cut after line 400: the rest is not shown here]")
    whole = await workspace.excerpt(FileRequest(path="./README.md"), ("Kay",))
    assert (whole.text, whole.start, whole.end) == ("# The project", None, None)


@pytest.mark.parametrize(
    ("request_", "reason"),
    [
        (FileRequest(path="missing.py"), "not found"),
        (FileRequest(path=""), "not a path"),
        (FileRequest(path="/etc/passwd"), "outside"),
        (FileRequest(path="../../etc/passwd"), "outside"),
        (FileRequest(path="src"), "folder"),
        (FileRequest(path="pipe"), "not a regular file"),
        (FileRequest(path="x" * 100_000), "not found"),
        (FileRequest(path="x/" * 3000), "not found"),
        (FileRequest(path="README.md/x"), "not found"),
        (FileRequest(path="README.md", start=7, end=9), "only 1 lines"),
        (FileRequest(path="README.md", start=9, end=7), "ends before it begins"),
        (FileRequest(path="\0"), "not a path"),
        (FileRequest(path=":(top)README.md"), "not found"),
        (FileRequest(path="*"), "not found"),
    ],
)
async def test_a_request_that_cannot_be_met_is_refused_with_the_reason(
    repository: Path, request_: FileRequest, reason: str
) -> None:
    os.mkfifo(repository / "pipe")
    excerpt = await Repository(repository, IGNORE).excerpt(request_, ("Kay",))
    assert reason in excerpt.refused
    assert excerpt.text == ""
    assert (excerpt.start, excerpt.end) == (request_.start, request_.end)
    assert len(excerpt.path) <= 300


pieces = st.sampled_from(
    [
        "..",
        ".",
        "/",
        "src",
        "app.py",
        ".git",
        "config",
        "README.md",
        "~",
        "\\",
        "\0",
        "\n",
        "*",
        "link",
    ]
)
paths = st.lists(pieces | st.text(max_size=3), max_size=6).map("".join) | st.text(max_size=300)
numbers = st.none() | st.integers(1, 10**12)


@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(path=paths, start=numbers, end=numbers)
def test_whatever_a_model_asks_for_it_gets_an_answer_from_inside(
    project: Path, path: str, start: int | None, end: int | None
) -> None:
    (project / "src").mkdir(exist_ok=True)
    (project / "src" / "app.py").write_text("inside\n")
    if not (project / "link").is_symlink():
        (project / "link").symlink_to("/etc")
    asked = FileRequest(path=path, start=start, end=end)
    excerpt = asyncio.run(Repository(project, IGNORE).excerpt(asked, ("Kay",)))
    assert excerpt.refused or excerpt.text == "inside"
    excerpt.model_dump_json()


async def test_a_huge_repository_and_huge_files_take_little_time(
    repository: Path, git: Git, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("roundtable.adapters.workspaces.git.SECONDS", 60.0)
    for name in ("huge.txt", "README"):
        (repository / name).write_bytes(b"seven b\n" * 6_500_000)
    git("-c", "core.compression=0", "add", "huge.txt")
    (repository / "huge.txt").write_bytes(b"eight by\n" * 6_500_000)
    workspace = Repository(repository, IGNORE)
    started = time.monotonic()
    parts, left_out = await workspace.context("huge.txt", (), 20_000)
    excerpt = await workspace.excerpt(FileRequest(path="huge.txt", start=9_000_000), ())
    assert time.monotonic() - started < 60
    assert sum(p.tokens for p in parts) <= 20_000
    assert [out.reason for out in left_out] == ["too large"]
    assert "too large" in excerpt.refused


async def test_a_cancelled_context_leaves_nothing_behind(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    os.mkfifo(repository / ".gitattributes")
    (repository / "README.md").write_text("changed\n")
    task = asyncio.create_task(Repository(repository, IGNORE).context("", (), 1000))
    while not list(temporary.iterdir()):
        await asyncio.sleep(0.005)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert list(temporary.iterdir()) == []
    assert running_git() == []


async def test_a_repository_that_makes_git_hang_still_gives_a_context(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("roundtable.adapters.workspaces.git.SECONDS", 12.0)
    os.mkfifo(repository / ".gitignore")
    os.mkfifo(repository / ".gitattributes")
    (repository / "README.md").write_text("changed\n")
    parts, left_out = await Repository(repository, IGNORE).context("README.md", (), 10_000)
    assert [p.kind for p in parts] == ["named_file", "git", "tree"]
    assert [out.title for out in left_out] == ["uncommitted changes"]
    assert "longer than" in left_out[0].reason


async def test_a_project_reached_through_a_link_is_seen(repository: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(repository)
    workspace = Repository(tmp_path / "link", IGNORE)
    excerpt = await workspace.excerpt(FileRequest(path="README.md"), ())
    assert excerpt.text == "# The project"
