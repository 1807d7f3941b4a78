"""A small project with scripted knights, and the command `roundtable` run in this process."""

import contextlib
import functools
import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from roundtable.adapters.keys import VARIABLES
from roundtable.adapters.knights import discovery
from roundtable.apps.cli.main import main
from roundtable.core.events import Event, read_event
from tests.patience import patience

__all__ = ["patience"]

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
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
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


NO_CLAIMS: dict[str, object] = {"raises": [], "answers": [], "concedes": []}


def _cart(name: str) -> str:
    """A file as this knight would write it: each has one function that is its own."""
    unit = f"def {name.lower()}():\n    return '{name}'\n"
    return f"FILE: cart.py\n```python\ndef total(items):\n    return sum(items)\n\n\n{unit}```\n"


def _wrong(name: str) -> list[object]:
    found = {
        "severity": "warning",
        "file": "cart.py",
        "line": 2,
        "claim": "total does not refuse an empty list",
        "evidence": "total([])",
        "fix": "raise ValueError",
    }
    return [found] if name != "Percival" else []


def builders(**more: Sequence[object]) -> dict[str, object]:
    """Three knights who build a cart without dispute; `more` replies come before the others."""

    def replies(name: str) -> list[object]:
        agreed = {
            "verdict": "CONSENSUS",
            "summary": "A cart that adds up its items.",
            "options": [],
            "rulings": [],
        }
        code = agreed | {"base": "{label:Lancelot}", "incorporate": [], "must_fix": []}
        judged = agreed | {"critical": [], "warnings": ["F1"], "confirmed_clean": []}
        fix = "```python\ndef total(items):\n    if not items:\n        raise ValueError(items)\n"
        fix += "    return sum(items)\n```"
        coding = [
            {"when": {"stage": stage, "purpose": "judge"}, "say": "So.", "block": code}
            for stage in ("development", "qa", "devops")
        ]
        reviewing = [
            {"when": {"stage": stage, "purpose": "judge"}, "say": "So.", "block": judged}
            for stage in ("review", "execution")
        ]
        found: dict[str, object] = {"findings": _wrong(name), "clean": []}
        return [
            *more.get(name, ()),
            *coding,
            *reviewing,
            {"when": {"purpose": "judge"}, "say": "So.", "block": agreed},
            {"when": {"purpose": "fix"}, "say": fix},
            {"when": {"purpose": "chat"}, "say": "It is in the record."},
            {"when": {"stage": "development"}, "say": _cart(name), "block": NO_CLAIMS},
            {"when": {"stage": "review"}, "say": "I looked.", "block": found},
            {"when": {"stage": "qa"}, "say": _qa(name), "block": NO_CLAIMS},
            {"when": {"stage": "devops"}, "say": _image(name), "block": NO_CLAIMS},
            {"say": "So I see it.", "block": NO_CLAIMS},
        ]

    return {name: {"replies": replies(name), "context_tokens": 64_000} for name in NAMES}


def _qa(name: str) -> str:
    test = "from cart import total\n\n\ndef test_total():\n    assert total([1, 2]) == 3\n"
    return f"FILE: tests/test_{name.lower()}.py\n```python\n{test}```\n"


def _image(name: str) -> str:
    return f"FILE: Dockerfile\n```dockerfile\nFROM scratch\nLABEL by={name}\n```\n"


@pytest.fixture
def building(project: Path) -> Path:
    """A project whose knights can build."""
    (project / "script.yaml").write_text(json.dumps({"knights": builders()}))
    return project


STORE = "def save(session):\n    raise NotImplementedError\n"
BETTER = "def save(session):\n    return session\n"


def given(**files: str) -> str:
    blocks = [f"FILE: {path}\n```python\n{text}```\n" for path, text in files.items()]
    return "\n".join(["Done.", *blocks])


def script(root: Path, *said: str, files: tuple[str, ...] = ("store.py",)) -> None:
    """Knights who agree at once; the lead then gives these answers, turn by turn."""
    agrees = json.loads(json.dumps(AGREES))
    agrees["block"]["files_to_modify"] = list(files)
    replies = [
        {"when": {"stage": "apply", "round": number}, "say": text}
        for number, text in enumerate(said, 1)
    ]
    last = {"when": {"stage": "apply"}, "say": said[-1]}
    parts = {"knights": {"*": {"replies": [*replies, last, agrees]}}}
    (root / "script.yaml").write_text(json.dumps(parts))


@pytest.fixture
def agreed(project: Path, run: Run) -> Path:
    """A project whose table has decided to change store.py."""
    (project / "store.py").write_text(STORE)
    script(project, given(**{"store.py": BETTER}))
    assert run("discuss", "How shall we save?", "--choose", "later")[0] == 0
    return project
