"""The command as its user runs it: a process of its own, in a repository of its own."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.container_bench import bench

__all__ = ["bench"]

COMMAND = [sys.executable, "-m", "roundtable"]
Run = Callable[..., "subprocess.CompletedProcess[str]"]


def script(words: int, words_per_second: float) -> str:
    """Three knights who object in the first round and agree in the second."""
    say = "word " * words
    objects = {"consensus_score": 5, "agrees_with": [], "pending_issues": ["the cost"]}
    agrees = {"consensus_score": 9, "agrees_with": ["all"], "pending_issues": [], "proposal": "Do."}
    part = {
        "words_per_second": words_per_second,
        "replies": [
            {"when": {"round": 1}, "say": say, "block": objects},
            {"say": say, "block": agrees},
        ],
    }
    return json.dumps({"knights": {"*": part}})


def set_up(folder: Path, words: int = 20, words_per_second: float = 0) -> Path:
    """A repository with a table of scripted knights."""
    (folder / "script.yaml").write_text(script(words, words_per_second))
    knights = [f"--knight={name}=scripted:script.yaml" for name in ("Gawain", "Lancelot", "Bors")]
    subprocess.run(
        [*COMMAND, "init", "--yes", *knights], cwd=folder, check=True, capture_output=True
    )
    return folder


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    return set_up(tmp_path)


@pytest.fixture
def run(repository: Path) -> Run:
    def call(*words: str, **options: object) -> "subprocess.CompletedProcess[str]":
        settings: dict[str, object] = {
            "cwd": repository,
            "capture_output": True,
            "text": True,
            "stdin": subprocess.DEVNULL,
            "timeout": 60,
            "check": False,
        }
        return subprocess.run([*COMMAND, *words], **(settings | options))  # type: ignore[call-overload,no-any-return]  # noqa: PLW1510

    return call
