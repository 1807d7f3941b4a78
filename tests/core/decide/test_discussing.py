"""A round of discussion: who decides that there is agreement, and what is never taken for it."""

from typing import Any, TypeVar

import pytest

from roundtable.core import events as e
from roundtable.core.commands import Choose
from roundtable.core.errors import ErrorKind, KnightError
from roundtable.core.questions import Question
from roundtable.core.steps import PlannedTurn
from roundtable.testing.builders import build_start
from roundtable.testing.builds import Said, answers, anybody, claims, verdict
from roundtable.testing.rehearsal import play

T = TypeVar("T", bound=e.Base)


def held(special: Said, king: Choose | None = None, **settings: Any) -> list[e.Event]:
    start = build_start("requirements", **settings)
    return play(start, answers(special), lambda _: king)


def of(log: list[e.Event], kind: type[T]) -> list[T]:
    return [event for event in log if isinstance(event, kind)]


def test_every_seat_speaks_then_the_judge_and_that_is_all() -> None:
    log = held(lambda _: None)
    purposes = [event.purpose for event in log if isinstance(event, e.AgentStart)]
    assert purposes == ["speak", "speak", "speak", "judge"]


def test_a_verdict_to_discuss_leads_to_another_iteration() -> None:
    def judge(turn: PlannedTurn) -> str | None:
        if turn.purpose == "judge" and turn.iteration == 1:
            return verdict(turn, "DISCUSS", options=["this", "that"])
        return None

    log = held(judge)
    assert len(of(log, e.DebateIteration)) == 2
    assert isinstance(log[-1], e.SessionEnd)


def test_after_three_iterations_without_agreement_the_developer_is_asked() -> None:
    def judge(turn: PlannedTurn) -> str | None:
        return verdict(turn, "DISCUSS", options=["a", "b"]) if turn.purpose == "judge" else None

    log = held(judge)
    assert len(of(log, e.DebateIteration)) == 3
    asked = log[-1]
    assert isinstance(asked, e.Escalation)
    options = {option.id for option in asked.question.options}
    assert {
        "pick:Gawain",
        "pick:Lancelot",
        "pick:Percival",
        "decree",
        "send_back",
        "stop",
    } == options


@pytest.mark.parametrize(
    ("choice", "summary"),
    [
        (Choose("decree", "Build it in red."), "Build it in red."),
        (Choose("pick:Gawain"), "So I see"),
    ],
)
def test_the_developers_word_ends_the_round(choice: Choose, summary: str) -> None:
    def judge(turn: PlannedTurn) -> str | None:
        return verdict(turn, "DISCUSS", options=["a", "b"]) if turn.purpose == "judge" else None

    log = held(judge, choice)
    ended = next(event for event in log if isinstance(event, e.RoundEnd))
    assert ended.outcome == "developer"
    assert summary in ended.summary


def test_sent_back_they_get_as_many_iterations_as_were_granted() -> None:
    answered: list[Question] = []

    def king(question: Question) -> Choose | None:
        answered.append(question)
        return Choose("send_back", "look at the cost", rounds=2) if len(answered) == 1 else None

    def judge(turn: PlannedTurn) -> str | None:
        return verdict(turn, "DISCUSS", options=["a", "b"]) if turn.purpose == "judge" else None

    log = play(build_start("requirements"), answers(judge), king)
    assert len(of(log, e.DebateIteration)) == 5
    assert [note.text for note in of(log, e.NoteAdded)] == ["look at the cost"]


def test_an_unreadable_verdict_is_asked_for_once_more_and_is_then_the_developers() -> None:
    def judge(turn: PlannedTurn) -> str | None:
        return "I rather like it." if turn.purpose in ("judge", "rejudge") else None

    log = held(judge)
    purposes = [event.purpose for event in log if isinstance(event, e.AgentStart)]
    assert purposes[-2:] == ["judge", "rejudge"]
    assert isinstance(log[-1], e.Escalation)
    assert not of(log, e.Consensus)


def test_a_verdict_whose_form_is_right_at_the_second_ask_counts() -> None:
    log = held(lambda turn: "Hm." if turn.purpose == "judge" else None)
    assert of(log, e.Consensus)


def test_the_judges_agreement_does_not_count_while_a_claim_is_open() -> None:
    def contested(turn: PlannedTurn) -> str | None:
        if turn.purpose == "speak" and turn.iteration == 1 and turn.seat == "Gawain":
            return claims(turn, raises=[{"about": "scope", "claim": "it is too large"}])
        return None

    log = held(contested)
    assert len(of(log, e.DebateIteration)) == 3
    assert isinstance(log[-1], e.Escalation)
    assert "C1" in log[-1].reason


def test_a_claim_that_the_judge_settles_by_evidence_no_longer_stands_in_the_way() -> None:
    def contested(turn: PlannedTurn) -> str | None:
        if turn.purpose == "speak" and turn.iteration == 1 and turn.seat == "Gawain":
            return claims(turn, raises=[{"about": "scope", "claim": "it is too large"}])
        if turn.purpose == "judge":
            ruled = {"claim": "C1", "status": "settled", "by": "B", "evidence": "ten lines"}
            return verdict(turn, rulings=[ruled])
        return None

    log = held(contested)
    assert len(of(log, e.DebateIteration)) == 1
    assert of(log, e.Consensus)


def test_one_seat_alone_is_no_table() -> None:
    def lonely(turn: PlannedTurn) -> str | None:
        if turn.seat != "Gawain":
            raise KnightError(ErrorKind.TIMED_OUT, "gone")
        return None

    log = held(lonely)
    assert isinstance(log[-1], e.Escalation)
    assert "one alone is no table" in log[-1].reason


def test_when_the_judge_is_lost_the_next_in_line_judges() -> None:
    def lost(turn: PlannedTurn) -> str | None:
        if turn.purpose == "judge" and turn.seat == "Lancelot":
            raise KnightError(ErrorKind.OVERLOADED, "busy")
        return None

    log = held(lost, judge="Lancelot")
    read = next(event for event in log if isinstance(event, e.VerdictRead))
    assert read.seat == "Percival"


def test_when_nobody_can_judge_the_developer_is_asked() -> None:
    def lost(turn: PlannedTurn) -> str | None:
        if turn.purpose == "judge":
            raise KnightError(ErrorKind.OVERLOADED, "busy")
        return None

    log = held(lost)
    assert isinstance(log[-1], e.Escalation)
    assert "Nobody could judge" in log[-1].reason


def test_the_architecture_leaves_the_files_that_development_must_fill() -> None:
    def judge(turn: PlannedTurn) -> str | None:
        return verdict(turn, file_structure=["a.py", "b.py"]) if turn.purpose == "judge" else None

    log = play(build_start("architecture"), answers(judge))
    ended = next(event for event in log if isinstance(event, e.RoundEnd))
    assert ended.file_structure == ("a.py", "b.py")


def test_the_developer_can_stop_at_an_escalation() -> None:
    log = held(lambda turn: "?" if turn.purpose in ("judge", "rejudge") else None, Choose("stop"))
    assert isinstance(log[-1], e.SessionEnd)
    assert log[-1].outcome == "stopped"


def test_without_anything_special_the_table_agrees() -> None:
    assert isinstance(play(build_start("requirements"), anybody)[-1], e.SessionEnd)


def test_the_files_of_an_architecture_that_the_developer_gives_are_not_lost() -> None:
    words = "Two parts.\n\nFILE_STRUCTURE:\n- a.py\n- b/c.py\n"
    start = build_start("architecture")
    log = play(
        start,
        answers(lambda turn: "?" if turn.purpose in ("judge", "rejudge") else None),
        lambda _: Choose("decree", words),
    )
    ended = next(event for event in log if isinstance(event, e.RoundEnd))
    assert ended.file_structure == ("a.py", "b/c.py")
