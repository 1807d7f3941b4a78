"""What one server leaves to the next."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from roundtable.adapters.runners.marks import _started as started
from roundtable.adapters.runners.marks import ourselves
from roundtable.apps.web.served import Served, state_file


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "state" / "served.json"


@pytest.fixture
def dead() -> str:
    """A process that is no longer there."""
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    return _named(process.pid, "12345")


def _named(pid: int, started: str) -> str:
    *place, _, _ = ourselves().split(".")
    return ".".join((*place, str(pid), started))


def left_by(file: Path, owner: str, *sessions: str) -> None:
    """What that server was leading."""
    served = Served(file)
    served._me = owner
    served.keep_leading(sessions)


def test_what_is_kept_is_found_by_the_next_server(file: Path, dead: str) -> None:
    Served(file).keep_passes({"ab": 12.5})
    left_by(file, dead, "one", "two")
    again = Served(file)
    assert again.passes == {"ab": 12.5}
    assert again.orphans() == ("one", "two")
    assert again.orphans() == (), "they are told once"
    assert again.passes == {"ab": 12.5}
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_what_another_server_leads_is_left_to_it(file: Path, dead: str) -> None:
    parent = _named(os.getppid(), started(os.getppid()))
    left_by(file, parent, "theirs")
    left_by(file, dead, "nobodys")
    mine = Served(file)
    mine.keep_leading(("mine",))
    assert mine.orphans() == ("nobodys",)
    mine.keep_leading(())
    assert Served(file)._leading() == {parent: ["theirs"]}


def test_a_later_process_of_the_same_number_is_another_one(file: Path) -> None:
    left_by(file, _named(os.getpid(), "12345"), "of our number")
    left_by(file, _named(os.getppid(), "12345"), "of our parents number")
    left_by(file, ourselves().replace(".", ".x", 1), "before the machine was started")
    left_by(file, str(os.getppid()), "of an earlier version")
    assert set(Served(file).orphans()) == {
        "of our number",
        "of our parents number",
        "before the machine was started",
        "of an earlier version",
    }


def test_it_stands_outside_of_the_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    one, other = state_file(tmp_path / "a"), state_file(tmp_path / "b")
    assert one != other
    assert one.parent == tmp_path / "state" / "roundtable"


@pytest.mark.parametrize("content", ["", "{", "[]", '{"passes": 7, "leading": [1]}', "\udcff"])
def test_a_file_that_cannot_be_read_lets_nobody_in(file: Path, content: str) -> None:
    file.parent.mkdir()
    file.write_text(content, errors="surrogateescape")
    assert Served(file).passes == {}
    assert Served(file).orphans() == ()


def test_what_cannot_be_written_is_kept_in_mind(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file.mkdir(parents=True)
    served = Served(file)
    served.keep_passes({"ab": 1.0})
    assert served.passes == {"ab": 1.0}
    assert "cannot be written" in caplog.text
