"""`roundtable init` by flags: a config that can be read again, and nothing lost by it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from roundtable.core.config import Config, read_config

Run = Callable[..., tuple[int, str, str]]

TWO = ("--knight", "Gawain=scripted", "--knight", "Kay=scripted:plays/kay.yaml")


def config(root: Path) -> Config:
    return read_config((root / ".roundtable" / "config.json").read_bytes(), "config.json")


def test_on_a_bare_machine_the_rehearsal_is_seated(bare: Path, run: Run) -> None:
    code, out, err = run("init", "--yes")
    assert (code, err) == (0, "")
    assert "Looking for knights on this machine" in out
    assert [knight.name for knight in config(bare).knights] == ["Gawain", "Lancelot", "Percival"]
    assert {knight.script for knight in config(bare).knights} == {"builtin:rehearsal"}


def test_the_flags_are_what_the_config_says(bare: Path, run: Run) -> None:
    words = ("--yes", "--project", "Großer Laden", "--language", "de-AT", *TWO)
    assert run("init", *words)[0] == 0
    written = config(bare)
    assert (written.project, written.language) == ("Großer Laden", "de-AT")
    gawain, kay = written.knights
    assert (gawain.name, gawain.script, gawain.priority) == ("Gawain", "builtin:rehearsal", 1)
    assert (kay.name, kay.script, kay.priority) == ("Kay", "plays/kay.yaml", 2)


def test_a_project_is_called_after_its_folder_and_speaks_english(bare: Path, run: Run) -> None:
    run("init", "--yes", *TWO)
    assert (config(bare).project, config(bare).language) == ("shop", "en")


def test_whoever_names_knights_need_not_say_yes(bare: Path, run: Run) -> None:
    assert run("init", *TWO)[0] == 0


def test_scripted_knights_are_called_that_from_the_start(bare: Path, run: Run) -> None:
    out = run("init", "--yes", *TWO)[1]
    assert "  Gawain (scripted rehearsal) through scripted" in out
    assert "  Kay (scripted rehearsal) through scripted" in out


def test_a_fallback_is_written_and_told(bare: Path, run: Run) -> None:
    knights = ("--knight", "Claude=claude-cli", "--knight", "Gawain=scripted")
    code, out, _ = run("init", "--yes", *knights, "--fallback", "Claude=claude-api")
    assert code == 0
    assert "Claude through claude-cli, else claude-api" in out
    assert config(bare).knights[0].fallback == "claude-api"


def test_the_log_and_the_copies_are_kept_out_of_git(bare: Path, run: Run) -> None:
    run("init", "--yes", *TWO)
    ignored = (bare / ".roundtable" / ".gitignore").read_text().split()
    assert "roundtable.db*" in ignored
    assert "*.bak" in ignored


def test_without_a_terminal_somebody_has_to_say_what_is_wanted(bare: Path, run: Run) -> None:
    code, out, err = run("init")
    assert (code, out) == (2, "")
    assert "there is no terminal to ask in" in err
    assert "roundtable init --yes" in err
    assert list(bare.iterdir()) == []


def test_a_config_that_is_there_is_left_alone(bare: Path, run: Run) -> None:
    run("init", "--yes", *TWO)
    before = (bare / ".roundtable" / "config.json").read_bytes()
    code, out, err = run("init", "--yes", "--project", "other")
    assert (code, out) == (2, "")
    assert "exists already" in err
    assert "--force" in err
    assert (bare / ".roundtable" / "config.json").read_bytes() == before


def test_force_replaces_it_and_keeps_every_old_one(bare: Path, run: Run) -> None:
    folder = bare / ".roundtable"
    run("init", *TWO, "--project", "one")
    (folder / ".gitignore").write_text("mine\n")
    code, out, _ = run("init", *TWO, "--force", "--project", "two")
    assert code == 0
    assert "The old config is kept as .roundtable/config.json.1.bak" in out
    run("init", *TWO, "--force", "--project", "three")
    assert config(bare).project == "three"
    kept = [json.loads((folder / f"config.json.{n}.bak").read_text())["project"] for n in (1, 2)]
    assert kept == ["one", "two"]
    assert (folder / ".gitignore").read_text() == "mine\n"


def test_force_mends_a_config_that_cannot_be_read(bare: Path, run: Run) -> None:
    run("init", "--yes", *TWO)
    (bare / ".roundtable" / "config.json").write_text("{ oops")
    assert run("init", "--yes", "--force", *TWO)[0] == 0
    assert config(bare).knights[0].name == "Gawain"
    assert (bare / ".roundtable" / "config.json.1.bak").read_text() == "{ oops"


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("--knight", "Gawain"), 2, "write --knight NAME=ADAPTER"),
        (("--knight", "=scripted"), 2, "write --knight NAME=ADAPTER"),
        (("--knight", "Gawain=telepathy"), 5, "there is no adapter 'telepathy'"),
        (("--knight", "Gawain=scripted", "--fallback", "Kay=claude-api"), 5, "not seated"),
        (("--knight", "Kay=claude-cli", "--fallback", "Kay=telepathy"), 2, "is not an adapter"),
        (("--knight", "Kay=claude-cli", "--fallback", "Kay=claude-cli"), 2, "the adapter itself"),
        (("--knight", "Kay=claude-cli", "--fallback", "Kay=scripted"), 2, "stand in for a model"),
        (("--knight", "Kay=claude-cli", "--fallback", "Kay"), 2, "fallback"),
        (("--knight", "Kay=scripted:../x.yaml"), 2, "no script inside the repository"),
        (("--knight", "Kay=scripted:/etc/passwd"), 2, "no script inside the repository"),
        (("--knight", "Kay=scripted", "--knight", "KAY=scripted"), 2, "too much like"),
        (("--knight", "\x1b[2J=scripted"), 2, "name"),
        (("--knight", "Kay=scripted", "--language", "klingonish"), 2, "language"),
        (("--knight", "Kay=scripted", "--project", "a\nb"), 2, "project"),
    ],
)
def test_what_could_not_be_read_again_is_not_written(
    bare: Path, run: Run, words: tuple[str, ...], code: int, told: str
) -> None:
    left, out, err = run("init", "--yes", *words)
    assert (left, out) == (code, "")
    assert told in err
    assert "\x1b" not in err
    assert not (bare / ".roundtable").exists()


def test_a_folder_that_cannot_be_made_exits_with_9(bare: Path, run: Run) -> None:
    (bare / ".roundtable").write_text("in the way")
    code, _, err = run("init", "--yes", *TWO)
    assert code == 9
    assert ".roundtable" in err
    assert (bare / ".roundtable").read_text() == "in the way"


def test_what_init_wrote_can_convene_a_table(bare: Path, run: Run) -> None:
    block = {"consensus_score": 9, "agrees_with": [], "pending_issues": []}
    part = {"replies": [{"say": "Yes.", "block": block}]}
    (bare / "play.yaml").write_text(json.dumps({"knights": {"*": part}}))
    run("init", "--knight", "Bors=scripted:play.yaml", "--knight", "Kay=scripted:play.yaml")
    code, out, _ = run("discuss", "Shall we?", "--yes")
    assert code == 0
    assert "At the table: Bors (scripted rehearsal), Kay (scripted rehearsal)" in out
