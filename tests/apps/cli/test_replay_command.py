"""`roundtable replay`: a log played again through the same views, without asking anybody."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from roundtable.core import events as e

Run = Callable[..., tuple[int, str, str]]
Play = Callable[..., None]
Events = Callable[[str], list[e.Event]]


def test_a_replay_shows_what_was_shown_the_first_time(project: Path, run: Run, play: Play) -> None:
    play("persuadable")
    first = run("discuss", "Which store?", "--yes", "--plain")[1]
    (project / "script.yaml").unlink()
    code, again, err = run("replay", "--speed", "0", "--plain")
    assert (code, err) == (0, "")
    assert first.startswith(again.rstrip())
    assert "Gawain (scripted rehearsal)" in again


def test_as_json_a_replay_without_pauses_is_the_log(decided: Path, run: Run) -> None:
    assert run("replay", "--speed", "0", "--json") == run("show", "--json")


def test_with_a_speed_the_words_come_one_after_another_and_make_the_same_text(
    project: Path, run: Run, play: Play, events: Events
) -> None:
    play("willing", first_word_after=0.05)
    run("discuss", "Which store?", "--yes")
    code, out, _ = run("replay", "--speed", "500", "--json")
    assert code == 0
    played = events(out)
    for end in (x for x in played if isinstance(x, e.AgentEnd)):
        tokens = [x for x in played if isinstance(x, e.Token) and x.turn_key == end.turn_key]
        assert "".join(token.text for token in tokens).strip() == end.text.strip()
    kept = [x for x in played if not isinstance(x, e.Token)]
    assert kept == events(run("show", "--json")[1])


def test_a_replay_takes_the_recorded_time(project: Path, run: Run, play: Play) -> None:
    play("willing", first_word_after=0.1)
    run("discuss", "Which store?", "--yes")
    began = time.monotonic()
    assert run("replay")[0] == 0
    assert 0.25 <= time.monotonic() - began < 60


@pytest.mark.parametrize("speed", ["-1", "-0.1", "nan", "inf", "1000.1"])
def test_a_speed_out_of_range_is_refused(decided: Path, run: Run, speed: str) -> None:
    code, out, err = run("replay", f"--speed={speed}")
    assert (code, out) == (2, "")
    assert "--speed must be from 0 to 1000" in err


def test_nothing_is_recorded_by_a_replay(decided: Path, run: Run) -> None:
    before = run("show", "--json")
    run("replay", "--speed", "0")
    assert run("show", "--json") == before
    assert len(run("list")[1].splitlines()) == 1


def test_a_session_that_still_waits_can_be_replayed(project: Path, run: Run) -> None:
    run("discuss", "Which store?")
    code, out, _ = run("replay", "which", "--speed", "0")
    assert code == 0
    assert "What shall become of it?" in out


def test_without_sessions_there_is_nothing_to_play(project: Path, run: Run) -> None:
    assert run("replay")[0] == 6
