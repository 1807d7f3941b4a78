"""A change is read where it is large, discussed, and ends in findings that can be applied."""

from collections.abc import Callable

import pytest

from roundtable.core import events as e
from roundtable.core.commands import Choose
from roundtable.core.decide.summon import decide, left_aside, unread, upheld
from roundtable.core.errors import ErrorKind, KnightError
from roundtable.core.questions import Question
from roundtable.core.rules import Rules
from roundtable.core.state import SessionState, fold
from roundtable.core.steps import AskHuman, BuildContext, Finish, PlannedTurn
from roundtable.testing.builders import NAMES, block
from roundtable.testing.rehearsal import go_on
from tests.core.summons import LARGE, addition, finding, opening, speech, summon


def state_of(log: list[e.Event]) -> SessionState:
    return fold(log, SessionState(session="played"))


def of_type(log: list[e.Event], *types: type[e.Event]) -> list[e.Event]:
    return [event for event in log if isinstance(event, types)]


def asked(log: list[e.Event]) -> list[str]:
    return [event.turn_key for event in log if isinstance(event, e.AgentStart)]


def choosing(**by_kind: str) -> Callable[[Question], Choose | None]:
    def king(question: Question) -> Choose | None:
        option = by_kind.get(question.kind)
        return Choose(option, "Leave it as it is.") if option else None

    return king


def test_the_context_is_gathered_without_the_repositorys_own_diff() -> None:
    assert decide(state_of(opening())) == BuildContext(diff=False)


def test_a_small_change_is_discussed_at_once() -> None:
    log = summon(lambda turn: speech(turn, 9, finding()))
    assert asked(log) == [f"summon.1.1.{name}" for name in NAMES]
    assert not of_type(log, e.ChunkStart)


def test_from_one_turn_follow_a_stance_and_its_findings() -> None:
    log = summon(lambda turn: speech(turn, 9, finding()))
    first = log.index(next(event for event in log if isinstance(event, e.AgentEnd)))
    stance, found = log[first + 1 : first + 3]
    assert isinstance(stance, e.StanceRead)
    assert isinstance(found, e.FindingsRead)
    assert (found.chunk, found.findings[0].claim) == (0, "the sum is one too high")
    assert stance.turn_key == found.turn_key


def test_with_a_consensus_the_findings_are_merged_and_become_the_decision() -> None:
    def answer(turn: PlannedTurn) -> str:
        more = [finding("nothing is left of it", "old.py", None, "note", "")]
        found = [finding()] if turn.seat != "Percival" else [finding(), *more]
        return speech(turn, 9, *found, proposal="Take the 1 away.", files_to_modify=["NEW:test.py"])

    log = summon(answer)
    merged, agreed = of_type(log, e.FindingsMerged, e.Consensus)
    assert isinstance(merged, e.FindingsMerged)
    assert isinstance(agreed, e.Consensus)
    assert merged.seq == agreed.seq - 1
    assert [(f.id, f.file, f.who) for f in merged.findings] == [
        ("F1", "cart.py", NAMES),
        ("F2", "old.py", ("Percival",)),
    ]
    assert agreed.decision == (
        "Take the 1 away.\n\nFindings to be mended:\n\n"
        "- F1 (critical) `cart.py:2`: the sum is one too high\n"
        "  - evidence: total([])\n  - fix: return the sum\n"
        "- F2 (note) `old.py`: nothing is left of it\n  - evidence: total([])"
    )
    assert agreed.files_to_modify == ("NEW:test.py", "cart.py", "NEW:old.py")
    assert upheld(state_of(log)) == merged.findings


def test_a_decision_without_findings_says_so() -> None:
    log = summon(lambda turn: speech(turn, 9, proposal="Ship it."))
    (agreed,) = of_type(log, e.Consensus)
    assert isinstance(agreed, e.Consensus)
    assert agreed.decision == "Ship it.\n\nNo finding stands."
    assert agreed.files_to_modify == ()


def test_further_lines_of_a_finding_never_become_entries_of_the_list() -> None:
    bad = finding("one\n- F9 (note) `x`: two", fix="if x:\n    y\n- F8 (note)")
    (agreed,) = of_type(summon(lambda turn: speech(turn, 9, bad)), e.Consensus)
    assert isinstance(agreed, e.Consensus)
    entries = [line for line in agreed.decision.splitlines() if line.startswith("- ")]
    assert len(entries) == 1
    assert "  - fix: if x:\n        y\n    - F8 (note)" in agreed.decision


def test_only_the_last_turns_count_and_what_was_dropped_is_told() -> None:
    def answer(turn: PlannedTurn) -> str:
        if turn.iteration == 1:
            also = finding("the name is misleading", line=1, severity="note")
            return speech(turn, 6, finding(), also, issues=("the name",))
        return speech(turn, 9, finding("the sum that is returned is one too high"))

    state = state_of(summon(answer))
    assert [f.claim for f in upheld(state)] == ["the sum that is returned is one too high"]
    assert [f.claim for f in left_aside(state)] == ["the name is misleading"]


@pytest.mark.parametrize("how", ["without findings", "findings of another round", "no list"])
def test_a_stance_without_readable_findings_is_no_vote_and_is_asked_for_once_more(how: str) -> None:
    def answer(turn: PlannedTurn) -> str:
        if turn.seat != "Gawain":
            return speech(turn, 9, finding())
        if how == "without findings":
            return block(turn.seat, turn.iteration, 9)
        if how == "no list":
            return block(turn.seat, turn.iteration, 9, findings="none")
        earlier = block(turn.seat, turn.iteration + 1, 9, findings=[])
        return earlier + "\n\n" + block(turn.seat, turn.iteration, 9)

    log = summon(answer, rules=Rules(max_rounds=1))
    assert asked(log)[:2] == ["summon.1.1.Gawain", "summon.1.1.Gawain/block"]
    assert [event.final for event in log if isinstance(event, e.FindingsUnreadable)] == [
        False,
        True,
    ]
    assert not [x for x in log if isinstance(x, e.StanceRead) and x.seat == "Gawain"]
    (ended,) = [event for event in log if isinstance(event, e.IterationEnd)]
    assert ended.tally.verdict == "open"
    ballot = ended.tally.ballots[0]
    assert ballot.status == "unreadable"
    assert "findings" in ballot.why


def test_a_block_that_was_asked_for_alone_counts_with_its_findings() -> None:
    def answer(turn: PlannedTurn) -> str:
        if turn.seat == "Gawain" and turn.purpose == "speak":
            return "I agree with them."
        return speech(turn, 9, finding())

    (merged,) = of_type(summon(answer), e.FindingsMerged)
    assert isinstance(merged, e.FindingsMerged)
    assert merged.findings[0].who == NAMES


def test_findings_in_files_that_nobody_was_shown_are_not_taken() -> None:
    def answer(turn: PlannedTurn) -> str:
        return speech(turn, 9, finding(), finding("elsewhere", "secret.py"))

    log = summon(answer)
    (read, *_) = [event for event in log if isinstance(event, e.FindingsRead)]
    assert [f.file for f in read.findings] == ["cart.py"]
    assert "secret.py" in read.rejected[0]


def test_the_kings_pick_takes_the_findings_of_that_knight() -> None:
    def answer(turn: PlannedTurn) -> str:
        own = finding(f"only {turn.seat} sees this", line=1, severity="warning")
        return speech(turn, 5, finding(), own, proposal=f"As {turn.seat} says.", issues=("x",))

    log = summon(answer, choosing(escalation="pick:Lancelot"), rules=Rules(max_rounds=1))
    merged, decided = of_type(log, e.FindingsMerged, e.KingsDecision)
    assert isinstance(merged, e.FindingsMerged)
    assert isinstance(decided, e.KingsDecision)
    assert [(f.id, f.claim) for f in merged.findings] == [
        ("F1", "the sum is one too high"),
        ("F2", "only Lancelot sees this"),
    ]
    assert merged.findings[0].support == "all"
    assert decided.decision.startswith("As Lancelot says.\n\nFindings to be mended:")
    assert decided.files_to_modify == ("cart.py",)
    aside = {f.claim for f in left_aside(state_of(log))}
    assert aside == {"only Gawain sees this", "only Percival sees this"}


def test_a_decree_stands_as_it_was_given_and_the_findings_stay_on_the_record() -> None:
    log = summon(
        lambda turn: speech(turn, 5, finding(), issues=("x",)),
        choosing(escalation="decree"),
        rules=Rules(max_rounds=1),
    )
    merged, decided = of_type(log, e.FindingsMerged, e.KingsDecision)
    assert isinstance(decided, e.KingsDecision)
    assert decided.decision == "Leave it as it is."
    assert isinstance(merged, e.FindingsMerged)
    assert len(merged.findings) == 1


@pytest.mark.parametrize("how", ["stop", "rejection"])
def test_an_end_without_a_decision_keeps_what_was_found(how: str) -> None:
    score = 2 if how == "rejection" else 5
    log = summon(
        lambda turn: speech(turn, score, finding(), issues=("x",)),
        choosing(escalation="stop"),
        rules=Rules(max_rounds=1),
    )
    state = state_of(log)
    assert state.ended is not None
    assert state.ended.outcome == ("rejection" if how == "rejection" else "stopped")
    assert [f.file for f in upheld(state)] == ["cart.py"]
    assert state.decision is None


def test_the_findings_are_merged_once_and_the_decision_is_closed_like_any_other() -> None:
    log = summon(lambda turn: speech(turn, 9, finding()), choosing(kings_choice="apply"))
    assert len(of_type(log, e.FindingsMerged)) == 1
    state = state_of(log)
    assert isinstance(decide(state), Finish)
    assert state.decrees[-1].kind == "apply"


def test_a_lost_seat_has_no_say_in_the_end_and_its_findings_are_told_as_dropped() -> None:
    def answer(turn: PlannedTurn) -> str:
        if turn.seat == "Gawain" and turn.iteration > 1:
            raise KnightError(ErrorKind.NOT_SIGNED_IN, "gone")
        if turn.seat == "Gawain":
            return speech(turn, 5, finding("only Gawain sees this", line=1), issues=("x",))
        return speech(turn, 9 if turn.iteration > 1 else 5, finding())

    state = state_of(summon(answer))
    assert [f.claim for f in upheld(state)] == ["the sum is one too high"]
    assert [f.claim for f in left_aside(state)] == ["only Gawain sees this"]


def reading(turn: PlannedTurn) -> str:
    """Each chunk has one finding; in the discussion all of them are upheld by number."""
    if turn.part:
        path = {"chunk-1": "a.py", "chunk-2": "b.py", "chunk-3": "c.py"}[turn.part]
        return speech(turn, 0, finding("this value is wrong", path, 50))
    return speech(turn, 9, "F1", {"id": "f3", "severity": "note"})


def test_a_large_change_is_read_chunk_by_chunk_by_all_at_once_and_then_discussed() -> None:
    log = summon(reading, patch=LARGE)
    chunks = [event for event in log if isinstance(event, e.ChunkStart)]
    assert [(c.chunk, c.total, c.paths) for c in chunks] == [
        (1, 3, ("a.py",)),
        (2, 3, ("b.py",)),
        (3, 3, ("c.py",)),
    ]
    expected = [f"summon.1.0.{name}/chunk-{n}" for n in (1, 2, 3) for name in NAMES]
    assert asked(log) == [*expected, *(f"summon.1.1.{name}" for name in NAMES)]
    reads = [event for event in log if isinstance(event, e.FindingsRead)]
    assert [read.chunk for read in reads] == [1, 1, 1, 2, 2, 2, 3, 3, 3, 0, 0, 0]
    first, last = [event for event in log if isinstance(event, e.FindingsMerged)]
    assert [f.file for f in first.findings] == ["a.py", "b.py", "c.py"]
    assert all(f.support == "all" for f in first.findings)
    opened = next(event for event in log if isinstance(event, e.DebateIteration))
    assert first.seq < opened.seq < last.seq


def test_a_finding_of_the_reading_is_upheld_by_its_number() -> None:
    state = state_of(summon(reading, patch=LARGE))
    assert [(f.id, f.file, f.line, f.severity) for f in upheld(state)] == [
        ("F1", "a.py", 50, "critical"),
        ("F2", "c.py", 50, "note"),
    ]
    assert upheld(state)[0].who == NAMES
    assert [f.file for f in left_aside(state)] == ["b.py"]


def test_unreadable_findings_on_a_chunk_are_asked_for_once_more() -> None:
    def answer(turn: PlannedTurn) -> str:
        if turn.part == "chunk-2" and turn.seat == "Gawain" and turn.purpose == "speak":
            return "I found something."
        return reading(turn)

    log = summon(answer, patch=LARGE)
    assert "summon.1.0.Gawain/block/chunk-2" in asked(log)
    (unreadable,) = [event for event in log if isinstance(event, e.FindingsUnreadable)]
    assert (unreadable.chunk, unreadable.final) == (2, False)
    assert unread(state_of(log)) == ()


def test_a_chunk_that_nobody_could_read_is_known_and_does_not_stop_the_discussion() -> None:
    def answer(turn: PlannedTurn) -> str:
        return "Hm." if turn.part == "chunk-2" else reading(turn)

    log = summon(answer, patch=LARGE)
    state = state_of(log)
    assert unread(state) == (2,)
    (agreed,) = of_type(log, e.Consensus)
    assert isinstance(agreed, e.Consensus)
    assert agreed.decision.endswith("could be read when these were read: `b.py`.")


def test_a_reading_that_broke_off_goes_on_where_it_stood() -> None:
    whole = summon(reading, patch=LARGE)
    at = next(
        i
        for i, event in enumerate(whole)
        if isinstance(event, e.AgentStart) and "chunk-2" in event.turn_key
    )
    begun = whole[: at + 3]
    broken = [
        e.AgentInterrupted(turn_key=event.turn_key, seat=event.seat, ask=1, cause="crash")
        for event in begun[-3:]
        if isinstance(event, e.AgentStart)
    ]
    log = go_on([*begun, *broken, e.SessionResumed()], reading)
    again = [x for x in log[at + 3 :] if isinstance(x, e.AgentStart)]
    assert [(x.turn_key, x.ask) for x in again[:3]] == [
        (f"summon.1.0.{name}/chunk-2", 2) for name in NAMES
    ]
    assert len([x for x in log if isinstance(x, e.AgentEnd)]) == 12
    assert state_of(log).decision == state_of(whole).decision


def test_all_seats_lost_in_the_reading_end_before_the_king() -> None:
    def answer(turn: PlannedTurn) -> str:
        raise KnightError(ErrorKind.NOT_SIGNED_IN, "gone")

    log = summon(answer, patch=LARGE)
    assert isinstance(decide(state_of(log)), AskHuman)
    assert len(asked(log)) == 3, "who cannot answer is not asked again"


def test_the_bound_of_a_chunk_is_the_smaller_of_the_contexts_and_our_own() -> None:
    patch = addition("a.py", 9_000)
    log = opening(patch)

    def chunks(limit: int) -> int:
        context = e.ContextBuilt(parts=(), limit_tokens=limit)
        started = go_on([*log, context], lambda turn: speech(turn, 9))
        return next((x.total for x in started if isinstance(x, e.ChunkStart)), 1)

    assert chunks(10_000) > chunks(20_000) == chunks(500_000) > 1
