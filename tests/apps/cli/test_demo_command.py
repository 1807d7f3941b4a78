"""`roundtable demo`: an example repository of its own, scripted knights, and nothing spent."""

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest

from roundtable.adapters.runners.engines import Engine
from roundtable.adapters.sandboxes.bubblewrap import Bubblewrap
from roundtable.apps.cli.demo_command import prepare
from roundtable.apps.rehearsing import BUILD, DISCUSSION, TASK
from roundtable.core import events as e
from roundtable.core.config import read_config
from tests.container_needs import need_images
from tests.patience import PATIENT

ROOT = Path(__file__).parents[3]
Run = Callable[..., tuple[int, str, str]]
Spawn = Callable[..., "subprocess.Popen[str]"]
Events = Callable[[str], list[e.Event]]


@pytest.fixture
def table(bare: Path) -> Path:
    """A demo whose knights do not pause for their readers."""
    folder = bare / "demo-table"
    prepare(folder, DISCUSSION)
    block = {"consensus_score": 9, "agrees_with": [], "pending_issues": [], "proposal": "Delay."}
    part = {"replies": [{"say": "Yes.", "block": block}]}
    (folder / "quick.yaml").write_text(json.dumps({"knights": {"*": part}}))
    config = folder / ".roundtable" / "config.json"
    config.write_text(config.read_text().replace(f"builtin:{DISCUSSION}", "quick.yaml"))
    return folder


def test_the_example_is_a_repository_with_a_history_and_a_table(bare: Path) -> None:
    folder = bare / "demo"
    prepare(folder, DISCUSSION)
    assert (folder / "shop" / "login.py").is_file()
    assert (folder / "Procfile").is_file()
    assert not list(folder.rglob("__pycache__"))
    config = read_config((folder / ".roundtable" / "config.json").read_bytes(), "config.json")
    assert {knight.script for knight in config.knights} == {f"builtin:{DISCUSSION}"}
    prepare(folder, BUILD)
    config = read_config((folder / ".roundtable" / "config.json").read_bytes(), "config.json")
    assert {knight.script for knight in config.knights} == {f"builtin:{BUILD}"}
    log = subprocess.run(
        ["git", "log", "--format=%s"], cwd=folder, check=True, capture_output=True, text=True
    )
    assert log.stdout.strip() == "A small shop"


def test_a_machine_without_git_gets_the_example_all_the_same(
    bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    prepare(bare / "demo", DISCUSSION)
    assert (bare / "demo" / ".roundtable" / "config.json").is_file()
    assert not (bare / "demo" / ".git").exists()


def test_the_first_run_makes_the_folder_and_can_be_paused_and_looked_at(
    bare: Path, run: Run, spawn: Spawn, events: Events, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = spawn("demo", "--json")
    assert process.stdout is not None
    seen = ""
    while '"type":"agent_start"' not in seen:
        seen += process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 21
    start = events(seen + out)[0]
    assert isinstance(start, e.SessionStart)
    assert start.topic == TASK
    assert all(seat.scripted for seat in start.seats)
    assert "roundtable resume" in err
    monkeypatch.chdir(bare / "demo-table")
    assert "paused" in run("list")[1]


def test_a_run_says_that_nothing_is_spent_and_what_to_do_next(table: Path, run: Run) -> None:
    code, out, err = run("demo", table, "--discuss", "--plain")
    assert (code, err) == (0, "")
    assert f"An example repository stands in {table}" in out
    assert "a scripted rehearsal: no model is asked and nothing is spent" in out
    assert "At the table: Gawain (scripted rehearsal), Lancelot (scripted rehearsal)" in out
    assert "Outcome: consensus" in out
    assert "Your turn:   roundtable init" in out


def test_as_json_there_is_nothing_but_events(table: Path, run: Run, events: Events) -> None:
    code, out, err = run("demo", table, "--discuss", "--json")
    assert code == 0
    assert events(out)[-1].type == "session_end"
    assert "An example repository" not in err


def test_twice_in_the_same_folder_makes_two_sessions_and_keeps_changes(
    table: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    (table / "shop" / "login.py").write_text("# mine\n")
    assert run("demo", table, "--discuss")[0] == 0
    monkeypatch.chdir(table.parent)
    assert run("demo", "--discuss")[0] == 0, "the same folder is the default"
    assert (table / "shop" / "login.py").read_text() == "# mine\n"
    monkeypatch.chdir(table)
    assert len(run("list")[1].splitlines()) == 2


def test_a_folder_that_is_something_else_is_left_alone(bare: Path, run: Run) -> None:
    (bare / "thesis").mkdir()
    (bare / "thesis" / "chapter-1.md").write_text("It was a dark night.\n")
    code, out, err = run("demo", "thesis")
    assert (code, out) == (2, "")
    assert "is not a demo of ours" in err
    assert "roundtable demo FOLDER" in err
    assert [path.name for path in (bare / "thesis").iterdir()] == ["chapter-1.md"]


def test_a_project_of_the_users_own_is_no_demo(project: Path, run: Run) -> None:
    assert run("demo", ".")[0] == 2
    assert run("list", "--json") == (0, "", "")


def test_an_empty_folder_may_become_a_demo(bare: Path) -> None:
    (bare / "demo").mkdir()
    prepare(bare / "demo", DISCUSSION)
    assert (bare / "demo" / "README.md").is_file()


def test_a_demo_without_its_table_gets_a_new_one(table: Path) -> None:
    for path in (table / ".roundtable").iterdir():
        path.unlink()
    (table / ".roundtable").rmdir()
    prepare(table, DISCUSSION)
    config = read_config((table / ".roundtable" / "config.json").read_bytes(), "config.json")
    assert config.project == "shop"


def test_a_place_where_nothing_can_be_made_exits_with_9(bare: Path, run: Run) -> None:
    (bare / "file").write_text("in the way")
    code, _, err = run("demo", "file/demo")
    assert code == 9
    assert "file/demo" in err


def test_json_and_plain_exclude_each_other(bare: Path, run: Run) -> None:
    assert run("demo", "--json", "--plain")[0] == 2
    assert list(bare.iterdir()) == []


def test_a_file_in_the_way_is_told(bare: Path, run: Run) -> None:
    (bare / "taken").write_text("x")
    assert run("demo", "taken")[0] == 2


def test_where_the_command_is_not_on_the_path_it_says_how_to_get_there(
    table: Path, run: Run
) -> None:
    out = run("demo", table, "--discuss", "--plain")[1]
    assert f'export PATH="{Path(sys.executable).parent}:$PATH"' in out


def demonstrated(folder: Path, manner: str) -> str:
    """What the build of the demo says, its words spoken without a pause."""
    script = (files("roundtable.examples") / f"{BUILD}.yaml").read_text()
    quick = script.replace("words_per_second: 90", "words_per_second: 0")
    (folder / "demo").mkdir()
    prepare(folder / "demo", BUILD)
    (folder / "demo" / "quick.yaml").write_text(quick.replace("first_word_after: 0.3", ""))
    config = folder / "demo" / ".roundtable" / "config.json"
    config.write_text(config.read_text().replace(f"builtin:{BUILD}", "quick.yaml"))
    words = [*PATIENT, "demo", str(folder / "demo"), manner]
    ran = subprocess.run(words, cwd=folder, check=True, capture_output=True, text=True)
    return ran.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    folder = tmp_path_factory.mktemp("built")
    return folder / "demo", demonstrated(folder, "--plain")


@pytest.mark.timeout(300)
async def test_with_an_engine_what_it_built_is_run_in_a_container(
    containers: Engine, tmp_path: Path, events: Events, monkeypatch: pytest.MonkeyPatch
) -> None:
    await need_images(containers, "python:3.12-slim")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    told = events(await asyncio.to_thread(demonstrated, tmp_path, "--json"))
    began = [event for event in told if isinstance(event, e.ExecStart)]
    ended = [event for event in told if isinstance(event, e.ExecDone)]
    assert [(run.engine, run.source) for run in began] == [(containers.name, "Dockerfile")]
    assert [(run.outcome, run.excerpt) for run in ended] == [("succeeded", "ann 66.67\nben 33.33")]


def test_make_demo_uses_the_engine_that_make_has_brought_up() -> None:
    told = subprocess.run(
        ["make", "--dry-run", "demo"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    assert ". .vendor/engine" in next(x for x in told.stdout.splitlines() if "roundtable demo" in x)


def test_the_demo_builds_a_project_through_all_rounds(built: tuple[Path, str]) -> None:
    _, out = built
    assert "Outcome: built" in out
    assert out.count("=> ") == 7


def test_functions_of_three_knights_stand_in_one_file_and_a_bug_was_found_and_fixed(
    built: tuple[Path, str], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, out = built
    monkeypatch.chdir(folder)
    told = run("blame", "bill/split.py")[1] + run("blame", "bill/money.py")[1]
    assert all(name in told for name in ("Gawain", "Lancelot", "Percival"))
    assert "review: rewritten" in told
    assert "WITHOUT NAMING NEW EVIDENCE" in out


def test_the_results_own_tests_pass(
    built: tuple[Path, str], run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """These files are ours, so they may be run here."""
    folder, out = built
    monkeypatch.chdir(folder)
    assert run("export", "--to", tmp_path / "bill")[0] == 0
    words = [sys.executable, "-m", "unittest", "discover", "tests"]
    where = tmp_path / "bill"
    ran = subprocess.run(words, cwd=where, check=False, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert "Ran 12 tests" in ran.stderr
    if Bubblewrap.find():
        assert "12 tests passed in bubblewrap" in out
    else:
        assert "Nothing was run" in out
