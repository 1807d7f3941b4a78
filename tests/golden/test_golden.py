"""Logs of earlier versions are kept here for good: each still folds to what it meant."""

import json
from pathlib import Path

import pytest

from roundtable.core.events import Event, event_types, read_event
from roundtable.core.state import SessionState, fold
from roundtable.core.summary import summarise

LOGS = sorted(Path(__file__).parent.glob("*.jsonl"))


def events(path: Path) -> list[Event]:
    return [read_event(line) for line in path.read_text().splitlines()]


@pytest.mark.parametrize("path", LOGS, ids=lambda p: p.stem)
def test_a_kept_log_still_folds(path: Path) -> None:
    state = fold(events(path), SessionState())
    expected = path.with_suffix(".summary.json")
    if expected.exists():
        assert summarise(state) == json.loads(expected.read_text())


@pytest.mark.parametrize("path", LOGS, ids=lambda p: p.stem)
def test_what_is_read_is_written_the_same(path: Path) -> None:
    for line in path.read_text().splitlines():
        written = json.loads(read_event(line).model_dump_json())
        assert json.loads(line).items() <= written.items()


def test_every_durable_event_stands_in_a_kept_log() -> None:
    kept = {event.type for path in LOGS for event in events(path)}
    known = {kind.model_fields["type"].default for kind in event_types()}
    assert known - kept == {"token"}
