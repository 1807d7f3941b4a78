"""`roundtable chronicle`: what has been decided so far, newest first."""

import json
from collections.abc import Callable
from pathlib import Path

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
