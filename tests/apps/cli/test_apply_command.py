"""`roundtable apply` as a developer uses it: what is shown, what is written, what is refused."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from roundtable.core.events import AgentEnd, Event, SessionStart
from tests.apps.conftest import BETTER, NAMES, STORE, given, script

Run = Callable[..., tuple[int, str, str]]


def test_it_writes_what_is_approved_and_says_how_to_take_it_back(agreed: Path, run: Run) -> None:
    code, out, _ = run("apply", "--on-parley", "approve")
    assert code == 0
    assert (agreed / "store.py").read_text() == BETTER
    assert "store.py (changed, +1 -1)" in out
    assert "Written: 1 file" in out
    assert "roundtable undo" in out
    assert "Roundtable-Session: " in out
    assert "scripted" in out


def test_nobody_there_to_ask_means_nothing_is_written(agreed: Path, run: Run) -> None:
    code, out, _ = run("apply", "--yes")
    assert code == 22
    assert (agreed / "store.py").read_text() == STORE
    assert "--on-parley approve|refuse" in out
    code, _, _ = run("resume", "--on-parley", "approve")
    assert code == 0
    assert (agreed / "store.py").read_text() == BETTER


def test_a_dry_run_shows_the_diff_and_can_be_gone_on_with(agreed: Path, run: Run) -> None:
    code, out, _ = run("apply", "--dry-run", "--no-parley")
    assert code == 0
    assert "-    raise NotImplementedError" in out
    assert "+    return session" in out
    assert "Nothing was written" in out
    assert (agreed / "store.py").read_text() == STORE
    assert run("resume", "--on-parley", "approve_rest")[0] == 0
    assert (agreed / "store.py").read_text() == BETTER


def test_without_parley_it_is_written_at_once(agreed: Path, run: Run) -> None:
    assert run("apply", "--no-parley")[0] == 0
    assert (agreed / "store.py").read_text() == BETTER


def test_a_refusal_is_an_end_without_a_change(agreed: Path, run: Run) -> None:
    code, out, _ = run("apply", "--on-parley", "refuse")
    assert code == 20
    assert "No change was approved" in out
    assert (agreed / "store.py").read_text() == STORE


def test_a_failed_check_goes_back_to_the_knight_once(agreed: Path, run: Run) -> None:
    script(agreed, given(**{"store.py": "def save(:\n"}), given(**{"store.py": BETTER}))
    code, out, _ = run("apply", "--on-parley", "approve")
    assert code == 0
    assert "it does not parse" in out
    assert (agreed / "store.py").read_text() == BETTER


def test_one_unit_of_a_file_is_enough(agreed: Path, run: Run) -> None:
    (agreed / "store.py").write_text(f"# kept as it is\n\n{STORE}\n\ndef load():\n    return 1\n")
    script(agreed, given(**{"store.py#save": BETTER}))
    assert run("apply", "--on-parley", "approve")[0] == 0
    text = (agreed / "store.py").read_text()
    assert text == f"# kept as it is\n\n{BETTER}\n\ndef load():\n    return 1\n"


def test_files_beyond_the_decision_are_left_out_without_parley(agreed: Path, run: Run) -> None:
    script(agreed, given(**{"store.py": BETTER, "extra.py": "x = 1\n"}))
    assert run("apply", "--no-parley")[0] == 25
    assert not (agreed / "extra.py").exists()


def test_the_scope_can_be_widened_on_the_record(
    agreed: Path, run: Run, events: Callable[[str], list[Event]]
) -> None:
    script(agreed, given(**{"store.py": BETTER, "extra.py": "x = 1\n"}))
    code, out, _ = run("apply", "--no-parley", "--override-scope", "--json")
    assert code == 0
    assert (agreed / "extra.py").read_text() == "x = 1\n"
    assert "scope_widened" in [event.type for event in events(out)]


def test_a_decision_is_not_applied_twice_by_mistake(agreed: Path, run: Run) -> None:
    assert run("apply", "--no-parley")[0] == 0
    code, _, err = run("apply", "--no-parley")
    assert code == 8
    assert "has been applied by" in err
    assert "--again" in err


def test_a_rejected_decision_is_not_applied(project: Path, run: Run) -> None:
    run("discuss", "Shall we?", "--choose", "reject")
    code, _, err = run("apply", "--no-parley")
    assert code == 8
    assert "rejected" in err
    assert "decree revoke" in err


def test_nothing_decided_is_told(project: Path, run: Run) -> None:
    code, _, err = run("apply")
    assert code == 6
    assert "nothing has been decided" in err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--knight", "Mordred"), "no knight 'Mordred'"),
        (("--dry-run", "--commit"), "a dry run commits nothing"),
        (("--branch", ""), "--branch has no name"),
        (("nonsense",), "no session 'nonsense'"),
    ],
)
def test_what_cannot_be_meant_is_told(
    agreed: Path, run: Run, words: tuple[str, ...], told: str
) -> None:
    code, _, err = run("apply", *words)
    assert code in (2, 5, 6)
    assert told in err


def test_a_decision_without_files_needs_parley_or_a_wider_scope(project: Path, run: Run) -> None:
    script(project, given(**{"notes.py": "x = 1\n"}), files=())
    run("discuss", "Shall we?", "--choose", "later")
    code, _, err = run("apply", "--no-parley")
    assert code == 2
    assert "--override-scope" in err
    assert run("apply", "--on-parley", "approve")[0] == 0
    assert (project / "notes.py").read_text() == "x = 1\n"


def git(root: Path, *words: str) -> str:
    settings = ("-c", "user.name=K", "-c", "user.email=k@example.org")
    done = subprocess.run(
        ["git", *settings, *words], cwd=root, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def repository(root: Path) -> None:
    git(root, "init", "-q", "-b", "main")
    git(root, "config", "user.name", "King")
    git(root, "config", "user.email", "king@example.org")
    git(root, "add", "store.py")
    git(root, "commit", "-q", "-m", "first")


def test_a_commit_leaves_index_and_head_alone(agreed: Path, run: Run) -> None:
    repository(agreed)
    (agreed / "other.py").write_text("staged = True\n")
    git(agreed, "add", "other.py")
    before = (git(agreed, "rev-parse", "HEAD"), (agreed / ".git/index").read_bytes())
    code, out, _ = run("apply", "--no-parley", "--branch", "saving")
    assert code == 0
    assert "Committed as" in out
    assert "git reset saving" in out
    assert (git(agreed, "rev-parse", "HEAD"), (agreed / ".git/index").read_bytes()) == before
    assert git(agreed, "show", "saving:store.py") == BETTER.strip()
    message = git(agreed, "log", "-1", "--format=%B", "saving")
    assert message.startswith("Keep them in SQLite")
    for name in NAMES:
        assert f"Roundtable-Seat: {name} (scripted rehearsal)" in message
    assert git(agreed, "diff", "--name-only", "main", "saving") == "store.py"


def test_a_commit_that_cannot_be_made_is_told_before_anything_is_asked(
    agreed: Path, run: Run
) -> None:
    code, _, err = run("apply", "--no-parley", "--commit")
    assert code == 2
    assert "no commit can be made" in err
    assert (agreed / "store.py").read_text() == STORE


def test_a_second_commit_of_a_decision_gets_a_branch_of_its_own(agreed: Path, run: Run) -> None:
    repository(agreed)
    assert "on roundtable/" in run("apply", "--no-parley", "--commit")[1]
    run("undo")
    code, out, _ = run("apply", "--no-parley", "--commit")
    assert code == 0
    assert "save-2" in out


def test_a_dry_run_takes_no_answer_that_would_write(agreed: Path, run: Run) -> None:
    code, _, err = run("apply", "--dry-run", "--on-parley", "approve")
    assert code == 2
    assert "a dry run takes no answers" in err
    assert (agreed / "store.py").read_text() == STORE


def test_a_dry_run_that_is_paused_says_so(agreed: Path, run: Run) -> None:
    code, out, _ = run("apply", "--dry-run", "--max-tokens", "10")
    assert code == 23
    assert "Carry it out" not in out


def test_what_a_dry_run_says_can_be_copied(agreed: Path, run: Run) -> None:
    long = f"def save(session):\n    return session  # {'x' * 120}\n"
    script(agreed, given(**{"store.py": long}))
    out = run("apply", "--dry-run")[1]
    assert f"+    return session  # {'x' * 120}\n" in out
    session = next(line for line in out.splitlines() if line.startswith("Session ")).split()[1]
    assert f"Carry it out: roundtable resume {session}\n" in out


def test_what_is_left_out_without_parley_is_told_with_the_way_out(agreed: Path, run: Run) -> None:
    script(agreed, given(**{"store.py": BETTER, "extra.py": "x = 1\n"}))
    out = run("apply", "--no-parley")[1]
    assert "not taken: extra.py: the decision does not name it; --override-scope" in out
    run("undo")
    script(agreed, given(**{"extra.py": "x = 1\n"}))
    code, out, _ = run("apply", "--no-parley")
    assert code == 20
    assert "The decision does not name extra.py; --override-scope" in out


def test_the_rest_by_flag_leaves_what_is_doubtful_to_the_king(agreed: Path, run: Run) -> None:
    script(agreed, given(**{"store.py": BETTER, "zoo.py": "x = 1\n"}))
    code, out, _ = run("apply", "--on-parley", "approve_rest")
    assert code == 22
    assert "zoo.py (2 of 2)" in out
    assert "+x = 1" in out, "whoever is to answer sees the diff"
    assert (agreed / "store.py").read_text() == STORE
    assert "approve|refuse|ask|approve_rest|stop" in out


def test_a_script_can_decide_and_apply_in_one_go(project: Path, run: Run) -> None:
    (project / "store.py").write_text(STORE)
    script(project, given(**{"store.py": BETTER}))
    words = ("--choose", "apply", "--on-parley", "approve")
    code, out, _ = run("discuss", "How shall we save?", *words)
    assert code == 0
    assert "Written: 1 file" in out
    assert (project / "store.py").read_text() == BETTER


def test_a_part_of_the_name_means_the_decision_or_what_goes_on(agreed: Path, run: Run) -> None:
    assert run("apply", "how-shall")[0] == 22
    assert "Keep them in SQLite." in run("show", "how-shall")[1]
    code, out, _ = run("resume", "how-shall", "--on-parley", "approve")
    assert code == 0
    assert "Written: 1 file" in out


def test_an_apply_that_follows_at_once_keeps_to_what_is_left_of_the_caps(
    project: Path, run: Run, events: Callable[[str], list[Event]]
) -> None:
    (project / "store.py").write_text(STORE)
    script(project, given(**{"store.py": BETTER}))
    words = ("--choose", "apply", "--on-parley", "approve", "--max-tokens", "100000", "--json")
    told = events(run("discuss", "How shall we save?", *words)[1])
    starts = [event for event in told if isinstance(event, SessionStart)]
    assert [start.workflow for start in starts] == ["discuss", "apply"]
    ended = [event for event in told if isinstance(event, AgentEnd)]
    spent = sum(e.usage.tokens for e in ended if e.session == starts[0].session)
    assert starts[1].budget.max_tokens == 100_000 - spent
