"""The readable files of a project: complete, labelled, and true to the log."""

import json
from typing import get_args

import pytest

from roundtable.core import events as e
from roundtable.core.budget import Usage
from roundtable.core.chronicle import Decree, Entry
from roundtable.core.commands import Choose
from roundtable.core.context import FileExcerpt
from roundtable.core.errors import ErrorKind, KnightError
from roundtable.core.questions import Question
from roundtable.core.stances import Ballot, Tally
from roundtable.core.state import SessionState, fold
from roundtable.core.steps import PlannedTurn
from roundtable.core.summary import summarise
from roundtable.core.turns import turn_key
from roundtable.testing.builders import block, session_start
from roundtable.testing.rehearsal import play
from roundtable.testing.store_suite import stamped
from roundtable.views import pages
from roundtable.views.sentences import FATES, OUTCOMES

LABEL = "(scripted rehearsal)"
SEATS = ("Gawain", "Lancelot")
VOTE = e.IterationEnd(
    iteration=1,
    tally=Tally(
        verdict="consensus",
        ballots=tuple(Ballot(seat=name, status="voted", score=9) for name in SEATS),
    ),
)


def opened(iteration: int = 1, blind: bool = False) -> e.DebateIteration:
    return e.DebateIteration(
        round="discussion", attempt=1, iteration=iteration, order=SEATS, blind=blind
    )


def begun(seat: str, iteration: int = 1, purpose: e.Purpose = "speak", ask: int = 1) -> e.Event:
    return e.AgentStart(
        turn_key=turn_key("discussion", 1, iteration, seat, purpose),
        seat=seat,
        ask=ask,
        iteration=iteration,
        purpose=purpose,
        adapter="scripted",
        reserved=Usage(),
    )


def ended(seat: str, text: str, iteration: int = 1, purpose: e.Purpose = "speak") -> e.AgentEnd:
    return e.AgentEnd(
        turn_key=turn_key("discussion", 1, iteration, seat, purpose),
        seat=seat,
        text=text,
        usage=Usage(input_tokens=1000, output_tokens=234, cost_microusd=12_300),
        seconds=61,
        active_seconds=61,
    )


def interrupted(seat: str, partial: str = "") -> e.Event:
    key = turn_key("discussion", 1, 1, seat, "speak")
    return e.AgentInterrupted(turn_key=key, seat=seat, cause="pause", partial=partial)


def after(*events: e.Event, topic: str = "Which store?", models: bool = False) -> SessionState:
    start = session_start(*SEATS, topic=topic)
    if models:
        seats = tuple(seat.model_copy(update={"adapter": "claude-cli"}) for seat in start.seats)
        start = start.model_copy(update={"seats": seats})
    return fold(stamped("s", 1, start, *events))


def discussion(*events: e.Event, models: bool = False) -> str:
    return pages.discussion_page(after(*events, models=models))


def decisions(*events: e.Event, models: bool = False) -> str:
    return pages.decisions_page(after(*events, models=models))


def test_the_topic_stands_whole_under_its_first_words() -> None:
    page = pages.topic_page(after(topic="Which store?\n\n- fast\n- safe\n"))
    assert page.startswith("# Which store? - fast - safe\n\nWhich store?\n\n- fast\n- safe\n\n")
    assert "Convened 2026-01-01 in example." in page
    assert f"- Gawain {LABEL}, through `scripted`\n- Lancelot {LABEL}" in page


def test_every_turn_is_there_as_it_was_said_with_its_account() -> None:
    text = 'Words.\n\n```json\n{"consensus_score": 9}\n```'
    page = discussion(opened(), begun("Gawain"), ended("Gawain", text))
    assert "## Round 1 (order: Gawain, Lancelot)" in page
    assert f"### Gawain {LABEL}\n\n{text}\n\n*1m01s, 1,234 tokens, $0.0123*" in page


def test_rounds_and_turns_follow_each_other_in_the_order_asked() -> None:
    page = discussion(
        opened(1, blind=True),
        begun("Lancelot"),
        begun("Gawain"),
        ended("Gawain", "two"),
        ended("Lancelot", "one"),
        VOTE,
        opened(2),
        begun("Gawain", 2),
        ended("Gawain", "three", 2),
    )
    found = [page.index(part) for part in ("## Round 1 (blind)", "one", "two", "### Vote")]
    found += [page.index(part) for part in ("## Round 2", "three")]
    assert found == sorted(found)
    assert page.count("### Vote") == 1


def test_a_failure_is_shown_with_its_kind_and_what_was_said_before() -> None:
    failed = e.AgentError(
        turn_key=turn_key("discussion", 1, 1, "Gawain", "speak"),
        seat="Gawain",
        kind=ErrorKind.RATE_LIMITED,
        detail="slow down",
        partial="I was about to",
        seconds=1,
        active_seconds=1,
    )
    page = discussion(opened(), begun("Gawain"), failed)
    assert (
        "*Did not answer: rate_limited: slow down; what it had said may have been billed*" in page
    )
    assert "I was about to\n" in page


def test_an_interrupted_turn_may_have_been_billed() -> None:
    page = discussion(opened(), begun("Gawain"), interrupted("Gawain", "half a"))
    assert "*Broke off once; that may have been billed.*\n\nhalf a\n" in page
    assert page.count("may have been billed") == 1


@pytest.mark.parametrize(("times", "words"), [(1, "once"), (2, "2 times")])
def test_a_turn_asked_again_remembers_how_often_it_broke_off(times: int, words: str) -> None:
    breaks = [
        e_ for ask in range(times) for e_ in (begun("Gawain", ask=ask + 1), interrupted("Gawain"))
    ]
    page = discussion(
        opened(), *breaks, begun("Gawain", ask=times + 1), ended("Gawain", "At last.")
    )
    assert f"*Broke off {words}; that may have been billed.*" in page
    assert "At last." in page


def test_an_unreadable_vote_is_shown_with_its_reason_and_the_second_ask() -> None:
    key = turn_key("discussion", 1, 1, "Gawain", "speak")
    unread = e.StanceUnreadable(
        turn_key=key, seat="Gawain", iteration=1, reason="no JSON block", final=False
    )
    page = discussion(
        opened(),
        begun("Gawain"),
        ended("Gawain", "Words."),
        unread,
        begun("Gawain", purpose="block"),
        ended("Gawain", "{}", purpose="block"),
    )
    assert "*No vote could be read: no JSON block*" in page
    assert f"### Gawain {LABEL} (asked for the block alone)\n\n{{}}\n" in page


def test_the_vote_of_each_round_stands_under_it() -> None:
    page = discussion(opened(), VOTE)
    assert f"- Gawain {LABEL}: 9/10, open issues: none\n" in page
    assert f"**Consensus among Gawain, Lancelot {LABEL}.**" in page


def test_files_shown_and_refused_stand_under_the_round_that_asked() -> None:
    files = (
        FileExcerpt(path="a.py", requested_by=SEATS, start=3, end=9, text="x"),
        FileExcerpt(path=".env", requested_by=("Gawain",), refused="a secret file"),
    )
    page = discussion(opened(), VOTE, e.FilesRead(iteration=1, files=files), opened(2))
    assert "- `a.py` lines 3-9 for Gawain, Lancelot\n" in page
    assert "- `.env` for Gawain: not shown, a secret file\n" in page
    assert page.index("Files shown for the next round") < page.index("## Round 2")


def test_the_kings_notes_are_kept_with_their_time() -> None:
    page = discussion(opened(), e.NoteAdded(text="Mind the cost."))
    assert "## Notes from the King\n\n- 2026-01-01: Mind the cost.\n" in page
    assert "Notes from the King" not in discussion(opened())


def test_only_a_rehearsal_says_that_it_is_one() -> None:
    agreed = e.Consensus(iteration=1, lead="Gawain", decision="Yes.", answered=SEATS)
    events = (opened(), begun("Gawain"), ended("Gawain", "Words."), VOTE, agreed)
    for page in (discussion, decisions):
        assert "> " in page(*events)
        assert "ehearsal" not in page(*events, models=True)


AGREED = e.Consensus(
    iteration=1,
    lead="Gawain",
    decision="Use SQLite.",
    files_to_modify=("store.py", "NEW:schema.sql"),
    answered=SEATS,
)


def test_a_consensus_is_recorded_with_lead_files_fate_and_vote() -> None:
    page = decisions(
        opened(),
        begun("Gawain"),
        ended("Gawain", "Words."),
        VOTE,
        AGREED,
        e.DecreeAdded(kind="deferred", text="Use SQLite."),
        e.SessionEnd(outcome="consensus", answered=SEATS),
    )
    assert page.startswith("# Decision: Which store?\n")
    for line in (
        "Use SQLite.",
        "- How: consensus",
        f"- Lead knight: Gawain {LABEL}",
        "- Files: `store.py`, `NEW:schema.sql`",
        f"- Outcome: consensus (answered: Gawain, Lancelot {LABEL})",
        "- 2026-01-01: deferred",
        f"- Gawain {LABEL}: 9/10, open issues: none",
        "Cost: $0.0123, 1,234 tokens.",
    ):
        assert line in page.splitlines()


@pytest.mark.parametrize(
    ("how", "outcome", "words"),
    [
        ("pick", "kings_pick", "the King took a knight's proposal"),
        ("decree", "kings_decree", "the King's decree"),
    ],
)
def test_the_kings_own_decision_is_recorded_as_his(
    how: str, outcome: e.OutcomeName, words: str
) -> None:
    decided = e.KingsDecision(how=how, lead="Lancelot", decision="Use files.")  # type: ignore[arg-type]
    page = decisions(opened(), decided, e.SessionEnd(outcome=outcome, answered=SEATS))
    assert "Use files." in page
    assert f"- How: {words}\n" in page
    assert f"- Outcome: {words} (answered:" in page


@pytest.mark.parametrize(("kind", "outcome"), [("rejected", "rejection"), ("stopped", "stopped")])
def test_an_end_without_a_decision_is_no_decision(
    kind: e.DecreeKind, outcome: e.OutcomeName
) -> None:
    page = decisions(opened(), e.DecreeAdded(kind=kind, text="."), e.SessionEnd(outcome=outcome))
    assert f"- Outcome: {OUTCOMES[outcome]}" in page
    assert f"- 2026-01-01: {FATES[kind]}" in page
    assert "Lead knight" not in page
    assert "Nothing has been decided yet." not in page


def test_before_anything_is_decided_the_page_says_so() -> None:
    assert "Nothing has been decided yet." in decisions(opened())
    assert "Nothing has been decided yet." not in decisions(opened(), AGREED)


def stubborn(turn: PlannedTurn) -> str:
    """Gawain never answers, Lancelot forgets his block, and Percival objects."""
    if turn.seat == "Gawain":
        raise KnightError(ErrorKind.OVERLOADED, "too busy")
    if turn.seat == "Lancelot":
        return "Words."
    return block(turn.seat, turn.iteration, 0, "the cost", proposal="Use files.")


@pytest.mark.parametrize(
    ("option", "outcome"),
    [("decree", "kings_decree"), ("pick:Percival", "kings_pick"), ("stop", "stopped")],
)
def test_at_every_moment_of_a_session_its_pages_can_be_written(option: str, outcome: str) -> None:
    def king(question: Question) -> Choose:
        return Choose("later" if question.kind == "kings_choice" else option, "Use SQLite.")

    log = play(session_start(), stubborn, king)
    state = None
    for event in log:
        state = fold([event], state)
        for page in (pages.topic_page, pages.discussion_page, pages.decisions_page):
            assert page(state).startswith("# ")
        assert json.loads(pages.status_page(state))["session"] == "played"
    assert state is not None
    assert json.loads(pages.status_page(state))["outcome"] == outcome
    assert "did not answer (overloaded: too busy)" in pages.decisions_page(state)


def test_the_status_is_the_summary_as_readable_json() -> None:
    state = after(opened(), VOTE, topic="どの店?")
    page = pages.status_page(state)
    assert json.loads(page) == summarise(state)
    assert "どの店?" in page
    assert page.endswith("}\n")


def entry(session: str, **changes: object) -> Entry:
    fields: dict[str, object] = {
        "session": session,
        "date": "2026-01-01",
        "topic": f"Question of {session}?",
        "outcome": "consensus",
        "decision": "Use SQLite.",
        "lead": "Gawain",
        "fate": "apply",
        "knights": f"Gawain, Lancelot {LABEL}",
        "silent": "",
    }
    return Entry(**(fields | changes))  # type: ignore[arg-type]


def test_the_chronicle_begins_with_the_newest_decision() -> None:
    page = pages.chronicle_page("example", iter([entry("one"), entry("two"), entry("three")]))
    assert page.startswith("# Chronicle of example\n")
    found = [page.index(f"## 2026-01-01 Question of {s}?") for s in ("three", "two", "one")]
    assert found == sorted(found)


def test_an_entry_of_the_chronicle_tells_outcome_fate_and_table() -> None:
    page = pages.chronicle_page("example", [entry("s", silent="Percival")])
    for line in (
        "Use SQLite.",
        "- Outcome: consensus, approved to be applied",
        "- Lead knight: Gawain",
        f"- At the table: Gawain, Lancelot {LABEL}",
        "- Without a vote: Percival",
        "- Session: s",
    ):
        assert line in page.splitlines()


def test_an_entry_without_decision_or_fate_leaves_them_out() -> None:
    bare = entry("s", outcome="stopped", decision="", lead="", fate="")
    page = pages.chronicle_page("example", [bare])
    assert "- Outcome: stopped without a decision\n" in page
    assert "Lead knight" not in page
    assert "Without a vote" not in page


def test_an_empty_chronicle_says_so() -> None:
    assert "Nothing has been decided yet." in pages.chronicle_page("example", [])


def test_every_fate_can_be_written_into_the_chronicle() -> None:
    for fate in ("", *get_args(e.DecreeKind)):
        assert FATES.get(fate, "") in pages.chronicle_page("example", [entry("s", fate=fate)])


def test_decrees_are_json_lines_oldest_first_with_the_revoked_ones_marked() -> None:
    text = 'Two\nlines, "quotes" and 漢字\u2028.'
    decrees = (
        Decree("D-001", "s", 4, "2026-01-01", "decree", text, "Which store?"),
        Decree("D-002", "s", 9, "2026-01-02", "apply", "b", "", True, "too strict"),
    )
    page = pages.decrees_page(iter(decrees))
    assert "漢字" in page, "a person can read it too"
    *lines, rest = page.split("\n")
    assert rest == ""
    assert [json.loads(line) for line in lines] == [
        {
            "id": "D-001",
            "at": "2026-01-01",
            "kind": "decree",
            "text": text,
            "topic": "Which store?",
            "session": "s",
            "revoked": False,
            "revoked_because": "",
        },
        {
            "id": "D-002",
            "at": "2026-01-02",
            "kind": "apply",
            "text": "b",
            "topic": "",
            "session": "s",
            "revoked": True,
            "revoked_because": "too strict",
        },
    ]
    assert pages.decrees_page(()) == ""
