"""`roundtable run`, and the execution round around it: watched, looked at, mended, run again."""

import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from roundtable.adapters.runners.engines import Engine
from tests.apps.conftest import NAMES, builders

Run = Callable[..., tuple[int, str, str]]

BROKEN = (
    "def total(prices):\n    return sum(price['net'] for price in prices)\n\n\n"
    "print(total([{'gross': 2}]))\n"
)
DOCKERFILE = "FROM python:3.12-slim\nWORKDIR /app\nCOPY . .\nCMD python main.py\n"
"""Led by a shell: an engine may lose the words of a program that ends at once."""
MENDED = "def total(prices):\n    return sum(price['gross'] for price in prices)\n"


@pytest.fixture
def app(tmp_path: Path) -> Path:
    """A project that crashes when it is run."""
    folder = tmp_path / "app"
    folder.mkdir()
    (folder / "main.py").write_text(BROKEN)
    (folder / "Dockerfile").write_text(DOCKERFILE)
    return folder


@pytest.fixture
def engine(containers: Engine, project: Path, monkeypatch: pytest.MonkeyPatch) -> Engine:
    """The bare machine of these tests, with a container engine on it."""
    place = Path(containers.command.path).parent
    monkeypatch.setenv("PATH", os.pathsep.join((str(place), os.environ["PATH"])))
    return containers


def findings(seat: str) -> Sequence[object]:
    found = {
        "severity": "critical",
        "file": "main.py",
        "line": 2,
        "claim": "total asks for net, and the prices have gross",
        "evidence": "KeyError: 'net'",
        "fix": "sum the gross prices",
        "cause": "code bug",
    }
    looked = {"findings": [found], "clean": []}
    judged = {
        "verdict": "CONSENSUS",
        "summary": "The key is wrong.",
        "critical": ["F1"],
        "warnings": [],
        "confirmed_clean": [],
        "options": [],
        "rulings": [],
    }
    return [
        {"when": {"stage": "execution", "purpose": "judge"}, "say": "So.", "block": judged},
        {"when": {"stage": "execution", "purpose": "fix"}, "say": f"```python\n{MENDED}```"},
        {"when": {"stage": "execution", "purpose": "speak"}, "say": "I see.", "block": looked},
    ]


@pytest.fixture
def table(building: Path) -> Path:
    """Knights who know what is wrong with it."""
    parts = builders(**{name: findings(name) for name in NAMES})
    (building / "script.yaml").write_text(json.dumps({"knights": parts}))
    return building


def build(run: Run, app: Path, *words: str) -> tuple[int, str, str]:
    return run("build", "A till", "--from", app, "--rounds", "execution", "--seed", "3", *words)


def test_the_round_runs_it_mends_it_and_runs_it_again_by_the_setting(
    engine: Engine, table: Path, app: Path, run: Run
) -> None:
    code, out, _ = build(run, app, "--yes", "--auto-retry", "3")
    assert code == 0
    assert "KeyError: 'net'" in out
    assert "a bug of the code" in out
    assert out.count("-> run ") == 2, "it is run again once, and then nothing is left to mend"
    assert "run 1 failed, exit code 1" in out
    assert "run 2 succeeded, exit code 0" in out
    code, out, _ = run("run")
    assert (code, "run 3 succeeded" in out) == (0, True)


def test_without_the_setting_the_developer_is_asked_before_it_is_run_again(
    engine: Engine, table: Path, app: Path, run: Run
) -> None:
    code, out, _ = build(run, app)
    assert code == 22
    assert "1 fix of what came of the run is in the files. Run it again?" in out
    code, out, _ = run("resume", "--on-confirm", "rerun")
    assert code == 0
    assert "run 2 succeeded" in out


def test_unattended_it_is_not_run_again_without_the_setting(
    engine: Engine, table: Path, app: Path, run: Run
) -> None:
    code, out, _ = build(run, app, "--yes")
    assert code == 0
    assert out.count("-> run ") == 1


def test_a_run_that_fails_is_looked_at_by_the_table_of_a_build_that_is_over(
    engine: Engine, table: Path, app: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDTABLE_ENGINE", "none")
    code, out, _ = build(run, app, "--yes")
    assert (code, "Nothing was run" in out) == (0, True)
    monkeypatch.delenv("ROUNDTABLE_ENGINE")
    code, out, _ = run("run", "--no-analyse")
    assert (code, "KeyError: 'net'" in out) == (26, True)
    code, out, _ = run("run", "--yes")
    assert code == 0
    assert "The table looks at what came of it" in out
    assert "1 finding confirmed, 1 fixed" in out
    code, out, _ = run("run")
    assert (code, "succeeded" in out) == (0, True)


def test_every_word_of_a_run_is_in_the_log(
    engine: Engine, table: Path, app: Path, run: Run
) -> None:
    build(run, app, "--yes")
    code, out, _ = run("run", "--json", "--no-analyse")
    assert code == 0
    events = [json.loads(line) for line in out.splitlines()]
    types = [event["type"] for event in events]
    assert types[0] == "exec_start" and types[-1] == "exec_done"
    said = "".join(
        e["text"] for e in events if e["type"] == "exec_output" and e["stream"] == "stdout"
    )
    assert said == "2\n"
    assert events[0]["demand"]["network"] == "none"


def test_variables_of_the_developers_reach_it_and_stand_nowhere(
    engine: Engine,
    table: Path,
    app: Path,
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (app / "main.py").write_text("import os\n\nprint(len(os.environ['KEY']), os.environ['KEY'])\n")
    with monkeypatch.context() as without:
        without.setenv("ROUNDTABLE_ENGINE", "none")
        build(run, app, "--yes")
    (tmp_path / "my.env").write_text("KEY=open-sesame-now\n")
    code, out, _ = run("run", "--env-file", tmp_path / "my.env", "--no-analyse")
    assert (code, "15 ***" in out) == (0, True)
    assert "sesame" not in out
    log = (table / ".roundtable" / "roundtable.db").read_bytes()
    assert b"open-sesame-now" not in log


def test_without_an_engine_it_says_what_to_do(table: Path, app: Path, run: Run) -> None:
    build(run, app, "--yes")
    code, out, err = run("run")
    assert code == 27
    assert "containers are switched off" in out + err


def test_what_is_refused_names_its_line(engine: Engine, table: Path, app: Path, run: Run) -> None:
    build(run, app, "--yes")
    (app / "Dockerfile").write_text("FROM busybox\nRUN --network=host true\n")
    build(run, app, "--yes")
    code, out, _ = run("run", "--no-analyse")
    assert code == 27
    assert "Dockerfile:2" in out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--seconds", "0"), "--seconds"),
        (("--memory", "1"), "--memory"),
        (("--cpus", "-1"), "--cpus"),
        (("--env-file", "/nonexistent/x"), "--env-file"),
    ],
)
def test_a_bound_that_is_none_is_named(
    table: Path, run: Run, words: tuple[str, ...], told: str
) -> None:
    code, _, err = run("run", *words)
    assert (code, told in err) == (2, True)


def test_a_session_without_files_has_nothing_to_run(decided: Path, run: Run) -> None:
    code, _, err = run("run")
    assert (code, "no files" in err) == (8, True)
