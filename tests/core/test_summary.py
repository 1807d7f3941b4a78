"""A session in one small object, whatever it is doing."""

import json

import pytest

from roundtable.core import events as e
from roundtable.core.budget import Usage
from roundtable.core.questions import Question
from roundtable.core.stances import Ballot, Tally
from roundtable.core.state import SessionState, fold
from roundtable.core.summary import PHASES, phase, summarise, summary_text
from roundtable.testing.builders import session_start
from roundtable.testing.store_suite import stamped

KEY = "discussion.1.1.Gawain"
OPENED = e.DebateIteration(
    round="discussion", attempt=1, iteration=1, order=("Gawain", "Lancelot"), blind=False
)
BEGUN = e.AgentStart(
    turn_key=KEY,
    seat="Gawain",
    iteration=1,
    purpose="speak",
    adapter="scripted",
    reserved=Usage(cost_microusd=9),
)
DONE = e.AgentEnd(
    turn_key=KEY,
    seat="Gawain",
    text="Aye.",
    usage=Usage(input_tokens=100, output_tokens=23, cost_microusd=1_500_000),
    seconds=1,
    active_seconds=1,
)
VOTED = e.IterationEnd(
    iteration=1,
    tally=Tally(
        verdict="open",
        ballots=(
            Ballot(seat="Gawain", status="voted", score=0, pending_issues=("the cost",)),
            Ballot(seat="Lancelot", status="unreadable", why="no block"),
        ),
    ),
)
ASKED = e.ChoiceOffered(
    question=Question(id="q", kind="kings_choice", prompt="What shall become of it?", options=())
)
PAUSED = e.SessionPaused(reason="user")
ENDED = e.SessionEnd(outcome="stopped")


def after(*events: e.Event) -> SessionState:
    return fold(stamped("s", 1, session_start("Gawain", "Lancelot"), *events))


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ((), "convening"),
        ((OPENED,), "discussing"),
        ((OPENED, PAUSED), "paused"),
        ((PAUSED,), "paused"),
        ((OPENED, PAUSED, e.SessionResumed()), "discussing"),
        ((OPENED, ASKED), "awaiting_king"),
        ((OPENED, ASKED, PAUSED), "awaiting_king"),
        ((OPENED, ASKED, ENDED), "ended"),
    ],
)
def test_the_phase_is_what_the_session_waits_for(
    events: tuple[e.Event, ...], expected: str
) -> None:
    assert phase(after(*events)) == expected
    assert expected in PHASES


def test_a_session_that_has_just_begun_has_nothing_to_show_yet() -> None:
    summary = summarise(after())
    assert summary["session"] == "s"
    assert summary["topic"] == "How should we store the sessions?"
    assert (summary["round"], summary["max_rounds"]) == (0, 5)
    assert (summary["scores"], summary["pending_issues"]) == ({}, {})
    empty = ("outcome", "current_knight", "open_question", "lead_knight")
    assert [summary[name] for name in empty] == [None] * 4


def test_who_speaks_is_named_as_long_as_the_turn_is_open() -> None:
    assert summarise(after(OPENED, BEGUN))["current_knight"] == "Gawain"
    assert summarise(after(OPENED, BEGUN, DONE))["current_knight"] is None


def test_the_last_vote_is_shown_with_zeros_and_missing_votes_apart() -> None:
    summary = summarise(after(OPENED, VOTED))
    assert summary["scores"] == {"Gawain": 0, "Lancelot": None}
    assert summary["pending_issues"] == {"Gawain": ["the cost"]}


def test_money_is_in_dollars_and_tokens_are_counted() -> None:
    summary = summarise(after(OPENED, BEGUN, DONE))
    assert (summary["cost_usd"], summary["tokens"]) == (1.5, 123)


def test_question_lead_and_outcome_are_told() -> None:
    agreed = e.Consensus(iteration=1, lead="Gawain", decision="Yes.", answered=("Gawain",))
    asked = summarise(after(OPENED, agreed, ASKED))
    assert asked["open_question"] == "What shall become of it?"
    assert asked["lead_knight"] == "Gawain"
    assert summarise(after(OPENED, agreed, ASKED, ENDED))["outcome"] == "stopped"


def test_further_rounds_granted_by_the_king_count() -> None:
    sent_back = e.HumanChoice(question_id="q", option="send_back", rounds=3)
    assert summarise(after(sent_back))["max_rounds"] == 8


def test_a_rehearsal_is_marked_as_one() -> None:
    assert summarise(after())["rehearsal"] is True
    assert summarise(after())["make_believe"] is True


def test_the_files_of_the_project_are_counted() -> None:
    given = e.FilesGiven(origin="shop.zip", files=(e.ProjectFile(path="a.py", text="A = 1\n"),))
    assert summarise(after())["files"] == 0
    assert summarise(after(given))["files"] == 1


def test_the_stored_summary_is_readable_json_and_a_log_without_a_session_has_none() -> None:
    topic = "日本語"
    state = fold(stamped("s", 1, session_start(topic=topic)))
    assert json.loads(summary_text(state)) == summarise(state)
    assert topic in summary_text(state)
    assert summary_text(fold(stamped("@project", 1, e.NoteAdded(text="x")))) == ""
