"""A dry run shows everything up to the first call, and makes none."""

from pathlib import Path

from tests.apps.conftest import Play, Run


def test_a_dry_run_shows_prompts_and_costs_and_leaves_no_trace(
    project: Path, play: Play, run: Run
) -> None:
    play("willing", price={"input_per_million": 3, "output_per_million": 15})
    (project / "README.md").write_text("This is the shop.")
    code, out, _ = run("discuss", "What of README.md?", "--dry-run")
    assert code == 0
    assert "Nobody is asked" in out
    assert "Gawain (scripted rehearsal) through scripted: reads about" in out
    assert "At the very most, in 5 rounds" in out
    assert "What of README.md?" in out
    assert "This is the shop." in out
    assert "costs at most $0.06" in out
    assert run("list")[1].startswith("No sessions yet")
    assert not (project / ".roundtable" / "sessions").exists()
