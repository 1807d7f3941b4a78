"""`roundtable chronicle`: what has been decided so far, newest first."""

import asyncio
import json
import os
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from roundtable.adapters.stores.sqlite import SqliteStore
from roundtable.core import events as e
from roundtable.core.changes import WrittenFile, sha256
from roundtable.core.errands import Errand
from roundtable.testing.builders import session_start

Run = Callable[..., tuple[int, str, str]]
Play = Callable[..., None]


def test_a_new_project_has_decided_nothing(project: Path, run: Run) -> None:
    code, out, _ = run("chronicle")
    assert code == 0
    assert out.startswith("# Chronicle of shop")
    assert "Nothing has been decided yet." in out


def test_a_decision_is_told_with_its_fate_and_who_sat_there(decided: Path, run: Run) -> None:
    out = run("chronicle")[1]
    assert "Where do the sessions live?" in out
    assert "Keep them in SQLite." in out
    assert "- Lead knight: Gawain (scripted rehearsal)" in out
    assert "- At the table: Gawain, Lancelot, Percival (scripted rehearsal)" in out


def test_the_newest_stands_first_and_what_is_open_is_left_out(
    decided: Path, run: Run, play: Play
) -> None:
    play("refusing")
    run("discuss", "Shall we rewrite it?")
    play("stubborn")
    run("discuss", "Still open?", "--rounds", "1")
    out = run("chronicle")[1]
    assert out.index("Shall we rewrite it?") < out.index("Where do the sessions live?")
    assert "Still open?" not in out


def test_it_is_the_same_as_the_file(decided: Path, run: Run) -> None:
    page = (decided / ".roundtable" / "chronicle.md").read_text()
    assert run("chronicle")[1] == page + "\n"


def test_what_a_terminal_would_obey_is_not_shown(project: Path, run: Run) -> None:
    fields = {"consensus_score": 9, "agrees_with": [], "pending_issues": []}
    block = {**fields, "proposal": "Keep \x1b[2Jthem."}
    part = {"replies": [{"say": "Yes.", "block": block}]}
    (project / "script.yaml").write_text(json.dumps({"knights": {"*": part}}))
    run("discuss", "Which \x1b[2Jstore?", "--yes")
    out = run("chronicle")[1]
    assert "Keep [2Jthem." in out
    assert "\x1b" not in out


def only(folder: Path) -> str:
    (name,) = [path.name for path in (folder / ".roundtable" / "sessions").iterdir()]
    return name


def carry_out(folder: Path, text: str) -> None:
    """An apply of the one decision there, as its log would have it."""
    decision = only(folder)
    before = datetime.now(UTC) - timedelta(seconds=5)
    start = session_start().model_copy(
        update={"workflow": "apply", "errand": Errand(session=decision, decision="x")}
    )
    file = WrittenFile(path="store.py", before="", after=sha256(text.encode()))
    place = {"session": "2026-01-02-carried-out", "at": before.isoformat()}
    written = e.ChangesApplied(files=(file,), seq=2)
    events: list[e.Event] = [
        start.model_copy(update={**place, "seq": 1}),
        written.model_copy(update=place),
    ]

    async def record() -> None:
        store = SqliteStore(folder / ".roundtable" / "roundtable.db")
        await store.append(events, '{"session": "2026-01-02-carried-out"}')
        await store.close()

    asyncio.run(record())
    (folder / "store.py").write_text(text)


def git(folder: Path, *words: str) -> str:
    """Git as the developer runs it, whatever this machine's own settings are."""
    nothing = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    done = subprocess.run(
        ["git", *words],
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, **nothing},
    )
    return done.stdout.strip()


def begin(folder: Path, *files: str) -> None:
    git(folder, "init", "-q", "-b", "main")
    git(folder, "config", "user.name", "t")
    git(folder, "config", "user.email", "t@example.invalid")
    if files:
        git(folder, "add", *files)
    git(folder, "commit", "-q", "--allow-empty", "-m", "first")


def test_a_commit_and_its_revert_are_found_and_the_file_follows(decided: Path, run: Run) -> None:
    begin(decided)
    carry_out(decided, "def keep(): ...\n")
    assert "- Built: store.py (new); in no commit as it was written (" in run("chronicle")[1]
    git(decided, "add", "store.py")
    git(decided, "commit", "-q", "-m", "Keep them")
    commit = git(decided, "rev-parse", "HEAD")
    out = run("chronicle")[1]
    assert f'committed as {commit[:10]} "Keep them"' in out
    page = decided / ".roundtable" / "chronicle.md"
    assert page.read_text() + "\n" == out
    git(decided, "revert", "--no-edit", "HEAD")
    assert f"REVERTED by {git(decided, 'rev-parse', 'HEAD')[:10]} " in run("chronicle")[1]
    assert "REVERTED by" in page.read_text()


def test_a_later_session_is_told_what_was_built_committed_and_taken_back(
    agreed: Path, run: Run
) -> None:
    begin(agreed, "store.py")
    assert run("apply", "--no-parley", "--branch", "roundtable/keep")[0] == 0
    own = git(agreed, "rev-parse", "roundtable/keep")
    assert f"committed on the branch roundtable/keep as {own[:10]}" in run("chronicle")[1]
    git(agreed, "checkout", "-q", "--", "store.py")
    git(agreed, "merge", "-q", "--ff-only", "roundtable/keep")
    run("discuss", "And how are they saved?", "--yes")
    assert f"store.py; committed as {own[:10]} " in run("show", "--context")[1]
    assert run("undo")[0] == 0
    git(agreed, "commit", "-q", "-a", "-m", "Without it")
    run("discuss", "What now?", "--yes")
    back = git(agreed, "rev-parse", "HEAD")
    out = run("show", "--context")[1]
    assert f'REVERTED by {back[:10]} "Without it": say what has changed before' in out


def test_a_search_shows_the_nearest_with_the_words_that_are_shared(
    decided: Path, run: Run, play: Play
) -> None:
    play("refusing")
    run("discuss", "Shall we rewrite it in Rust?")
    code, out, _ = run("chronicle", "--search", "sqlite", "session")
    assert code == 0
    assert out.startswith(f"{only_of(decided, 'live')}  Where do the sessions live?\n")
    assert "  matched: session, sqlite" in out
    assert "rewrite" not in out
    code, out, _ = run("chronicle", "--search", "store.py")
    assert "matched: store, py" in out, "the decision names that file"
    rejected = run("chronicle", "--search", "rust rewriting")[1]
    assert "unanimous rejection, rejected" in rejected


def only_of(folder: Path, end: str) -> str:
    (path,) = (folder / ".roundtable" / "sessions").glob(f"*-{end}")
    return path.name


def test_a_search_shows_no_more_than_asked(decided: Path, run: Run) -> None:
    run("discuss", "Where do the sessions go when we sleep?", "--yes")
    assert run("chronicle", "--search", "sessions")[1].count("matched:") == 2
    out = run("chronicle", "--search", "sessions", "--limit", "1")[1]
    assert out.count("matched:") == 1
    assert "1 more share a word with it" in out


def test_a_search_that_finds_nothing_says_what_to_do(decided: Path, run: Run) -> None:
    code, out, _ = run("chronicle", "--search", "quantum", "\x1b[2Jtea")
    assert code == 0
    assert "No entry in the chronicle of shop shares a telling word with 'quantum [2Jtea'" in out
    assert "(1 were searched)" in out
    assert "`roundtable chronicle` shows all" in out


def test_one_entry_is_shown_whole_by_its_session_or_by_its_apply(decided: Path, run: Run) -> None:
    carry_out(decided, "def keep(): ...\n")
    for name in (only_of(decided, "live"), "sessions-live", "2026-01-02-carried"):
        code, out, _ = run("chronicle", "--session", name)
        assert code == 0
        assert f"- Session: {only_of(decided, 'live')}" in out
        assert "- Built: store.py (new)" in out


def test_a_part_of_a_name_that_an_apply_shares_means_the_decision(agreed: Path, run: Run) -> None:
    assert run("apply", "--no-parley")[0] == 0
    code, out, _ = run("chronicle", "--session", "how-shall-we-save")
    assert code == 0
    assert "- Outcome: consensus, deferred, carried out later" in out
    assert "- Built: store.py;" in out
    run("discuss", "How shall we save time?", "--yes")
    code, _, err = run("chronicle", "--session", "how-shall-we-save")
    assert code == 6
    assert "could be any of" in err


def test_a_session_without_an_entry_is_told_so(decided: Path, run: Run, play: Play) -> None:
    play("stubborn")
    run("discuss", "Still open?", "--rounds", "1")
    code, _, err = run("chronicle", "--session", "still-open")
    assert code != 0
    assert "has no entry of" in err
    assert "remedy: see: roundtable show" in err
    assert run("chronicle", "--session", "nowhere")[0] != 0


@pytest.mark.parametrize(
    "flags", [(), ("--search", "sqlite"), ("--session", "live")], ids=["all", "search", "one"]
)
def test_json_is_one_object_a_line(decided: Path, run: Run, flags: tuple[str, ...]) -> None:
    carry_out(decided, "def keep(): ...\n")
    code, out, _ = run("chronicle", "--json", *flags)
    assert code == 0
    (facts,) = [json.loads(line) for line in out.splitlines()]
    assert facts["decision"] == "Keep them in SQLite."
    assert facts["files"] == ["store.py"]
    assert facts["built"][0]["session"] == "2026-01-02-carried-out"
    assert ("matched" in facts) == ("--search" in flags)


def test_the_newest_are_shown_where_only_some_are_wanted(decided: Path, run: Run) -> None:
    run("discuss", "And the backups?", "--yes")
    out = run("chronicle", "--limit", "1")[1]
    assert "And the backups?" in out
    assert "Where do the sessions live?" not in out
    names = [json.loads(x)["topic"] for x in run("chronicle", "--json")[1].splitlines()]
    assert names == ["And the backups?", "Where do the sessions live?"]


def test_a_limit_that_shows_nothing_is_refused(decided: Path, run: Run) -> None:
    code, _, err = run("chronicle", "--limit", "0")
    assert code == 2
    assert "--limit 0 shows nothing" in err
