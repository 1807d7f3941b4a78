"""Who owes which turn."""

from roundtable.core import events as e
from roundtable.core.decide.around import ask_around, owed, turn_of
from roundtable.core.state import SessionState, fold
from roundtable.core.steps import PlannedTurn
from roundtable.testing.builders import NAMES, session_start

ITERATION = e.DebateIteration(round="discussion", attempt=1, iteration=1, order=NAMES, blind=False)


def state(*events: e.Event) -> SessionState:
    return fold([session_start(), *events])


def asked(key: str, ask: int = 1) -> e.AgentStart:
    return e.AgentStart.model_validate(
        {
            "turn_key": key,
            "seat": "Gawain",
            "ask": ask,
            "iteration": 1,
            "purpose": "speak",
            "adapter": "scripted",
            "reserved": {},
        }
    )


def test_a_turn_that_was_not_asked_is_owed() -> None:
    turn = owed(state(), ITERATION, "Gawain", "speak")
    assert turn == PlannedTurn("discussion.1.1.Gawain", "Gawain", 1, "speak", 1)


def test_a_part_makes_another_turn_of_the_same_purpose() -> None:
    turn = owed(state(), ITERATION, "Gawain", "fix", "2")
    assert turn is not None
    assert (turn.key, turn.part) == ("discussion.1.1.Gawain/fix/2", "2")


def test_a_turn_that_broke_off_is_asked_again_under_the_next_number() -> None:
    key = "discussion.1.1.Gawain"
    broken = e.AgentInterrupted(turn_key=key, seat="Gawain", cause="crash")
    turn = owed(state(asked(key), broken), ITERATION, "Gawain", "speak")
    assert turn is not None
    assert turn.ask == 2
    found = turn_of(state(asked(key)), ITERATION, "Gawain", "speak")
    assert found is not None
    assert found.status == "open"


def test_one_after_another_or_all_at_once() -> None:
    def owes(seat: str) -> PlannedTurn | None:
        return owed(state(), ITERATION, seat, "speak") if seat != "Gawain" else None

    in_turn = ask_around(NAMES, False, owes)
    at_once = ask_around(NAMES, True, owes)
    assert in_turn is not None
    assert at_once is not None
    assert [t.seat for t in in_turn.turns] == ["Lancelot"]
    assert [t.seat for t in at_once.turns] == ["Lancelot", "Percival"]
    assert ask_around(("Gawain",), True, owes) is None
