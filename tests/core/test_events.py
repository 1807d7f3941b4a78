"""The vocabulary of the log: closed, readable again, and careful about what it cannot read."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from roundtable.core import events as e
from roundtable.core.budget import Budget, Exceeded, Usage
from roundtable.core.context import ContextPart, FileExcerpt, LeftOut
from roundtable.core.errors import ErrorKind, LogDamaged, LogTooNew
from roundtable.core.questions import Option, Question
from roundtable.core.stances import Ballot, FileRequest, Stance, Tally
from roundtable.testing.builders import session_start

GOLDEN = Path(__file__).parents[1] / "golden"
KEY, SEAT = "discussion.1.2.Gawain", "Gawain"
USAGE = Usage(input_tokens=10, output_tokens=5, cost_microusd=7)
QUESTION = Question(
    id="escalation-3",
    kind="escalation",
    prompt="What is your will?",
    options=(Option(id="stop", label="Stop", effect="it ends", detail="…", needs="text"),),
    unattended="stop",
)
STANCE = Stance(
    consensus_score=8,
    agrees_with=("the cache",),
    pending_issues=("the cost",),
    proposal="Keep it.",
    files_to_modify=("NEW:a.py",),
    file_requests=(FileRequest(path="b.py", start=1, end=9),),
)
TALLY = Tally(
    verdict="open",
    ballots=(
        Ballot(seat="Gawain", status="voted", score=0, pending_issues=("the cost",)),
        Ballot(seat="Lancelot", status="lost", why="timed_out: too slow"),
    ),
)


def turn_samples() -> tuple[e.Event, ...]:
    return (
        e.AgentStart(
            turn_key=KEY,
            seat=SEAT,
            ask=2,
            iteration=2,
            purpose="block",
            adapter="scripted",
            reserved=USAGE,
            left_out=("round 1",),
        ),
        e.Token(turn_key=KEY, seat=SEAT, text="a word"),
        e.AgentEnd(
            turn_key=KEY, seat=SEAT, text="多\n行\0", usage=USAGE, seconds=0.125, active_seconds=9
        ),
        e.AgentError(
            turn_key=KEY,
            seat=SEAT,
            kind=ErrorKind.RATE_LIMITED,
            detail="slow down",
            partial="I was",
            retry_after=2.5,
            seconds=1,
            active_seconds=2,
        ),
        e.AgentRetry(
            turn_key=KEY,
            seat=SEAT,
            adapter="claude-api",
            kind=ErrorKind.RATE_LIMITED,
            detail="slow down",
            wait=1.5,
        ),
        e.Fallback(
            turn_key=KEY,
            seat=SEAT,
            adapter="claude-cli",
            to="claude-api",
            kind=ErrorKind.NOT_SIGNED_IN,
            detail="claude auth login",
        ),
        e.AgentInterrupted(turn_key=KEY, seat=SEAT, cause="crash", partial="half"),
        e.StanceRead(turn_key=KEY, seat=SEAT, iteration=2, stance=STANCE),
        e.StanceUnreadable(turn_key=KEY, seat=SEAT, iteration=2, reason="no block", final=True),
    )


def table_samples() -> tuple[e.Event, ...]:
    return (
        session_start(budget=Budget(max_cost_microusd=5, max_tokens=6, max_minutes=0.5)),
        e.ContextBuilt(
            parts=(ContextPart(kind="diff", title="the diff", text="+a", tokens=1, cut=True),),
            left_out=(LeftOut(title="b.bin", reason="not text"),),
            limit_tokens=100,
        ),
        e.RoundStart(round="discussion", attempt=1, seed=2**53),
        e.DebateIteration(
            round="discussion", attempt=1, iteration=2, order=("Lancelot", "Gawain"), blind=True
        ),
        e.FilesRead(
            iteration=2,
            files=(
                FileExcerpt(path="a.py", requested_by=("Gawain",), start=1, end=2, text="x\ny"),
                FileExcerpt(path=".env", requested_by=("Gawain",), refused="a secret"),
            ),
        ),
        e.IterationEnd(iteration=2, tally=TALLY),
        e.NoteAdded(text="Mind the tests."),
        e.SessionPaused(
            reason="budget",
            detail="the cap",
            exceeded=Exceeded(cap="cost", limit=1, spent=0.5, needed=0.75),
        ),
        e.SessionResumed(budget=Budget(max_tokens=9)),
        e.SessionEnd(outcome="consensus", answered=("Gawain",), silent=("Lancelot",)),
    )


def court_samples() -> tuple[e.Event, ...]:
    return (
        e.Consensus(
            iteration=2,
            lead=SEAT,
            decision="Keep it.",
            files_to_modify=("a.py",),
            answered=(SEAT, "Lancelot"),
            silent=("Percival",),
        ),
        e.KingsDecision(how="pick", lead=SEAT, decision="Keep it.", files_to_modify=("a.py",)),
        e.Escalation(iteration=3, reason="Still open.", must=False, question=QUESTION),
        e.ChoiceOffered(question=QUESTION),
        e.HumanChoice(
            question_id="escalation-3", option="send_back", text="Go", rounds=2, unattended=True
        ),
        e.DecreeAdded(kind="deferred", text="Keep it.", topic="Which store?"),
        e.DecreeRevoked(decree_session="@project", decree_seq=3, reason="it was wrong"),
    )


def build_samples() -> tuple[e.Event, ...]:
    """One of each event of a build, from the logs that are kept."""
    found: dict[str, e.Event] = {}
    for path in sorted(GOLDEN.glob("v[3456]-*.jsonl")):
        for line in path.read_text().splitlines():
            event = e.read_event(line)
            found.setdefault(event.type, event)
    here = {sample.type for sample in (*turn_samples(), *table_samples(), *court_samples())}
    return tuple(event for name, event in found.items() if name not in here)


SAMPLES = (*turn_samples(), *table_samples(), *court_samples(), *build_samples())


def subclasses(cls: type[e.Base]) -> Iterator[type[e.Base]]:
    for child in cls.__subclasses__():
        yield child
        yield from subclasses(child)


def test_the_union_holds_every_event_that_has_a_type() -> None:
    typed = {cls for cls in subclasses(e.Base) if not cls.model_fields["type"].is_required()}
    assert typed == set(e.event_types())
    assert {type(sample) for sample in SAMPLES} == typed, "a new event wants a sample here"


def test_no_two_events_share_a_name_and_each_name_fits_on_a_wire() -> None:
    names = [cls.model_fields["type"].default for cls in e.event_types()]
    assert len(set(names)) == len(names)
    assert all(name.replace("_", "").isalpha() and name.islower() for name in names)


@pytest.mark.parametrize("event", SAMPLES, ids=lambda event: event.type)
def test_an_event_is_read_back_as_it_was_written(event: e.Event) -> None:
    written = event.model_copy(update={"session": "s", "seq": 4, "at": "2026-01-01T00:00:00Z"})
    body = written.model_dump_json()
    assert e.read_event(body) == written
    assert e.read_event(body.encode()) == written
    assert "\n" not in body


@pytest.mark.parametrize("event", SAMPLES, ids=lambda event: event.type)
def test_an_event_is_a_fact_that_cannot_be_changed(event: e.Event) -> None:
    with pytest.raises(ValidationError):
        event.at = "tomorrow"


@settings(deadline=None)
@given(st.text())
def test_any_text_survives_the_log(text: str) -> None:
    note = e.NoteAdded(text=text)
    assert e.read_event(note.model_dump_json()) == note


def test_the_place_in_the_log_is_what_the_store_says() -> None:
    body = e.NoteAdded(text="x", session="forged", seq=99).model_dump_json()
    event = e.read_event(body, "true", 3)
    assert (event.session, event.seq) == ("true", 3)


@pytest.mark.parametrize(
    "body",
    ["", "not json", "null", "[]", "{}", '"note_added"', '{"type": "note_added"', b"\xff\xfe\x00"],
)
def test_garbage_is_damage_and_is_named_by_its_place(body: str | bytes) -> None:
    with pytest.raises(LogDamaged, match="event 7 of session s cannot be read") as caught:
        e.read_event(body, "s", 7)
    assert not isinstance(caught.value, LogTooNew)
    assert "--salvage" in caught.value.remedy


@pytest.mark.parametrize(
    "change",
    [
        {"type": "throne_taken"},
        {"type": None},
        {"crown": "gold"},
        {"text": None},
        {"text": 5},
        {"v": "one"},
    ],
    ids=str,
)
def test_an_unknown_type_or_field_or_a_wrong_value_is_damage(change: dict[str, object]) -> None:
    body = json.dumps({"type": "note_added", "v": 1, "text": "x"} | change)
    with pytest.raises(LogDamaged) as caught:
        e.read_event(body, "s", 7)
    assert not isinstance(caught.value, LogTooNew)


def test_damage_is_told_with_the_field_it_is_in() -> None:
    with pytest.raises(LogDamaged, match=r"agent_end\.usage\.input_tokens: Input should"):
        usage = {"input_tokens": -1}
        body = {"type": "agent_end", "turn_key": KEY, "seat": SEAT, "text": "", "usage": usage}
        e.read_event(json.dumps(body | {"seconds": 1, "active_seconds": 1}), "s", 7)


@pytest.mark.parametrize("change", [{"type": "throne_taken"}, {"crown": "gold"}], ids=str)
def test_what_a_newer_version_wrote_asks_for_an_upgrade(change: dict[str, object]) -> None:
    body = json.dumps({"type": "note_added", "v": 99, "text": "x"} | change)
    with pytest.raises(LogTooNew, match="event 7 of session s") as caught:
        e.read_event(body, "s", 7)
    assert "upgrade" in caught.value.remedy


def test_a_turn_can_start_once_per_ask_and_end_once() -> None:
    start, *_ = turn_samples()
    again = start.model_copy(update={"ask": 3})
    assert start.once != again.once
    end = next(s for s in SAMPLES if isinstance(s, e.AgentEnd))
    assert end.once == end.model_copy(update={"ask": 3}).once, "paid once, however often asked"
    assert end.once != end.model_copy(update={"turn_key": f"{KEY}/block"}).once
    assert end.once not in (start.once, again.once)


def test_a_question_is_answered_once() -> None:
    answer = e.HumanChoice(question_id="kings-choice", option="later")
    other = e.HumanChoice(question_id="kings-choice", option="reject")
    assert answer.once == other.once
    assert answer.once != answer.model_copy(update={"question_id": "escalation-3"}).once


def test_everything_else_may_happen_again() -> None:
    unique = {sample.type for sample in SAMPLES if sample.once is not None}
    assert unique == {"agent_start", "agent_end", "human_choice", "exec_start"}


def test_a_newer_version_is_told_even_where_the_event_could_be_read() -> None:
    with pytest.raises(LogTooNew):
        e.read_event('{"type":"note_added","v":99,"text":"x"}', "s", 1)
