"""A commit is made beside everything else: HEAD, the index and all other refs stay as they are."""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from roundtable.adapters.workspaces.commits import (
    commit_files,
    differs_from_head,
    require_branch,
)
from roundtable.core.errors import UsageError

Git = Callable[..., str]

MESSAGE = "Add a cart\n\nWords.\n\nRoundtable-Session: s\n"
APP = b"def main():\n    return 2\n"


@pytest.fixture(autouse=True)
def identity(home: Path) -> None:
    (home / ".gitconfig").write_text("[user]\n\tname = Élaine\n\temail = elaine@example.invalid\n")


def untouched(folder: Path, branch: str = "made") -> dict[str, str]:
    """The hash of everything in a git folder but objects and what belongs to the branch."""
    apart = ("objects", f"refs/heads/{branch}", f"logs/refs/heads/{branch}")
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not name.startswith(apart):
            found[name] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


async def made(root: Path, files: dict[str, bytes | None], **more: object) -> str:
    return await commit_files(root, files, MESSAGE, "made", **more)  # type: ignore[arg-type]


async def test_a_commit_differs_from_heads_by_exactly_the_files(repository: Path, git: Git) -> None:
    before = untouched(repository / ".git")
    files = {"src/app.py": APP, "docs/new.md": b"new\n", "README.md": None}
    number = await made(repository, files)
    assert untouched(repository / ".git") == before
    assert git("rev-parse", "made") == number
    assert git("rev-parse", "made^") == git("rev-parse", "HEAD")
    assert git("diff", "--name-status", "HEAD", "made").split() == [
        *("D", "README.md", "A", "docs/new.md", "M", "src/app.py"),
    ]
    assert git("cat-file", "blob", "made:src/app.py") == APP.decode().strip()
    assert git("log", "-1", "--format=%an <%ae>|%cn|%B", "made") == (
        f"Élaine <elaine@example.invalid>|Élaine|{MESSAGE.strip()}"
    )
    assert git("status", "--porcelain") == ""
    git("fsck", "--strict")


async def test_a_dirty_index_and_work_tree_stay_and_are_not_in_the_commit(
    repository: Path, git: Git
) -> None:
    (repository / "staged.txt").write_text("staged\n")
    git("add", "staged.txt")
    (repository / "README.md").write_text("changed\n")
    status = git("status", "--porcelain")
    before = untouched(repository / ".git")
    await made(repository, {"src/app.py": APP})
    assert untouched(repository / ".git") == before
    assert git("status", "--porcelain") == status
    assert git("diff", "--name-only", "HEAD", "made") == "src/app.py"


async def test_a_split_index_stays(repository: Path, git: Git) -> None:
    git("config", "core.splitIndex", "true")
    git("update-index", "--split-index")
    (repository / "staged.txt").write_text("staged\n")
    git("add", "staged.txt")
    before = untouched(repository / ".git")
    assert any("sharedindex" in name for name in before)
    await made(repository, {"src/app.py": APP})
    assert untouched(repository / ".git") == before
    assert git("diff", "--name-only", "HEAD", "made") == "src/app.py"


async def test_a_sparse_checkout_loses_nothing(repository: Path, git: Git) -> None:
    git("sparse-checkout", "set", "--sparse-index", "docs")
    before = untouched(repository / ".git")
    await made(repository, {"src/app.py": APP})
    assert untouched(repository / ".git") == before
    assert git("diff", "--name-only", "HEAD", "made") == "src/app.py"


async def test_a_repository_of_sha256_takes_a_commit(project: Path, git: Git) -> None:
    git("init", "-q", "-b", "main", "--object-format=sha256")
    (project / "a.txt").write_text("one\n")
    git("add", ".")
    git("commit", "-q", "-m", "first")
    number = await made(project, {"a.txt": b"two\n"})
    assert len(number) == 64
    assert git("rev-parse", "made") == number
    assert await differs_from_head(project, {"a.txt": hashlib.sha256(b"one\n").hexdigest()}) == ()


async def test_a_detached_head_stays_where_it_is(repository: Path, git: Git) -> None:
    git("checkout", "-q", "--detach")
    before = untouched(repository / ".git")
    await made(repository, {"src/app.py": APP})
    assert untouched(repository / ".git") == before
    assert git("diff", "--name-only", "HEAD", "made") == "src/app.py"


async def test_without_any_commit_there_is_nothing_to_put_one_upon(project: Path, git: Git) -> None:
    git("init", "-q")
    with pytest.raises(UsageError, match="none yet to put it upon") as caught:
        await made(project, {"a.txt": b"a\n"})
    assert "first commit" in caught.value.remedy


async def test_a_folder_in_no_repository_is_told(project: Path) -> None:
    with pytest.raises(UsageError, match="not in a git repository"):
        await made(project, {"a.txt": b"a\n"})


async def test_a_linked_worktree_has_a_head_of_its_own(
    repository: Path, git: Git, tmp_path: Path
) -> None:
    git("worktree", "add", "-q", "-b", "beside", str(tmp_path / "linked"))
    linked = tmp_path / "linked"
    (linked / "beside.txt").write_text("beside\n")
    git("add", ".", at=linked)
    git("commit", "-q", "-m", "beside", at=linked)
    before = untouched(repository / ".git")
    await made(linked, {"src/app.py": APP})
    assert untouched(repository / ".git") == before
    assert git("rev-parse", "made^") == git("rev-parse", "beside")


async def test_the_paths_of_a_project_below_the_top_are_its_own(repository: Path, git: Git) -> None:
    await made(repository / "src", {"app.py": APP, "new.py": b"x = 1\n"})
    changed = git("diff", "--name-only", "HEAD", "made").split()
    assert changed == ["src/app.py", "src/new.py"]
    wanted = {"app.py": hashlib.sha256(b"other").hexdigest(), "README.md": ""}
    assert await differs_from_head(repository / "src", wanted) == ("app.py",)


async def test_a_file_keeps_its_mode_and_a_new_one_has_the_mode_it_is_given(
    repository: Path, git: Git
) -> None:
    (repository / "run.sh").write_text("one\n")
    (repository / "run.sh").chmod(0o755)
    git("add", ".")
    git("commit", "-q", "-m", "a script")
    files: dict[str, bytes | None] = {"run.sh": b"two\n", "new.sh": b"new\n", "src/app.py": APP}
    await made(repository, files, executable=["new.sh"])
    modes = [line.split()[0] for line in git("ls-tree", "-r", "made").splitlines()]
    assert modes == ["100644", "100755", "100755", "100644"]


async def test_a_folder_takes_the_place_of_a_file_and_a_file_that_of_a_folder(
    repository: Path, git: Git
) -> None:
    await made(
        repository,
        {"README.md/part": b"p\n", "README.md": None, "src": b"s\n", "src/app.py": None},
    )
    assert git("ls-tree", "-r", "--name-only", "made").split() == ["README.md/part", "src"]


async def test_contents_are_stored_as_the_bytes_are(
    repository: Path, git: Git, tmp_path: Path
) -> None:
    trace = tmp_path / "ran"
    (repository / ".gitattributes").write_text("*.txt text eol=lf filter=trap\n")
    git("add", ".")
    git("commit", "-q", "-m", "attributes")
    git("config", "core.autocrlf", "input")
    git("config", "filter.trap.clean", f"touch {trace}; cat")
    git("config", "filter.trap.required", "true")
    data = b"one\r\ntwo \xff\x00\r\n"
    await made(repository, {"a.txt": data})
    (tmp_path / "copy").write_bytes(data)
    same = git("hash-object", "--no-filters", str(tmp_path / "copy"))
    assert git("rev-parse", "made:a.txt") == same
    assert not trace.exists()


async def test_nothing_that_a_repository_configures_is_run(
    repository: Path, git: Git, tmp_path: Path
) -> None:
    trap = tmp_path / "trap.sh"
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran-${{0##*/}}\nexit 1\n")
    trap.chmod(0o755)
    for hook in ("reference-transaction", "pre-commit", "commit-msg", "post-index-change"):
        (repository / ".git" / "hooks" / hook).symlink_to(trap)
    settings = {
        "commit.gpgSign": "true",
        "gpg.program": str(trap),
        "core.fsmonitor": str(trap),
        "core.hooksPath": str(repository / ".git" / "hooks"),
        "i18n.commitEncoding": "latin1",
        "alias.commit-tree": f"!{trap}",
        "trailer.x.command": str(trap),
    }
    for name, value in settings.items():
        git("config", name, value)
    await commit_files(repository, {"src/app.py": APP}, "Ein Wägelchen\n", "made")
    assert list(tmp_path.glob("ran-*")) == []
    raw = git("cat-file", "commit", "made")
    assert "gpgsig" not in raw
    assert "encoding" not in raw
    assert raw.endswith("Ein Wägelchen")
    # The traps are real.
    git("branch", "other", check=False)
    assert list(tmp_path.glob("ran-*"))


async def test_a_branch_at_heads_commit_moves(repository: Path, git: Git) -> None:
    git("branch", "made")
    number = await made(repository, {"src/app.py": APP})
    assert git("rev-parse", "made") == number


async def test_a_branch_that_stands_elsewhere_is_left_there(repository: Path, git: Git) -> None:
    number = await made(repository, {"src/app.py": APP})
    with pytest.raises(UsageError, match="does not stand at HEAD") as caught:
        await made(repository, {"src/app.py": b"other\n"})
    assert "git branch -D made" in caught.value.remedy
    assert git("rev-parse", "made") == number


async def test_a_branch_that_is_checked_out_anywhere_is_refused(
    repository: Path, git: Git, tmp_path: Path
) -> None:
    """Its index would show the opposite of the commit as if it were staged."""
    git("worktree", "add", "-q", "-b", "beside", str(tmp_path / "linked"))
    for branch in ("main", "beside"):
        with pytest.raises(UsageError, match="is checked out in"):
            await commit_files(repository, {"src/app.py": APP}, MESSAGE, branch)
    assert git("rev-parse", "main") == git("rev-parse", "beside") == git("rev-parse", "HEAD")


async def test_a_branch_that_stands_for_another_is_refused(repository: Path, git: Git) -> None:
    git("branch", "other")
    git("symbolic-ref", "refs/heads/made", "refs/heads/other")
    with pytest.raises(UsageError, match="stands for refs/heads/other"):
        await made(repository, {"src/app.py": APP})
    assert git("rev-parse", "other") == git("rev-parse", "HEAD")


async def test_a_branch_below_another_branch_is_refused_in_gits_words(
    repository: Path, git: Git
) -> None:
    git("branch", "made/already")
    with pytest.raises(UsageError, match="made/already"):
        await made(repository, {"src/app.py": APP})


@pytest.mark.parametrize(
    "branch",
    [
        *("", "-x", "--force", "a..b", "@{-1}", "a@{b", "@", "HEAD", "a b", "a~1", "a^", "a:b"),
        *(
            "a\nb",
            "a\0b",
            "a\x1b[2Jb",
            "a\u202eb",
            "a\udcffb",
            "refs/heads/x",
            "a.lock",
            "/a",
            "a/",
        ),
        *("*", "a//b", ".a", "a/.b", "x" * 300),
    ],
)
async def test_a_hostile_name_of_a_branch_is_refused(
    repository: Path, git: Git, branch: str
) -> None:
    git("checkout", "-q", "-b", "previous")
    git("checkout", "-q", "main")
    refs = git("for-each-ref")
    with pytest.raises(UsageError, match="cannot be the name of a branch"):
        await commit_files(repository, {"src/app.py": APP}, MESSAGE, branch)
    assert git("for-each-ref") == refs


async def test_a_branch_can_be_asked_about_beforehand(repository: Path) -> None:
    await require_branch(repository, "roundtable/new")
    with pytest.raises(UsageError, match="checked out"):
        await require_branch(repository, "main")


@pytest.mark.parametrize(
    "path", ["../out.txt", "/etc/out.txt", ".git/hooks/pre-commit", "src/../x.py", "a//b", "src/"]
)
async def test_a_path_that_leads_elsewhere_makes_no_commit(
    repository: Path, git: Git, path: str
) -> None:
    refs = git("for-each-ref")
    with pytest.raises(UsageError, match="no commit"):
        await made(repository, {path: b"x\n"})
    assert git("for-each-ref") == refs


async def test_a_commit_without_a_difference_is_not_made(repository: Path, git: Git) -> None:
    same = (repository / "src/app.py").read_bytes()
    cases: list[dict[str, bytes | None]] = [{"src/app.py": same}, {"none.txt": None}, {"src": None}]
    for files in [*cases, {}]:
        with pytest.raises(UsageError, match="no commit was made"):
            await made(repository, files)
    assert git("branch", "--list", "made") == ""


async def test_a_link_in_heads_commit_is_not_taken_for_a_file(repository: Path, git: Git) -> None:
    (repository / "link").symlink_to("README.md")
    git("add", ".")
    git("commit", "-q", "-m", "a link")
    for content in (b"text\n", None):
        with pytest.raises(UsageError, match="link is a link"):
            await made(repository, {"link": content})
    assert await differs_from_head(repository, {"link": "", "README.md": ""}) == (
        *("link", "README.md"),
    )


async def test_without_a_name_the_remedy_is_two_commands(repository: Path, home: Path) -> None:
    (home / ".gitconfig").write_text("[user]\n\tname = Only\n")
    with pytest.raises(UsageError, match=r"user\.email") as caught:
        await made(repository, {"src/app.py": APP})
    assert "git config --global user.name" in caught.value.remedy
    assert "git config --global user.email" in caught.value.remedy


async def test_the_repositorys_own_name_comes_first_and_no_environment_counts(
    repository: Path, git: Git, monkeypatch: pytest.MonkeyPatch
) -> None:
    git("config", "user.name", "Local <x>")
    monkeypatch.setenv("GIT_AUTHOR_NAME", "Somebody")
    monkeypatch.setenv("GIT_INDEX_FILE", "elsewhere")
    await made(repository, {"src/app.py": APP})
    assert git("log", "-1", "--format=%an %ae", "made") == "Local x elaine@example.invalid"


async def test_a_name_kept_for_some_folders_is_found(
    repository: Path, git: Git, home: Path
) -> None:
    (home / ".gitconfig").write_text(f'[includeIf "gitdir:{repository}/"]\n\tpath = work\n')
    (home / "work").write_text("[user]\n\tname = At Work\n\temail = w@example.invalid\n")
    await made(repository, {"src/app.py": APP})
    assert git("log", "-1", "--format=%an", "made") == "At Work"


async def test_many_files_and_names_of_any_bytes_are_committed(repository: Path, git: Git) -> None:
    files: dict[str, bytes | None] = {f"many/file {n}": b"%d\n" % n for n in range(450)}
    files |= {"new\nline": b"x", "tab\t\"quote'": b"y", os.fsdecode(b"\xff\xfe"): b"z", "*": b"s"}
    await commit_files(repository, dict(list(files.items())[-60:]), MESSAGE, "made")
    assert len(git("diff", "-z", "--name-only", "HEAD", "made").split("\0")[:-1]) == 60
    hashes = dict.fromkeys(files, "")
    assert await differs_from_head(repository, hashes) == ()


async def test_a_large_file_is_committed_and_compared(repository: Path, git: Git) -> None:
    data = os.urandom(3 * 1024 * 1024)
    await made(repository, {"large": data})
    git("checkout", "-q", "made")
    assert await differs_from_head(repository, {"large": hashlib.sha256(data).hexdigest()}) == ()


async def test_what_differs_from_head_is_told(repository: Path) -> None:
    app = hashlib.sha256((repository / "src/app.py").read_bytes()).hexdigest()
    (repository / "src/app.py").write_text("only in the work tree\n")
    wanted = {"src/app.py": app, "README.md": app, "new.txt": "", "gone.txt": app, "src": ""}
    assert await differs_from_head(repository, wanted) == ("README.md", "gone.txt")


async def test_a_file_whose_line_ends_git_changes_differs(repository: Path, git: Git) -> None:
    git("config", "core.autocrlf", "true")
    (repository / "a.txt").write_bytes(b"one\r\n")
    git("add", ".")
    git("commit", "-q", "-m", "line ends")
    assert git("status", "--porcelain") == ""
    wanted = {"a.txt": hashlib.sha256(b"one\r\n").hexdigest()}
    assert await differs_from_head(repository, wanted) == ("a.txt",)


async def test_a_partial_clone_takes_a_commit_and_fetches_nothing(
    repository: Path, git: Git, tmp_path: Path
) -> None:
    git("config", "uploadpack.allowFilter", "true")
    clone = tmp_path / "clone"
    source = f"file://{repository}"
    git("clone", "-q", "--no-checkout", "--filter=blob:none", source, str(clone), at=tmp_path)
    packs = {path.name for path in (clone / ".git/objects/pack").iterdir()}
    await made(clone, {"src/new.py": APP})
    assert {path.name for path in (clone / ".git/objects/pack").iterdir()} == packs
    assert git("rev-parse", "made^", at=clone) == git("rev-parse", "HEAD", at=clone)
