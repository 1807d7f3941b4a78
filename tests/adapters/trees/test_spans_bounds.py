"""Which part of a change is taken, and what is refused: nothing, too much, or no commit at all."""

from collections.abc import Callable
from pathlib import Path

import pytest

from roundtable.adapters.trees import spans
from roundtable.adapters.trees.spans import Span, from_span, prefixes
from roundtable.core.errors import UsageError
from tests.adapters.trees.test_spans import STAGED, paths, texts

Git = Callable[..., str]


async def test_of_a_folder_below_the_repository_only_that_is_told(repository: Path) -> None:
    (repository / "README.md").write_text("# Other\n")
    (repository / "src" / "app.py").write_text("x = 1\n")
    (repository / "src" / "new.py").write_text("y = 1\n")
    given, patch = await from_span(repository / "src", Span())
    assert paths(patch) == ["app.py", "new.py"]
    assert set(texts(given)) == {"app.py", "new.py"}


async def test_only_the_named_files_and_folders_are_taken(repository: Path, git: Git) -> None:
    for name in ("src/app.py", "src/new.py", "srcs.py", "README.md", "*.md"):
        (repository / name).write_text("other\n")
    given, patch = await from_span(repository, Span(), ("src", "README.md"))
    assert paths(patch) == ["README.md", "src/app.py", "src/new.py"]
    assert given.origin == "uncommitted changes in src, README.md"
    _, patch = await from_span(repository, Span(), ("*.md",))
    assert paths(patch) == ["*.md"], "a name, never a pattern"
    with pytest.raises(UsageError, match="nothing has changed in 'docs'"):
        await from_span(repository, Span(), ("src", "docs"))


async def test_paths_are_meant_from_where_they_were_typed(tmp_path: Path) -> None:
    root = tmp_path / "root"
    here = root / "src" / "deep"
    assert prefixes(root, here, ["a.py", "../b", "./c/", "../b"]) == (
        "src/deep/a.py",
        "src/b",
        "src/deep/c",
    )
    assert prefixes(root, here, [str(root / "x")]) == ("x",)
    assert prefixes(root, root, ["x", "."]) == ()
    with pytest.raises(UsageError, match="outside"):
        prefixes(root, here, ["../../../other"])


@pytest.mark.parametrize(
    ("span", "words"),
    [
        (Span(), "no uncommitted changes"),
        (STAGED, "no staged changes"),
        (Span("branch", "main"), "no changes since main"),
        (Span("commit", "HEAD"), "no changes of commit"),
    ],
)
async def test_where_nothing_has_changed_that_is_said(
    repository: Path, git: Git, span: Span, words: str
) -> None:
    git("commit", "-q", "--allow-empty", "-m", "nothing")
    with pytest.raises(UsageError, match=words) as caught:
        await from_span(repository, span)
    assert "--branch" in caught.value.remedy


async def test_where_nothing_can_be_shown_the_reasons_are_told(repository: Path) -> None:
    (repository / ".env").write_text("TOP-SECRET\n")
    (repository / "logo").write_bytes(b"\0")
    with pytest.raises(UsageError, match=r"\.env: a secret file.*logo: a binary file"):
        await from_span(repository, Span())


async def test_a_patch_that_is_too_large_is_refused_with_its_size_and_its_largest_files(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spans, "MOST_PATCH", 1024 * 1024)
    (repository / "huge.lock").write_text("a line of a lock file\n" * 60_000)
    (repository / "small.py").write_text("x = 1\n")
    with pytest.raises(UsageError, match=r"is 1\.3 MB as a patch; 1 MB are the most") as caught:
        await from_span(repository, Span())
    assert "roundtable summon -- PATH" in caught.value.remedy
    assert "huge.lock (1.3 MB)" in caught.value.remedy
    given, _ = await from_span(repository, Span(), ("small.py",))
    assert texts(given) == {"small.py": "x = 1\n"}
    monkeypatch.setattr(spans, "_MOST_MEASURED", 1024 * 1024)
    with pytest.raises(UsageError, match="is more than 1 MB as a patch"):
        await from_span(repository, Span())


async def test_a_patch_up_to_the_bound_is_whole(repository: Path) -> None:
    line = "a line of a file that was generated, and is long enough to make it large\n"
    (repository / "large.txt").write_text(line * 100_000)
    _, patch = await from_span(repository, Span())
    assert patch.count(f"+{line}") == 100_000
    assert 7_000_000 < len(patch) < spans.MOST_PATCH


async def test_more_files_than_the_bound_are_refused(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spans, "MOST_FILES", 2)
    for name in "abc":
        (repository / name).write_text(f"{name}\n")
    with pytest.raises(UsageError, match="3 files have changed; 2 are the most"):
        await from_span(repository, Span())


async def test_many_files_are_compared_in_batches_and_read_in_turns(
    repository: Path, git: Git, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("roundtable.adapters.trees.diffs._BATCH", 3)
    monkeypatch.setattr(spans, "_AT_ONCE", 20)
    names = [f"file{n}.txt" for n in range(10)]
    for name in names:
        (repository / name).write_text(f"this is {name}\n")
    (repository / "same.txt").write_text("this is file1.txt\n")
    git("add", ".")
    for span in (Span(), STAGED):
        given, patch = await from_span(repository, span)
        assert set(paths(patch)) == {*names, "same.txt"}
        assert texts(given) == {
            **{n: f"this is {n}\n" for n in names},
            "same.txt": "this is file1.txt\n",
        }


@pytest.mark.parametrize("kind", ["branch", "commit"])
@pytest.mark.parametrize("ref", ["", "-p", "--output=x", "a b", "HEAD..main", "nothing"])
async def test_a_name_of_no_commit_is_refused(repository: Path, kind: str, ref: str) -> None:
    with pytest.raises(UsageError) as caught:
        await from_span(repository, Span(kind, ref))  # type: ignore[arg-type]
    assert "git log" in caught.value.remedy


async def test_without_a_repository_there_is_no_change(project: Path) -> None:
    with pytest.raises(UsageError, match="git repository"):
        await from_span(project, Span())


async def test_a_damaged_repository_is_an_error_with_a_remedy(repository: Path) -> None:
    (repository / "README.md").write_text("# Other\n")
    for path in (repository / ".git" / "objects").rglob("*"):
        if path.is_file():
            path.unlink()
    with pytest.raises(UsageError) as caught:
        await from_span(repository, Span())
    assert caught.value.remedy
