"""A session as typed fields, from what real scripted sessions leave behind."""

from typing import Any

from roundtable.apps.mcp.results import MOST_FINDINGS, MOST_WORDS, chronicle, told
from roundtable.core import events as e
from roundtable.core.chronicle import Decree, Entry
from roundtable.core.diagnoses import Consultation, Opinion
from roundtable.core.findings import Finding, merge_findings
from roundtable.core.questions import Option, Question
from roundtable.core.stances import Ballot, Tally
from roundtable.core.state import SessionState, fold
from roundtable.testing.builders import build_start, session_start
from roundtable.testing.store_suite import stamped
from tests.apps.mcp.conftest import LABEL

HOSTILE = "\x1b[2J\x1b]52;c;ZXZpbA==\x07\x9b31m\u202eevil\u202c\r"
NAME = "2026-01-01-cache"


def state(*events: e.Event, start: e.SessionStart | None = None) -> SessionState:
    return fold(stamped(NAME, 1, start or session_start("Gawain", "Lancelot"), *events))


def decided(text: str = "Use SQLite.") -> e.Consensus:
    return e.Consensus(
        iteration=1,
        lead="Gawain",
        decision=text,
        files_to_modify=(f"store{HOSTILE}.py",),
        answered=("Gawain", "Lancelot"),
    )


def test_a_session_that_has_just_begun() -> None:
    found = told(state())
    assert (found.session, found.workflow, found.phase) == (NAME, "discuss", "convening")
    assert found.rehearsal is True
    assert found.knights == (f"Gawain {LABEL}", f"Lancelot {LABEL}")
    assert (found.decision, found.outcome, found.open_question, found.paused) == (None,) * 4
    assert found.next_steps == (f"go on with: roundtable resume {NAME}",)
    assert found.files[0] == f".roundtable/sessions/{NAME}/decisions.md"
    assert found.resources[0] == f"roundtable://sessions/{NAME}/decisions.md"


def test_a_decision_with_its_vote_and_the_developers_command() -> None:
    ballots = (
        Ballot(seat="Gawain", status="voted", score=9),
        Ballot(seat="Lancelot", status="lost", why=f"overloaded{HOSTILE}"),
    )
    voted = e.IterationEnd(iteration=1, tally=Tally(verdict="consensus", ballots=ballots))
    found = told(state(voted, decided(), e.SessionEnd(outcome="consensus")))
    assert (found.outcome, found.decision, found.lead) == (
        "consensus",
        "Use SQLite.",
        f"Gawain {LABEL}",
    )
    assert [(v.knight, v.score) for v in found.votes] == [
        (f"Gawain {LABEL}", 9),
        (f"Lancelot {LABEL}", None),
    ]
    assert f"apply it: roundtable apply {NAME}" in found.next_steps
    assert "\x1b" not in found.model_dump_json()


def test_no_text_carries_what_a_terminal_obeys_and_none_is_endless() -> None:
    found = told(state(decided(HOSTILE + "x" * 50_000)))
    assert found.decision is not None
    assert MOST_WORDS < len(found.decision) < MOST_WORDS + 100
    assert "more characters in the record" in found.decision
    assert found.files_to_modify == ("store[2J]52;c;ZXZpbA==31mevil.py",)


def test_an_open_question_with_what_can_be_answered() -> None:
    option = Option(id="pick:Gawain", label="Take it", effect="it is taken", detail="Use SQLite.")
    question = Question(id="q", kind="escalation", prompt="What is your will?", options=(option,))
    asked = e.Escalation(iteration=1, reason="r", must=True, question=question)
    found = told(state(asked))
    assert found.phase == "awaiting_king"
    assert found.open_question is not None
    assert [c.answer for c in found.open_question.choices] == ["pick:Gawain"]
    assert found.open_question.choices[0].proposal == "Use SQLite."
    assert "--on-escalation pick:Gawain" in found.next_steps[0]


def test_why_it_is_paused() -> None:
    assert told(state(e.SessionPaused(reason="user"))).paused == "user"
    failed = told(state(e.SessionPaused(reason="failure", detail=f"Oops{HOSTILE}")))
    assert failed.paused == "failure: Oops[2J]52;c;ZXZpbA==31mevil"


def test_opinions_of_a_code_red() -> None:
    opinions = (
        Opinion(seat="Gawain", status="given", key="stale-cache", confidence=8),
        Opinion(seat="Lancelot", status="unreadable", why="no block"),
    )
    held = e.ConsultationEnd(
        iteration=1, consultation=Consultation(verdict="open", opinions=opinions)
    )
    first, second = told(state(held)).opinions
    assert (first.doctor, first.root_cause, first.confidence) == (
        f"Gawain {LABEL}",
        "stale-cache",
        8,
    )
    assert (second.confidence, second.no_opinion) == (None, "no block")


def test_the_worst_findings_of_very_many_and_how_many_more() -> None:
    findings = [
        Finding(severity="note", file=f"f{n}.py", line=1, claim=f"c{n}{HOSTILE}", who=("Gawain",))
        for n in range(MOST_FINDINGS + 5)
    ]
    merged = merge_findings(findings, ("Gawain", "Lancelot", "Percival"))
    events = (
        e.RoundStart(round="review", attempt=1, seed=1),
        e.FindingsMerged(round="review", attempt=1, findings=merged),
        e.SessionEnd(outcome="reviewed", summary="Done."),
    )
    found = told(state(*events, start=build_start("review")))
    assert len(found.findings) == MOST_FINDINGS
    assert found.findings_left_out == 5
    assert found.findings[0].found_by == (f"Gawain {LABEL}",)
    assert found.decision == "Done."
    assert "\x1b" not in found.model_dump_json()


def entry(number: int, **fields: Any) -> Entry:
    known = {
        "session": f"s{number}",
        "date": "2026-01-01",
        "topic": f"topic {number}",
        "outcome": "consensus",
        "decision": "Use SQLite.",
        "lead": "Bors",
        "fate": "deferred",
        "knights": "Bors, Kay",
        "silent": "",
    }
    return Entry(**{**known, **fields})


def decree(text: str, **fields: Any) -> Decree:
    known = {"number": "D-001", "session": "s", "seq": 1, "at": "", "kind": "decree", "topic": ""}
    return Decree(text=text, **{**known, **fields})


def test_the_chronicle_is_searched_by_words_newest_first() -> None:
    entries = [entry(1), entry(2, decision="Use a CACHE."), entry(3, topic="The cache, again")]
    found = chronicle(entries, (), "cache", 10)
    assert [e.session for e in found.entries] == ["s3", "s2"]
    assert [e.session for e in chronicle(entries, (), "cache use", 10).entries] == ["s3", "s2"]
    assert chronicle(entries, (), "nothing-like-that", 10).entries == ()
    cut = chronicle(entries, (), "", 2)
    assert ([e.session for e in cut.entries], cut.left_out) == (["s3", "s2"], 1)


def test_a_rehearsal_in_the_chronicle_is_marked() -> None:
    entries = [entry(1), entry(2, knights=f"Gawain, Lancelot {LABEL}")]
    assert [e.rehearsal for e in chronicle(entries, (), "", 9).entries] == [True, False]


def test_only_decrees_that_stand_are_told() -> None:
    decrees = (
        decree("No new dependency."),
        decree("Old.", revoked=True),
        decree("Use SQLite.", kind="apply"),
    )
    assert [d.text for d in chronicle((), decrees, "", 9).decrees] == ["No new dependency."]
