"""What differs from a commit comes whole, and the patch shows how."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from roundtable.adapters.trees import diffs
from roundtable.adapters.trees.diffs import from_diff
from roundtable.core.errors import UsageError

Git = Callable[..., str]


async def test_changed_and_new_files_come_whole_with_one_patch(repository: Path) -> None:
    (repository / "src" / "app.py").write_text("def main():\n    return 2\n")
    (repository / "new.py").write_bytes(b"a = 1\r\nb = 2")
    (repository / "logo").write_bytes(b"\0\1")
    (repository / "empty").touch()
    given, patch = await from_diff(repository, "HEAD")
    assert [file.path for file in given.files] == ["empty", "logo", "new.py", "src/app.py"]
    assert given.files[3].text == "def main():\n    return 2\n"
    assert given.files[2].text == "a = 1\r\nb = 2"
    assert given.origin == "changes since HEAD"
    assert "-    return 1\n+    return 2\n" in patch
    assert "+++ b/new.py\n@@ -0,0 +1,2 @@\n+a = 1\n+b = 2\n\\ No newline at end of file\n" in patch
    assert "b/logo differ" in patch
    assert "README" not in patch


async def test_the_patch_can_be_applied_to_the_commit(repository: Path, git: Git) -> None:
    (repository / "src" / "app.py").write_text("def main():\n    return 2\n")
    (repository / "new.py").write_text("a = 1\n\nb = 2")
    (repository / "README.md").unlink()
    _, patch = await from_diff(repository, "HEAD")
    git("stash", "-q", "-u")
    done = subprocess.run(
        ["git", "apply", "-"],
        cwd=repository,
        input=patch.encode(),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (repository / "new.py").read_text() == "a = 1\n\nb = 2"
    assert not (repository / "README.md").exists()


async def test_a_deleted_file_is_in_the_patch_alone(repository: Path, git: Git) -> None:
    git("rm", "-q", "README.md")
    (repository / "src" / "app.py").unlink()
    given, patch = await from_diff(repository, "HEAD")
    assert given.files == ()
    assert given.left_out == ()
    assert "-# The project\n" in patch
    assert "-def main():\n" in patch


@pytest.mark.parametrize("ref", ["HEAD~1", "base", "main~1", "v1", "@~1"])
async def test_any_name_of_a_commit_will_do(repository: Path, git: Git, ref: str) -> None:
    git("branch", "base")
    git("tag", "-a", "v1", "-m", "one")
    (repository / "README.md").write_text("# Other\n")
    git("commit", "-q", "-a", "-m", "second")
    (repository / "src" / "app.py").write_text("")
    given, patch = await from_diff(repository, ref)
    assert [file.path for file in given.files] == ["README.md", "src/app.py"]
    assert "+# Other\n" in patch


async def test_nothing_changed_gives_nothing(repository: Path) -> None:
    given, patch = await from_diff(repository, "HEAD")
    assert given.files == ()
    assert patch == ""


async def test_hidden_files_are_in_neither(repository: Path, git: Git) -> None:
    for name in (".env", "dist.js", "kept.py"):
        (repository / name).write_text("SECRET-ONE\n")
    git("add", "-f", ".")
    git("commit", "-q", "-m", "second")
    for name in (".env", "dist.js"):
        (repository / name).write_text("SECRET-TWO\n")
    (repository / "id_rsa").write_text("SECRET-THREE\n")
    (repository / "kept.py").unlink()
    (repository / ".env").unlink()
    given, patch = await from_diff(repository, "HEAD", ("dist.js",))
    assert given.files == ()
    assert "SECRET-TWO" not in patch
    assert "SECRET-THREE" not in patch
    assert patch.count("SECRET-ONE") == 1
    assert {entry.title for entry in given.left_out} == {".env", "dist.js"}


async def test_only_the_folder_that_was_named_is_compared(repository: Path) -> None:
    (repository / "README.md").write_text("# Other\n")
    (repository / "src" / "app.py").write_text("x = 1\n")
    given, patch = await from_diff(repository / "src", "HEAD")
    assert [file.path for file in given.files] == ["app.py"]
    assert "Other" not in patch


async def test_a_file_that_git_passes_through_a_command_is_left_out(
    repository: Path, git: Git, tmp_path: Path
) -> None:
    git("config", "filter.evil.clean", f"touch {tmp_path}/ran; cat")
    git("config", "diff.evil.textconv", f"touch {tmp_path}/ran; cat")
    (repository / ".gitattributes").write_text("*.dat filter=evil diff=evil\n*.py diff=evil\n")
    (repository / "x.dat").write_text("1\n")
    git("add", "x.dat")
    (tmp_path / "ran").unlink()
    (repository / "x.dat").write_text("2\n")
    (repository / "src" / "app.py").write_text("x = 1\n")
    given, patch = await from_diff(repository, "HEAD")
    assert "x.dat" in {entry.title for entry in given.left_out}
    assert "x.dat" not in patch
    assert "+x = 1" in patch
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("where", ["a tracked file", "a new file", "many files"])
async def test_a_long_patch_is_cut_at_a_line_and_says_so(
    repository: Path, git: Git, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    monkeypatch.setattr(diffs, "MOST_PATCH", 2000)
    monkeypatch.setattr(diffs, "_BATCH", 1)
    names = ["a", "b", "c"] if where == "many files" else ["a"]
    for name in names:
        (repository / name).write_text("a line of text\n" * (100 if len(names) > 1 else 500))
    if where != "a new file":
        git("add", ".")
    given, patch = await from_diff(repository, "HEAD")
    assert len(given.files) == len(names)
    *body, notice = patch.splitlines()
    assert "cut here" in notice
    assert body[-1] == "+a line of text"
    assert 1500 < len(patch) < 2100


async def test_more_changed_files_than_the_bound_are_told(
    repository: Path, git: Git, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(diffs, "MOST_FILES", 2)
    for name in "abc":
        (repository / name).write_text(f"{name}\n")
    git("add", ".")
    given, patch = await from_diff(repository, "HEAD")
    assert [file.path for file in given.files] == ["a", "b"]
    assert [entry.title for entry in given.left_out] == ["c"]
    assert "+c" not in patch


@pytest.mark.parametrize(
    "ref",
    [
        *("", " ", "-", "--output=/tmp/x", "-p", "--upload-pack=x", "HEAD -p", "HEAD\n-p"),
        *("a\0b", "HEAD..main", "HEAD...main", "x" * 300, "\u202emain"),
    ],
)
async def test_a_name_that_git_could_take_for_something_else_is_refused(
    repository: Path, ref: str
) -> None:
    with pytest.raises(UsageError, match="not the name of one commit") as caught:
        await from_diff(repository, ref)
    assert caught.value.remedy


@pytest.mark.parametrize("ref", ["nothing", "HEAD:README.md", "HEAD^{tree}", "^HEAD", "$(id)"])
async def test_an_unknown_commit_is_refused_with_a_remedy(repository: Path, ref: str) -> None:
    with pytest.raises(UsageError, match="knows no commit") as caught:
        await from_diff(repository, ref)
    assert "git log" in caught.value.remedy


async def test_without_a_repository_there_is_nothing_to_compare_with(project: Path) -> None:
    with pytest.raises(UsageError, match="git repository"):
        await from_diff(project, "HEAD")


async def test_a_repository_that_git_cannot_read_is_refused_with_a_remedy(
    repository: Path,
) -> None:
    for path in (repository / ".git" / "objects").rglob("*"):
        if path.is_file():
            path.unlink()
    with pytest.raises(UsageError) as caught:
        await from_diff(repository, "HEAD")
    assert caught.value.remedy
