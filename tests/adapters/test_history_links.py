"""Decisions are linked to real commits, once each, and no session fails over it."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from roundtable.adapters import history_links
from roundtable.adapters.clocks import SystemClock
from roundtable.adapters.history_links import link_history
from roundtable.adapters.stores.sqlite import SqliteStore
from roundtable.core import events as e
from roundtable.core.changes import WrittenFile
from roundtable.core.errands import Errand
from roundtable.core.memory import PROJECT, entries
from roundtable.testing.builders import session_start
from tests.adapters.workspaces.conftest import run_git
from tests.adapters.workspaces.story import Story

Git = Callable[..., str]

APP = "def main():\n    return 2\n"
TOLD = tuple[str, str, str]


@pytest.fixture
def story(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Story:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    root = tmp_path / "project"
    (root / ".roundtable").mkdir(parents=True)
    run_git(root, "init", "-q", "-b", "main")
    (root / ".git" / "info").mkdir(exist_ok=True)
    (root / ".git" / "info" / "exclude").write_text(".roundtable/\n")
    made = Story(root, lambda *words: run_git(root, *words), monkeypatch)
    made.write({"src/app.py": "def main():\n    return 1\n"})
    made.commit("first")
    return made


@pytest.fixture
async def store(story: Story) -> AsyncIterator[SqliteStore]:
    opened = SqliteStore(story.root / ".roundtable" / "roundtable.db")
    yield opened
    await opened.close()


async def applied(store: SqliteStore, story: Story, text: str = APP, session: str = "a") -> None:
    """A decision that was made, approved and written."""
    decision = f"d-{session}"
    files = story.apply({"src/app.py": text}, session).files
    await told(
        store,
        decision,
        session_start(topic="Two?"),
        e.Consensus(iteration=1, lead="Gawain", decision="Return 2.", answered=("Gawain",)),
        e.DecreeAdded(kind="apply", text="Return 2."),
        e.SessionEnd(outcome="consensus"),
    )
    start = session_start(topic="Two?")
    errand = {"workflow": "apply", "errand": Errand(session=decision, decision="Return 2.")}
    written = e.ChangesApplied(files=files)
    await told(store, session, start.model_copy(update=errand), written, at=story.now)


async def told(store: SqliteStore, session: str, *events: e.Event, at: int = 0) -> None:
    from datetime import UTC, datetime

    first = len(await store.read(session)) + 1
    moment = datetime.fromtimestamp(at, UTC).isoformat()
    stamped = [
        event.model_copy(update={"session": session, "seq": first + i, "at": moment})
        for i, event in enumerate(events)
    ]
    await store.append(stamped, "")


async def link(store: SqliteStore, story: Story) -> list[TOLD]:
    """What is newly linked, and that it stands in the project's stream."""
    before = await store.read(PROJECT)
    events = await link_history(store, SystemClock(), story.root)
    after = await store.read(PROJECT)
    assert [_told(x) for x in after[len(before) :]] == [_told(x) for x in events]
    return [_told(x) for x in events]


def _told(event: e.Event) -> TOLD:
    assert isinstance(event, e.DecisionCommitted | e.DecisionReverted)
    assert event.decision_session == f"d-{event.apply_session}"
    return event.type, event.apply_session, event.commit


async def test_a_commit_is_linked_once(store: SqliteStore, story: Story) -> None:
    await applied(store, story)
    assert await link(store, story) == []
    commit = story.commit("Return 2")
    assert await link(store, story) == [("decision_committed", "a", commit)]
    assert await link(store, story) == []
    story.write({"README.md": "later\n"})
    story.commit("later")
    assert await link(store, story) == []


async def test_a_revert_and_its_revert_are_linked_once_each(
    store: SqliteStore, story: Story
) -> None:
    await applied(store, story)
    commit = story.commit()
    revert = story.run("revert", "--no-edit", commit)
    expected = [("decision_committed", "a", commit), ("decision_reverted", "a", revert)]
    assert await link(store, story) == expected
    again = story.run("revert", "--no-edit", revert)
    assert await link(store, story) == [("decision_committed", "a", again)]
    assert await link(store, story) == []
    (entry,) = await entries(store)
    assert entry.built[0].commit == again
    assert entry.built[0].stands


async def test_rewritten_history_is_linked_anew(store: SqliteStore, story: Story) -> None:
    await applied(store, story)
    story.commit()
    await link(store, story)
    amended = story.run("commit", "-q", "--amend", "-m", "better")
    assert await link(store, story) == [("decision_committed", "a", amended)]
    revert = story.run("revert", "--no-edit", amended)
    assert await link(store, story) == [("decision_reverted", "a", revert)]
    story.git("reset", "-q", "--hard", amended)
    assert await link(store, story) == [("decision_committed", "a", amended)], "it stands again"
    assert await link(store, story) == []


async def test_a_commit_on_a_branch_of_ours_is_linked_when_head_rests_on_it(
    store: SqliteStore, story: Story
) -> None:
    await applied(store, story)
    story.git("checkout", "-q", "-b", "roundtable/two")
    commit = story.commit()
    await told(store, "a", e.ChangesCommitted(branch="roundtable/two", commit=commit))
    story.git("checkout", "-q", "main")
    assert await link(store, story) == []
    story.run("merge", "-q", "--ff-only", "roundtable/two")
    assert await link(store, story) == [("decision_committed", "a", commit)]


async def test_a_part_is_linked_and_later_the_whole(store: SqliteStore, story: Story) -> None:
    files: dict[str, str | None] = {"src/app.py": APP, "new.py": "new\n"}
    written = story.apply(files, "a").files
    start = session_start().model_copy(update={"errand": Errand(session="d-a", decision="x")})
    await told(store, "a", start, e.ChangesApplied(files=written), at=story.now)
    first = story.commit("one", "src/app.py")
    assert await link(store, story) == [("decision_committed", "a", first)]
    second = story.commit("two", "new.py")
    assert await link(store, story) == [("decision_committed", "a", second)]
    parts = [x.whole for x in await store.read(PROJECT) if isinstance(x, e.DecisionCommitted)]
    assert parts == [False, True]


async def test_what_was_undone_stays_undone_whatever_the_history_says(
    store: SqliteStore, story: Story
) -> None:
    await applied(store, story)
    commit = story.commit()
    await link(store, story)
    undone = e.DecisionReverted(decision_session="d-a", apply_session="a")
    await told(store, PROJECT, undone)
    assert await link(store, story) == []
    (entry,) = await entries(store)
    assert (entry.built[0].commit, entry.built[0].undone) == (commit, True)


async def test_two_processes_at_once_link_it_once(store: SqliteStore, story: Story) -> None:
    for number in range(3):
        await applied(store, story, f"# {number}\n", f"a{number}")
        story.commit(f"change {number}")
    program = (
        "import asyncio, json, sys\n"
        "from pathlib import Path\n"
        "from roundtable.adapters.clocks import SystemClock\n"
        "from roundtable.adapters import history_links\n"
        "from roundtable.adapters.history_links import link_history\n"
        "from roundtable.adapters.stores.sqlite import SqliteStore\n"
        "from roundtable.adapters.workspaces import git\n"
        "history_links._SECONDS = git.SECONDS = 60.0\n"
        "async def main():\n"
        "    root = Path(sys.argv[1])\n"
        "    store = SqliteStore(root / '.roundtable' / 'roundtable.db')\n"
        "    sys.stdin.readline()\n"
        "    print(len(await link_history(store, SystemClock(), root)))\n"
        "    await store.close()\n"
        "asyncio.run(main())\n"
    )
    started = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(story.root)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    for process in started:
        assert process.stdin
        process.stdin.write("go\n")
        process.stdin.flush()
    counts = [json.loads(process.communicate(timeout=60)[0]) for process in started]
    assert sum(counts) == 3
    links = [_told(x) for x in await store.read(PROJECT)]
    assert len(links) == len(set(links)) == 3


async def test_many_tasks_at_once_link_it_once(store: SqliteStore, story: Story) -> None:
    await applied(store, story)
    story.commit()
    found = await asyncio.gather(
        *(link_history(store, SystemClock(), story.root) for _ in range(4))
    )
    assert sorted(map(len, found)) == [0, 0, 0, 1]


async def test_a_decree_that_is_given_meanwhile_is_no_hindrance(
    store: SqliteStore, story: Story
) -> None:
    class Interrupted(SqliteStore):
        """Somebody gives a decree whenever the project's stream has been read."""

        decrees = 0

        async def read(self, session: str, after: int = 0) -> tuple[e.Event, ...]:
            found = await super().read(session, after)
            if session == PROJECT and self.decrees < 3:
                self.decrees += 1
                await told(store, PROJECT, e.DecreeAdded(kind="decree", text="Test first."))
            return found

    await applied(store, story)
    commit = story.commit()
    busy = Interrupted(story.root / ".roundtable" / "roundtable.db")
    (event,) = await link_history(busy, SystemClock(), story.root)
    await busy.close()
    assert _told(event) == ("decision_committed", "a", commit)
    recorded = [x.type for x in await store.read(PROJECT)]
    assert sorted(recorded) == [*["decision_committed"], *["decree_added"] * 3]


async def test_without_a_repository_or_a_commit_or_git_there_is_nothing(
    store: SqliteStore, story: Story, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await link(store, story) == [], "nothing was written"
    await applied(store, story)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert await link_history(store, SystemClock(), elsewhere) == ()
    run_git(elsewhere, "init", "-q")
    assert await link_history(store, SystemClock(), elsewhere) == ()
    story.commit()
    with monkeypatch.context() as without:
        without.setenv("PATH", str(elsewhere))
        assert await link_history(store, SystemClock(), story.root) == ()
    assert len(await link_history(store, SystemClock(), story.root)) == 1


async def test_what_was_read_is_noted_for_this_head_and_these_change_sets(
    store: SqliteStore, story: Story
) -> None:
    note = story.root / ".roundtable" / "locks" / "history.seen"
    await applied(store, story)
    story.commit()
    assert len(await link(store, story)) == 1
    seen = note.read_text()
    assert await link(store, story) == []
    assert note.read_text() == seen
    await applied(store, story, "# more\n", "b")
    assert await link(store, story) == []
    assert note.read_text() != seen, "another change set may be in the same history"


async def test_a_history_that_takes_too_long_is_left_until_it_moves_on(
    store: SqliteStore, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    await applied(store, story)
    commit = story.commit()
    with monkeypatch.context() as hurry:
        hurry.setattr(history_links, "_SECONDS", 0.0)
        assert await link(store, story) == []
    assert await link(store, story) == []
    story.write({"README.md": "later\n"})
    story.commit("later")
    assert await link(store, story) == [("decision_committed", "a", commit)]


async def test_the_note_of_what_was_read_is_never_written_through_a_link(
    store: SqliteStore, story: Story, tmp_path: Path
) -> None:
    treasure = tmp_path / "treasure"
    treasure.write_text("gold")
    locks = story.root / ".roundtable" / "locks"
    locks.mkdir()
    (locks / "history.seen").symlink_to(treasure)
    await applied(store, story)
    commit = story.commit()
    assert await link(store, story) == [("decision_committed", "a", commit)]
    assert await link(store, story) == []
    assert treasure.read_text() == "gold"


async def test_a_pipe_in_the_place_of_the_note_holds_nobody_up(
    store: SqliteStore, story: Story
) -> None:
    locks = story.root / ".roundtable" / "locks"
    locks.mkdir()
    os.mkfifo(locks / "history.seen")
    await applied(store, story)
    commit = story.commit()
    assert await link(store, story) == [("decision_committed", "a", commit)]
    assert await link(store, story) == []


async def test_a_time_that_cannot_be_read_is_long_ago(store: SqliteStore, story: Story) -> None:
    written = story.apply({"src/app.py": APP}).files
    start = session_start().model_copy(
        update={"errand": Errand(session="d-a", decision="x"), "session": "a", "seq": 1}
    )
    applied = e.ChangesApplied(files=written, session="a", seq=2, at="yesterday")
    await store.append((start, applied), "")
    commit = story.commit()
    assert await link(store, story) == [("decision_committed", "a", commit)]


def test_a_change_set_knows_what_it_wrote() -> None:
    file = WrittenFile(path="a", before="", after="x")
    start = session_start().model_copy(
        update={"session": "a", "errand": Errand(session="d", decision="x")}
    )
    events: list[e.Event] = [
        start,
        e.ChangesApplied(session="a", at="2026-01-01T00:00:00.500Z", files=(file,)),
        e.ChangesCommitted(session="a", branch="b", commit="1" * 40),
        e.ChangesCommitted(session="a", branch="b", problem="no identity"),
        e.DecisionCommitted(decision_session="d", apply_session="a", commit="2" * 40),
        e.DecisionCommitted(decision_session="d", apply_session="a", commit="3" * 40, whole=False),
        e.ChangesApplied(session="stray", files=(file,)),
    ]
    (found,) = history_links._change_sets(events)
    assert (found.session, found.decision, found.files) == ("a", "d", (file,))
    assert found.at == 1767225600
    assert found.known == ("1" * 40, "2" * 40)
