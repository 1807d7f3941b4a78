"""`roundtable resume`: a session goes on from wherever its log stands."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from roundtable.core import events as e

Run = Callable[..., tuple[int, str, str]]
Play = Callable[..., None]
Events = Callable[[str], list[e.Event]]


def test_the_kings_choice_can_be_given_later(project: Path, run: Run) -> None:
    assert run("discuss", "Which store?")[0] == 22
    code, out, _ = run("resume", "--choose", "APPLY")
    assert code == 0
    assert "The King's answer: apply" in out
    assert "roundtable apply" in out
    assert "At the table:" not in out, "what was said before is not said again"


@pytest.mark.parametrize("flags", [(), ("--json",), ("--plain", "--yes")])
def test_an_ended_session_says_so_and_stays_as_it_is(
    decided: Path, run: Run, flags: tuple[str, ...]
) -> None:
    before = run("show", "--json")
    code, out, err = run("resume", *flags)
    assert code == 0
    assert "has ended." in (err if "--json" in flags else out)
    assert "roundtable show" in (err if "--json" in flags else out)
    assert out == "" or "--json" not in flags
    assert run("show", "--json") == before


def test_an_earlier_session_is_named_by_a_part(project: Path, run: Run) -> None:
    run("discuss", "Which store?")
    run("discuss", "Which cache?")
    assert run("resume", "store", "--yes")[0] == 0
    assert "Which store?" in run("status", "store")[1]
    assert "ended" in run("status", "store")[1]
    assert "awaiting_king" in run("status", "cache")[1]


def test_a_note_reaches_the_knights_before_they_go_on(
    project: Path, run: Run, play: Play, events: Events
) -> None:
    play("heeding")
    assert run("discuss", "Which store?", "--max-tokens", "0")[0] == 23
    words = ("--note", "Mind the backups.", "--max-tokens", "900000", "--yes", "--json")
    code, out, err = run("resume", *words)
    assert code == 0
    seen = events(out)
    assert seen[0].type == "note_added"
    assert seen[-1].type == "session_end"
    assert isinstance(resumed := seen[1], e.SessionResumed)
    assert resumed.budget is not None
    assert resumed.budget.max_tokens == 900_000
    assert [x.type for x in seen].count("session_resumed") == 1
    assert "roundtable show" in err


def test_a_turn_that_was_completed_is_not_asked_again(
    project: Path, run: Run, events: Events
) -> None:
    block = {"consensus_score": 9, "agrees_with": [], "pending_issues": []}
    dear = {
        "price": {"output_per_million": 100},
        "replies": [{"say": "Yes.", "block": block, "output_tokens": 4096}],
    }
    (project / "script.yaml").write_text(json.dumps({"knights": {"*": dear}}))
    assert run("discuss", "Which store?", "--yes", "--max-cost", "0.9")[0] == 23
    spoken = sum(x.type == "agent_end" for x in events(run("show", "--json")[1]))
    assert spoken == 2
    assert run("resume", "--yes", "--max-cost", "9")[0] == 0
    log = events(run("show", "--json")[1])
    keys = [x.turn_key for x in log if isinstance(x, e.AgentStart)]
    assert len(keys) == len(set(keys)) == 3


def test_a_script_that_has_gone_is_told_and_the_session_is_kept(project: Path, run: Run) -> None:
    run("discuss", "Which store?")
    (project / "script.yaml").unlink()
    code, _, err = run("resume", "--yes")
    assert code == 4
    assert "script.yaml" in err
    assert "awaiting_king" in run("status")[1]


def test_the_rules_of_a_session_are_those_it_began_with(
    project: Path, run: Run, play: Play
) -> None:
    play("stubborn")
    run("discuss", "Which store?", "--rounds", "2")
    config = project / ".roundtable" / "config.json"
    config.write_text(config.read_text().replace('"max_rounds": 5', '"max_rounds": 9'))
    run("resume", "--on-escalation", "stop")
    assert "round     2 of at most 2" in run("status")[1]


def test_files_that_were_deleted_are_written_again(project: Path, run: Run) -> None:
    run("discuss", "Which store?")
    (folder,) = (project / ".roundtable" / "sessions").iterdir()
    for path in folder.iterdir():
        path.unlink()
    run("resume", "--yes")
    assert "Keep them in SQLite." in (folder / "decisions.md").read_text()


@pytest.mark.parametrize("number", ["nan", "-1", "inf"])
def test_a_cap_that_is_none_is_refused_before_anything_goes_on(
    project: Path, run: Run, number: str
) -> None:
    run("discuss", "Which store?")
    code, _, err = run("resume", "--yes", f"--max-cost={number}")
    assert code == 2
    assert "--max-cost must be from 0 to" in err
    assert "awaiting_king" in run("status")[1]


def test_without_sessions_there_is_nothing_to_resume(project: Path, run: Run) -> None:
    assert run("resume")[0] == 6
