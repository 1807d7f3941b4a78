"""The vote: who counts, and what the count means."""

from hypothesis import given
from hypothesis import strategies as st

from roundtable.core.stances import Ballot, count


def ballot(name: str, score: int | None, *issues: str, status: str = "voted") -> Ballot:
    return Ballot.model_validate(
        {"seat": name, "status": status, "score": score, "pending_issues": issues}
    )


def test_everybody_at_the_threshold_with_nothing_open_is_a_consensus() -> None:
    tally = count((ballot("a", 9), ballot("b", 10)), 9)
    assert (tally.verdict, tally.answered, tally.silent) == ("consensus", ("a", "b"), ())


def test_an_unreadable_seat_prevents_it_and_a_lost_one_does_not() -> None:
    agreed = (ballot("a", 9), ballot("b", 10))
    assert count((*agreed, ballot("c", None, status="unreadable")), 9).verdict == "open"
    without = count((*agreed, ballot("c", None, status="lost")), 9)
    assert (without.verdict, without.silent) == ("consensus", ("c",))


def test_fewer_than_two_votes_are_too_few_for_anything() -> None:
    lost = ballot("b", None, status="lost")
    for score in range(11):
        assert count((ballot("a", score), lost), 9).verdict == "too_few"
    assert count((ballot("a", 10),), 9).verdict == "too_few"
    assert count((lost, lost), 9).verdict == "too_few"


def test_a_rejection_is_everybody_at_three_or_less() -> None:
    assert count((ballot("a", 3, "x"), ballot("b", 0)), 9).verdict == "rejection"
    assert count((ballot("a", 3), ballot("b", 4)), 9).verdict == "open"
    unreadable = ballot("c", None, status="unreadable")
    assert count((ballot("a", 1), ballot("b", 1), unreadable), 9).verdict == "open"


BALLOTS = st.builds(
    lambda name, score, status, issues: ballot(
        name, score if status == "voted" else None, *issues, status=status
    ),
    st.sampled_from("abcdef"),
    st.integers(0, 10),
    st.sampled_from(["voted", "unreadable", "lost"]),
    st.lists(st.just("open"), max_size=2),
)


@given(st.lists(BALLOTS, min_size=1, max_size=6), st.integers(1, 10))
def test_the_count_keeps_to_its_definition(ballots: list[Ballot], threshold: int) -> None:
    verdict = count(tuple(ballots), threshold).verdict
    voted = [b for b in ballots if b.status == "voted"]
    readable = not any(b.status == "unreadable" for b in ballots)
    agreed = all((b.score or 0) >= threshold and not b.pending_issues for b in voted)
    assert (verdict == "consensus") == (len(voted) >= 2 and readable and agreed)
    assert (verdict == "too_few") == (len(voted) < 2)


@given(st.lists(BALLOTS, min_size=2, max_size=6))
def test_a_seat_more_that_does_not_agree_never_makes_a_consensus(ballots: list[Ballot]) -> None:
    before = count(tuple(ballots), 9).verdict
    for more in (ballot("z", 5), ballot("z", 10, "open"), ballot("z", None, status="unreadable")):
        after = count((*ballots, more), 9).verdict
        assert after != "consensus", (before, more)
