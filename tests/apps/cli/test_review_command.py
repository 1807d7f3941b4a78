"""`roundtable review`: findings for people and for build servers, and an exit code."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.apps.conftest import builders

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


def git(folder: Path, *words: str) -> None:
    identity = ("-c", "user.name=Test", "-c", "user.email=test@localhost")
    subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True)


def test_only_what_differs_from_a_commit(code: Path, run: Run) -> None:
    git(code, "init", "-q", "-b", "main")
    git(code, "add", "cart.py")
    git(code, "commit", "-qm", "first")
    (code / "shop.py").write_text("def open():\n    return True\n")
    git(code, "add", "shop.py")
    git(code, "commit", "-qm", "second")
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


def test_a_place_where_no_file_can_be_is_found_before_anybody_is_asked(
    code: Path, run: Run, tmp_path: Path
) -> None:
    for place in (tmp_path, tmp_path / "nowhere" / "review.md"):
        exit_code, out, err = run("review", "--yes", "--format", "markdown", "--out", place)
        assert exit_code == 2
        assert "--out" in err
        assert not out
    assert "No sessions yet" in run("list")[1]


MUTE = [{"when": {"stage": "review", "purpose": p}, "say": "Hm."} for p in ("speak", "block")]


def test_a_review_of_which_nothing_could_be_read_is_no_success(code: Path, run: Run) -> None:
    script = {"knights": builders(Gawain=MUTE, Lancelot=MUTE, Percival=MUTE)}
    (code / "script.yaml").write_text(json.dumps(script))
    exit_code, out, _ = run("review", "--yes")
    assert exit_code == 22
    assert "Nobody's findings on" in out


def test_a_critical_finding_is_told_by_the_exit_code_also_after_a_resume(
    code: Path, run: Run
) -> None:
    bad = {"severity": "critical", "file": "cart.py", "line": 2, "claim": "it is wrong"}
    found = {"findings": [bad], "clean": []}
    looks = [{"when": {"stage": "review", "purpose": "speak"}, "say": "I looked.", "block": found}]
    mute = [{"when": {"purpose": p}, "say": "Hm."} for p in ("judge", "rejudge")]
    knights = builders(Gawain=looks + mute, Lancelot=looks + mute, Percival=looks + mute)
    (code / "script.yaml").write_text(json.dumps({"knights": knights}))
    assert run("review")[0] == 22
    assert run("resume", "--on-escalation", "keep")[0] == 24


def test_a_change_is_shown_as_material_however_long_it_is(code: Path, run: Run) -> None:
    git(code, "init", "-q", "-b", "main")
    git(code, "add", "cart.py")
    git(code, "commit", "-qm", "first")
    lines = "".join(f"N{n} = {n}\n" for n in range(3_000))
    (code / "cart.py").write_text(f"def total(items):\n    return sum(items)\n{lines}")
    exit_code, out, _ = run("review", "--diff", "HEAD", "--yes", "--json")
    assert exit_code == 0
    log = [json.loads(line) for line in out.splitlines()]
    assert not [event for event in log if event["type"] == "note_added"]
    (given,) = [event for event in log if event["type"] == "files_given"]
    assert "+N2999 = 2999" in given["patch"]


def test_a_change_can_be_looked_at_in_one_folder_alone(code: Path, run: Run) -> None:
    for name in ("one", "two"):
        (code / name).mkdir()
        (code / name / "part.py").write_text("x = 1\n")
    git(code, "init", "-q", "-b", "main")
    git(code, "add", "one", "two")
    git(code, "commit", "-qm", "first")
    for name in ("one", "two"):
        (code / name / "part.py").write_text("x = 2\n")
    _, out, _ = run("review", code / "one", "--diff", "HEAD", "--yes")
    (chunk,) = [line for line in out.splitlines() if line.startswith("-- Chunk")]
    assert chunk == "-- Chunk 1 of 1: part.py"


def test_a_folder_with_nothing_that_can_be_read_is_refused(
    building: Path, run: Run, tmp_path: Path
) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    (folder / "one.png").write_bytes(bytes(range(256)))
    exit_code, _, err = run("review", folder, "--yes")
    assert exit_code == 2
    assert "nothing to review" in err
