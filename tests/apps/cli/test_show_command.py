"""`roundtable show`: the record of a session, its context, its cost, its events."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from roundtable.adapters.project import find_project
from roundtable.apps.cli.main import main
from roundtable.bootstrap import open_table
from roundtable.core.events import Event
from roundtable.testing.builders import session_start

Run = Callable[..., tuple[int, str, str]]
Play = Callable[..., None]
Events = Callable[[str], list[Event]]

HOSTILE = "\x1b[2J\x9b31m\u202eevil\x07"


def test_the_record_is_the_three_pages_and_the_account(decided: Path, run: Run) -> None:
    code, out, err = run("show")
    assert (code, err) == (0, "")
    assert "# Where do the sessions live?" in out
    assert "# Discussion: Where do the sessions live?" in out
    assert "# Decision: Where do the sessions live?" in out
    assert "I agree." in out
    assert "Keep them in SQLite." in out
    assert "in all" in out


def test_the_cost_is_told_seat_by_seat(project: Path, run: Run, play: Play) -> None:
    play("willing", price={"input_per_million": 500, "output_per_million": 500})
    run("discuss", "Which store?", "--yes")
    code, out, _ = run("show", "--cost")
    head, *seats, total = out.strip().splitlines()
    assert code == 0
    assert head.split() == ["knight", "turns", "in", "out", "cost", "time"]
    assert [line.split()[0] for line in seats] == ["Gawain", "Lancelot", "Percival"]
    assert total.startswith("in all")
    assert "$0.00" not in total


@pytest.mark.parametrize("flags", [(), ("--cost",)])
def test_scripted_knights_are_called_that_wherever_they_are_named(
    decided: Path, run: Run, flags: tuple[str, ...]
) -> None:
    out = run("show", *flags)[1]
    for name in ("Gawain", "Lancelot", "Percival"):
        assert f"{name} (scripted rehearsal)" in out


def test_the_context_shows_what_the_knights_were_given(project: Path, run: Run) -> None:
    (project / "store.py").write_text("def keep(): ...\n")
    run("discuss", "What shall become of store.py?", "--yes")
    code, out, _ = run("show", "--context")
    assert code == 0
    assert out.startswith("At most 16,000 tokens")
    assert "def keep(): ..." in out
    assert "=== left out\ngit history and uncommitted changes: " in out


def test_the_context_shows_the_log_of_a_code_red_and_what_of_it_was_left_out(
    project: Path, run: Run
) -> None:
    block = {"root_cause_key": "disk-full", "confidence_score": 9, "evidence": ["seen"]}
    script = {"knights": {"*": {"replies": [{"say": "I know.", "block": block}]}}}
    (project / "script.yaml").write_text(json.dumps(script))
    run("code-red", "x", "--yes", stdin=b"OSError: no space left on device\n")
    out = run("show", "--context")[1]
    assert "=== the log, from standard input (" in out
    assert "OSError: no space left on device" in out
    assert "left out of prompts" not in out
    run("code-red", "x", "--yes", stdin=b"OSError: no space left on device\n" * 20_000)
    out = run("show", "--context")[1]
    assert "=== left out of prompts that were too long\nlines " in out
    assert " of the log: for Gawain, Lancelot, Percival (scripted rehearsal)" in out


def test_the_context_shows_earlier_decisions(decided: Path, run: Run) -> None:
    run("discuss", "And the backups?", "--yes")
    out = run("show", "--context")[1]
    assert "the chronicle of earlier decisions" in out
    assert "Where do the sessions live? (consensus; the King carries it out himself)" in out
    (name,) = [path.name for path in (decided / ".roundtable" / "sessions").glob("*-live")]
    assert f"=== earlier decisions among it\n{name}\n" in out
    assert f"- [{name}] " in out


def test_files_that_knights_asked_for_are_shown_or_the_reason_why_not(
    project: Path, run: Run
) -> None:
    (project / "Procfile").write_text("web: serve --workers 4\n")
    (project / ".env").write_text("KEY=canary\n")
    silent: dict[str, object] = {"agrees_with": [], "pending_issues": []}
    wants = {**silent, "consensus_score": 5, "file_requests": ["Procfile", ".env", "nowhere.py"]}
    agrees = {**silent, "consensus_score": 9}
    replies = [{"when": {"round": 1}, "say": "?", "block": wants}, {"say": "Yes.", "block": agrees}]
    script = {"knights": {"*": {"replies": replies}}}
    (project / "script.yaml").write_text(json.dumps(script))
    run("discuss", "How many workers?", "--yes")
    out = run("show", "--context")[1]
    asked = "asked for by Gawain, Lancelot, Percival (scripted rehearsal) in round 1"
    assert f"=== {asked}: Procfile\nweb: serve --workers 4" in out
    assert f"=== {asked}: .env\nrefused:" in out
    assert f"=== {asked}: nowhere.py\nrefused:" in out
    assert "canary" not in out


async def test_a_session_that_has_only_been_convened_has_no_context_yet(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with open_table(find_project()) as table:
        await table.driver.create("s", session_start())
    assert await asyncio.to_thread(main, ["show", "--context"]) == 0
    assert capsys.readouterr().out == "The knights have not been given anything yet.\n"


def test_as_json_it_is_the_log_in_order_and_nothing_else(
    decided: Path, run: Run, events: Events
) -> None:
    code, out, err = run("show", "--json")
    assert (code, err) == (0, "")
    log = events(out)
    assert [x.seq for x in log] == list(range(1, len(log) + 1))
    assert {x.session for x in log} == {log[0].session}
    assert (log[0].type, log[-1].type) == ("session_start", "session_end")


def test_what_a_terminal_would_obey_is_not_shown(project: Path, run: Run) -> None:
    fields = {"consensus_score": 9, "agrees_with": [], "pending_issues": []}
    block = {**fields, "proposal": f"Do it. {HOSTILE}"}
    script = {"knights": {"*": {"replies": [{"say": HOSTILE, "block": block}]}}}
    (project / "script.yaml").write_text(json.dumps(script))
    run("discuss", f"Which store? {HOSTILE}", "--yes")
    for flags in ((), ("--context",), ("--cost",)):
        out = run("show", *flags)[1]
        assert not set(HOSTILE) - set("[2J31mevil") & set(out)


def test_a_session_is_found_by_a_part_of_its_name_or_not_at_all(decided: Path, run: Run) -> None:
    run("discuss", "Which sessions expire?", "--yes")
    assert "live?" in run("show", "sessions-live")[1]
    assert "expire?" in run("show", "last")[1]
    code, _, err = run("show", "sessions")
    assert code == 6
    assert "could be any of" in err
