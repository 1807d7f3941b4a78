"""The account of a session."""

from roundtable.core.accounts import account
from roundtable.core.commands import Choose
from roundtable.core.questions import Question
from roundtable.core.state import fold
from roundtable.core.steps import PlannedTurn
from roundtable.testing.builders import build_start
from roundtable.testing.builds import answers, claims, reading_workshop
from roundtable.testing.rehearsal import play


def contested(turn: PlannedTurn) -> str | None:
    if turn.purpose != "speak":
        return None
    if turn.seat == "Gawain" and turn.iteration == 1:
        return claims(turn, raises=[{"about": "scope", "claim": "too large"}])
    if turn.seat == "Lancelot" and turn.iteration == 2:
        return claims(turn, concedes=[{"claim": "C1"}])
    return None


def test_claims_are_counted_for_who_won_and_who_gave_in() -> None:
    found = account(fold(play(build_start("requirements"), answers(contested))))
    by_seat = {seat.seat: seat for seat in found.seats}
    assert by_seat["Gawain"].claims_won == 1
    assert (by_seat["Lancelot"].claims_conceded, by_seat["Lancelot"].yielded) == (1, 1)
    assert by_seat["Percival"].claims_won == 0


def test_every_attempt_of_a_round_is_on_the_account_and_adds_up() -> None:
    def once(question: Question) -> Choose | None:
        return Choose("retry") if question.id.endswith("requirements.1") else Choose("continue")

    start = build_start("requirements", "development")
    state = fold(play(start, answers(lambda _: None), once, reading_workshop()))
    found = account(state)
    assert [(r.round, r.attempt, r.counts) for r in found.rounds] == [
        ("requirements", 1, False),
        ("requirements", 2, True),
        ("development", 1, True),
    ]
    assert sum(r.used.tokens for r in found.rounds) == state.spent.tokens
    assert sum(s.used.tokens for s in found.seats) == state.spent.tokens


def test_without_a_run_there_is_no_uplift_to_tell() -> None:
    start = build_start("development")
    found = account(fold(play(start, answers(lambda _: None), craft=reading_workshop())))
    assert found.uplifts == ()
    assert sum(seat.units for seat in found.seats) == 2
