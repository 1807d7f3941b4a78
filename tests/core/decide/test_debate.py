"""The policy of a discussion: what makes a consensus, and above all what does not."""

from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtable.core import events as e
from roundtable.core.commands import Choose
from roundtable.core.decide.debate import decide
from roundtable.core.errors import LASTING, ErrorKind, KnightError
from roundtable.core.questions import Question
from roundtable.core.rules import Rules
from roundtable.core.state import SessionState, fold
from roundtable.core.steps import AskHuman, Finish, PlannedTurn
from roundtable.testing.builders import NAMES, block, session_start
from roundtable.testing.rehearsal import play

Behaviour = Callable[[PlannedTurn], str]


def votes(**by_seat: object) -> Behaviour:
    """The same block of each seat in every round: a score, or (score, issue)."""

    def answer(turn: PlannedTurn) -> str:
        said = by_seat[turn.seat]
        if isinstance(said, ErrorKind):
            raise KnightError(said, "gone")
        if isinstance(said, str):
            return said
        score, *issues = said if isinstance(said, tuple) else (said,)
        return "Words.\n" + block(turn.seat, turn.iteration, score, *map(str, issues))

    return answer


def tallies(log: list[e.Event]) -> list[str]:
    return [event.tally.verdict for event in log if isinstance(event, e.IterationEnd)]


def last_question(log: list[e.Event]) -> e.Escalation:
    return next(event for event in reversed(log) if isinstance(event, e.Escalation))


def test_all_at_the_threshold_without_an_issue_is_a_consensus() -> None:
    log = play(session_start(), votes(Gawain=9, Lancelot=10, Percival=9))
    (consensus,) = [event for event in log if isinstance(event, e.Consensus)]
    assert consensus.answered == NAMES
    assert consensus.lead == "Lancelot"
    assert tallies(log) == ["consensus"]


def test_one_score_below_the_threshold_is_none() -> None:
    log = play(session_start(), votes(Gawain=9, Lancelot=8, Percival=9))
    assert "consensus" not in tallies(log)


def test_one_open_issue_is_none_whatever_the_scores() -> None:
    log = play(session_start(), votes(Gawain=10, Lancelot=(10, "the cost"), Percival=10))
    assert "consensus" not in tallies(log)


def test_the_threshold_is_the_sessions_own() -> None:
    rules = Rules(consensus_threshold=7)
    log = play(session_start(rules=rules), votes(Gawain=7, Lancelot=7, Percival=8))
    assert tallies(log) == ["consensus"]


def test_all_at_three_or_less_is_a_rejection_and_its_own_outcome() -> None:
    log = play(session_start(), votes(Gawain=(3, "a"), Lancelot=0, Percival=2))
    assert tallies(log) == ["rejection"]
    end = log[-1]
    assert isinstance(end, e.SessionEnd)
    assert end.outcome == "rejection"
    assert any(isinstance(x, e.DecreeAdded) and x.kind == "rejected" for x in log)


def test_an_unreadable_seat_is_asked_for_its_block_alone_once_and_then_has_no_vote() -> None:
    log = play(session_start(), votes(Gawain="I agree fully!", Lancelot=10, Percival=10))
    first_round = [x for x in log if isinstance(x, e.AgentStart) and x.iteration == 1]
    assert [(x.seat, x.purpose) for x in first_round] == [
        ("Gawain", "speak"),
        ("Gawain", "block"),
        ("Lancelot", "speak"),
        ("Percival", "speak"),
    ]
    assert tallies(log) == ["open"] * 3
    ballot = next(x for x in log if isinstance(x, e.IterationEnd)).tally.ballots[0]
    assert (ballot.status, ballot.score) == ("unreadable", None)
    assert ballot.why


def test_a_block_given_when_asked_alone_counts() -> None:
    def answer(turn: PlannedTurn) -> str:
        if turn.seat == "Gawain" and turn.purpose == "speak":
            return "I agree."
        return block(turn.seat, turn.iteration, 9)

    assert tallies(play(session_start(), answer)) == ["consensus"]


def test_a_lost_seat_leaves_the_others_to_agree_and_the_outcome_names_who_answered() -> None:
    log = play(session_start(), votes(Gawain=ErrorKind.OVERLOADED, Lancelot=9, Percival=9))
    (consensus,) = [event for event in log if isinstance(event, e.Consensus)]
    assert consensus.answered == ("Lancelot", "Percival")
    assert consensus.silent == ("Gawain",)
    assert consensus.lead != "Gawain"


def test_a_lone_survivor_is_never_a_consensus_and_the_king_is_told_who_answered() -> None:
    log = play(
        session_start(),
        votes(Gawain=ErrorKind.TIMED_OUT, Lancelot=10, Percival=ErrorKind.NOT_SIGNED_IN),
    )
    assert tallies(log) == ["too_few"]
    asked = last_question(log)
    assert asked.must
    assert "Lancelot" in asked.reason
    assert "Gawain" not in asked.reason


@pytest.mark.parametrize("kind", list(ErrorKind))
def test_a_seat_whose_failure_lasts_is_not_asked_again_until_somebody_acts(kind: ErrorKind) -> None:
    log = play(session_start(), votes(Gawain=kind, Lancelot=(9, "x"), Percival=(9, "y")))
    asked = [x.iteration for x in log if isinstance(x, e.AgentStart) and x.seat == "Gawain"]
    assert asked == ([1] if kind in LASTING else [1, 2, 3])


def test_an_earlier_score_never_counts_again() -> None:
    def answer(turn: PlannedTurn) -> str:
        if turn.iteration > 1 and turn.seat != "Lancelot":
            raise KnightError(ErrorKind.OVERLOADED, "gone")
        early = {"Gawain": 10, "Percival": 10, "Lancelot": 5}
        return block(turn.seat, turn.iteration, 10 if turn.iteration > 1 else early[turn.seat])

    assert tallies(play(session_start(), answer)) == ["open", "too_few"]


def test_the_opening_is_in_order_of_priority_and_later_rounds_follow_the_seed() -> None:
    answer = votes(Gawain=(8, "x"), Lancelot=(8, "x"), Percival=(8, "x"))
    rules = Rules(max_rounds=8, escalate_to_user_after=8)

    def orders(seed: int) -> list[tuple[str, ...]]:
        log = play(session_start(seed=seed, rules=rules), answer)
        return [x.order for x in log if isinstance(x, e.DebateIteration)]

    assert orders(1)[0] == NAMES
    assert orders(1) == orders(1)
    assert len({order for seed in range(20) for order in orders(seed)[1:]}) == 6


def test_a_blind_opening_asks_all_at_once_and_only_the_opening_is_blind() -> None:
    log = play(
        session_start(rules=Rules(blind=True)),
        votes(Gawain=(8, "x"), Lancelot=(8, "x"), Percival=(8, "x")),
    )
    assert [x.blind for x in log if isinstance(x, e.DebateIteration)] == [True, False, False]
    kinds = [x.type for x in log]
    first = kinds.index("agent_start")
    assert kinds[first : first + 3] == ["agent_start"] * 3


def test_requested_files_are_read_once_before_the_next_round() -> None:
    def answer(turn: PlannedTurn) -> str:
        wanted = ["a.py", "b.py:1-9"] if turn.iteration == 1 else []
        return block(turn.seat, turn.iteration, 8, "x", file_requests=wanted)

    reads = [x for x in play(session_start(), answer) if isinstance(x, e.FilesRead)]
    assert [x.iteration for x in reads] == [1]
    assert [(f.path, f.requested_by) for f in reads[0].files] == [("a.py", NAMES), ("b.py", NAMES)]


def test_the_king_may_step_in_after_three_rounds_and_must_at_the_last() -> None:
    asked: list[tuple[str, bool]] = []

    def king(question: Question) -> Choose | None:
        asked.append((question.id, question.unattended is None))
        return Choose("continue") if question.unattended else None

    log = play(session_start(), votes(Gawain=8, Lancelot=8, Percival=8), king)
    assert asked == [("escalation-3", False), ("escalation-4", False), ("escalation-5", True)]
    state = fold(log, SessionState())
    assert isinstance(decide(state), AskHuman)


def test_deciding_twice_on_the_same_state_is_the_same_step() -> None:
    log = play(session_start(), votes(Gawain=8, Lancelot=(9, "x"), Percival=9))
    state = SessionState()
    for event in log:
        state = fold([event], state)
        assert decide(state) == decide(state)


SAID = st.one_of(
    st.tuples(st.just("vote"), st.integers(0, 10), st.sampled_from([(), ("x",), ("none",)])),
    st.tuples(st.just("quote"), st.integers(0, 10), st.just(())),
    st.tuples(st.just("foreign"), st.integers(0, 10), st.just(())),
    st.tuples(st.just("stale"), st.integers(0, 10), st.just(())),
    st.tuples(st.just("broken"), st.integers(0, 10), st.just(())),
    st.tuples(st.just("missing"), st.integers(0, 10), st.just(())),
    st.tuples(st.just("error"), st.integers(0, len(ErrorKind) - 1), st.just(())),
)
TABLES = st.lists(st.dictionaries(st.sampled_from(NAMES), SAID, min_size=3), min_size=5, max_size=5)


def _speech(turn: PlannedTurn, said: tuple[str, int, tuple[str, ...]]) -> str:
    kind, number, issues = said
    other = next(name for name in NAMES if name != turn.seat)
    good = block(turn.seat, turn.iteration, number, *issues)
    if kind == "error":
        raise KnightError(list(ErrorKind)[number], "scripted")
    return {
        "vote": good,
        "quote": "\n".join(f"> {line}" for line in good.splitlines()),
        "foreign": block(other, turn.iteration, number),
        "stale": block(turn.seat, turn.iteration - 1, number),
        "broken": good.replace("}", "", 1),
        "missing": f"I give it {number} of 10, consensus_score {number}.",
    }[kind]


@settings(max_examples=300, deadline=None)
@given(TABLES)
def test_a_bad_block_or_a_lost_seat_never_makes_a_consensus(
    table: list[dict[str, tuple[str, int, tuple[str, ...]]]],
) -> None:
    log = play(session_start(), lambda turn: _speech(turn, table[turn.iteration - 1][turn.seat]))
    state = fold(log, SessionState())
    for iteration, tally in enumerate(state.tallies, start=1):
        said = table[iteration - 1]
        good = [s for s in said.values() if s[0] == "vote"]
        unreadable = [s for s in said.values() if s[0] not in ("vote", "error")]
        agreed = all(s[1] >= 9 and s[2] != ("x",) for s in good)
        if tally.verdict == "consensus":
            assert len(good) >= 2
            assert not unreadable
            assert agreed
        if tally.verdict == "rejection":
            assert len(good) >= 2
            assert not unreadable
            assert all(s[1] <= 3 for s in good)
    ended = Counter(x.turn_key for x in log if isinstance(x, e.AgentEnd | e.AgentError))
    assert set(ended.values()) <= {1}, "no turn is asked twice"
    step = decide(state)
    assert isinstance(step, AskHuman | Finish)
