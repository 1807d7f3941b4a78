"""A session as plain lines: every happening once, and nothing that drives a terminal."""

import io

import pytest

from roundtable.core import events as e
from roundtable.core.budget import Usage
from roundtable.core.context import ContextPart, FileExcerpt, LeftOut
from roundtable.core.errors import ErrorKind
from roundtable.core.parsing.text import printable
from roundtable.core.questions import Option, Question
from roundtable.core.stances import Ballot, Tally
from roundtable.core.state import fold
from roundtable.testing.builders import block, build_start, session_start
from roundtable.testing.runs import a_run, done, wrote
from roundtable.testing.store_suite import stamped
from roundtable.views.plain import PlainLines

HOSTILE = "\x1b[2J\x1b]52;c;ZXZpbA==\x07\x9b31m\u202eevil\u202c\u2066x\u2069\r\x08"
LABEL = "(scripted rehearsal)"
KEY = "discussion.1.1.Gawain"
START = session_start("Gawain", "Lancelot")
BEGUN = e.AgentStart(
    turn_key=KEY,
    seat="Gawain",
    iteration=1,
    purpose="speak",
    adapter="scripted",
    reserved=Usage(),
)


def ended(text: str) -> e.AgentEnd:
    usage = Usage(input_tokens=1000, output_tokens=234, cost_microusd=12_300)
    return e.AgentEnd(
        turn_key=KEY, seat="Gawain", text=text, usage=usage, seconds=61, active_seconds=75
    )


def failed(detail: str) -> e.AgentError:
    return e.AgentError(
        turn_key=KEY,
        seat="Gawain",
        kind=ErrorKind.TIMED_OUT,
        detail=detail,
        seconds=1,
        active_seconds=1,
    )


def unreadable(reason: str, final: bool) -> e.StanceUnreadable:
    return e.StanceUnreadable(turn_key=KEY, seat="Gawain", iteration=1, reason=reason, final=final)


def vote(issue: str, why: str) -> e.IterationEnd:
    ballots = (
        Ballot(seat="Gawain", status="voted", score=7, pending_issues=(issue,)),
        Ballot(seat="Lancelot", status="lost", why=why),
    )
    return e.IterationEnd(iteration=1, tally=Tally(verdict="too_few", ballots=ballots))


def shown(*events: e.Event) -> str:
    """What is printed for the events after the session's start."""
    start, *rest = stamped("s", 1, START, *events)
    out = io.StringIO()
    view = PlainLines(out, fold([start]))
    for event in rest:
        view.see(event)
    return out.getvalue()


def test_a_session_opens_with_its_name_topic_and_labelled_table() -> None:
    out = io.StringIO()
    PlainLines(out).see(stamped("2026-01-01-store", 1, START)[0])
    assert out.getvalue().splitlines() == [
        "Session 2026-01-01-store",
        "Topic: How should we store the sessions?",
        f"At the table: Gawain {LABEL}, Lancelot {LABEL}",
    ]


def test_the_size_of_the_context_is_told_with_what_was_left_out() -> None:
    parts = tuple(ContextPart(kind="git", title="x", text="y", tokens=6_000) for _ in range(2))
    left = LeftOut(title="z", reason="too large")
    built = e.ContextBuilt(parts=parts, limit_tokens=9)
    assert shown(built) == "Context: 2 parts, about 12k tokens\n"
    one = built.model_copy(update={"parts": parts[:1]})
    assert shown(one) == "Context: 1 part, about 6,000 tokens\n"
    assert shown(built.model_copy(update={"left_out": (left,)})).endswith(", 1 left out\n")
    told = shown(built.model_copy(update={"remembered": ("2026-01-01-a", "2026-01-01-b")}))
    assert told.endswith("\nTold of 2 earlier decisions: 2026-01-01-a, 2026-01-01-b\n")


@pytest.mark.parametrize(("blind", "how"), [(False, ""), (True, "blind, all at once: ")])
def test_a_round_opens_with_its_order(blind: bool, how: str) -> None:
    opened = e.DebateIteration(
        round="discussion", attempt=1, iteration=2, order=("Lancelot", "Gawain"), blind=blind
    )
    assert shown(opened) == f"\n== Round 2: {how}Lancelot, Gawain {LABEL}\n"


def test_a_turn_is_shown_with_its_account_and_without_its_block() -> None:
    assert shown(BEGUN, ended(f"I agree.\n\n{block('Gawain', 1, 9)}")) == (
        f"\n-- Gawain {LABEL} (1m01s, 1,234 tokens, $0.0123)\nI agree.\n"
    )


def test_only_an_ask_that_had_to_be_repeated_is_announced() -> None:
    assert shown(BEGUN) == ""
    assert shown(BEGUN.model_copy(update={"ask": 2})) == f"Gawain {LABEL} is asked again\n"


def test_failures_and_interruptions_say_why_and_what_they_may_cost() -> None:
    assert f"-- Gawain {LABEL} did not answer: timed_out: too slow" in shown(
        BEGUN, failed("too slow")
    )
    interrupted = e.AgentInterrupted(turn_key=KEY, seat="Gawain", cause="crash", partial="half")
    told = shown(BEGUN, interrupted)
    assert told == f"-- Gawain {LABEL} broke off (crash); may have been billed\n"


def test_an_unreadable_vote_says_what_follows_and_why() -> None:
    asked = shown(BEGUN, ended("x"), unreadable("no block", final=False))
    assert asked.endswith(f"Gawain {LABEL} is asked for the block alone: no block\n")
    lost = shown(BEGUN, ended("x"), unreadable("no block", final=True))
    assert lost.endswith(f"Gawain {LABEL} has no vote in this round: no block\n")


def test_files_are_told_and_refusals_with_their_reason() -> None:
    files = (
        FileExcerpt(path="a.py", requested_by=("Gawain",), text="x"),
        FileExcerpt(path=".env", requested_by=("Gawain",), refused="a secret"),
    )
    assert shown(e.FilesRead(iteration=1, files=files)).splitlines() == [
        "File for the next round: a.py",
        "File for the next round: .env (refused: a secret)",
    ]


def test_a_vote_names_everybody_and_what_it_came_to() -> None:
    lines = shown(vote("the cost", "timed_out: too slow")).splitlines()
    assert lines[1:4] == [
        "Vote of round 1:",
        f"   Gawain {LABEL}: 7/10, open issues: the cost",
        f"   Lancelot {LABEL}: did not answer (timed_out: too slow)",
    ]
    assert lines[4].startswith(f"   => no vote: only Gawain {LABEL} could be counted")


QUESTION = Question(
    id="q",
    kind="escalation",
    prompt="What is your will?",
    options=(Option(id="stop", label="Stop", effect="the session ends"),),
)


def test_questions_are_shown_with_what_can_be_typed() -> None:
    asked = e.Escalation(iteration=1, reason="Open.", must=True, question=QUESTION)
    for event in (asked, e.ChoiceOffered(question=QUESTION)):
        assert shown(event) == "\nWhat is your will?\n   stop: Stop (the session ends)\n"


def test_the_kings_words_are_told_as_his() -> None:
    assert shown(e.NoteAdded(text="Mind the cost.")) == "Note from the King: Mind the cost.\n"
    answer = e.HumanChoice(question_id="q", option="decree", text="Use SQLite.")
    assert shown(answer) == "The King's answer: decree: Use SQLite.\n"
    default = e.HumanChoice(question_id="q", option="later", unattended=True)
    assert shown(default) == "The King's answer: later (taken by default)\n"


def test_a_decision_names_its_lead() -> None:
    agreed = e.Consensus(
        iteration=1, lead="Gawain", decision=" Use SQLite. ", answered=("Gawain", "Lancelot")
    )
    assert shown(agreed) == f"\nDecision (lead: Gawain {LABEL}):\nUse SQLite.\n"
    picked = e.KingsDecision(how="pick", lead="Lancelot", decision="Use files.")
    assert shown(picked) == f"\nDecision (lead: Lancelot {LABEL}):\nUse files.\n"


def test_pauses_and_resumes_are_told() -> None:
    assert shown(e.SessionPaused(reason="user")) == "\nPaused (user)\n"
    paused = e.SessionPaused(reason="budget", detail="the cap is $1")
    assert shown(paused, e.SessionResumed()) == "\nPaused (budget): the cap is $1\nResumed\n"


def test_the_end_names_who_answered_and_what_it_cost() -> None:
    end = e.SessionEnd(outcome="consensus", answered=("Gawain", "Lancelot"))
    told = shown(BEGUN, ended("Aye."), end).splitlines()
    assert told[-2:] == [
        f"Outcome: consensus (answered: Gawain, Lancelot {LABEL})",
        "Cost: $0.0123, 1,234 tokens, 1m15s",
    ]


def test_tokens_are_not_shown_one_by_one() -> None:
    token = e.Token(session="s", turn_key=KEY, seat="Gawain", text="word")
    out = io.StringIO()
    view = PlainLines(out, fold(stamped("s", 1, START, BEGUN)))
    view.see(token)
    assert out.getvalue() == ""


def test_nothing_from_outside_drives_the_terminal() -> None:
    file = FileExcerpt(path=HOSTILE, requested_by=("Gawain",), refused=HOSTILE)
    question = QUESTION.model_copy(update={"prompt": HOSTILE})
    events: tuple[e.Event, ...] = (
        START.model_copy(update={"topic": HOSTILE}),
        BEGUN,
        ended(HOSTILE),
        failed(HOSTILE),
        unreadable(HOSTILE, final=True),
        e.FilesRead(iteration=1, files=(file,)),
        vote(HOSTILE, HOSTILE),
        e.NoteAdded(text=HOSTILE),
        e.Escalation(iteration=1, reason=HOSTILE, must=True, question=question),
        e.HumanChoice(question_id="q", option="decree", text=HOSTILE),
        e.KingsDecision(how="decree", lead="Gawain", decision=HOSTILE),
        e.SessionPaused(reason="failure", detail=HOSTILE),
    )
    out = io.StringIO()
    view = PlainLines(out)
    for event in stamped("s", 1, *events):
        view.see(event)
    assert out.getvalue().count("evil") >= len(events) - 1
    assert out.getvalue() == printable(out.getvalue())


def test_a_run_is_told_as_it_goes_each_line_once_it_is_whole() -> None:
    start = build_start("execution")
    out = io.StringIO()
    view = PlainLines(out)
    for event in (start, *a_run(fold([start]), "failed")):
        view.see(event)
    lines = out.getvalue().splitlines()
    assert "   build | #5 DONE 0.1s" in lines
    assert "   ! AssertionError: assert 1 == 0" in lines
    assert "   | 1 failed, 1 passed in 0.03s" in lines
    assert "-> run 1 failed, exit code 1 (1s): app ended with exit code 1" in lines


def test_what_a_run_writes_drives_no_terminal() -> None:
    out = io.StringIO()
    view = PlainLines(out)
    for event in (build_start("execution"), wrote(1, f"{HOSTILE}\nend"), done(1, "failed")):
        view.see(event)
    assert printable(out.getvalue()) == out.getvalue()
    assert "   | end" in out.getvalue().splitlines()
