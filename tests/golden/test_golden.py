"""Logs of earlier versions are kept here for good: each still folds to what it meant."""

import json
from pathlib import Path
from typing import Any

import pytest

from roundtable.core.events import Event, event_types, read_event
from roundtable.core.state import SessionState, fold
from roundtable.core.summary import summarise
from tests.golden import views

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
        assert within(json.loads(line), written)


def within(kept: Any, written: Any) -> bool:
    """Whether what was kept is there unchanged; fields that were added since may stand beside."""
    if isinstance(kept, dict) and isinstance(written, dict):
        return all(key in written and within(value, written[key]) for key, value in kept.items())
    if isinstance(kept, list) and isinstance(written, list):
        return len(kept) == len(written) and all(map(within, kept, written))
    return bool(kept == written)


def test_within_finds_what_is_lost_or_changed_at_any_depth() -> None:
    kept = {"a": [{"b": 1}], "c": None}
    assert within(kept, {"a": [{"b": 1, "new": 2}], "c": None})
    assert not within(kept, {"a": [{"b": 2}], "c": None})
    assert not within(kept, {"a": [{"b": 1}, {}], "c": None})
    assert not within(kept, {"a": [{"new": 1}], "c": None})
    assert not within(kept, {"a": [{"b": 1}]})


@pytest.mark.parametrize("path", views.sessions(), ids=lambda p: p.stem)
def test_a_client_sees_of_a_kept_session_what_is_written_down(path: Path) -> None:
    """After a change of the view: `python -m tests.golden.views`, and look at what differs."""
    assert views.view(path) == json.loads(path.with_suffix(".view.json").read_text())
    assert views.prefixes(path) == json.loads(path.with_suffix(".prefixes.json").read_text())


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ({"b": [1, 2.0], "a": None}, '{"a":null,"b":[1,2]}'),
        ([0.1, 1.5, 0.0000005, True], "[100000e-6,1500000e-6,1e-6,true]"),
        ('naïve "\n\x01', '"naïve \\"\\n\\u0001"'),
    ],
)
def test_a_view_has_one_canonical_form(value: object, written: str) -> None:
    """`web/src/fold/canonical.test.ts` holds the client's to the same."""
    assert views.canonical(value) == written


def test_every_durable_event_stands_in_a_kept_log() -> None:
    kept = {event.type for path in LOGS for event in events(path)}
    known = {kind.model_fields["type"].default for kind in event_types()}
    assert known - kept == {"token"}
