"""The change between two sides comes whole, with the files as the other side has them."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from roundtable.adapters.trees.spans import Span, from_span
from roundtable.adapters.trees.tally import Given
from roundtable.core.errors import UsageError
from roundtable.core.patches import split

Git = Callable[..., str]
STAGED = Span("staged")


def paths(patch: str) -> list[str]:
    return [file.path for file in split(patch)]


def texts(given: Given) -> dict[str, str]:
    return {file.path: file.text for file in given.files}


def reasons(given: Given) -> dict[str, str]:
    return {item.title: item.reason for item in given.left_out}


def applies(repository: Path, patch: str, base: str, expected: str) -> None:
    """Git makes the other side of the patch and the base."""
    index = {**os.environ, "GIT_INDEX_FILE": str(repository.parent / "check.index")}

    def git(*words: str, given: bytes = b"") -> str:
        done = subprocess.run(
            ["git", *words],
            cwd=repository,
            input=given,
            env=index,
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.decode().strip()

    git("read-tree", base)
    git("apply", "--cached", "-", given=patch.encode())
    assert git("write-tree") == expected


async def test_what_is_not_committed_is_staged_unstaged_and_new(repository: Path, git: Git) -> None:
    (repository / "staged.py").write_text("s = 1\n")
    git("add", "staged.py")
    (repository / "src" / "app.py").write_text("def main():\n    return 2\n")
    (repository / "new.py").write_text("n = 1")
    (repository / "README.md").unlink()
    index = (repository / ".git" / "index").read_bytes()
    given, patch = await from_span(repository, Span())
    assert given.origin == "uncommitted changes"
    assert paths(patch) == ["README.md", "new.py", "src/app.py", "staged.py"]
    assert texts(given) == {
        "new.py": "n = 1",
        "src/app.py": "def main():\n    return 2\n",
        "staged.py": "s = 1\n",
    }
    assert "-# The project\n" in patch
    assert "+n = 1\n\\ No newline at end of file\n" in patch
    assert given.left_out == ()
    assert (repository / ".git" / "index").read_bytes() == index, "the user's index stays as it is"
    assert git("status", "--short", "new.py") == "?? new.py"
    git("add", "-A")
    applies(repository, patch, "HEAD", git("write-tree"))


async def test_staged_is_the_index_whatever_the_work_tree_says(repository: Path, git: Git) -> None:
    app = repository / "src" / "app.py"
    app.write_text("def main():\n    return 2\n")
    git("add", ".")
    app.write_text("def main():\n    return 3\n")
    (repository / "new.py").write_text("n = 1\n")
    given, patch = await from_span(repository, STAGED)
    assert given.origin == "staged changes"
    assert texts(given) == {"src/app.py": "def main():\n    return 2\n"}
    assert "+    return 2\n" in patch
    assert "return 3" not in patch
    assert paths(patch) == ["src/app.py"]


async def test_a_branch_is_all_since_it_left_its_base(repository: Path, git: Git) -> None:
    git("checkout", "-q", "-b", "topic")
    (repository / "one.py").write_text("one = 1\n")
    git("add", ".")
    git("commit", "-q", "-m", "on the branch")
    git("checkout", "-q", "main")
    (repository / "elsewhere.py").write_text("not ours\n")
    git("add", ".")
    git("commit", "-q", "-m", "main went on")
    git("checkout", "-q", "topic")
    (repository / "two.py").write_text("two = 2\n")
    (repository / "src" / "app.py").write_text("")
    given, patch = await from_span(repository, Span("branch", "main"))
    assert given.origin == "changes since main"
    assert paths(patch) == ["one.py", "src/app.py", "two.py"]
    assert "not ours" not in patch
    assert texts(given)["two.py"] == "two = 2\n"


async def test_a_branch_without_a_common_commit_is_refused(repository: Path, git: Git) -> None:
    git("checkout", "-q", "--orphan", "other")
    git("commit", "-q", "-m", "another beginning")
    with pytest.raises(UsageError, match="no commit in common"):
        await from_span(repository, Span("branch", "main"))


async def test_a_commit_is_what_it_changed_in_its_first_parent(repository: Path, git: Git) -> None:
    (repository / "src" / "app.py").write_text("def main():\n    return 2\n")
    git("commit", "-q", "-a", "-m", "second")
    number = git("rev-parse", "HEAD")
    (repository / "src" / "app.py").write_text("def main():\n    return 3\n")
    git("commit", "-q", "-a", "-m", "third")
    (repository / "src" / "app.py").write_text("not committed\n")
    given, patch = await from_span(repository, Span("commit", "HEAD~1"))
    assert given.origin == f"changes of commit {number[:10]}"
    assert "-    return 1\n+    return 2\n" in patch
    assert texts(given) == {"src/app.py": "def main():\n    return 2\n"}
    applies(repository, patch, "HEAD~2", git("rev-parse", "HEAD~1^{tree}"))


async def test_the_first_commit_is_compared_with_nothing(repository: Path) -> None:
    given, patch = await from_span(repository, Span("commit", "HEAD"))
    assert paths(patch) == ["README.md", "src/app.py"]
    assert set(texts(given)) == {"README.md", "src/app.py"}


async def test_a_merge_is_what_it_brought_to_its_first_parent(repository: Path, git: Git) -> None:
    git("checkout", "-q", "-b", "topic")
    (repository / "topic.py").write_text("t = 1\n")
    git("add", ".")
    git("commit", "-q", "-m", "topic")
    git("checkout", "-q", "main")
    (repository / "main.py").write_text("m = 1\n")
    git("add", ".")
    git("commit", "-q", "-m", "main")
    git("merge", "-q", "--no-ff", "-m", "merged", "topic")
    _, patch = await from_span(repository, Span("commit", "HEAD"))
    assert paths(patch) == ["topic.py"]


async def test_at_the_edge_of_a_shallow_clone_a_commit_is_no_first_one(
    repository: Path, git: Git, tmp_path: Path
) -> None:
    (repository / "README.md").write_text("# Other\n")
    git("commit", "-q", "-a", "-m", "second")
    clone = tmp_path / "clone"
    git("clone", "-q", "--depth=1", f"file://{repository}", str(clone), at=tmp_path)
    with pytest.raises(UsageError, match="shallow") as caught:
        await from_span(clone, Span("commit", "HEAD"))
    assert "git fetch" in caught.value.remedy


async def test_before_the_first_commit_all_is_new(project: Path, git: Git) -> None:
    git("init", "-q")
    (project / "a.py").write_text("a\n")
    git("add", ".")
    (project / "b.py").write_text("b\n")
    _, patch = await from_span(project, Span())
    assert paths(patch) == ["a.py", "b.py"]
    _, patch = await from_span(project, STAGED)
    assert paths(patch) == ["a.py"]
    with pytest.raises(UsageError, match="knows no commit"):
        await from_span(project, Span("branch", "main"))


async def test_renames_are_told_as_such_and_names_may_be_odd(repository: Path, git: Git) -> None:
    long = "".join(f"line {n}\n" for n in range(200))
    (repository / "old name.txt").write_text(long)
    for name in ('quo"te.py', "übung.py", "tab\there.py", "-dash.py", "back\\slash.py"):
        (repository / name).write_text("x = 1\n")
    git("add", "-A")
    git("commit", "-q", "-m", "second")
    (repository / "old name.txt").rename(repository / "new name.txt")
    for name in ('quo"te.py', "übung.py", "tab\there.py", "-dash.py", "back\\slash.py"):
        (repository / name).write_text("x = 2\n")
    given, patch = await from_span(repository, Span())
    assert "rename from old name.txt\nrename to new name.txt\n" in patch
    assert "-line 1\n" not in patch
    names = {"new name.txt", 'quo"te.py', "übung.py", "tab\there.py", "-dash.py", "back\\slash.py"}
    assert set(paths(patch)) == names
    assert set(texts(given)) == {"new name.txt", 'quo"te.py', "übung.py", "-dash.py"}
    assert set(reasons(given)) == {
        "all of tab here.py but its changes",
        "all of back\\slash.py but its changes",
    }


async def test_modes_links_line_ends_and_missing_ends_are_shown(repository: Path, git: Git) -> None:
    (repository / "ends.txt").write_bytes(b"a\nb\n")
    (repository / "run.sh").write_text("#!/bin/sh\n")
    git("add", ".")
    git("commit", "-q", "-m", "second")
    (repository / "ends.txt").write_bytes(b"a\r\nb")
    (repository / "run.sh").chmod(0o755)
    (repository / "link").symlink_to("README.md")
    given, patch = await from_span(repository, Span())
    assert "old mode 100644\nnew mode 100755\n" in patch
    assert "-a\n-b\n+a\r\n+b\n\\ No newline at end of file\n" in patch
    assert "new file mode 120000\n" in patch
    assert "+README.md\n" in patch
    assert texts(given) == {"ends.txt": "a\r\nb", "run.sh": "#!/bin/sh\n"}
    assert given.left_out == ()


async def test_a_file_that_became_a_link_is_shown_as_both(repository: Path, git: Git) -> None:
    (repository / "README.md").unlink()
    (repository / "README.md").symlink_to("src/app.py")
    git("add", ".")
    for span in (Span(), STAGED):
        given, patch = await from_span(repository, span)
        assert paths(patch) == ["README.md", "README.md"]
        assert texts(given) == {}


@pytest.mark.parametrize("span", [Span(), STAGED, Span("commit", "HEAD"), Span("branch", "base")])
async def test_what_is_secret_or_ignored_is_in_neither_and_is_told(
    repository: Path, git: Git, span: Span
) -> None:
    git("branch", "base")
    for name in (".env", "id_rsa", "dist.js", "fine.py"):
        (repository / name).write_text("TOP-SECRET\n" if name != "fine.py" else "fine\n")
    git("add", "-f", ".")
    if span.kind == "commit":
        git("commit", "-q", "-m", "second")
    given, patch = await from_span(repository, span, ignore=("dist.js",))
    assert "TOP-SECRET" not in patch
    assert paths(patch) == ["fine.py"]
    assert texts(given) == {"fine.py": "fine\n"}
    told = reasons(given)
    assert set(told) == {".env", "id_rsa", "dist.js"}
    assert "secret" in told[".env"]
    assert "configuration" in told["dist.js"]


async def test_new_secrets_and_repositories_inside_this_one_are_told(
    repository: Path, git: Git
) -> None:
    (repository / ".env").write_text("TOP-SECRET\n")
    (repository / ".gitignore").write_text("ignored\n")
    (repository / "ignored").write_text("IGNORED\n")
    (repository / ".roundtable").mkdir()
    (repository / ".roundtable" / "config.json").write_text("{}")
    inner = repository / "inner"
    inner.mkdir()
    git("init", "-q", at=inner)
    git("commit", "-q", "--allow-empty", "-m", "inside", at=inner)
    given, patch = await from_span(repository, Span())
    assert paths(patch) == [".gitignore"]
    assert set(reasons(given)) == {".env", "inner/"}


async def test_binary_files_are_named_and_texts_in_other_encodings_have_only_their_changes(
    repository: Path, git: Git
) -> None:
    (repository / "logo.png").write_bytes(b"\x89PNG\0\1")
    (repository / "latin.txt").write_bytes(b"caf\xe9\n")
    git("add", ".")
    for span in (Span(), STAGED):
        given, patch = await from_span(repository, span)
        assert "Binary files /dev/null and b/logo.png differ\n" in patch
        assert "+caf\N{REPLACEMENT CHARACTER}\n" in patch
        assert reasons(given) == {
            "logo.png": "a binary file",
            "all of latin.txt but its changes": "it is not a text in UTF-8",
        }
        assert given.files == ()


async def test_a_large_text_is_compared_line_by_line_like_any_other(
    repository: Path, git: Git
) -> None:
    lines = [f"{n:060}\n" for n in range(40_000)]
    (repository / "big.lock").write_text("".join(lines))
    git("add", ".")
    git("commit", "-q", "-m", "second")
    lines[20_000] = "changed\n"
    (repository / "big.lock").write_text("".join(lines))
    given, patch = await from_span(repository, Span())
    assert "+changed\n" in patch
    assert reasons(given) == {"all of big.lock but its changes": "larger than 2 MB"}
    git("add", ".")
    given, patch = await from_span(repository, STAGED)
    assert "+changed\n" in patch
    assert reasons(given) == {"all of big.lock but its changes": "larger than 2 MB"}


async def test_a_submodule_is_compared_by_its_commit_and_never_looked_into(
    repository: Path, git: Git, tmp_path: Path
) -> None:
    library = tmp_path / "library"
    library.mkdir()
    git("init", "-q", at=library)
    git("commit", "-q", "--allow-empty", "-m", "one", at=library)
    git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(library), "lib")
    git("commit", "-q", "-m", "with a library")
    inside = repository / "lib"
    watch = tmp_path / "watch"
    watch.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    watch.chmod(0o755)
    git("config", "core.fsmonitor", str(watch), at=inside)
    git("config", "filter.evil.clean", f"touch {tmp_path}/ran; cat", at=inside)
    (inside / ".gitattributes").write_text("* filter=evil\n")
    (inside / "dirty.txt").write_text("SUBMODULE-CONTENT\n")
    (repository / "README.md").write_text("# Other\n")
    _, patch = await from_span(repository, Span())
    assert paths(patch) == ["README.md"], "files that lie in it are no change of ours"
    assert not (tmp_path / "ran").exists()
    (repository / "README.md").write_text("# The project\n")
    git("commit", "-q", "--allow-empty", "-m", "two", at=inside)
    (tmp_path / "ran").unlink(missing_ok=True)
    for span in (Span(), STAGED):
        if span == STAGED:
            git("add", "lib")
            (tmp_path / "ran").unlink(missing_ok=True)
        given, patch = await from_span(repository, span)
        assert paths(patch) == ["lib"]
        assert "+Subproject commit " in patch
        assert "SUBMODULE-CONTENT" not in patch
        assert "submodule" in reasons(given)["lib"]
        assert given.files == ()
        assert not (tmp_path / "ran").exists()


async def test_nothing_that_the_repository_names_is_run(
    repository: Path, git: Git, tmp_path: Path
) -> None:
    ran = tmp_path / "ran"
    for key in (
        "filter.evil.clean",
        "filter.evil.smudge",
        "diff.evil.textconv",
        "diff.evil.command",
    ):
        git("config", key, f"touch {ran}; cat")
    for name in ("post-index-change", "pre-commit", "watch"):
        hook = repository / ".git" / "hooks" / name
        hook.write_text(f"#!/bin/sh\ntouch {ran}\n")
        hook.chmod(0o755)
    for key in ("core.fsmonitor", "diff.external"):
        git("config", key, str(repository / ".git" / "hooks" / "watch"))
    (repository / ".gitattributes").write_text("*.dat filter=evil diff=evil\n*.py diff=evil\n")
    (repository / "old.dat").write_text("1\n")
    git("add", "old.dat")
    ran.unlink(missing_ok=True)
    (repository / "new.dat").write_text("2\n")
    (repository / "src" / "app.py").write_text("x = 1\n")
    given, patch = await from_span(repository, Span())
    assert paths(patch) == [".gitattributes", "src/app.py"]
    assert set(reasons(given)) == {"old.dat", "new.dat"}
    given, patch = await from_span(repository, STAGED)
    assert paths(patch) == ["old.dat"], "between two stored sides no filter is needed"
    assert texts(given) == {"old.dat": "1\n"}
    assert not ran.exists()


async def test_a_conflict_is_shown_in_the_work_tree_and_told_in_the_index(
    repository: Path, git: Git
) -> None:
    git("checkout", "-q", "-b", "topic")
    (repository / "README.md").write_text("# Theirs\n")
    git("commit", "-q", "-a", "-m", "theirs")
    git("checkout", "-q", "main")
    (repository / "README.md").write_text("# Ours\n")
    git("commit", "-q", "-a", "-m", "ours")
    (repository / "fine.py").write_text("fine\n")
    git("add", ".")
    git("commit", "-q", "-m", "fine")
    git("merge", "-q", "topic", check=False)
    (repository / "staged.py").write_text("s\n")
    git("add", "staged.py")
    given, patch = await from_span(repository, Span())
    assert set(paths(patch)) == {"README.md", "staged.py"}
    assert "+<<<<<<< HEAD\n" in patch
    given, patch = await from_span(repository, STAGED)
    assert paths(patch) == ["staged.py"]
    assert "conflict" in reasons(given)["README.md"]
