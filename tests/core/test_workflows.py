"""What a turn's text means to a discussion."""

from typing import get_args

from roundtable.core.events import StanceRead, StanceUnreadable, WorkflowName
from roundtable.core.state import SessionState, fold
from roundtable.core.steps import PlannedTurn
from roundtable.core.workflows import WORKFLOWS, read_debate_turn
from roundtable.testing.builders import block, session_start
from roundtable.testing.rehearsal import play

STATE = fold(play(session_start(), lambda t: block(t.seat, t.iteration, 9)), SessionState())


def test_a_readable_block_is_a_stance() -> None:
    turn = PlannedTurn("k", "Gawain", 2, "speak", 1)
    (event,) = read_debate_turn(STATE, turn, block("Gawain", 2, 8, "open"))
    assert isinstance(event, StanceRead)
    assert event.stance.consensus_score == 8


def test_an_unreadable_one_is_final_only_when_it_was_asked_for_alone() -> None:
    for purpose, final in (("speak", False), ("block", True)):
        turn = PlannedTurn("k", "Gawain", 2, purpose, 1)  # type: ignore[arg-type]
        (event,) = read_debate_turn(STATE, turn, "no block")
        assert isinstance(event, StanceUnreadable)
        assert event.final is final


def test_what_others_said_unsigned_is_not_taken_for_ones_own() -> None:
    turn = PlannedTurn("k", "Gawain", 2, "speak", 1)
    copied = '```json\n{"consensus_score": 9, "agrees_with": [], "pending_issues": []}\n```'
    assert isinstance(read_debate_turn(STATE, turn, copied)[0], StanceUnreadable)


def test_every_workflow_that_a_session_can_name_is_there() -> None:
    assert set(WORKFLOWS) == set(get_args(WorkflowName))
