"""Which files there are, with git and without it."""

import os
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from roundtable.adapters.workspaces import listing as listing_module
from roundtable.adapters.workspaces.listing import Listing, list_with_git, list_without_git
from roundtable.adapters.workspaces.snapshot import snapshot
from roundtable.adapters.workspaces.visibility import Rules

Git = Callable[..., str]

RULES = Rules((".git", "node_modules", "*.min.js"))


async def with_git(root: Path, *only: str) -> Listing:
    async with snapshot(root) as view:
        return await list_with_git(view, RULES, only)


def plant(root: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)


TREE = {
    ".gitignore": "*.log\n/build/\n!keep.log\ntemp*\ndocs/*.html\n**/cache/\n# comment\n\\#odd\n",
    "app.py": "",
    "a.log": "",
    "keep.log": "",
    "build/out.txt": "",
    "src/build/kept.txt": "",
    "src/.gitignore": "local.txt\n!special.log\n/only-here\n",
    "src/local.txt": "",
    "src/deep/local.txt": "",
    "src/special.log": "",
    "src/only-here": "",
    "src/deep/only-here": "",
    "src/temporary/x": "",
    "src/a b/ü.txt": "",
    "docs/page.html": "",
    "docs/sub/page.html": "",
    "x/cache/entry": "",
    "x/cached": "",
    "#odd": "",
    "local.txt": "",
    "nest/.gitignore": "*\n!.gitignore\n!kept/\n!kept/*\n",
    "nest/gone": "",
    "nest/kept/here": "",
    "node_modules/p/index.js": "",
    "web/node_modules/p/index.js": "",
    "web/app.min.js": "",
    ".env": "",
    ".env.example": "",
    ".roundtable/config.json": "",
}


async def test_a_tree_is_listed_the_same_with_git_and_without(project: Path, git: Git) -> None:
    plant(project, TREE)
    without = await list_without_git(project, RULES)
    git("init", "-q")
    with_help = await with_git(project)
    assert without.paths == with_help.paths
    assert without.complete
    assert with_help.untracked == with_help.paths
    assert {"app.py", "src/special.log", "nest/kept/here", ".env.example"} <= without.paths
    assert without.paths.isdisjoint({"a.log", "build/out.txt", ".env", "web/app.min.js"})


async def test_some_paths_are_judged_like_all_of_them(project: Path, git: Git) -> None:
    plant(project, TREE)
    everything = (await list_without_git(project, RULES)).paths
    assert (await list_without_git(project, RULES, TREE)).paths == everything
    git("init", "-q")
    assert (await with_git(project, *TREE)).paths == everything
    assert (await with_git(project, "*", "missing")).paths == frozenset()


@pytest.mark.parametrize("seed", range(8))
async def test_what_git_would_hide_is_hidden_without_git_too(
    project: Path, git: Git, seed: int
) -> None:
    """Random trees with random ignore files in several folders, judged by git itself."""
    chance = random.Random(seed)
    names = ("a", "b", "ab", "a.b", "c d", "A")
    pieces = ("a", "b", "*", "a*", "*b", "?", "[ab]", "[!a]", "**", "*.b", "c\\ d", "A")
    for _ in range(40):
        path = project.joinpath(*chance.choices(names, k=chance.randint(1, 4)))
        if not any(p.is_file() for p in (path, *path.parents)) and not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("")
    folders = [project, *sorted(p for p in project.rglob("*") if p.is_dir())]
    for folder in chance.sample(folders, min(4, len(folders))):
        lines = [
            chance.choice(("", "", "!"))
            + chance.choice(("", "", "/"))
            + "/".join(chance.choices(pieces, k=chance.randint(1, 3)))
            + chance.choice(("", "", "/"))
            for _ in range(chance.randint(1, 5))
        ]
        (folder / ".gitignore").write_text("\n".join(lines))
    without = await list_without_git(project, RULES)
    git("init", "-q")
    assert without.paths <= (await with_git(project)).paths


async def test_tracked_files_are_listed_even_if_an_ignore_file_names_them(
    repository: Path, git: Git
) -> None:
    (repository / ".gitignore").write_text("README.md\n")
    (repository / "new.txt").write_text("")
    listing = await with_git(repository)
    assert "README.md" in listing.paths
    assert listing.untracked == {".gitignore", "new.txt"}


async def test_a_repository_inside_the_repository_is_not_entered(
    repository: Path, git: Git
) -> None:
    plant(repository, {"inner/file.txt": ""})
    git("init", "-q", at=repository / "inner")
    assert (await with_git(repository)).paths == {"README.md", "src/app.py"}
    assert (await with_git(repository, "inner/file.txt")).paths == frozenset()


async def test_links_are_listed_and_not_followed_and_pipes_are_neither(
    project: Path, git: Git
) -> None:
    (project / "outside").symlink_to("/etc")
    (project / "itself").symlink_to(".")
    os.mkfifo(project / "pipe")
    assert (await list_without_git(project, RULES)).paths == {"outside", "itself"}
    git("init", "-q")
    assert (await with_git(project)).paths == {"outside", "itself"}


async def test_an_ignore_file_that_is_no_file_is_passed_over(project: Path) -> None:
    os.mkfifo(project / ".gitignore")
    (project / "sub").mkdir()
    (project / "sub" / ".gitignore").symlink_to("/etc/passwd")
    (project / "a.txt").write_text("")
    assert (await list_without_git(project, RULES)).paths == {"a.txt", "sub/.gitignore"}


async def test_a_folder_that_is_gone_has_no_files(tmp_path: Path) -> None:
    assert await list_without_git(tmp_path / "gone", RULES) == Listing(frozenset())


async def test_a_repository_of_fifty_thousand_files_is_listed_in_full(
    repository: Path, git: Git, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A busy machine may be slow; what is asserted is that the time does not explode.
    monkeypatch.setattr(listing_module, "_SECONDS", 120.0)
    monkeypatch.setattr("roundtable.adapters.workspaces.git.SECONDS", 120.0)
    blob = git("rev-parse", "HEAD:README.md")
    entries = "".join(f"100644 {blob}\td{n // 500}/f{n}.py\n" for n in range(50_000))
    git("update-index", "--add", "--index-info", given=entries.encode())
    started = time.monotonic()
    listing = await with_git(repository)
    assert time.monotonic() - started < 60
    assert len(listing.paths) == 50_002
    assert listing.complete


async def test_a_folder_of_thousands_of_files_is_walked_in_full(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing_module, "_SECONDS", 120.0)
    for folder in range(30):
        (project / f"d{folder}").mkdir()
        for file in range(100):
            os.close(os.open(project / f"d{folder}" / f"f{file}.py", os.O_CREAT | os.O_WRONLY))
    started = time.monotonic()
    listing = await list_without_git(project, RULES)
    assert time.monotonic() - started < 60
    assert len(listing.paths) == 3000
    assert listing.complete


async def test_a_listing_that_is_too_long_says_that_it_is_not_complete(
    project: Path, git: Git, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(project, {f"{number}.txt": "" for number in range(20)})
    monkeypatch.setattr(listing_module, "MOST_PATHS", 5)
    short = await list_without_git(project, RULES)
    assert (len(short.paths), short.complete) == (5, False)
    monkeypatch.setattr(listing_module, "_MOST_BYTES", 30)
    git("init", "-q")
    cut = await with_git(project)
    assert not cut.complete
    assert all(path.endswith(".txt") for path in cut.paths)


async def test_a_listing_that_takes_too_long_says_that_it_is_not_complete(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(project, TREE)
    monkeypatch.setattr(listing_module, "_SECONDS", -1.0)
    assert not (await list_without_git(project, RULES)).complete


async def test_names_that_are_not_utf8_survive(project: Path, git: Git) -> None:
    (project / "caf\udce9.txt").write_text("")
    (project / "new\nline").write_text("")
    expected = {"caf\udce9.txt", "new\nline"}
    assert (await list_without_git(project, RULES)).paths == expected
    git("init", "-q")
    assert (await with_git(project)).paths == expected
