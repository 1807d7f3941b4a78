"""Who leads, what the King is asked, and what his answers lead to."""

import pytest

from roundtable.core import events as e
from roundtable.core.commands import Choose
from roundtable.core.decide import court
from roundtable.core.questions import Question
from roundtable.core.state import SessionState, fold
from roundtable.core.steps import PlannedTurn
from roundtable.testing.builders import block, session_start
from roundtable.testing.rehearsal import play


def disputing(turn: PlannedTurn) -> str:
    proposal = f"{turn.seat}'s way, round {turn.iteration}"
    return block(
        turn.seat, turn.iteration, 7, "x", proposal=proposal, files_to_modify=[f"{turn.seat}.py"]
    )


def agreeing(turn: PlannedTurn) -> str:
    return block(turn.seat, turn.iteration, 9, proposal=f"{turn.seat}'s way")


def answering(*answers: Choose) -> "list[e.Event]":
    """A dispute in which the King gives these answers, one after the other."""
    waiting = list(answers)
    return play(session_start(), disputing, lambda _: waiting.pop(0) if waiting else None)


def ended(log: list[e.Event]) -> e.SessionEnd:
    assert isinstance(log[-1], e.SessionEnd)
    return log[-1]


def kinds(log: list[e.Event]) -> list[str]:
    return [x.kind for x in log if isinstance(x, e.DecreeAdded)]


def test_picking_a_knight_makes_its_last_proposal_the_decision() -> None:
    log = answering(Choose("pick:Lancelot"), Choose("self"))
    decision = next(x for x in log if isinstance(x, e.KingsDecision))
    assert decision.decision == "Lancelot's way, round 3"
    assert decision.files_to_modify == ("Lancelot.py",)
    assert ended(log).outcome == "kings_pick"
    assert kinds(log) == ["pick", "self"]


def test_a_decree_is_the_kings_own_words() -> None:
    log = answering(Choose("decree", "Use SQLite."), Choose("apply"))
    assert fold(log, SessionState()).decision is not None
    assert ended(log).outcome == "kings_decree"
    assert [x.text for x in log if isinstance(x, e.DecreeAdded)] == ["Use SQLite.", "Use SQLite."]


def test_sending_them_back_grants_rounds_and_carries_the_note() -> None:
    log = answering(Choose("continue"), Choose("continue"), Choose("send_back", "Think.", rounds=2))
    assert max(x.iteration for x in log if isinstance(x, e.DebateIteration)) == 6
    assert [x.text for x in log if isinstance(x, e.NoteAdded)] == ["Think."]
    state = fold(log, SessionState())
    assert state.max_rounds == 7


def test_a_lead_without_a_proposal_takes_that_of_the_next_in_rank() -> None:
    def answer(turn: PlannedTurn) -> str:
        if turn.seat == "Lancelot":
            return "All good.\n" + block(turn.seat, turn.iteration, 10)
        fields = {"proposal": "Use SQLite."} if turn.seat == "Percival" else {}
        return block(turn.seat, turn.iteration, 9, **fields)

    log = play(session_start(), answer)
    consensus = next(x for x in log if isinstance(x, e.Consensus))
    assert (consensus.lead, consensus.decision) == ("Lancelot", "Use SQLite.")


def test_where_nobody_made_a_proposal_the_leads_words_stand_without_the_block() -> None:
    log = play(session_start(), lambda t: "Use it.\n\n" + block(t.seat, t.iteration, 9))
    assert next(x for x in log if isinstance(x, e.Consensus)).decision == "Use it."


def test_stopping_ends_without_a_decision() -> None:
    log = answering(Choose("stop"))
    assert ended(log).outcome == "stopped"
    assert kinds(log) == ["stopped"]


@pytest.mark.parametrize(
    ("choice", "kind"),
    [("apply", "apply"), ("self", "self"), ("later", "deferred"), ("reject", "rejected")],
)
def test_every_choice_after_a_consensus_is_a_decree(choice: str, kind: str) -> None:
    log = play(session_start(), agreeing, lambda _: Choose(choice))
    assert ended(log).outcome == "consensus"
    assert kinds(log) == [kind]


def test_unattended_the_kings_choice_is_deferred_and_the_last_word_stays_his() -> None:
    questions: list[Question] = []

    def king(question: Question) -> Choose | None:
        questions.append(question)
        return Choose("continue") if question.unattended else None

    play(session_start(), disputing, king)
    assert [q.unattended for q in questions] == ["continue", "continue", None]
    log = play(session_start(), agreeing)
    offered = next(x for x in log if isinstance(x, e.ChoiceOffered))
    assert offered.question.unattended == "later"


def test_the_question_carries_every_proposal_in_full() -> None:
    log = answering()
    question = next(x for x in log if isinstance(x, e.Escalation)).question
    details = {o.id: o.detail for o in question.options if o.detail}
    assert details == {
        f"pick:{name}": f"{name}'s way, round 3" for name in ("Gawain", "Lancelot", "Percival")
    }


def test_the_lead_has_the_highest_score_then_the_fitting_capability_then_priority() -> None:
    def lead(scores: dict[str, int], capabilities: dict[str, tuple[str, ...]]) -> str:
        start = session_start(topic="How to test the store?")
        table = tuple(
            seat.model_copy(update={"capabilities": capabilities.get(seat.name, ())})
            for seat in start.seats
        )
        start = start.model_copy(update={"seats": table})
        log = play(start, lambda t: block(t.seat, t.iteration, scores[t.seat]))
        return court.lead(fold(log, SessionState())).name

    level = {"Gawain": 9, "Lancelot": 9, "Percival": 9}
    assert lead({**level, "Percival": 10}, {}) == "Percival"
    assert lead(level, {"Lancelot": ("test",)}) == "Lancelot"
    assert lead(level, {}) == "Gawain"
    assert lead({**level, "Percival": 10}, {"Gawain": ("test", "store")}) == "Percival"
