"""Real repositories for the workspace's tests, untouched by the machine's own git settings."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Git = Callable[..., str]

IDENTITY = ("-c", "user.name=t", "-c", "user.email=t@example.invalid")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home without any settings, so that the developer's own do not change a test."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    return folder


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """An empty folder, in no repository."""
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


@pytest.fixture
def git(project: Path) -> Git:
    """Git itself, as a developer would run it, in the project or in the folder `at`."""

    def run(*arguments: str, at: Path = project, given: bytes = b"", check: bool = True) -> str:
        return run_git(at, *arguments, given=given, check=check)

    return run


def run_git(at: Path, *arguments: str, given: bytes = b"", check: bool = True) -> str:
    done = subprocess.run(
        ["git", *IDENTITY, *arguments],
        cwd=at,
        env={**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"},
        input=given,
        capture_output=True,
        check=False,
        timeout=60,
    )
    if check:
        assert done.returncode == 0, done.stderr.decode("utf-8", "replace")
    return done.stdout.decode("utf-8", "replace").strip()


@pytest.fixture(scope="session")
def committed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What every `repository` is a copy of; a copy takes less time than a commit."""
    folder = tmp_path_factory.mktemp("committed")
    run_git(folder, "init", "-q", "-b", "main", "--template=")
    for name in ("hooks", "info"):
        (folder / ".git" / name).mkdir()
    (folder / "README.md").write_text("# The project\n")
    (folder / "src").mkdir()
    (folder / "src" / "app.py").write_text("def main():\n    return 1\n")
    run_git(folder, "add", ".")
    run_git(folder, "commit", "-q", "-m", "first words")
    return folder


@pytest.fixture
def repository(project: Path, committed: Path) -> Path:
    """A repository with one commit: a readme and a module."""
    shutil.copytree(committed, project, dirs_exist_ok=True)
    return project
