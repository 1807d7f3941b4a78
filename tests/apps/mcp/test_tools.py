"""The tools as functions: what they do in a real project, and what they refuse to do."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from roundtable.adapters.project import Project
from roundtable.apps.mcp.results import ChronicleTold, SessionTold
from roundtable.apps.mcp.tools import TOOLS, Answer
from roundtable.bootstrap import open_table
from roundtable.core import error_log
from roundtable.core.errors import ConfigError, KnightUnavailable, RoundtableError, UsageError
from tests.adapters.applying.kills import Stage
from tests.apps.mcp.conftest import LABEL, hall, nothing

Play = Callable[..., None]


async def call(root: Path, tool: str, _caps: dict[str, Any] | None = None, **given: Any) -> Answer:
    return await TOOLS[tool].call(hall(root, **(_caps or {})), given, nothing)


async def session(root: Path, tool: str, **given: Any) -> SessionTold:
    answer = await call(root, tool, **given)
    assert isinstance(answer.told, SessionTold)
    return answer.told


def tree(root: Path) -> dict[str, bytes]:
    """All files of the project but Roundtable's own."""
    return {
        str(path.relative_to(root)): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file() and not {".roundtable", ".git"} & set(path.relative_to(root).parts)
    }


async def recorded(root: Path) -> int:
    async with open_table(Project(root)) as table:
        return len(await table.store.sessions())


async def test_a_discussion_ends_with_a_decision_that_nobody_has_approved(project: Path) -> None:
    before = tree(project)
    found = await session(project, "discuss", topic="Where do the sessions live?")
    assert (found.phase, found.outcome) == ("ended", "consensus")
    assert found.decision == "Keep them in SQLite."
    assert found.files_to_modify == ("store.py",)
    assert found.lead == f"Gawain {LABEL}"
    assert found.rehearsal is True
    assert [vote.score for vote in found.votes] == [9, 9, 9]
    assert tree(project) == before
    entries = (await call(project, "decisions")).told
    assert isinstance(entries, ChronicleTold)
    assert [entry.fate for entry in entries.entries] == ["deferred"]


async def test_where_they_cannot_agree_the_result_holds_the_question(
    project: Path, play: Play
) -> None:
    play("stubborn")
    answer = await call(project, "discuss", topic="x", rounds=1, knights=["gawain", "Percival"])
    found = answer.told
    assert isinstance(found, SessionTold)
    assert found.knights == (f"Gawain {LABEL}", f"Percival {LABEL}")
    assert found.phase == "awaiting_king"
    assert found.open_question is not None
    answers = [choice.answer for choice in found.open_question.choices]
    assert answers == ["pick:Gawain", "pick:Percival", "decree", "send_back", "stop"]
    assert f"roundtable resume {found.session} --on-escalation" in answer.text
    assert await session(project, "status", session=found.session) == found


async def test_the_opening_can_be_blind(project: Path) -> None:
    found = await session(project, "discuss", topic="x", blind=True)
    async with open_table(Project(project)) as table:
        assert (await table.driver.state(found.session)).iterations[0].blind


async def test_caps_of_the_server_bind_whatever_the_call_asks_for(project: Path) -> None:
    bound = {"max_tokens": 1}
    answer = await call(project, "discuss", bound, topic="x", max_tokens=10**9)
    assert isinstance(answer.told, SessionTold)
    assert answer.told.phase == "paused"
    assert "budget" in str(answer.told.paused)
    assert "--max-tokens" in answer.told.next_steps[-1]
    assert answer.told.tokens == 0


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"topic": "x", "knights": ["Mordred", "Gawain"]}, "there is no knight 'Mordred'"),
        ({"topic": "x", "knights": ["Gawain", "gawain"]}, "one knight alone is no table"),
    ],
)
async def test_knights_who_are_not_there_are_refused_and_nothing_is_recorded(
    project: Path, given: dict[str, Any], said: str
) -> None:
    with pytest.raises(KnightUnavailable, match=said):
        await call(project, "discuss", **given)
    assert await recorded(project) == 0


async def test_an_empty_chair_is_found_before_anything_is_recorded(project: Path) -> None:
    config = project / ".roundtable" / "config.json"
    fields = json.loads(config.read_text())
    fields["knights"][0] = {"name": "Claude", "adapter": "claude-cli"}
    config.write_text(json.dumps(fields))
    with pytest.raises(KnightUnavailable, match="`claude` is not installed"):
        await call(project, "discuss", topic="x")
    assert await recorded(project) == 0


async def test_the_config_is_read_for_each_call(project: Path) -> None:
    config = project / ".roundtable" / "config.json"
    text = config.read_text()
    config.write_text("{")
    with pytest.raises(ConfigError):
        await call(project, "discuss", topic="x")
    config.write_text(text)
    assert (await session(project, "discuss", topic="x")).outcome == "consensus"


@pytest.fixture
def code(building: Path) -> Path:
    (building / "src").mkdir()
    for folder in (building, building / "src"):
        (folder / "cart.py").write_text("def total(items):\n    return sum(items)\n")
    return building


async def test_a_review_tells_findings_and_changes_nothing(code: Path) -> None:
    before = tree(code)
    answer = await call(code, "review", path="src", instruct="Look at empty lists.")
    found = answer.told
    assert isinstance(found, SessionTold)
    assert (found.outcome, found.topic) == ("reviewed", "Review of src")
    (finding,) = found.findings
    assert (finding.severity, finding.file, finding.line) == ("warning", "cart.py", 2)
    assert finding.claim == "total does not refuse an empty list"
    assert finding.found_by == (f"Gawain {LABEL}", f"Lancelot {LABEL}")
    assert "F1 warning cart.py:2: total does not refuse" in answer.text
    assert tree(code) == before
    async with open_table(Project(code)) as table:
        state = await table.driver.state(found.session)
    assert state.agenda.rounds[0].instructions == "Look at empty lists."


def git(folder: Path, *words: str) -> None:
    identity = ("-c", "user.name=Test", "-c", "user.email=test@localhost")
    subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True)


async def test_a_review_of_what_differs_from_a_commit(code: Path) -> None:
    git(code, "init", "-q", "-b", "main")
    git(code, "add", ".")
    git(code, "commit", "-qm", "first")
    (code / "cart.py").write_text("def total(items):\n    return 0 + sum(items)\n")
    found = await session(code, "review", diff="HEAD")
    assert found.topic == "Review of changes since HEAD"
    async with open_table(Project(code)) as table:
        given = (await table.driver.state(found.session)).given
    assert given is not None
    assert [file.path for file in given.files] == ["cart.py"]
    assert "+    return 0 + sum(items)" in given.patch


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"path": ".."}, "lies outside of the project"),
        ({"path": "/etc"}, "lies outside of the project"),
        ({"path": "link"}, "lies outside of the project"),
        ({"path": ".git"}, "is not shown"),
        ({"path": ".roundtable"}, "is not shown"),
        ({"path": "nowhere"}, "cannot be read"),
        ({"path": "empty"}, "there is nothing to review in empty"),
        ({"diff": "--output=/tmp/x"}, "is not the name of one commit"),
        ({"diff": "main..other"}, "is not the name of one commit"),
        ({"diff": "nothing-like-that"}, "git knows no commit"),
    ],
)
async def test_what_must_not_be_reviewed_is_refused_and_nothing_is_recorded(
    code: Path, given: dict[str, Any], said: str
) -> None:
    git(code, "init", "-q")
    (code / "empty").mkdir()
    (code / "link").symlink_to("/etc")
    with pytest.raises(UsageError, match=said):
        await call(code, "review", **given)
    assert await recorded(code) == 0


LOG = "start\n\x1b[31mValueError: no such session\x1b[0m\r\n"


async def test_a_code_red_converges_and_is_logged_for_later(doctors: Path) -> None:
    before = tree(doctors)
    answer = await call(doctors, "code_red", symptom="The login fails.", log=LOG)
    found = answer.told
    assert isinstance(found, SessionTold)
    assert (found.workflow, found.outcome, found.phase) == ("code-red", "diagnosed", "ended")
    assert found.topic == "The login fails."
    assert [(o.doctor, o.root_cause, o.confidence) for o in found.opinions] == [
        (f"{name} {LABEL}", "stale-cache", 9) for name in ("Gawain", "Lancelot", "Percival")
    ]
    assert "Empty the cache on deploy." in str(found.decision)
    assert found.files_to_modify == ("deploy.py",)
    assert f"roundtable apply {found.session}" in answer.text
    assert tree(doctors) == before
    async with open_table(Project(doctors)) as table:
        state = await table.driver.state(found.session)
        (case,) = await error_log.cases(table.store)
    assert [(c.option, c.unattended) for c in state.choices] == [("log", True)]
    assert case.status == "PARKED"
    assert state.given is not None
    assert state.given.files[0].text == "start\nValueError: no such session"


async def test_a_code_red_takes_its_symptom_from_the_log_or_is_refused(doctors: Path) -> None:
    found = await session(doctors, "code_red", log=LOG, rounds=1)
    assert found.topic == "ValueError: no such session"
    with pytest.raises(UsageError, match="symptom and log are both missing"):
        await call(doctors, "code_red")
    assert await recorded(doctors) == 1


async def test_status_of_the_latest_of_one_and_of_none(decided: Path, tmp_path: Path) -> None:
    latest = await session(decided, "status")
    assert latest.decision == "Keep them in SQLite."
    assert await session(decided, "status", session="sessions-live") == latest
    with pytest.raises(RoundtableError, match="there is no session 'joust'"):
        await call(decided, "status", session="joust")
    (decided / ".roundtable" / "roundtable.db").unlink()
    with pytest.raises(RoundtableError, match="there are no sessions here yet"):
        await call(decided, "status")


async def test_reading_leaves_the_folder_as_it_is(decided: Path) -> None:
    folder = decided / ".roundtable"
    copy = decided.parent / "copy"
    shutil.copytree(folder, copy)
    await call(decided, "status")
    await call(decided, "decisions", words="sqlite", limit=1)
    names = {path.relative_to(folder) for path in folder.rglob("*")}
    assert names == {path.relative_to(copy) for path in copy.rglob("*")}
    for path in (p for p in copy.rglob("*") if p.is_file() and p.suffix != ".db"):
        assert (folder / path.relative_to(copy)).read_bytes() == path.read_bytes()


async def test_not_even_what_an_apply_left_half_written_is_touched_by_a_call(
    project: Path, tmp_path: Path
) -> None:
    place = Stage(tmp_path / "stage").template("recover a write")
    shutil.copytree(project / ".roundtable", place / ".roundtable", dirs_exist_ok=True)
    shutil.copy(project / "script.yaml", place)
    before = tree(place)
    await call(place, "decisions")
    await call(place, "discuss", topic="x")
    assert tree(place) == before
    async with open_table(Project(place)):
        assert tree(place) != before, "the developer's own commands take it back"


async def test_decisions_are_searched(decided: Path) -> None:
    found = (await call(decided, "decisions", words="SQLITE live")).told
    assert isinstance(found, ChronicleTold)
    (entry,) = found.entries
    assert (entry.decision, entry.fate, entry.rehearsal) == ("Keep them in SQLite.", "self", True)
    nothing_found = (await call(decided, "decisions", words="joust")).told
    assert isinstance(nothing_found, ChronicleTold)
    assert nothing_found.entries == ()


def test_only_tools_that_read_say_so() -> None:
    assert {name: tool.convenes for name, tool in TOOLS.items()} == {
        "discuss": True,
        "review": True,
        "code_red": True,
        "status": False,
        "decisions": False,
    }
    for tool in TOOLS.values():
        assert ("may cost money" in tool.description) is tool.convenes
