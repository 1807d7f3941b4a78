"""A table is founded: who can be seated here, and what is written without losing anything."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from roundtable.adapters.knights.discovery import VENDORS, Discovery, Found
from roundtable.adapters.project import Project
from roundtable.apps.founding import (
    MOST_COPIES,
    all_knights,
    found_knights,
    found_table,
    rehearsal_knights,
)
from roundtable.core.config import Config, RulesConfig, read_config
from roundtable.core.errors import StoreError

CLAUDE, GPT, GEMINI = VENDORS
MACHINE = Discovery(
    vendors=(
        Found(CLAUDE, path="/bin/claude", signed_in=True, key=None),
        Found(GPT, path=None, signed_in=None, key="OPENAI_API_KEY"),
        Found(GEMINI, path=None, signed_in=None, key=None),
    )
)


def test_every_vendor_that_can_be_reached_gets_a_knight_in_order() -> None:
    claude, gpt = found_knights(MACHINE)
    assert (claude.name, claude.adapter, claude.priority) == ("Claude", "claude-cli", 1)
    assert (gpt.name, gpt.adapter, gpt.priority) == ("GPT", "openai-api", 2)


def test_a_command_falls_back_on_the_same_vendors_api_and_an_api_on_nothing() -> None:
    claude, gpt = found_knights(MACHINE)
    assert claude.fallback == "claude-api"
    assert gpt.fallback is None


def test_one_alone_is_offered_and_not_seated_unasked() -> None:
    alone = Discovery(vendors=MACHINE.vendors[:1])
    assert found_knights(alone) == ()
    assert [k.name for k in all_knights(alone)] == ["Claude"]


def test_the_rehearsal_is_three_scripted_knights_of_different_trades() -> None:
    knights = rehearsal_knights()
    assert [k.adapter for k in knights] == ["scripted"] * 3
    assert [k.priority for k in knights] == [1, 2, 3]
    assert len({trade for k in knights for trade in k.capabilities}) == 6


def config(name: str) -> Config:
    knights = rehearsal_knights()
    return Config(version="1.0", project=name, language="en", knights=knights, rules=RulesConfig())


def test_a_config_is_written_that_can_be_read_again(tmp_path: Path) -> None:
    project = Project(tmp_path)
    assert found_table(project, config("shop")) is None
    assert read_config(project.config_path.read_bytes(), "config.json") == config("shop")


def test_every_old_config_is_kept_byte_for_byte_and_named(tmp_path: Path) -> None:
    project = Project(tmp_path)
    found_table(project, config("one"))
    project.config_path.write_text("{ oops")
    first = found_table(project, config("two"))
    second = found_table(project, config("three"))
    assert first is not None
    assert second is not None
    assert (first.name, second.name) == ("config.json.1.bak", "config.json.2.bak")
    assert first.read_text() == "{ oops"
    assert read_config(second.read_bytes(), "config.json").project == "two"


def test_what_belongs_to_one_machine_is_kept_out_of_git(tmp_path: Path) -> None:
    found_table(Project(tmp_path), config("shop"))
    ignored = (tmp_path / ".roundtable" / ".gitignore").read_text().splitlines()
    assert ignored == ["roundtable.db*", "locks/", "applied/", "*.bak"]


def test_what_the_developer_keeps_out_of_git_is_left_to_them(tmp_path: Path) -> None:
    (tmp_path / ".roundtable").mkdir()
    (tmp_path / ".roundtable" / ".gitignore").write_text("mine\n")
    found_table(Project(tmp_path), config("shop"))
    assert (tmp_path / ".roundtable" / ".gitignore").read_text() == "mine\n"


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / ".roundtable").write_text("in the way")
    with pytest.raises(StoreError):
        found_table(Project(tmp_path), config("shop"))


def test_of_the_old_configs_the_newest_are_kept(tmp_path: Path) -> None:
    project = Project(tmp_path)
    for number in range(MOST_COPIES + 5):
        found_table(project, config(f"shop {number}"))
    kept = {path.name: path.read_bytes() for path in project.folder.glob("*.bak")}
    assert set(kept) == {f"config.json.{number}.bak" for number in range(5, 10)}
    for number in range(5, 10):
        content = kept[f"config.json.{number}.bak"]
        assert read_config(content, "config.json").project == f"shop {number - 1}"


def test_a_config_of_which_there_is_a_copy_is_not_copied_again(tmp_path: Path) -> None:
    project = Project(tmp_path)
    found_table(project, config("one"))
    first = found_table(project, config("two"))
    project.config_path.write_bytes((project.folder / "config.json.1.bak").read_bytes())
    assert found_table(project, config("three")) == first
    assert [path.name for path in project.folder.glob("*.bak")] == ["config.json.1.bak"]


def test_what_is_there_already_is_not_written_again(tmp_path: Path) -> None:
    project = Project(tmp_path)
    found_table(project, config("shop"))
    before = project.config_path.stat()
    assert found_table(project, config("shop")) is None
    after = project.config_path.stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert not list(project.folder.glob("*.bak"))


def test_who_may_read_the_config_stays_as_it_was(tmp_path: Path) -> None:
    project = Project(tmp_path)
    found_table(project, config("one"))
    project.config_path.chmod(0o600)
    kept = found_table(project, config("two"))
    assert kept is not None
    assert {stat.S_IMODE(path.stat().st_mode) for path in (project.config_path, kept)} == {0o600}


def test_a_new_config_is_as_open_as_its_owner_has_new_files_be(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        found_table(Project(tmp_path), config("one"))
    finally:
        os.umask(before)
    assert stat.S_IMODE(Project(tmp_path).config_path.stat().st_mode) == 0o600


_FULL = """
import resource, signal, sys
from pathlib import Path
from roundtable.adapters.project import Project
from roundtable.apps.founding import found_table, rehearsal_knights
from roundtable.core.config import Config
from roundtable.core.errors import StoreError
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]),) * 2)
wanted = Config(version="1.0", project="x" * 150, knights=rehearsal_knights())
try:
    found_table(Project(Path(sys.argv[1])), wanted)
except StoreError as error:
    print(error.message)
"""


def found_without_room(root: Path, room: int) -> str:
    """What is told by a process that can write so many bytes into a file and no more."""
    words = [sys.executable, "-c", _FULL, str(root), str(room)]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("room", [0, 10, 900])
def test_a_config_that_finds_no_room_leaves_the_old_one(tmp_path: Path, room: int) -> None:
    project = Project(tmp_path)
    found_table(project, config("shop"))
    before = project.config_path.read_bytes()
    assert len(before) < 950, "the copy finds room in the last case, and the new config does not"
    assert "File too large" in found_without_room(tmp_path, room)
    assert project.config_path.read_bytes() == before
    for path in project.folder.iterdir():
        assert path.name in (".gitignore", "config.json", "config.json.1.bak")
        assert not path.name.endswith(".bak") or path.read_bytes() == before


@pytest.mark.parametrize("room", [0, 10, 100])
def test_a_table_that_finds_no_room_is_not_founded_by_half(tmp_path: Path, room: int) -> None:
    assert "File too large" in found_without_room(tmp_path, room)
    assert list(tmp_path.iterdir()) == []
