"""A round as its events leave it."""

from roundtable.core import events as e
from roundtable.core.decide.build import open_round
from roundtable.core.rounds import RoundState, belongs_to, changed
from roundtable.core.state import fold
from roundtable.core.verdicts import DiscussionVerdict
from roundtable.testing.builders import build_start


def opened() -> RoundState:
    state = fold([build_start("requirements")])
    return RoundState(open_round(state, state.agenda.rounds[0]))


def verdict(number: int, final: bool | None = None) -> e.VerdictRead | e.VerdictUnreadable:
    key = f"requirements.1.{number}.Gawain/judge"
    if final is None:
        ruled = DiscussionVerdict(agreed=True, summary="yes")
        return e.VerdictRead(turn_key=key, seat="Gawain", iteration=number, verdict=ruled)
    return e.VerdictUnreadable(
        turn_key=key, seat="Gawain", iteration=number, reason="no form", final=final
    )


def test_labels_lead_to_seats_and_back() -> None:
    round_ = opened()
    assert {round_.label_of[seat]: seat for seat in round_.label_of} == dict(round_.seat_of)


def test_an_event_of_a_turn_belongs_to_the_round_of_its_key() -> None:
    assert belongs_to(verdict(2)) == ("requirements", 1)


def test_an_unreadable_verdict_counts_only_when_the_form_was_asked_for_alone() -> None:
    assert changed(opened(), verdict(1, final=False)).unjudged == {}
    assert changed(opened(), verdict(1, final=True)).unjudged == {1: "no form"}


def test_a_readable_verdict_takes_the_place_of_an_unreadable_one() -> None:
    round_ = changed(changed(opened(), verdict(1, final=True)), verdict(1))
    assert round_.unjudged == {}
    assert round_.judged_by("Gawain") == {1}
    assert round_.judged_by("Percival") == frozenset()
