"""`roundtable review`: findings for people and for build servers, and an exit code."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.apps.cli.conftest import builders

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def code(building: Path) -> Path:
    (building / "cart.py").write_text("def total(items):\n    return sum(items)\n")
    return building


def test_a_review_changes_nothing_and_tells_what_it_found(code: Path, run: Run) -> None:
    exit_code, out, _ = run("review", "--yes")
    assert exit_code == 0
    assert "total does not refuse an empty list" in out
    assert (code / "cart.py").read_text() == "def total(items):\n    return sum(items)\n"


@pytest.mark.parametrize(
    ("fail_on", "expected"), [("critical", 0), ("warning", 24), ("note", 24), ("never", 0)]
)
def test_the_exit_code_follows_the_severity(
    code: Path, run: Run, fail_on: str, expected: int
) -> None:
    assert run("review", "--yes", "--fail-on", fail_on)[0] == expected


def test_json_on_stdout_and_the_deliberation_on_stderr(code: Path, run: Run) -> None:
    _, out, err = run("review", "--yes", "--format", "json")
    found = json.loads(out)
    assert "total does not refuse an empty list" in json.dumps(found)
    assert "Verdict of" in err


def test_sarif_and_markdown_into_a_file(code: Path, run: Run, tmp_path: Path) -> None:
    sarif = tmp_path / "review.sarif"
    run("review", "--yes", "--format", "sarif", "--out", sarif)
    results = json.loads(sarif.read_text())["runs"][0]["results"]
    assert results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "cart.py"
    page = tmp_path / "review.md"
    run("review", "--yes", "--format", "markdown", "--out", page)
    assert "total does not refuse an empty list" in page.read_text()


def test_only_what_differs_from_a_commit(code: Path, run: Run) -> None:
    def git(*words: str) -> None:
        identity = ("-c", "user.name=Test", "-c", "user.email=test@localhost")
        subprocess.run(["git", *identity, *words], cwd=code, check=True, capture_output=True)

    git("init", "-q", "-b", "main")
    git("add", "cart.py")
    git("commit", "-qm", "first")
    (code / "shop.py").write_text("def open():\n    return True\n")
    git("add", "shop.py")
    git("commit", "-qm", "second")
    (code / "cart.py").write_text("def total(items):\n    return sum(items) + 0\n")
    _, _, err = run("review", "--diff", "HEAD", "--yes", "--format", "json")
    (chunk,) = [line for line in err.splitlines() if line.startswith("-- Chunk")]
    assert "cart.py" in chunk
    assert "shop.py" not in chunk
    assert run("review", "--diff", "nothing-like-that", "--yes")[0] == 2


def test_a_folder_without_files_is_refused_before_anybody_is_asked(
    building: Path, run: Run, tmp_path: Path
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    exit_code, _, err = run("review", empty, "--yes")
    assert exit_code == 2
    assert "nothing to review" in err


def test_a_verdict_that_cannot_be_read_leaves_all_findings_standing(code: Path, run: Run) -> None:
    mute = [{"when": {"purpose": p}, "say": "Hm."} for p in ("judge", "rejudge")]
    script = {"knights": builders(Gawain=mute, Lancelot=mute, Percival=mute)}
    (code / "script.yaml").write_text(json.dumps(script))
    exit_code, _, _ = run("review", "--yes", "--fail-on", "warning")
    assert exit_code == 24


def test_a_file_to_write_needs_a_form(code: Path, run: Run) -> None:
    exit_code, _, err = run("review", "--out", "x.md")
    assert exit_code == 2
    assert "--format" in err
