"""Who took part in a round."""

from roundtable.core.decide.presence import answered, silent, turns_of
from roundtable.core.errors import ErrorKind, KnightError
from roundtable.core.state import fold
from roundtable.core.steps import PlannedTurn
from roundtable.testing.builders import build_start
from roundtable.testing.builds import answers, anybody, reading_workshop
from roundtable.testing.rehearsal import play


def dying(turn: PlannedTurn) -> str | None:
    if turn.seat == "Lancelot":
        raise KnightError(ErrorKind.TIMED_OUT, "gone")
    return None


def test_who_spoke_answered_and_who_was_asked_in_vain_was_silent() -> None:
    state = fold(play(build_start("requirements"), answers(dying)))
    round_ = state.rounds[0]
    assert answered(state, round_) == ("Gawain", "Percival")
    assert silent(state, round_) == ("Lancelot",)
    assert {turn.seat for turn in turns_of(state, round_)} == {"Gawain", "Lancelot", "Percival"}


def test_in_a_round_where_nobody_was_asked_nobody_was_silent() -> None:
    log = play(
        build_start("execution"), anybody, craft=reading_workshop(), given={"a.py": "x = 1\n"}
    )
    state = fold(log)
    assert silent(state, state.rounds[0]) == ()
