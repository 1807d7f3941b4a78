"""`roundtable doctor`: 0 when a table can be convened here, 1 with what to mend."""

import contextlib
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from roundtable import __version__
from roundtable.adapters.checking import bases
from roundtable.adapters.runners.engines import Engine
from roundtable.adapters.sandboxes.bubblewrap import Bubblewrap

Run = Callable[..., tuple[int, str, str]]


def lines(out: str, mark: str) -> list[str]:
    return [line for line in out.splitlines() if line.startswith(mark)]


def test_a_good_project_has_nothing_in_its_way(project: Path, run: Run) -> None:
    code, out, err = run("doctor")
    assert (code, err) == (0, "")
    assert lines(out, "BAD") == []
    assert out.endswith("Nothing stands in the way.\n")
    assert f"roundtable            {__version__}" in out
    assert "shop, 3 knights" in out
    assert "log                   none yet" in out


def test_each_seat_is_told_and_scripted_knights_by_what_they_are(project: Path, run: Run) -> None:
    out = run("doctor")[1]
    for name in ("Gawain", "Lancelot", "Percival"):
        assert f"{name} (scripted rehearsal) through scripted" in out


def test_the_sessions_are_counted_and_those_that_wait(decided: Path, run: Run) -> None:
    run("discuss", "And the cache?")
    code, out, _ = run("doctor")
    assert code == 0
    assert "2 sessions, 1 not ended" in out


def test_outside_of_a_project_only_the_machine_is_looked_at(bare: Path, run: Run) -> None:
    code, out, _ = run("doctor")
    assert code == 0
    assert any("this folder" in line for line in lines(out, "- "))
    assert "-> make one: roundtable init" in out
    assert list(bare.iterdir()) == []


def test_a_bare_machine_is_told_what_to_install(bare: Path, run: Run) -> None:
    out = run("doctor")[1]
    assert "`claude` is not installed" in out
    assert "-> npm install -g" in out
    assert "-> roundtable keys set google" in out
    assert "local servers         none on the usual ports" in out


def test_a_machine_without_git_is_told_what_it_misses(
    bare: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(bare))
    code, out, _ = run("doctor")
    assert code == 0
    assert any(line.startswith("-   git") for line in out.splitlines())


def test_what_is_installed_is_found_and_a_key_is_never_shown(
    bare: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, body in (("claude", "exit 0"), ("codex", "exit 1"), ("gemini", "exit 0")):
        command = bare.parent / "bin" / name
        command.write_text(f"#!/bin/sh\n{body}\n")
        command.chmod(0o755)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-canary")
    out = run("doctor")[1]
    assert "claude, signed in" in out
    assert "codex, not signed in" in out
    assert "-> codex login" in out
    assert "gemini, sign-in could not be checked" in out
    assert "key from the environment: OPENAI_API_KEY" in out
    assert "canary" not in out


def test_a_broken_config_is_to_be_mended(project: Path, run: Run) -> None:
    path = project / ".roundtable" / "config.json"
    config = json.loads(path.read_text())
    config["rules"]["max_rouns"] = 3
    path.write_text(json.dumps(config, indent=2))
    code, out, _ = run("doctor")
    assert code == 1
    (bad,) = lines(out, "BAD")
    assert "rules.max_rouns" in bad
    assert out.endswith("1 to mend.\n")


def test_a_missing_config_is_to_be_mended(project: Path, run: Run) -> None:
    (project / ".roundtable" / "config.json").unlink()
    code, out, _ = run("doctor")
    assert code == 1
    assert "roundtable init" in out


def test_every_seat_that_cannot_be_filled_is_told(project: Path, run: Run) -> None:
    (project / "one.json").write_text('{"knights": {"Ector": {"replies": [{"say": "x"}]}}}')
    words = ("--knight", "Kay=scripted:nowhere.yaml", "--knight", "Ector=scripted:one.json")
    run("init", "--force", *words, "--knight", "Bors=scripted:one.json")
    code, out, _ = run("doctor")
    assert code == 1
    kay, bors = lines(out, "BAD")
    assert "nowhere.yaml cannot be read" in kay
    assert "one.json has no part for Bors" in bors
    assert out.endswith("2 to mend.\n")


def test_a_damaged_log_is_to_be_salvaged(decided: Path, run: Run) -> None:
    (decided / ".roundtable" / "roundtable.db").write_bytes(b"no database" * 1000)
    code, out, _ = run("doctor")
    assert code == 1
    assert "log" in lines(out, "BAD")[0]
    assert "roundtable rebuild --salvage" in out
    run("rebuild", "--salvage")
    assert run("doctor")[0] == 0


def test_a_log_with_a_damaged_page_is_found_before_anybody_reads_it(
    decided: Path, run: Run
) -> None:
    log = decided / ".roundtable" / "roundtable.db"
    connection = sqlite3.connect(log)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    content = bytearray(log.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    log.write_bytes(bytes(content))
    code, out, _ = run("doctor")
    assert code == 1
    assert "-> run `roundtable rebuild --salvage`" in out


def test_a_log_that_breaks_its_own_rules_is_found(decided: Path, run: Run) -> None:
    log = decided / ".roundtable" / "roundtable.db"
    relaxed = ("summary  TEXT NOT NULL", "summary  TEXT")
    for change in (
        f"UPDATE sqlite_schema SET sql = replace(sql, '{relaxed[0]}', '{relaxed[1]}')",
        "INSERT INTO sessions VALUES (99, 'broken', 1, NULL)",
        f"UPDATE sqlite_schema SET sql = replace(sql, '{relaxed[1]}', '{relaxed[0]}')",
    ):
        with contextlib.closing(sqlite3.connect(log, isolation_level=None)) as connection:
            connection.execute("PRAGMA writable_schema = ON")
            connection.execute(change)
    code, out, _ = run("doctor")
    assert code == 1
    assert "NULL value in sessions.summary" in lines(out, "BAD")[0]


def test_a_log_of_a_newer_version_is_told_and_not_called_damaged(decided: Path, run: Run) -> None:
    connection = sqlite3.connect(decided / ".roundtable" / "roundtable.db")
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    code, out, _ = run("doctor")
    assert code == 1
    assert "newer version" in out
    assert "salvage" not in out


def test_one_knight_alone_has_to_be_mended(bare: Path, run: Run) -> None:
    run("init", "--yes", "--knight", "Gawain=scripted")
    code, out, _ = run("doctor")
    assert code == 1
    assert "no table" in out


def test_it_is_told_that_candidates_are_not_verified_in_containers_without_an_engine(
    bare: Path, run: Run
) -> None:
    out = run("doctor")[1]
    assert "-   containers            ROUNDTABLE_ENGINE=none: containers are switched off" in out
    assert "-> unset ROUNDTABLE_ENGINE" in out
    assert "verified in containers" not in out


def test_where_candidates_are_verified_follows_from_what_is_there(
    bare: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Bubblewrap, "find", staticmethod(lambda: None))
    out = run("doctor")[1]
    assert "-   candidates            there is neither a container engine nor a light" in out
    assert "generated code is read, not run" in out


def test_the_engine_is_told_and_what_checks_stand_on(
    containers: Engine, bare: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in containers.command.environment.items():
        monkeypatch.setenv(name, value)
    out = run("doctor")[1]
    assert f"ok  containers            {containers.name}" in out
    assert "ok  candidates            verified in containers, from python:3." in out
    monkeypatch.setattr(bases, "OLDEST_PYTHON", (99, 0))
    monkeypatch.setattr(Bubblewrap, "find", staticmethod(lambda: None))
    assert "-   candidates            no image of Python 99.0" in run("doctor")[1]
