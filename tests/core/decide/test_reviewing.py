"""Review: every chunk by every seat, one verdict on findings alone, fixes unit by unit."""

from typing import Any

import pytest

from roundtable.core import events as e
from roundtable.core.commands import Choose
from roundtable.core.decide.reviewing import reported
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
WRONG = {
    "severity": "critical",
    "file": "cart.py",
    "line": 2,
    "claim": "total adds one to the sum",
    "evidence": "total([]) is 1",
    "fix": "leave the one out",
}


def nobody(_: Question) -> None:
    return None


def held(
    special: Said, king: King = nobody, workflow: str = "build", **settings: Any
) -> list[e.Event]:
    start = build_start("review", **settings).model_copy(update={"workflow": workflow})
    return play(start, answers(special), king, reading_workshop(), TREE)


def finding(*seats: str) -> Said:
    def review(turn: PlannedTurn) -> str | None:
        if turn.part.startswith("chunk") and turn.purpose == "speak":
            found = [WRONG] if turn.seat in seats else []
            return said("I looked.", agent=turn.seat, findings=found, clean=[])
        if turn.purpose == "judge":
            return verdict(turn, critical=["F1"], warnings=[], confirmed_clean=[])
        if turn.purpose == "fix":
            return "```python\ndef total(items):\n    return sum(items)\n```"
        return None

    return review


def test_a_small_tree_is_one_chunk_that_all_read_unseen_by_the_others() -> None:
    log = held(finding())
    starts = [event for event in log if isinstance(event, e.AgentStart)]
    assert [start.purpose for start in starts] == ["speak"] * 3
    opened = next(event for event in log if isinstance(event, e.DebateIteration))
    assert opened.blind


def test_a_larger_tree_is_read_chunk_by_chunk_and_then_at_its_borders() -> None:
    log = held(finding(), chunk_tokens=40)
    chunks = [event.chunk for event in log if isinstance(event, e.ChunkStart)]
    assert chunks == [1, 2, 0]


def test_nothing_found_by_anybody_is_clean_and_needs_no_judge() -> None:
    log = held(finding())
    ended = next(event for event in log if isinstance(event, e.RoundEnd))
    assert ended.outcome == "clean"
    assert not [event for event in log if isinstance(event, e.VerdictRead)]


def test_the_same_thing_at_the_same_place_is_told_once_with_its_support() -> None:
    log = held(finding("Gawain", "Percival"))
    merged = next(event for event in log if isinstance(event, e.FindingsMerged))
    assert [(f.id, f.support, f.who) for f in merged.findings] == [
        ("F1", "majority", ("Gawain", "Percival"))
    ]


def test_an_upheld_finding_is_fixed_in_its_unit_and_nothing_else_changes() -> None:
    log = held(finding("Gawain"))
    state = fold(log)
    assert state.tree["cart.py"] == TREE["cart.py"].replace(" + 1", "")
    assert state.rounds[0].ended is not None
    assert state.rounds[0].ended.summary == "1 finding confirmed, 1 fixed."


def test_a_review_of_a_folder_reports_and_changes_nothing() -> None:
    log = held(finding("Gawain"), workflow="review")
    state = fold(log)
    assert state.tree == TREE
    assert [f.claim for f in reported(state)] == [WRONG["claim"]]
    assert isinstance(log[-1], e.SessionEnd)
    assert log[-1].outcome == "reviewed"


def test_a_finding_that_the_judge_leaves_out_is_not_reported() -> None:
    def mild(turn: PlannedTurn) -> str | None:
        if turn.purpose == "judge":
            return verdict(turn, critical=[], warnings=[], confirmed_clean=[])
        return finding("Gawain")(turn)

    assert reported(fold(held(mild, workflow="review"))) == ()


def test_findings_that_cannot_be_read_are_asked_for_once_more() -> None:
    def mumbling(turn: PlannedTurn) -> str | None:
        if turn.seat == "Gawain" and turn.purpose == "speak" and turn.part:
            return "Somewhere there is something."
        if turn.purpose == "block":
            return said("", agent="Gawain", findings=[WRONG], clean=[])
        return finding()(turn)

    log = held(mumbling)
    unreadable = next(event for event in log if isinstance(event, e.FindingsUnreadable))
    assert not unreadable.final
    merged = next(event for event in log if isinstance(event, e.FindingsMerged))
    assert [f.who for f in merged.findings] == [("Gawain",)]


def test_when_nobodys_findings_can_be_read_the_code_is_not_called_clean() -> None:
    def mumbling(turn: PlannedTurn) -> str | None:
        return "Hm." if turn.part else None

    log = held(mumbling)
    assert isinstance(log[-1], e.Escalation)
    assert not [event for event in log if isinstance(event, e.RoundEnd)]


def test_disputed_findings_are_discussed_without_sending_the_code_again() -> None:
    def disputed(turn: PlannedTurn) -> str | None:
        if turn.purpose == "judge" and turn.iteration == 1:
            return verdict(turn, "DISCUSS", options=["is F1 real?"])
        return finding("Gawain")(turn)

    log = held(disputed)
    iterations = [event for event in log if isinstance(event, e.DebateIteration)]
    assert len(iterations) == 2
    assert len([event for event in log if isinstance(event, e.ChunkStart)]) == 1
    assert isinstance(log[-1], e.SessionEnd)


def test_a_fix_goes_to_a_seat_that_saw_the_thing_and_can_still_answer() -> None:
    def dying(turn: PlannedTurn) -> str | None:
        if turn.purpose == "fix" and turn.seat == "Gawain":
            raise KnightError(ErrorKind.TIMED_OUT, "gone")
        return finding("Gawain")(turn)

    log = held(dying)
    tried = next(event for event in log if isinstance(event, e.FixTried))
    assert not tried.kept
    assert "did not answer" in tried.reason
    assert fold(log).tree == TREE


@pytest.mark.parametrize(
    ("choice", "fixed"),
    [(Choose("keep"), False), (Choose("pick:Gawain"), True), (Choose("decree", "Fine."), False)],
)
def test_the_developer_decides_where_the_judge_cannot(choice: Choose, fixed: bool) -> None:
    def unreadable(turn: PlannedTurn) -> str | None:
        if turn.purpose in ("judge", "rejudge"):
            return "Well."
        return finding("Gawain")(turn)

    log = held(unreadable, lambda _: choice)
    ended = next(event for event in log if isinstance(event, e.RoundEnd))
    assert ended.outcome == "developer"
    assert (fold(log).tree != TREE) is fixed


def test_a_review_without_files_says_that_there_is_nothing() -> None:
    log = play(build_start("review"), answers(lambda _: None), craft=reading_workshop())
    ended = next(event for event in log if isinstance(event, e.RoundEnd))
    assert ended.outcome == "skipped"


def test_an_execution_round_without_anything_that_ran_is_not_held() -> None:
    start = build_start("execution")
    log = play(start, answers(lambda _: None), craft=reading_workshop(), given=TREE)
    ended = next(event for event in log if isinstance(event, e.RoundEnd))
    assert ended.outcome == "skipped"
    assert "Nothing was run" in ended.summary
