"""A folder's files are taken as they stand, and only those that may be shown."""

import base64
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from roundtable.adapters.trees import folders, tally
from roundtable.adapters.trees.folders import from_folder
from roundtable.adapters.trees.tally import Given
from roundtable.adapters.workspaces.listing import Listing
from roundtable.adapters.workspaces.visibility import Rules
from roundtable.core.errors import UsageError

Git = Callable[..., str]


def fill(root: Path, files: dict[str, bytes]) -> None:
    for path, data in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data)


def paths(given: Given) -> list[str]:
    return [file.path for file in given.files]


def left(given: Given) -> dict[str, str]:
    return {entry.title: entry.reason for entry in given.left_out}


@pytest.fixture(params=["with git", "without git"])
def tree(request: pytest.FixtureRequest, project: Path, git: Git) -> Path:
    if request.param == "with git":
        git("init", "-q")
    return project


async def test_all_files_come_by_path_and_byte_by_byte(tree: Path) -> None:
    text = "\ufeffline\r\nü\r".encode()
    fill(tree, {"b.txt": text, "a/logo.png": b"\x89PNG\0\xff", "a/empty": b"", ".gitignore": b"x"})
    given = await from_folder(tree)
    assert paths(given) == [".gitignore", "a/empty", "a/logo.png", "b.txt"]
    assert given.files[3].text.encode() == text
    assert given.files[2].binary
    assert base64.b64decode(given.files[2].text) == b"\x89PNG\0\xff"
    assert given.left_out == ()
    assert given.origin == str(tree)


async def test_what_is_hidden_is_not_read_but_told(tree: Path) -> None:
    fill(
        tree,
        {
            ".gitignore": b"*.log\nbuild/\n",
            "app.py": b"",
            "app.log": b"",
            "build/x": b"",
            ".env": b"TOKEN=1",
            "certs/a.pem": b"",
            "node_modules/m/i.js": b"",
            ".roundtable/config.json": b"",
        },
    )
    given = await from_folder(tree, ("node_modules",))
    assert paths(given) == [".gitignore", "app.py"]
    reasons = left(given)
    assert set(reasons) == {".env", "app.log", "build/", "certs/", "node_modules/"}
    assert "secret" in reasons[".env"]
    assert "configuration" in reasons["node_modules/"]
    assert ".gitignore" in reasons["build/"]


async def test_a_link_gives_what_it_leads_to_only_if_that_may_be_shown(tree: Path) -> None:
    fill(tree, {"src/app.py": b"1", ".env": b"2", "ignored/x": b"3", ".gitignore": b"ignored/\n"})
    (tree.parent / "outside.txt").write_bytes(b"4")
    links = {
        "fine": "src/app.py",
        "secret": ".env",
        "hidden": "ignored/x",
        "folder": "src",
        "out": "../outside.txt",
        "passwd": "/etc/passwd",
        "nowhere": "none",
        "loop": "loop",
    }
    for name, target in links.items():
        (tree / name).symlink_to(target)
    given = await from_folder(tree)
    assert paths(given) == [".gitignore", "fine", "src/app.py"]
    assert given.files[1].text == "1"
    reasons = left(given)
    assert reasons.keys() >= links.keys() - {"fine"}
    assert "outside" in reasons["out"]
    assert "outside" in reasons["passwd"]
    assert "secret" in reasons["secret"]
    assert "nowhere" in reasons["nowhere"]


async def test_a_tracked_file_below_a_folder_that_became_a_link_is_not_followed_out(
    repository: Path,
) -> None:
    outside = repository.parent / "outside"
    outside.mkdir()
    (outside / "app.py").write_text("stolen")
    (repository / "src" / "app.py").unlink()
    (repository / "src").rmdir()
    (repository / "src").symlink_to(outside)
    given = await from_folder(repository)
    assert paths(given) == ["README.md"]
    assert "stolen" not in str(given)


async def test_a_deleted_file_is_simply_not_there(repository: Path) -> None:
    (repository / "README.md").unlink()
    given = await from_folder(repository)
    assert paths(given) == ["src/app.py"]
    assert given.left_out == ()


async def test_a_pipe_is_told_and_never_waited_for(tree: Path) -> None:
    fill(tree, {"a": b""})
    os.mkfifo(tree / "pipe")
    given = await from_folder(tree)
    assert paths(given) == ["a"]
    assert "regular" in left(given)["pipe"]


async def test_names_that_no_tree_can_hold_are_told(tree: Path) -> None:
    fill(tree, dict.fromkeys(("ok", "a\nb", "back\\slash", "x:y", "aux.c", "README"), b""))
    fill(tree, {"readme": b""})
    (tree / os.fsdecode(b"\xff.txt")).touch()
    given = await from_folder(tree)
    assert paths(given) == ["README", "ok"]
    assert len(given.left_out) == 6
    assert all(entry.title.isprintable() for entry in given.left_out)


async def test_files_that_are_too_large_are_told_and_not_read(tree: Path) -> None:
    fill(tree, {"text": b"x" * (2 << 20), "binary": b"\0" * (1 << 20)})
    fill(tree, {"large": b"x" * ((2 << 20) + 1), "blob": b"\0" * ((1 << 20) + 1)})
    with (tree / "endless").open("wb") as file:
        file.truncate(1 << 40)
    given = await from_folder(tree)
    assert paths(given) == ["binary", "text"]
    assert left(given) == {
        "blob": tally.TOO_LARGE_BINARY,
        "large": tally.TOO_LARGE,
        "endless": tally.TOO_LARGE,
    }


async def test_of_too_many_files_the_deepest_are_left_out(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tally, "MOST_FILES", 3)
    fill(tree, {f"a/b/{n}": b"" for n in range(20)} | {"z": b"", "a/y": b"", "x": b""})
    given = await from_folder(tree)
    assert paths(given) == ["a/y", "x", "z"]
    assert [entry.title for entry in given.left_out] == ["a/b/0, a/b/1, a/b/10 and 17 more"]


def test_a_tree_that_could_not_be_listed_in_full_says_so(project: Path) -> None:
    fill(project, {"a": b"", "b": b""})
    counted = tally.Tally()
    half = Listing(frozenset({"a"}), complete=False)
    folders._gather(project, Rules(()), half, counted)
    given = counted.given("")
    assert paths(given) == ["a"]
    assert [entry.title for entry in given.left_out] == ["the rest of the tree"]


async def test_an_empty_folder_gives_an_empty_tree(tree: Path) -> None:
    given = await from_folder(tree)
    assert given.files == ()
    assert given.left_out == ()


@pytest.mark.parametrize("name", ["none", "file", "loop", "nul\0l"])
async def test_what_is_no_folder_is_refused_with_a_remedy(project: Path, name: str) -> None:
    (project / "file").touch()
    (project / "loop").symlink_to("loop")
    with pytest.raises(UsageError) as caught:
        await from_folder(project / name)
    assert caught.value.remedy


async def test_a_folder_may_be_named_by_a_link(project: Path) -> None:
    fill(project, {"real/a": b"1"})
    (project / "link").symlink_to("real")
    assert paths(await from_folder(project / "link")) == ["a"]


async def test_files_that_vanish_or_turn_into_links_meanwhile_give_nothing_foreign(
    project: Path,
) -> None:
    fill(project, {"gone": b"", "swapped": b"", "stays": b"1"})
    (project.parent / "outside").write_text("stolen")
    listing = Listing(frozenset({"gone", "swapped", "stays", "folder/x"}))
    (project / "gone").unlink()
    (project / "swapped").unlink()
    (project / "swapped").symlink_to(project.parent / "outside")
    counted = tally.Tally()
    folders.take_files(project, Rules(()), listing, listing.paths, counted)
    given = counted.given("")
    assert [(file.path, file.text) for file in given.files] == [("stays", "1")]
    assert list(left(given)) == ["swapped"]
