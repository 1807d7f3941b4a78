"""`roundtable discuss`: who sits there, by which rules, and what is shown of it."""

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from roundtable.adapters.clocks import SystemClock
from roundtable.adapters.project import find_project
from roundtable.adapters.stores.sqlite import SqliteStore
from roundtable.apps.convening import convene
from roundtable.bootstrap import open_table, opening
from roundtable.core import events as e
from roundtable.core.budget import Budget
from roundtable.core.journal import Journal
from roundtable.core.rules import Rules
from roundtable.testing.builders import session_start

Run = Callable[..., tuple[int, str, str]]
Play = Callable[..., None]
Events = Callable[[str], list[e.Event]]


def start_of(out: str) -> e.SessionStart:
    first = e.read_event(out.splitlines()[0])
    assert isinstance(first, e.SessionStart)
    return first


def test_knights_who_agree_come_to_a_decision(project: Path, run: Run, play: Play) -> None:
    play("persuadable")
    code, out, err = run("discuss", "Which store?", "--yes")
    assert (code, err) == (0, "")
    assert "Topic: Which store?" in out
    assert "== Round 2" in out
    assert "Keep them in SQLite." in out
    assert "Outcome: consensus" in out
    assert "roundtable replay" in out


def test_scripted_knights_are_called_that_in_everything_that_is_shown(
    project: Path, run: Run, play: Play
) -> None:
    play("stubborn")
    out = run("discuss", "Which store?", "--rounds", "1")[1]
    label = "(scripted rehearsal)"
    for name in ("Gawain", "Lancelot", "Percival"):
        assert f"-- {name} {label}" in out
        assert f"   {name} {label}: 5/10" in out
        assert f"Take {name} {label}'s proposal" in out


def test_as_json_there_is_nothing_but_known_events_on_stdout(
    project: Path, run: Run, play: Play, events: Events
) -> None:
    play("persuadable")
    code, out, err = run("discuss", "Which store?", "--yes", "--json")
    assert code == 0
    seen = events(out)
    assert (seen[0].type, seen[-1].type) == ("session_start", "session_end")
    kept = [x for x in seen if not isinstance(x, e.Token)]
    assert [x.seq for x in kept] == list(range(1, len(kept) + 1))
    assert any(isinstance(x, e.Token) for x in seen)
    assert kept == events(run("show", "--json")[1])
    assert "roundtable show" in err


def test_as_json_a_failure_leaves_stdout_empty(project: Path, run: Run) -> None:
    code, out, err = run("discuss", "Which store?", "--json", "--knight", "Mordred")
    assert (code, out) == (5, "")
    assert "Mordred" in err


def test_knights_are_named_in_any_case_and_seated_in_the_order_of_the_flags(
    project: Path, run: Run
) -> None:
    words = ("--knight", "PERCIVAL", "--knight", "gawain", "--knight", "Percival", "--json")
    out = run("discuss", "Which store?", "--yes", *words)[1]
    assert [seat.name for seat in start_of(out).seats] == ["Percival", "Gawain"]


def test_an_unknown_knight_is_refused_with_those_there_are(project: Path, run: Run) -> None:
    code, out, err = run("discuss", "Which store?", "--knight", "Gawain", "--knight", "Mordred")
    assert (code, out) == (5, "")
    assert "there is no knight 'Mordred'" in err
    assert "one of: Gawain, Lancelot, Percival" in err
    assert run("list", "--json") == (0, "", "")


def test_one_knight_alone_is_no_table(project: Path, run: Run) -> None:
    code, out, err = run("discuss", "Which store?", "--knight", "Gawain", "--knight", "gawain")
    assert (code, out) == (5, "")
    assert "one knight alone is no table" in err
    run("init", "--force", "--knight", "Gawain=scripted:script.yaml")
    assert run("discuss", "Which store?")[0] == 5
    assert run("list", "--json") == (0, "", "")


@pytest.mark.parametrize(
    ("script", "code", "told"),
    [
        (None, 4, "cannot be read"),
        ("knights:\n  - }", 4, "script.yaml:2"),
        ("knights: {}", 4, "knights"),
        ('{"knights": {"Gawain": {"replies": [{"say": "x"}]}}}', 5, "no part for Lancelot"),
    ],
)
def test_a_script_that_seats_nobody_is_found_before_anything_is_recorded(
    project: Path, run: Run, script: str | None, code: int, told: str
) -> None:
    (project / "script.yaml").unlink()
    if script is not None:
        (project / "script.yaml").write_text(script)
    left, out, err = run("discuss", "Which store?")
    assert (left, out) == (code, "")
    assert told in err
    assert run("list", "--json") == (0, "", "")


def test_the_flags_go_before_the_config_and_are_recorded(project: Path, run: Run) -> None:
    words = ("--rounds", "50", "--threshold", "1", "--blind", "--max-cost", "1.5")
    start = start_of(run("discuss", "Which store?", "--json", *words)[1])
    assert (start.rules.max_rounds, start.rules.consensus_threshold) == (50, 1)
    assert start.rules.blind is True
    assert start.budget == Budget(max_cost_microusd=1_500_000)


def test_without_flags_the_rules_are_those_of_the_config(project: Path, run: Run) -> None:
    path = project / ".roundtable" / "config.json"
    config = json.loads(path.read_text())
    config["rules"] |= {"max_rounds": 7, "consensus_threshold": 8, "escalate_to_user_after": 4}
    path.write_text(json.dumps(config))
    rules = start_of(run("discuss", "Which store?", "--json")[1]).rules
    assert (rules.max_rounds, rules.consensus_threshold, rules.escalate_to_user_after) == (7, 8, 4)
    assert rules.blind is False


@pytest.mark.parametrize("flag", ["--rounds", "--threshold"])
@pytest.mark.parametrize("number", ["0", "-1", "51"])
def test_rules_out_of_range_are_refused(project: Path, run: Run, flag: str, number: str) -> None:
    code, out, err = run("discuss", "Which store?", flag, number)
    assert (code, out) == (2, "")
    assert f"{flag} must be from 1 to" in err
    assert run("list", "--json") == (0, "", "")


def test_a_threshold_above_ten_could_never_be_met(project: Path, run: Run) -> None:
    assert run("discuss", "Which store?", "--threshold", "11")[0] == 2
    assert "Outcome: consensus" not in run("discuss", "Which store?", "--threshold", "10")[1]


def test_a_lower_threshold_makes_the_same_scores_an_agreement(project: Path, run: Run) -> None:
    block = {"consensus_score": 6, "agrees_with": [], "pending_issues": [], "proposal": "So."}
    part = {"replies": [{"say": "Well.", "block": block}]}
    (project / "script.yaml").write_text(json.dumps({"knights": {"*": part}}))
    assert run("discuss", "Which store?", "--yes", "--threshold", "6", "--rounds", "1")[0] == 0
    assert run("discuss", "Which store?", "--yes", "--threshold", "7", "--rounds", "1")[0] == 22


def test_a_blind_opening_has_all_asked_before_anyone_is_heard(
    project: Path, run: Run, events: Events
) -> None:
    kinds = [x.type for x in events(run("discuss", "Which store?", "--blind", "--json")[1])]
    assert kinds.index("agent_end") > max(i for i, k in enumerate(kinds) if k == "agent_start")
    assert "blind, all at once" in run("replay", "--speed", "0")[1]


def test_a_knight_that_fails_does_not_end_the_table(project: Path, run: Run) -> None:
    agrees = {"consensus_score": 9, "agrees_with": [], "pending_issues": [], "proposal": "So."}
    script = {
        "Gawain": {"replies": [{"fail": {"kind": "not_signed_in", "detail": "sign in first"}}]},
        "*": {"replies": [{"say": "Yes.", "block": agrees}]},
    }
    (project / "script.yaml").write_text(json.dumps({"knights": script}))
    code, out, _ = run("discuss", "Which store?", "--yes")
    assert code == 0
    assert "Gawain (scripted rehearsal) did not answer: not_signed_in: sign in first" in out
    assert "Without a vote: Gawain" in run("chronicle")[1]


class Rival(SystemClock):
    """While we look at the clock, another process takes the name that we are about to take."""

    def __init__(self, log: Path) -> None:
        self._log = log
        self.taken = ""

    def now(self) -> str:
        if not self.taken:
            self.taken = f"{super().now()[:10]}-which-store"
            with ThreadPoolExecutor() as elsewhere:
                elsewhere.submit(asyncio.run, self._take()).result()
        return super().now()

    async def _take(self) -> None:
        store = SqliteStore(self._log)
        await Journal(self.taken, store, SystemClock()).record((session_start(),))
        await store.close()


async def test_a_name_that_somebody_else_takes_this_moment_is_not_fought_over(
    project: Path,
) -> None:
    rival, seen = Rival(project / ".roundtable" / "roundtable.db"), list[e.Event]()
    async with open_table(find_project()) as table:
        start = opening(table, "Which store?", table.config.seats(), Rules(), Budget())
        name = await convene(replace(table, clock=rival), start, seen.append)
    assert name == f"{rival.taken}-2"
    assert (seen[-1].type, seen[-1].session) == ("session_start", name)


def test_a_flag_sends_the_table_back_once_and_not_for_ever(
    project: Path, play: Play, run: Run
) -> None:
    play("stubborn")
    flags = ("--rounds", "1", "--on-escalation", "send_back", "--more-rounds", "2")
    assert run("discuss", "Which?", *flags)[0] == 22
    assert "round     3 of at most 3" in run("status")[1]
    assert run("discuss", "Which?", "--more-rounds", "0")[0] == 2


@pytest.mark.parametrize("flag", ["--max-cost=1e303", f"--max-tokens={'9' * 400}"])
def test_a_cap_beyond_all_measure_is_refused(project: Path, run: Run, flag: str) -> None:
    assert run("discuss", "Which?", flag)[0] == 2


def test_a_cap_on_money_needs_a_price(
    project: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-canary-0123456789")
    knights = ("--knight", "GPT=openai-api", "--knight", "Gawain=scripted")
    run("init", "--yes", "--force", *knights)
    code, _, err = run("discuss", "Which?", "--max-cost", "1", "--model", "GPT=gpt-0-nothing")
    assert code == 2
    assert "gpt-0-nothing" in err
    assert "--max-tokens" in err
    assert run("discuss", "Which?", "--model", "Mordred=x")[0] == 2
