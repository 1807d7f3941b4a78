"""A file is shown only if all the rules allow it, for its name and for what it leads to."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from roundtable.adapters.workspaces.listing import Listing
from roundtable.adapters.workspaces.reading import Refused
from roundtable.adapters.workspaces.sight import look
from roundtable.adapters.workspaces.visibility import Rules

Git = Callable[..., str]

RULES = Rules(("dist",))


async def reason(root: Path, path: str) -> str:
    """Why a file is not shown, or nothing."""
    async with look(root, RULES) as sight:
        try:
            await sight.read(path)
        except Refused as refused:
            return str(refused)
        return ""


@pytest.fixture(params=["with git", "without git"])
def tree(request: pytest.FixtureRequest, project: Path, git: Git) -> Path:
    if request.param == "with git":
        git("init", "-q")
    for path in ("src/app.py", "dist/app.js", ".env", "ignored/x.txt", "notes.txt"):
        (project / path).parent.mkdir(exist_ok=True)
        (project / path).write_text("text\n")
    (project / ".gitignore").write_text("ignored/\nignored-link\n")
    return project


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("src/app.py", ""),
        ("./notes.txt", ""),
        ("dist/app.js", "configuration"),
        (".env", "secret"),
        (".ENV", "secret"),
        ("ignored/x.txt", ".gitignore"),
        (".git/config", "git's"),
        ("nothing.py", "not found"),
        ("src", "folder"),
        ("../project/notes.txt", "outside"),
    ],
)
async def test_every_rule_is_applied_with_git_and_without(
    tree: Path, path: str, expected: str
) -> None:
    found = await reason(tree, path)
    assert expected in found
    assert bool(expected) == bool(found)


async def test_a_link_is_judged_by_its_name_and_by_what_it_leads_to(tree: Path) -> None:
    links = {
        "fine": ("src/app.py", ""),
        "to-secret": (".env", "secret"),
        "to-ignored": ("ignored/x.txt", ".gitignore"),
        "to-dist": ("dist/app.js", "configuration"),
        "to-git": (".git/HEAD", "git's"),
        "out": ("/etc/passwd", "outside"),
        "id_rsa": ("notes.txt", "secret"),
        "ignored-link": ("notes.txt", ".gitignore"),
    }
    (tree / ".git").mkdir(exist_ok=True)
    (tree / ".git" / "HEAD").touch()
    for name, (target, expected) in links.items():
        (tree / name).symlink_to(target)
        found = await reason(tree, name)
        assert expected in found, name
        assert bool(expected) == bool(found), name


async def test_a_file_behind_a_linked_folder_is_judged_where_it_lies(tree: Path) -> None:
    (tree / "folder").symlink_to("src")
    (tree / "hidden").symlink_to("ignored")
    assert await reason(tree, "folder/app.py") == ""
    assert ".gitignore" in await reason(tree, "hidden/x.txt")


async def test_a_known_list_of_files_is_used_if_it_is_complete(tree: Path) -> None:
    async with look(tree, RULES) as sight:
        with pytest.raises(Refused):
            await sight.read("notes.txt", Listing(frozenset()))
        incomplete = Listing(frozenset(), complete=False)
        assert (await sight.read("notes.txt", incomplete)).text == "text\n"


async def test_a_damaged_index_does_not_keep_files_from_being_seen(
    repository: Path, git: Git
) -> None:
    (repository / ".git" / "index").write_bytes(b"garbage")
    (repository / ".gitignore").write_text("*.log\n")
    (repository / "x.log").write_text("x")
    async with look(repository, RULES) as sight:
        listing = await sight.listing()
    assert listing.paths == {".gitignore", "README.md", "src/app.py"}
    assert await reason(repository, "README.md") == ""
    assert ".gitignore" in await reason(repository, "x.log")


async def test_without_a_repository_the_reason_is_kept(project: Path) -> None:
    async with look(project, RULES) as sight:
        assert sight.repository is None
        assert "not in a git repository" in sight.no_git


async def test_a_pipe_is_refused_at_once(tree: Path) -> None:
    os.mkfifo(tree / "pipe")
    assert await reason(tree, "pipe") == "not a regular file"
