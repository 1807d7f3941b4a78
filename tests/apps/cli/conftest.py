"""A small project with scripted knights, and the command `roundtable` run in this process."""

import contextlib
import functools
import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from roundtable.adapters.keys import VARIABLES
from roundtable.adapters.knights import discovery
from roundtable.apps.cli.main import main
from roundtable.core.events import Event, read_event

Run = Callable[..., tuple[int, str, str]]
Play = Callable[..., None]
Spawn = Callable[..., "subprocess.Popen[str]"]

NAMES = ("Gawain", "Lancelot", "Percival")
OBJECTS = {
    "say": "Not yet.",
    "block": {
        "consensus_score": 5,
        "agrees_with": [],
        "pending_issues": ["the cost"],
        "proposal": "Wait for the figures.",
    },
}
AGREES = {
    "say": "I agree.",
    "block": {
        "consensus_score": 9,
        "agrees_with": ["all"],
        "pending_issues": [],
        "proposal": "Keep them in SQLite.",
        "files_to_modify": ["store.py"],
    },
}
REFUSES = {
    "say": "Never.",
    "block": {"consensus_score": 1, "agrees_with": [], "pending_issues": ["all of it"]},
}
REPLIES: dict[str, list[object]] = {
    "willing": [AGREES],
    "stubborn": [OBJECTS],
    "refusing": [REFUSES],
    "persuadable": [{**OBJECTS, "when": {"round": 1}}, AGREES],
    "heeding": [{**AGREES, "when": {"prompted": "Mind the backups."}}, OBJECTS],
    "hanging": [{"say": "one two three four", "hang_after_words": 2}],
    "garbled": [{"say": "I would rather not say."}],
}


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run one command here: its exit code, and what it wrote to stdout and to stderr."""

    def run(*words: object, stdin: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsys.readouterr()
        try:
            code = main([str(word) for word in words])
        except SystemExit as left:
            assert isinstance(left.code, int)
            code = left.code
        return code, *capsys.readouterr()

    return run


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder on a machine without models, keys or servers: the command runs in it."""
    root, machine = tmp_path / "shop", tmp_path / "bin"
    root.mkdir()
    machine.mkdir()
    git = shutil.which("git")
    assert git is not None
    (machine / "git").symlink_to(git)
    monkeypatch.setenv("PATH", str(machine))
    for name in (name for names in VARIABLES.values() for name in names):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ROUNDTABLE_KEYRING", "off")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr(discovery, "LOCAL_SERVERS", {})
    monkeypatch.chdir(root)
    return root


def write_script(root: Path, replies: str, **part: object) -> None:
    script = {"knights": {"*": {"replies": REPLIES[replies], **part}}}
    (root / "script.yaml").write_text(json.dumps(script))


@pytest.fixture
def play(bare: Path) -> Play:
    """Give all knights of the project these replies, without any pacing."""
    return functools.partial(write_script, bare)


@pytest.fixture(scope="session")
def templates(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A fresh project and one with a session behind it, made once and copied for each test."""
    fresh, decided = tmp_path_factory.mktemp("fresh"), tmp_path_factory.mktemp("decided")
    knights = [f"--knight={name}=scripted:script.yaml" for name in NAMES]
    write_script(fresh, "willing")
    with contextlib.redirect_stdout(io.StringIO()), pytest.MonkeyPatch.context() as here:
        here.chdir(fresh)
        assert main(["init", "--yes", "--project", "shop", *knights]) == 0
        shutil.copytree(fresh, decided, dirs_exist_ok=True)
        here.chdir(decided)
        assert main(["discuss", "Where do the sessions live?", "--choose", "self"]) == 0
    return {"fresh": fresh, "decided": decided}


@pytest.fixture
def project(bare: Path, templates: dict[str, Path]) -> Path:
    """A project of three knights who agree at once."""
    shutil.copytree(templates["fresh"], bare, dirs_exist_ok=True)
    return bare


@pytest.fixture
def decided(bare: Path, templates: dict[str, Path]) -> Path:
    """The project with one session behind it, whose decision the King carries out himself."""
    shutil.copytree(templates["decided"], bare, dirs_exist_ok=True)
    return bare


@pytest.fixture
def events() -> Callable[[str], list[Event]]:
    """Every line of an output as the event that it must be."""
    return lambda out: [read_event(line) for line in out.splitlines()]


@pytest.fixture
def spawn() -> Iterator[Spawn]:
    """Start the command as a process of its own in the folder where the test stands."""
    started: list[subprocess.Popen[str]] = []

    def spawn(*words: str, stdout: int = subprocess.PIPE) -> "subprocess.Popen[str]":
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}
        process = subprocess.Popen(
            [sys.executable, "-m", "roundtable", *words],
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        started.append(process)
        return process

    yield spawn
    for process in started:
        with process:
            process.kill()
