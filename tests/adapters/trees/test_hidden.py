"""What lies in a folder and was not listed is told with its reason."""

import os
from pathlib import Path

import pytest

from roundtable.adapters.trees import hidden
from roundtable.adapters.trees.beneath import opened
from roundtable.adapters.trees.hidden import unlisted
from roundtable.adapters.workspaces.reading import NOT_REGULAR
from roundtable.adapters.workspaces.visibility import (
    IGNORED_BY_CONFIG,
    IGNORED_BY_GIT,
    SECRET,
    Rules,
)


def found(root: Path, listed: set[str], *ignore: str) -> dict[str, str]:
    with opened(root) as descriptor:
        return dict(unlisted(descriptor, frozenset(listed), Rules(ignore)))


def fill(root: Path, *paths: str) -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).touch()


def test_each_thing_is_told_once_at_the_highest_place(project: Path) -> None:
    fill(project, "src/app.py", "src/.env", "src/app.pyc", "build/a/b", "build/c")
    fill(project, "dist/x", "out/y", "certs/a.pem", ".git/config", ".roundtable/log")
    (project / "empty").mkdir()
    os.mkfifo(project / "pipe")
    (project / "link").symlink_to("build")
    assert found(project, {"src/app.py"}, "dist", "out/*") == {
        "build/": IGNORED_BY_GIT,
        "certs/": SECRET,
        "dist/": IGNORED_BY_CONFIG,
        "out/": IGNORED_BY_CONFIG,
        "link": IGNORED_BY_GIT,
        "pipe": NOT_REGULAR,
        "src/.env": SECRET,
        "src/app.pyc": IGNORED_BY_GIT,
    }


def test_no_link_to_a_folder_is_entered(project: Path) -> None:
    fill(project, "outside/x", "in/a")
    (project / "in" / "out").symlink_to(project / "outside")
    assert found(project / "in", {"a", "out/x"}) == {"out": IGNORED_BY_GIT}


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_locked_folder_is_told(project: Path) -> None:
    fill(project, "locked/x", "a")
    (project / "locked").chmod(0)
    try:
        assert "cannot be read" in found(project, {"a"})["locked/"]
    finally:
        (project / "locked").chmod(0o700)


def test_of_a_huge_folder_only_the_beginning_is_told(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hidden, "_MOST_ENTRIES", 3)
    fill(project, *"abcdef")
    assert list(found(project, {"a"})) == ["b", "c"]
