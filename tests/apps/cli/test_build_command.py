"""`roundtable build`: from a sentence to files, by flags, by hand, and from existing files."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from roundtable.core import events as e
from tests.apps.conftest import builders

Run = Callable[..., tuple[int, str, str]]
Events = Callable[[str], list[e.Event]]

SEED = ("--seed", "3")


def built(out: list[e.Event]) -> e.SessionEnd:
    assert isinstance(out[-1], e.SessionEnd)
    return out[-1]


@pytest.mark.parametrize(
    ("preset", "rounds"),
    [
        ("spec", ["requirements", "architecture"]),
        ("code", ["development", "review"]),
        ("full", ["requirements", "architecture", "development", "review", "qa"]),
    ],
)
def test_the_common_combinations_run_to_their_end(
    building: Path, run: Run, events: Events, preset: str, rounds: list[str]
) -> None:
    code, out, _ = run("build", "A cart", "--preset", preset, "--yes", "--json", *SEED)
    assert code == 0
    log = events(out)
    assert [event.round for event in log if isinstance(event, e.RoundStart)] == rounds
    assert built(log).outcome == "built"


def test_all_seven_rounds_are_the_default(building: Path, run: Run, events: Events) -> None:
    code, out, _ = run("build", "A cart", "--yes", "--json", *SEED)
    assert code == 0
    ends = [event for event in events(out) if isinstance(event, e.RoundEnd)]
    assert len(ends) == 7
    assert ends[-1].round == "execution"


def test_the_result_is_written_where_it_is_wanted(building: Path, run: Run, tmp_path: Path) -> None:
    target = tmp_path / "cart"
    code, out, _ = run("build", "A cart", "--preset", "code", "--yes", "--out", target, *SEED)
    assert code == 0
    assert "raise ValueError" in (target / "cart.py").read_text()
    assert "1 file written" in out


def test_a_target_that_is_taken_is_found_before_anybody_is_asked(building: Path, run: Run) -> None:
    (building / "out.zip").write_bytes(b"mine")
    code, _, err = run("build", "A cart", "--out", "out.zip")
    assert code == 2
    assert "is there already" in err
    assert (building / "out.zip").read_bytes() == b"mine"
    assert run("list")[1].strip().startswith("no sessions") or "A cart" not in run("list")[1]


@pytest.mark.parametrize("packed", [False, True])
def test_existing_files_are_the_start(
    building: Path, run: Run, tmp_path: Path, packed: bool
) -> None:
    source = tmp_path / "given"
    source.mkdir()
    (source / "old.py").write_text("OLD = 1\n")
    if packed:
        with zipfile.ZipFile(tmp_path / "given.zip", "w") as archive:
            archive.write(source / "old.py", "old.py")
        source = tmp_path / "given.zip"
    target = tmp_path / "next"
    words = ("--from", source, "--rounds", "development", "--yes", "--out", target)
    assert run("build", "A cart", *words, *SEED)[0] == 0
    assert (target / "old.py").read_text() == "OLD = 1\n"
    assert (target / "cart.py").is_file()


def test_between_rounds_a_script_without_yes_waits_and_goes_on_by_a_flag(
    building: Path, run: Run
) -> None:
    code, out, _ = run("build", "A cart", "--preset", "spec", *SEED)
    assert code == 22
    assert "--on-confirm" in out
    code, out, _ = run("resume", "--on-confirm", "continue")
    assert code == 0
    assert "Outcome: built" in out


def test_a_note_reaches_the_rounds_that_follow(building: Path, run: Run, events: Events) -> None:
    heeding = [{"when": {"prompted": "Use Rust."}, "say": "In Rust then.", "block": {"raises": []}}]
    script = {"knights": builders(Gawain=heeding)}
    (building / "script.yaml").write_text(json.dumps(script))
    run("build", "A cart", "--preset", "spec", *SEED)
    run("resume", "--note", "Use Rust.", "--yes")
    said = [x.text for x in events(run("show", "--json")[1]) if isinstance(x, e.AgentEnd)]
    assert sum("In Rust then." in text for text in said) == 1


def test_instructions_and_settings_reach_the_round_they_are_for(
    building: Path, run: Run, events: Events
) -> None:
    flags = ("--instruct", "qa=mind the zones", "--iterations", "qa=1", "--say", "qa=500")
    words = ("--rounds", "qa,requirements", *flags, "--blind", "qa", "--judge", "percival")
    _, out, _ = run("build", "A cart", *words, "--yes", "--json", *SEED)
    start = events(out)[0]
    assert isinstance(start, e.SessionStart)
    assert start.agenda is not None
    assert [plan.key for plan in start.agenda.rounds] == ["requirements", "qa"]
    plan = start.agenda.plan("qa")
    assert (plan.instructions, plan.iterations) == ("mind the zones", 1)
    assert (plan.max_output_tokens, plan.blind) == (500, True)
    assert start.agenda.judge == "Percival"


def test_a_dry_run_tells_the_most_it_could_cost_and_records_nothing(
    building: Path, run: Run
) -> None:
    code, out, _ = run("build", "A cart", "--preset", "spec", "--dry-run")
    assert code == 0
    assert "At the very most, in requirements, architecture" in out
    assert "Gawain would be asked" in out
    assert not (building / ".roundtable" / "sessions").exists()


def test_a_panel_compares_before_the_judge_speaks(building: Path, run: Run, events: Events) -> None:
    choice = [{"when": {"purpose": "compare"}, "say": "So.", "block": {"winner": "first"}}]
    script = {"knights": builders(Gawain=choice, Lancelot=choice, Percival=choice)}
    (building / "script.yaml").write_text(json.dumps(script))
    words = ("--rounds", "development", "--judges", "3", "--yes", "--json")
    code, out, _ = run("build", "A cart", *words, *SEED)
    assert code == 0
    assert sum(isinstance(x, e.Comparison) for x in events(out)) == 6


def test_a_budget_stops_a_build_and_it_goes_on_from_there(building: Path, run: Run) -> None:
    assert (
        run("build", "A cart", "--preset", "spec", "--yes", "--max-tokens", "9000", *SEED)[0] == 23
    )
    code, out, _ = run("resume", "--max-tokens", "2000000", "--yes")
    assert code == 0
    assert "Outcome: built" in out


def test_the_account_stands_at_the_end(building: Path, run: Run) -> None:
    out = run("build", "A cart", "--preset", "code", "--yes", *SEED)[1]
    assert "units  won  conceded" in out
    assert "development" in out.split("Outcome")[1]
    assert "roundtable export" in out


def test_what_is_not_built_yet_is_not_written_and_the_exit_code_says_where_it_stands(
    building: Path, run: Run, tmp_path: Path
) -> None:
    target = tmp_path / "cart"
    code, out, _ = run("build", "A cart", "--preset", "code", "--out", target, *SEED)
    assert code == 22
    assert not target.exists()
    assert f"--to {target}" in out


def test_rounds_that_make_no_files_leave_nothing_to_write_and_are_no_failure(
    building: Path, run: Run, tmp_path: Path
) -> None:
    target = tmp_path / "cart"
    code, out, _ = run("build", "A cart", "--preset", "spec", "--yes", "--out", target, *SEED)
    assert code == 0
    assert "no files" in out
    assert not target.exists()


def test_knights_of_the_bundled_rehearsal_can_build_whatever_they_are_called(
    bare: Path, run: Run
) -> None:
    run("init", "--yes", "--knight", "Bors=scripted", "--knight", "Kay=scripted")
    code, out, _ = run("build", "Anything", "--preset", "code", "--yes")
    assert code == 0
    assert "Outcome: built" in out
    assert "(Scripted.)" in out
