"""A repository's own configuration is never obeyed, and its index never written."""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from roundtable.adapters.workspaces.changes import changed, latest_commits, patch
from roundtable.adapters.workspaces.git import GitFailed
from roundtable.adapters.workspaces.listing import list_with_git
from roundtable.adapters.workspaces.snapshot import head, snapshot
from roundtable.adapters.workspaces.visibility import Rules

Git = Callable[..., str]

NOTHING_IGNORED = Rules(())


async def see_everything(root: Path) -> str:
    """All that is ever asked of git, in one text."""
    async with snapshot(root) as view:
        _, commit = await head(root)
        listing = await list_with_git(view, NOTHING_IGNORED)
        commits = await latest_commits(view, commit)
        differing = [change.path for change in await changed(view, commit)]
        diff = await patch(view, commit, differing, 100_000)
        return "\n".join([*sorted(listing.paths), *commits, *differing, diff.text])


def trap(folder: Path, name: str, then: str = "cat") -> str:
    """A command that leaves a trace when it is run."""
    script = folder / f"{name}.sh"
    script.write_text(f'#!/bin/sh\ntouch "{folder}/ran-{name}"\n{then}\n')
    script.chmod(0o755)
    return str(script)


def sprung(folder: Path) -> set[str]:
    return {path.name.removeprefix("ran-") for path in folder.glob("ran-*")}


@pytest.fixture
def traps(tmp_path: Path) -> Path:
    folder = tmp_path / "traps"
    folder.mkdir()
    return folder


@pytest.fixture
def hostile(repository: Path, git: Git, traps: Path) -> Path:
    """A repository that names a command wherever git lets it."""
    files = ("cleaned", "processed", "included", "commanded", "converted")
    for name in files:
        (repository / f"{name}.txt").write_text("one\n")
    git("add", ".")
    git("commit", "-q", "-m", "more")
    signed = git("cat-file", "commit", "HEAD").replace(
        "\n\n", "\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n -----END PGP SIGNATURE-----\n\n", 1
    )
    git("reset", "-q", git("hash-object", "-t", "commit", "-w", "--stdin", given=signed.encode()))
    (repository / ".gitattributes").write_text(
        "cleaned.txt filter=cleaned\nprocessed.txt filter=processed\n"
        "included.txt filter=in=cluded\n"
        "commanded.txt diff=commanded\nconverted.txt diff=converted\n"
    )
    (repository / ".git" / "more").write_text(
        f'[filter "in=cluded"]\n\tclean = {trap(traps, "included")}\n'
    )
    hooks = traps / "hooks"
    hooks.mkdir()
    for hook in ("post-index-change", "fsmonitor-watchman", "post-checkout"):
        Path(trap(traps, hook)).rename(hooks / hook)
        (repository / ".git" / "hooks" / hook).symlink_to(hooks / hook)
    settings = {
        "include.path": "more",
        "filter.cleaned.clean": trap(traps, "clean"),
        "filter.cleaned.smudge": trap(traps, "smudge"),
        "filter.processed.process": trap(traps, "process"),
        "diff.commanded.command": trap(traps, "command"),
        "diff.converted.textconv": trap(traps, "textconv"),
        "core.fsmonitor": trap(traps, "fsmonitor"),
        "core.hooksPath": str(hooks),
        "core.pager": trap(traps, "pager"),
        "core.sshCommand": trap(traps, "ssh"),
        "core.askPass": trap(traps, "askpass"),
        "gpg.program": trap(traps, "gpg"),
        "log.showSignature": "true",
        "alias.ls-files": f"!{trap(traps, 'alias')}",
        "credential.helper": f"!{trap(traps, 'credential')}",
    }
    for name, value in settings.items():
        git("config", name, value)
    for name in files:
        (repository / f"{name}.txt").write_text("two\n")
    return repository


async def test_no_command_that_a_repository_configures_is_run(
    hostile: Path, git: Git, traps: Path
) -> None:
    seen = await see_everything(hostile)
    assert sprung(traps) == set()
    assert "more" in seen
    for name in ("cleaned", "processed", "included", "commanded", "converted"):
        assert f"diff --git a/{name}.txt b/{name}.txt" in seen
    # The traps are real: git itself walks into them, even with the usual precautions.
    precautions = ("-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=")
    git(*precautions, "diff", "--no-ext-diff", "--no-textconv", "HEAD", check=False)
    assert sprung(traps) & {"clean", "process", "included"}
    git("log", "-1", check=False)
    git("config", "--unset", "filter.processed.process")
    git("diff", "HEAD", check=False)
    assert {"clean", "included", "gpg", "command", "textconv", "fsmonitor"} <= sprung(traps)


async def test_an_external_diff_of_the_repositorys_is_not_run(
    repository: Path, git: Git, traps: Path
) -> None:
    git("config", "diff.external", trap(traps, "external"))
    (repository / "README.md").write_text("changed\n")
    assert "+changed" in await see_everything(repository)
    assert sprung(traps) == set()
    git("diff")
    assert sprung(traps) == {"external"}


async def test_a_submodules_configuration_is_not_obeyed(
    repository: Path, git: Git, traps: Path
) -> None:
    inner = repository / "inner"
    inner.mkdir()
    git("init", "-q", at=inner)
    (inner / "file.txt").write_text("one\n")
    git("add", ".", at=inner)
    git("commit", "-q", "-m", "inner", at=inner)
    git("add", "inner")
    git("commit", "-q", "-m", "with a submodule")
    git("config", "filter.x.clean", trap(traps, "submodule"), at=inner)
    (inner / ".gitattributes").write_text("* filter=x\n")
    (inner / "file.txt").write_text("two\n")
    seen = await see_everything(repository)
    assert sprung(traps) == set()
    assert "inner/file.txt" not in seen
    git("diff")
    assert sprung(traps) == {"submodule"}


async def test_a_partial_clone_fetches_nothing(repository: Path, git: Git, traps: Path) -> None:
    blob = git("rev-parse", "HEAD:README.md")
    (repository / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    git("config", "extensions.partialClone", "origin")
    git("config", "core.repositoryFormatVersion", "1")
    git("config", "remote.origin.url", f"ext::{trap(traps, 'fetch', 'exit 1')}")
    git("config", "remote.origin.promisor", "true")
    git("config", "protocol.ext.allow", "always")
    (repository / "README.md").write_text("changed\n")
    with pytest.raises(GitFailed):
        await see_everything(repository)
    assert sprung(traps) == set()
    git("diff", check=False)
    assert sprung(traps) == {"fetch"}


def everything_below(folder: Path) -> dict[str, tuple[int, str]]:
    return {
        str(path.relative_to(folder)): (
            path.stat().st_mtime_ns,
            hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "",
        )
        for path in sorted(folder.rglob("*"))
    }


async def test_nothing_in_the_git_folder_is_written_even_if_the_index_is_stale(
    repository: Path, git: Git
) -> None:
    (repository / "src" / "app.py").write_text("changed\n")
    os.utime(repository / "README.md", (1, 1))
    before = everything_below(repository)
    seen = await see_everything(repository)
    assert "+changed" in seen
    assert "README.md b/README.md" not in seen
    assert everything_below(repository) == before


async def test_a_change_of_the_same_size_just_after_the_commit_is_seen(
    repository: Path, git: Git
) -> None:
    """The times of file and index are the same: only a look at the content can tell."""
    file, index = repository / "README.md", repository / ".git" / "index"
    git("add", ".")
    moment = file.stat().st_mtime_ns
    file.write_text("# The PROJECT\n")
    for path in (file, index):
        os.utime(path, ns=(moment, moment))
    assert "+# The PROJECT" in await see_everything(repository)


async def test_the_temporary_folder_is_gone_afterwards(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    async with snapshot(repository):
        assert len(list(folder.iterdir())) == 1
    assert list(folder.iterdir()) == []


async def test_a_linked_work_tree_is_seen(repository: Path, git: Git, tmp_path: Path) -> None:
    linked = tmp_path / "linked"
    git("worktree", "add", "-q", "-b", "side", str(linked))
    (linked / "README.md").write_text("in the linked tree\n")
    seen = await see_everything(linked)
    assert "+in the linked tree" in seen
    assert "first words" in seen
    assert await head(linked) == ("side", git("rev-parse", "HEAD"))


async def test_a_shallow_clone_is_seen(repository: Path, git: Git, tmp_path: Path) -> None:
    git("commit", "-q", "--allow-empty", "-m", "second words")
    git("clone", "-q", "--depth=1", f"file://{repository}", str(tmp_path / "clone"))
    seen = await see_everything(tmp_path / "clone")
    assert "second words" in seen
    assert "first words" not in seen


async def test_a_split_index_is_seen(repository: Path, git: Git) -> None:
    git("update-index", "--split-index")
    (repository / "new.py").write_text("new\n")
    git("add", "new.py")
    assert list((repository / ".git").glob("sharedindex.*"))
    seen = await see_everything(repository)
    assert "src/app.py" in seen
    assert "+new" in seen


async def test_a_repository_with_sha256_is_seen(project: Path, git: Git) -> None:
    git("init", "-q", "--object-format=sha256")
    (project / "a.txt").write_text("one\n")
    git("add", ".")
    git("commit", "-q", "-m", "long numbers")
    (project / "a.txt").write_text("two\n")
    seen = await see_everything(project)
    assert "long numbers" in seen
    assert "+two" in seen


async def test_line_ends_are_compared_as_the_repository_wants_it(
    repository: Path, git: Git
) -> None:
    git("config", "core.autocrlf", "true")
    (repository / "README.md").write_bytes(b"# The project\r\n")
    assert "README.md b/README.md" not in await see_everything(repository)


async def test_the_developers_own_ignore_file_is_honoured(
    repository: Path, git: Git, home: Path
) -> None:
    (home / ".gitconfig").write_text("[core]\n\texcludesFile = ~/ignored-everywhere\n")
    (home / "ignored-everywhere").write_text("private-notes.txt\n")
    (repository / "private-notes.txt").write_text("mine\n")
    (repository / ".git" / "info" / "exclude").write_text("scratch.txt\n")
    (repository / "scratch.txt").write_text("mine too\n")
    seen = await see_everything(repository)
    assert "private-notes.txt" not in seen
    assert "scratch.txt" not in seen


async def test_a_folder_below_the_top_sees_only_itself(repository: Path, git: Git) -> None:
    (repository / "README.md").write_text("above\n")
    (repository / "src" / "app.py").write_text("below\n")
    seen = await see_everything(repository / "src")
    assert "+below" in seen
    assert "above" not in seen
    assert seen.startswith("app.py\n")


async def test_a_folder_that_the_repository_around_it_ignores_is_not_part_of_it(
    repository: Path, git: Git
) -> None:
    (repository / ".gitignore").write_text("/inner\n")
    (repository / "inner").mkdir()
    (repository / "inner" / "file.txt").write_text("x\n")
    with pytest.raises(GitFailed, match="ignored by the git repository around it"):
        async with snapshot(repository / "inner"):
            pass
    git("add", "-f", "inner/file.txt")
    assert "file.txt" in await see_everything(repository / "inner")


async def test_a_work_tree_that_is_claimed_elsewhere_is_not_looked_at(
    repository: Path, git: Git, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "private").write_text("x")
    git("config", "core.worktree", str(other))
    with pytest.raises(GitFailed):
        async with snapshot(repository):
            pass


async def test_a_folder_that_looks_like_a_bare_repository_is_none(
    project: Path, git: Git, traps: Path
) -> None:
    git("init", "-q", "--bare", ".")
    git("config", "core.bare", "false")
    git("config", "core.worktree", str(project))
    with pytest.raises(GitFailed):
        async with snapshot(project):
            pass


async def test_what_is_no_repository_or_a_broken_one_is_said_in_words(
    project: Path, tmp_path: Path, git: Git
) -> None:
    with pytest.raises(GitFailed, match="not in a git repository"):
        async with snapshot(project):
            pass
    git("init", "-q")
    os.mkfifo(project / ".git" / "index")
    with pytest.raises(GitFailed, match="not a regular file"):
        async with snapshot(project):
            pass
    (project / ".git" / "config").write_text("[broken")
    with pytest.raises(GitFailed, match="config"):
        async with snapshot(project):
            pass


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
async def test_a_repository_of_somebody_elses_is_not_trusted(repository: Path) -> None:
    for path in (repository, *repository.rglob("*")):
        os.chown(path, 12345, 12345)
    with pytest.raises(GitFailed, match="dubious ownership"):
        async with snapshot(repository):
            pass


async def test_head_is_known_with_a_branch_without_a_commit_and_detached(
    project: Path, git: Git
) -> None:
    git("init", "-q", "-b", "trunk")
    assert await head(project) == ("trunk", "")
    git("commit", "-q", "--allow-empty", "-m", "x")
    commit = git("rev-parse", "HEAD")
    assert await head(project) == ("trunk", commit)
    git("checkout", "-q", "--detach")
    assert await head(project) == ("", commit)
