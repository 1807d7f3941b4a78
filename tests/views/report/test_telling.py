"""The log in the order of reading: nothing is left out, and everything is where it happened."""

from roundtable.core import events as e
from roundtable.core.budget import Usage
from roundtable.core.state import fold
from roundtable.core.turns import turn_key
from roundtable.testing.builders import session_start
from roundtable.views.report.stages import Told
from roundtable.views.report.telling import tell
from roundtable.views.report.turns import TurnCard
from tests.views.report import sessions
from tests.views.report.attacks import poisoned_log
from tests.views.report.sessions import begun, ended, numbered

SAID_BY_A_HEADING = {"debate_iteration", "chunk_start", "round_start", "session_start"}


def told(events: tuple[e.Event, ...]) -> Told:
    return tell(events, fold(events))


def titles(found: Told) -> list[str]:
    return [stage.title for stage in found.stages]


def written(log: tuple[e.Event, ...], run: int) -> list[e.ExecOutput]:
    return [event for event in log if isinstance(event, e.ExecOutput) and event.run == run]


def test_every_event_beside_the_turns_has_an_entry() -> None:
    log = poisoned_log("x")
    entries = [entry for s in told(log).stages for g in s.groups for entry in g.entries]
    firsts = {run: min(x.seq for x in written(log, run)) for run in (1, 2)}
    wanted = [
        event
        for event in log
        if not (isinstance(event, e.ExecOutput) and event.seq != firsts[event.run])
        and not isinstance(event, e.TurnEvent | e.ChatAsked)
        and event.type not in SAID_BY_A_HEADING
        and not (isinstance(event, e.Consensus) and event.round)
    ]
    assert [x.event for x in entries if x.kind not in ("turn", "panel", "ledger")] == wanted


def test_every_event_of_a_turn_is_in_its_card() -> None:
    log = poisoned_log("x")
    entries = [entry for s in told(log).stages for g in s.groups for entry in g.entries]
    cards = [entry.more for entry in entries if isinstance(entry.more, TurnCard)]
    first = cards[0]
    assert first.end
    assert first.stance
    assert first.files
    assert first.findings
    assert len(first.troubles) == 2
    assert [move.what for move in first.moves] == ["contests", "answers", "concedes", "ignored"]
    assert len(cards[1].unreadable) == 3
    assert cards[2].comparison
    assert [card.verdict is not None for card in cards[3:6]] == [True] * 3
    assert cards[6].error
    assert cards[7].broken
    assert cards[8].place == "x (x)"


def test_a_build_is_told_by_its_rounds() -> None:
    found = told(sessions.built())
    assert titles(found) == [
        "Before the first round",
        "Round 1 of 3: requirements",
        "Round 2 of 3: development",
        "Round 2 of 3: development, attempt 2",
        "Round 3 of 3: review",
    ]
    assert [stage.counts for stage in found.stages] == [True, True, False, True, True]
    assert [group.title for group in found.stages[3].groups] == [
        "Iteration 1",
        "Iteration 2",
        "The synthesis",
        "The ledger of claims",
        "The result of the round",
    ]
    assert [group.title for group in found.stages[4].groups] == [
        "Preparation",
        "Iteration 1",
        "Chunk 1 of 1",
        "The synthesis",
        "The result of the round",
    ]


def test_a_merge_directed_anew_has_a_heading_of_its_own_and_its_own_evidence() -> None:
    log = sessions.golden("v5-edited")
    stage = told(log).stages[1]
    assert [group.title for group in stage.groups] == [
        "Iteration 1",
        "The synthesis",
        "The result of the round",
        "The synthesis as the developer directs",
        "The result of the round",
    ]
    merges = [event for event in log if isinstance(event, e.Merged)]
    entries = [entry for group in stage.groups for entry in group.entries]
    assert [x.more for x in entries if x.kind == "synthesis_end"] == merges
    places = [x.more.place for x in entries if isinstance(x.more, TurnCard) and x.more.place]
    assert places == ["label (cart.py)", "total (cart.py)"], "of the first fix, then of 2-1"


def test_a_discussion_is_one_stage_with_its_rounds_in_it() -> None:
    found = told(sessions.discussed())
    assert titles(found) == ["Before the first round", "The discussion"]
    assert [g.title for g in found.stages[1].groups] == ["Round 1", "Round 2", "The decision"]


def test_moments_lead_to_where_they_happened() -> None:
    found = told(sessions.built())
    anchors = {x.anchor: x.kind for s in found.stages for g in s.groups for x in g.entries}
    moments = [(moment.what, anchors[moment.anchor]) for moment in found.moments]
    assert moments == [
        ("question to the developer", "choice_offered"),
        ("question to the developer", "choice_offered"),
        ("round held anew", "round_reopened"),
        ("question to the developer", "choice_offered"),
    ]


def test_an_answer_has_the_words_of_its_option() -> None:
    found = told(sessions.built())
    entries = [x for s in found.stages for g in s.groups for x in g.entries]
    labels = [x.more.label for x in entries if x.kind == "human_choice"]  # type: ignore[attr-defined]
    assert labels == ["Go on", "Hold this round anew", "Go on"]


def test_an_agreement_with_open_claims_is_told_not_to_count() -> None:
    log = sessions.golden("v3-build")
    read = [
        x.more.verdict
        for s in told(log).stages
        for g in s.groups
        for x in g.entries
        if isinstance(x.more, TurnCard) and x.more.verdict
    ]
    assert all(not verdict.waiting for verdict in read if not verdict.verdict.agreed)
    claims = e.ClaimsRead.model_validate(
        {
            "turn_key": "requirements.1.1.Gawain",
            "seat": "Gawain",
            "iteration": 1,
            "moves": {"raised": [{"claim": "open still"}]},
        }
    )
    start = next(i for i, ev in enumerate(log) if isinstance(ev, e.VerdictRead))
    agreed = log[start].model_copy(
        update={"verdict": log[start].verdict.model_copy(update={"agreed": True, "rulings": ()})}  # type: ignore[union-attr]
    )
    key = log[start].turn_key  # type: ignore[union-attr]
    contested = claims.model_copy(update={"turn_key": key})
    cards = [
        x.more
        for s in told((*log[:start], contested, agreed)).stages
        for g in s.groups
        for x in g.entries
        if isinstance(x.more, TurnCard) and x.more.verdict
    ]
    assert cards[-1].verdict is not None
    assert "C1" in cards[-1].verdict.waiting


def test_a_token_leaves_no_trace() -> None:
    key = turn_key("discussion", 1, 1, "Gawain", "speak")
    log = numbered(session_start("Gawain", "Lancelot"), begun("Gawain"))
    token = e.Token(turn_key=key, seat="Gawain", text="half")
    assert told((*log, token)) == told(log)


def test_an_event_of_a_turn_that_never_started_is_passed_over() -> None:
    log = numbered(session_start("Gawain", "Lancelot"))
    stray = ended("Gawain", "Words.")
    assert tell((*log, stray), fold(log)).stages == ()


def test_the_report_of_a_chat_before_any_round_has_its_answer() -> None:
    log = numbered(
        session_start("Gawain", "Lancelot"),
        e.ChatAsked(number=1, question="Why?"),
        begun("Gawain", "chat", name="chat"),
        ended("Gawain", "So.", "chat", "chat"),
    )
    (chat,) = told(log).chats
    assert [card.text for card in chat.cards] == ["So."]
    assert fold(log).spent == Usage(input_tokens=1000, output_tokens=234, cost_microusd=12_300)
