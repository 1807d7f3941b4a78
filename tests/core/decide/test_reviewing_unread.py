"""What nobody has read is not clean, and what one alone has found is not agreed."""

import pytest

from roundtable.core import events as e
from roundtable.core.commands import Choose
from roundtable.core.decide.reviewing import reported, unread
from roundtable.core.errors import ErrorKind, KnightError
from roundtable.core.questions import Question
from roundtable.core.state import fold
from roundtable.core.steps import PlannedTurn
from roundtable.testing.builders import build_start
from roundtable.testing.builds import Said, answers, reading_workshop, said, verdict
from roundtable.testing.rehearsal import King, play

TREE = {
    "cart.py": "def total(items):\n    return sum(items) + 1\n\n\ndef label():\n    return ''\n",
    "tests/test_cart.py": "from cart import total\n\n\ndef test_it():\n    assert total([]) == 0\n",
}
WRONG = {"severity": "critical", "file": "cart.py", "line": 2, "claim": "total adds one"}
ELSEWHERE = {**WRONG, "file": "somewhere/else.py"}


def held(special: Said, king: King = lambda _: None, workflow: str = "review") -> list[e.Event]:
    start = build_start("review", chunk_tokens=40).model_copy(update={"workflow": workflow})
    return play(start, answers(special), king, reading_workshop(), TREE)


def mumbled(turn: PlannedTurn) -> bool:
    return turn.part == "chunk-1" and turn.iteration == 1


def half_read(turn: PlannedTurn) -> str | None:
    return "Hm." if mumbled(turn) else None


def only(*seats: str) -> Said:
    """Only these seats answer when the code is read, and each finds the same."""

    def answer(turn: PlannedTurn) -> str | None:
        if turn.purpose == "speak" and turn.part:
            if turn.seat not in seats:
                raise KnightError(ErrorKind.TIMED_OUT, "gone")
            found = [WRONG] if turn.part == "chunk-1" else []
            return said("I looked.", agent=turn.seat, findings=found, clean=[])
        if turn.purpose == "judge":
            return verdict(turn, critical=["F1"], warnings=[], confirmed_clean=[])
        return None

    return answer


def ended(log: list[e.Event]) -> list[e.RoundEnd]:
    return [event for event in log if isinstance(event, e.RoundEnd)]


def test_a_chunk_that_nobody_could_read_keeps_the_rest_from_being_called_clean() -> None:
    log = held(half_read)
    assert isinstance(log[-1], e.Escalation)
    assert "cart.py" in log[-1].reason
    assert log[-1].question.unattended is None
    assert not ended(log)


def test_sent_back_the_table_reads_what_nobody_could_read_and_nothing_else() -> None:
    log = held(half_read, lambda _: Choose("send_back"))
    (end,) = ended(log)
    assert end.outcome == "clean"
    again = {x.turn_key for x in log if isinstance(x, e.AgentStart) and x.iteration == 2}
    assert again == {f"review.1.2.{seat}/chunk-1" for seat in ("Gawain", "Lancelot", "Percival")}


def test_findings_of_a_second_reading_are_judged_without_being_talked_about_first() -> None:
    def later(turn: PlannedTurn) -> str | None:
        return "Hm." if mumbled(turn) else only("Gawain", "Lancelot", "Percival")(turn)

    log = held(later, lambda _: Choose("send_back"))
    (end,) = ended(log)
    assert end.outcome == "consensus"
    spoken = [x for x in log if isinstance(x, e.AgentStart) and x.purpose == "speak"]
    assert all("/chunk-" in x.turn_key for x in spoken)


def test_the_developer_can_keep_what_was_read_and_the_rest_is_named() -> None:
    log = held(half_read, lambda _: Choose("keep"))
    (end,) = ended(log)
    assert end.outcome == "developer"
    assert "Not read: cart.py." in end.summary
    assert unread(fold(log).rounds[0]) == ("cart.py",)


def test_where_nothing_was_read_there_is_nothing_to_keep() -> None:
    asked: list[Question] = []

    def king(question: Question) -> Choose:
        asked.append(question)
        return Choose("decree", "I have read it myself.")

    log = held(lambda turn: "Hm." if turn.part else None, king)
    assert {option.id for option in asked[0].options} == {"decree", "send_back", "stop"}
    (end,) = ended(log)
    assert (end.outcome, end.summary) == ("developer", "I have read it myself.")


def test_what_one_seat_alone_could_read_is_no_consensus() -> None:
    log = held(only("Gawain"))
    assert isinstance(log[-1], e.Escalation)
    assert "Gawain" in log[-1].reason
    assert log[-1].question.unattended == "keep"
    kept = fold(held(only("Gawain"), lambda _: Choose("keep")))
    assert [finding.claim for finding in reported(kept)] == [WRONG["claim"]]


def test_seats_that_talk_about_the_findings_of_one_are_a_table_again() -> None:
    log = held(only("Gawain"), lambda _: Choose("send_back"))
    (end,) = ended(log)
    assert end.outcome == "consensus"
    assert end.answered == ("Gawain", "Lancelot", "Percival")


def test_a_seat_that_finds_things_only_in_unknown_files_has_not_found_nothing() -> None:
    def astray(turn: PlannedTurn) -> str | None:
        if turn.part:
            return said("There.", agent=turn.seat, findings=[ELSEWHERE], clean=[])
        return None

    log = held(astray)
    assert not ended(log)
    first = next(event for event in log if isinstance(event, e.FindingsUnreadable))
    assert "somewhere/else.py" in first.reason
    assert not first.final


@pytest.mark.parametrize("upheld", [["F7"], ["The total is wrong."]])
def test_a_verdict_that_upholds_what_is_not_on_the_list_is_not_read_as_nothing(
    upheld: list[str],
) -> None:
    def judge(turn: PlannedTurn) -> str | None:
        if turn.purpose in ("judge", "rejudge"):
            return verdict(turn, critical=upheld, warnings=[], confirmed_clean=[])
        return only("Gawain", "Lancelot", "Percival")(turn)

    log = held(judge)
    unreadable = [event for event in log if isinstance(event, e.VerdictUnreadable)]
    assert [event.final for event in unreadable] == [False, True]
    assert upheld[0] in unreadable[0].reason
    assert isinstance(log[-1], e.Escalation)


def test_where_the_developer_takes_one_seats_findings_those_are_reported() -> None:
    own = {
        "Gawain": {**WRONG, "claim": "total adds one"},
        "Lancelot": {**WRONG, "line": 6, "claim": "the label is empty for no reason"},
    }

    def apart(turn: PlannedTurn) -> str | None:
        if turn.part == "chunk-1":
            found = [own[turn.seat]] if turn.seat in own else []
            return said("I looked.", agent=turn.seat, findings=found, clean=[])
        return "Hm." if turn.purpose in ("judge", "rejudge") else None

    assert len(reported(fold(held(apart, lambda _: Choose("keep"))))) == 2
    state = fold(held(apart, lambda _: Choose("pick:Lancelot")))
    assert [finding.claim for finding in reported(state)] == [own["Lancelot"]["claim"]]


def test_a_consensus_names_the_judge_whose_verdict_it_was() -> None:
    first = next(x.judge for x in held(half_read) if isinstance(x, e.RoundStart))

    def silent_judge(turn: PlannedTurn) -> str | None:
        if turn.purpose == "judge" and turn.seat == first:
            raise KnightError(ErrorKind.TIMED_OUT, "gone")
        return only("Gawain", "Lancelot", "Percival")(turn)

    (agreed,) = [x for x in held(silent_judge) if isinstance(x, e.Consensus)]
    (read,) = [x for x in held(silent_judge) if isinstance(x, e.VerdictRead)]
    assert agreed.lead == read.seat != first
