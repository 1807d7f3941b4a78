"""`roundtable summon`: a change is discussed, and what is found in it can be applied."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from roundtable.apps.cli.summon_command import rewritten
from roundtable.core import events as e
from tests.apps.conftest import NAMES, Run, Spawn

Events = Callable[[str], list[e.Event]]
CART = "def total(items):\n    return sum(items)\n"
FOUND = {
    "severity": "warning",
    "file": "cart.py",
    "line": 2,
    "claim": "The sum is one too high.",
    "evidence": "total([]) is 1",
    "fix": "Return the sum alone.",
}


def git(folder: Path, *words: str) -> str:
    identity = ("-c", "user.name=Test", "-c", "user.email=test@localhost")
    done = subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True)
    return done.stdout.decode().strip()


def agreeing(*found: object, **fields: object) -> dict[str, object]:
    block = {"consensus_score": 9, "agrees_with": [], "pending_issues": [], "findings": [*found]}
    return {"say": "I looked at it.", "block": block | {"proposal": "Mend it."} | fields}


def play(root: Path, *replies: object, **part: object) -> None:
    script = {"knights": {"*": {"replies": [*replies], **part}}}
    (root / "script.yaml").write_text(json.dumps(script))


@pytest.fixture
def changed(project: Path) -> Path:
    """A repository with a change that is not committed, and knights who find something in it."""
    git(project, "init", "-q", "-b", "main")
    (project / "cart.py").write_text(CART)
    (project / ".gitignore").write_text(".roundtable\nscript.yaml\n")
    git(project, "add", ".")
    git(project, "commit", "-qm", "first")
    (project / "cart.py").write_text(CART.replace("sum(items)", "sum(items) + 1"))
    play(project, agreeing(FOUND))
    return project


def logged(run: Run, *words: object) -> list[dict[str, Any]]:
    _, out, _ = run("summon", "--yes", "--json", *words)
    return [json.loads(line) for line in out.splitlines()]


def test_a_summon_ends_with_findings_that_can_be_applied(changed: Path, run: Run) -> None:
    code, out, _ = run("summon", "is the sum right?", "--choose", "apply")
    assert code == 0
    assert "Topic: Uncommitted changes: is the sum right?" in out
    assert "[warning] cart.py:2: The sum is one too high." in out
    assert "- F1 (warning) `cart.py:2`: The sum is one too high." in out
    assert "  - fix: Return the sum alone." in out
    (folder,) = (changed / ".roundtable" / "sessions").iterdir()
    assert folder.name.endswith("uncommitted-changes-is-the-sum-right")
    decision = (folder / "decisions.md").read_text()
    assert "- Files: `cart.py`" in decision
    assert "approved to be applied" in decision
    assert "- `cart.py`" in (folder / "topic.md").read_text()
    assert "The sum is one too high." in (folder / "report.html").read_text()
    assert (changed / "cart.py").read_text() != CART, "nothing is written by this command"


def test_the_record_holds_the_whole_patch_and_the_files(changed: Path, run: Run) -> None:
    (changed / ".env").write_text("TOP-SECRET\n")
    (changed / "logo").write_bytes(b"\0")
    log = logged(run)
    assert "TOP-SECRET" not in json.dumps(log)
    (given,) = [event for event in log if event["type"] == "files_given"]
    assert "+    return sum(items) + 1\n" in given["patch"]
    assert [file["path"] for file in given["files"]] == ["cart.py"]
    assert {item["title"] for item in given["left_out"]} == {".env", "logo"}
    assert log[0]["workflow"] == "summon"
    kinds = [event["type"] for event in log]
    assert kinds.index("findings_merged") == kinds.index("consensus") - 1


def test_the_change_is_what_the_flags_say(changed: Path, run: Run) -> None:
    git(changed, "add", ".")
    git(changed, "checkout", "-qb", "topic")
    git(changed, "commit", "-qm", "second")
    (changed / "shop.py").write_text("open = True\n")
    git(changed, "add", "shop.py")
    (changed / "new.py").write_text("new = True\n")

    def files(*words: str) -> set[str]:
        (given,) = [event for event in logged(run, *words) if event["type"] == "files_given"]
        return {file["path"] for file in given["files"]}

    assert files() == {"shop.py", "new.py"}
    assert files("--staged") == {"shop.py"}
    assert files("--branch", "main") == {"cart.py", "shop.py", "new.py"}
    assert files("--commit", "HEAD") == {"cart.py"}
    assert files("--commit", "HEAD~1") == {"cart.py", ".gitignore"}
    assert files("--branch", "main", "--", "cart.py", "new.py") == {"cart.py", "new.py"}
    assert files("--path", "shop.py") == {"shop.py"}


def test_paths_are_meant_from_the_folder_where_one_stands(
    changed: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    (changed / "src").mkdir()
    (changed / "src" / "cart.py").write_text("x = 1\n")
    monkeypatch.chdir(changed / "src")
    (given,) = [event for event in logged(run, "--", "cart.py") if event["type"] == "files_given"]
    assert [file["path"] for file in given["files"]] == ["src/cart.py"]
    code, _, err = run("summon", "--", "../../elsewhere")
    assert code == 2
    assert "outside" in err


def test_what_follows_two_dashes_are_paths_whatever_they_look_like() -> None:
    assert rewritten(["summon", "a word", "--", "-x", "--yes"]) == [
        *("summon", "a word", "--path=-x", "--path=--yes"),
    ]
    assert rewritten(["summon", "--yes"]) == ["summon", "--yes"]


def test_only_one_change_at_a_time(changed: Path, run: Run) -> None:
    code, _, err = run("summon", "--staged", "--commit", "HEAD")
    assert code == 2
    assert "not allowed with" in err


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--staged",), "there are no staged changes"),
        (("--commit", "nothing"), "knows no commit 'nothing'"),
        (("--branch=-x",), "'-x' is not the name of one commit"),
        (("--", "docs"), "nothing has changed in 'docs'"),
        (("--out", "x.md"), "--out needs to know the form"),
        (("--rounds", "99"), "--rounds must be from 1 to 50"),
        (("x" * 100_001,), "more than 100,000 characters"),
        (("--knight", "Mordred"), "no knight 'Mordred'"),
    ],
)
def test_what_cannot_be_meant_is_refused_before_anybody_is_asked(
    changed: Path, run: Run, words: tuple[str, ...], problem: str
) -> None:
    code, _, err = run("summon", *words)
    assert code in (2, 5)
    assert problem in err
    assert "No sessions yet" in run("list")[1]


def test_without_a_change_or_a_repository_that_is_said(
    project: Path, changed: Path, run: Run
) -> None:
    git(changed, "checkout", "-q", "cart.py")
    code, _, err = run("summon")
    assert code == 2
    assert "there are no uncommitted changes" in err
    assert "--branch" in err
    (changed / ".git").rename(changed / "no.git")
    code, _, err = run("summon")
    assert code == 2
    assert "not in a git repository" in err


@pytest.mark.parametrize(
    ("severity", "fail_on", "expected"),
    [
        ("warning", "critical", 0),
        ("warning", "warning", 24),
        ("note", "warning", 0),
        ("critical", "critical", 24),
        ("critical", "never", 0),
    ],
)
def test_the_exit_code_follows_the_severity(
    changed: Path, run: Run, severity: str, fail_on: str, expected: int
) -> None:
    play(changed, agreeing(FOUND | {"severity": severity}))
    assert run("summon", "--yes", "--fail-on", fail_on)[0] == expected


def test_a_critical_finding_is_told_by_the_exit_code_also_after_a_resume(
    changed: Path, run: Run
) -> None:
    play(changed, agreeing(FOUND | {"severity": "critical"}))
    assert run("summon")[0] == 22, "it waits for the King"
    assert run("resume", "--choose", "later")[0] == 24


def test_an_end_without_a_decision_is_told_first_and_its_findings_are_reported(
    changed: Path, run: Run
) -> None:
    open_ = {"consensus_score": 5, "pending_issues": ["the cost"]}
    play(changed, agreeing(FOUND | {"severity": "critical"}, **open_))
    words = ("--rounds", "1", "--on-escalation", "stop", "--format", "json")
    code, out, _ = run("summon", *words)
    assert code == 20
    assert json.loads(out)["findings"][0]["claim"] == "The sum is one too high."


def test_the_findings_in_the_forms_of_a_review(changed: Path, run: Run, tmp_path: Path) -> None:
    (changed / ".env").write_text("x")
    code, out, err = run("summon", "--yes", "--format", "json")
    assert code == 0
    report = json.loads(out)
    assert report["title"].startswith("Uncommitted changes: ")
    assert report["files"] == 1
    assert report["not_reviewed"] == [".env: a secret file is never read"]
    assert len(report["reviewers"]) == 3
    assert "Decision (lead:" in err
    sarif = tmp_path / "found.sarif"
    run("summon", "--yes", "--format", "sarif", "--out", sarif)
    (result,) = json.loads(sarif.read_text())["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": 2}
    _, out, _ = run("summon", "--yes", "--format", "markdown")
    assert "### F1 · `cart.py:2`" in out


def test_a_dry_run_shows_the_change_and_leaves_no_trace(changed: Path, run: Run) -> None:
    (changed / ".env").write_text("x")
    code, out, _ = run("summon", "--dry-run")
    assert code == 0
    assert "2|+    return sum(items) + 1" in out
    assert "left out: .env: a secret file is never read" in out
    assert "At the very most, in 5 rounds" in out
    assert "No sessions yet" in run("list")[1]


def test_words_need_no_quotes(changed: Path, run: Run) -> None:
    (start, *_) = logged(run, "is", "the", "sum", "right", "--path", "cart.py")
    assert start["topic"] == "Uncommitted changes in cart.py: is the sum right"


def test_the_context_shows_the_change_and_what_of_it_was_left_out(changed: Path, run: Run) -> None:
    (changed / ".env").write_text("x")
    run("summon", "--yes")
    out = run("show", "--context")[1]
    assert "=== the change: uncommitted changes (" in out
    assert "+    return sum(items) + 1" in out
    assert "=== left out\n.env: a secret file is never read" in out


def test_what_was_found_is_carried_out_by_apply(changed: Path, run: Run) -> None:
    mends = {"when": {"stage": "apply"}, "say": f"FILE: cart.py\n```python\n{CART}```\n"}
    play(changed, mends, agreeing(FOUND))
    assert run("summon", "--choose", "apply")[0] == 0
    code, out, _ = run("apply", "--on-parley", "approve")
    assert code == 0
    assert "cart.py (changed, +1 -1)" in out
    assert (changed / "cart.py").read_text() == CART


LONG = "".join(f"VALUE_{n} = {n}\n" for n in range(3_000))


def test_a_large_change_is_read_in_chunks_first(changed: Path, run: Run, events: Events) -> None:
    (changed / "cart.py").write_text(CART + LONG)
    (changed / "shop.py").write_text(LONG)
    first = {"round": 0, "part": "chunk-1"}
    one = {"when": first, "say": "I read it.", "block": {"findings": [FOUND], "clean": []}}
    rest = {"when": {"round": 0}, "say": "Fine.", "block": {"findings": [], "clean": []}}
    play(changed, one, rest, agreeing("F1"))
    code, out, _ = run("summon", "--yes", "--dry-run")
    assert "in a reading in " in out
    code, out, _ = run("summon", "--yes", "--json")
    assert code == 0
    log = events(out)
    chunks = [event for event in log if isinstance(event, e.ChunkStart)]
    assert len(chunks) > 1
    (given,) = [event for event in log if isinstance(event, e.FilesGiven)]
    assert given.patch.count("+VALUE_") == 6_000, "nothing is cut"
    (decided,) = [event for event in log if isinstance(event, e.Consensus)]
    assert "- F1 (warning) `cart.py:2`: The sum is one too high." in decided.decision
    code, out, _ = run("show")
    assert f"## The change is read first, in {len(chunks)} chunks" in out
    assert f"### Chunk 2 of {len(chunks)}" in out
    code, out, _ = run("replay")
    assert "1 finding before the discussion:" in out


def test_a_pause_in_the_reading_is_told_by_status_and_can_be_resumed(
    changed: Path, run: Run, spawn: Spawn
) -> None:
    (changed / "cart.py").write_text(CART + LONG)
    hangs = {"when": {"part": "chunk-2", "ask": 1}, "say": "one two", "hang_after_words": 1}
    rest = {"when": {"round": 0}, "say": "Fine.", "block": {"findings": [], "clean": []}}
    play(changed, hangs, rest, agreeing())
    process = spawn("summon", "--yes", "--json")
    assert process.stdout is not None
    for line in process.stdout:
        event = json.loads(line)
        if event["type"] == "token" and "chunk-2" in event["turn_key"]:
            break
    assert json.loads(run("status", "--json")[1])["phase"] == "reading"
    process.kill()
    process.communicate()
    code, out, _ = run("resume", "--yes", "--plain")
    assert code == 0
    assert out.count("broke off (crash)") == 3
    assert "consensus among" in out


def test_a_seat_is_heard_in_every_turn_but_never_counted_without_its_findings(
    changed: Path, run: Run
) -> None:
    bare = {
        "say": "Fine.",
        "block": {"consensus_score": 9, "agrees_with": [], "pending_issues": []},
    }
    play(changed, bare)
    code, out, _ = run("summon", "--rounds", "1", "--on-escalation", "stop")
    assert code == 20
    assert out.count("is asked for the block alone") == 3
    assert out.count("has no vote in this round") == 3


def test_the_rehearsal_can_be_summoned(project: Path, run: Run, changed: Path) -> None:
    from roundtable.adapters.knights.script import load_script

    script = load_script("builtin:rehearsal", changed)
    for part in script.knights.values():
        assert any(reply.when.stage == "summon" for reply in part.replies)
    text = json.loads(script.model_dump_json())
    for part in text["knights"].values():
        part |= {"words_per_second": 0, "first_word_after": 0}
    (changed / "script.yaml").write_text(json.dumps(text))
    code, out, _ = run("summon", "--yes")
    assert code == 0
    assert "== Round 2" in out
    assert "1 finding stands in the end" in out
    assert "Raised on the way, and not upheld in the end:" in out
    assert "`cart.py`" in out
    assert all(name in out for name in NAMES)
