"""What each event does to a session, and that folding is the same however it is cut."""

import pytest

from roundtable.core import events as e
from roundtable.core.budget import Budget, Usage
from roundtable.core.errors import ErrorKind, LogDamaged
from roundtable.core.questions import Option, Question
from roundtable.core.rules import Rules
from roundtable.core.stances import Ballot, Stance, Tally
from roundtable.core.state import Decision, SessionState, fold
from roundtable.core.turns import Turn, turn_key
from roundtable.testing.builders import session_start
from roundtable.testing.store_suite import stamped

GAWAIN, LANCELOT = "Gawain", "Lancelot"
RESERVED = Usage(input_tokens=100, output_tokens=50, cost_microusd=900)
USED = Usage(input_tokens=80, output_tokens=20, cost_microusd=300)
QUESTION = Question(
    id="escalation-1",
    kind="escalation",
    prompt="What is your will?",
    options=(Option(id="stop", label="Stop", effect="it ends"),),
)
TALLY = Tally(
    verdict="consensus",
    ballots=(
        Ballot(seat=GAWAIN, status="voted", score=9),
        Ballot(seat=LANCELOT, status="lost", why="gone"),
    ),
)


def key(seat: str, iteration: int = 1, purpose: e.Purpose = "speak") -> str:
    return turn_key("discussion", 1, iteration, seat, purpose)


def begun(seat: str, iteration: int = 1, ask: int = 1, purpose: e.Purpose = "speak") -> e.Event:
    return e.AgentStart(
        turn_key=key(seat, iteration, purpose),
        seat=seat,
        ask=ask,
        iteration=iteration,
        purpose=purpose,
        adapter="scripted",
        reserved=RESERVED,
    )


def ended(
    seat: str, text: str = "Aye.", iteration: int = 1, purpose: e.Purpose = "speak"
) -> e.Event:
    return e.AgentEnd(
        turn_key=key(seat, iteration, purpose),
        seat=seat,
        text=text,
        usage=USED,
        seconds=2,
        active_seconds=7,
    )


def failed(seat: str, kind: ErrorKind, partial: str = "", purpose: e.Purpose = "speak") -> e.Event:
    return e.AgentError(
        turn_key=key(seat, purpose=purpose),
        seat=seat,
        kind=kind,
        detail="no luck",
        partial=partial,
        seconds=3,
        active_seconds=8,
    )


def interrupted(seat: str, partial: str = "") -> e.Event:
    return e.AgentInterrupted(turn_key=key(seat), seat=seat, cause="pause", partial=partial)


def opened(iteration: int = 1) -> e.DebateIteration:
    return e.DebateIteration(
        round="discussion",
        attempt=1,
        iteration=iteration,
        order=(GAWAIN, LANCELOT),
        blind=False,
    )


def after(*events: e.Event, start: e.SessionStart | None = None) -> SessionState:
    return fold(stamped("s", 1, start or session_start(), *events))


def turn(state: SessionState, seat: str) -> Turn:
    return state.turns[key(seat)]


def test_a_start_brings_seats_rules_and_budget() -> None:
    budget = Budget(max_tokens=5)
    state = after(start=session_start(GAWAIN, rules=Rules(max_rounds=2), budget=budget))
    assert (state.session, state.seq, state.updated) == ("s", 1, "2026-01-01")
    assert [seat.name for seat in state.seats] == [GAWAIN]
    assert (state.max_rounds, state.budget) == (2, budget)


def test_a_log_without_a_start_is_damaged_and_says_how_to_mend_it() -> None:
    state = fold(stamped("s", 1, e.NoteAdded(text="x")), SessionState(session="s"))
    with pytest.raises(LogDamaged, match="session s has no session_start") as caught:
        _ = state.seats
    assert "--salvage" in caught.value.remedy


def test_context_round_and_iterations_are_kept_as_they_came() -> None:
    context = e.ContextBuilt(parts=(), limit_tokens=5)
    opening = e.RoundStart(round="discussion", attempt=1, seed=7)
    state = after(context, opening, opened(1), opened(2))
    assert state.context is not None
    assert state.context.limit_tokens == 5
    assert state.round is not None
    assert state.round.seed == 7
    assert [i.iteration for i in state.iterations] == [1, 2]
    assert state.iteration == state.iterations[-1]


def test_an_open_turn_reserves_its_worst_case_until_it_ends() -> None:
    state = after(begun(GAWAIN))
    assert turn(state, GAWAIN).status == "open"
    assert (state.spent, state.committed) == (Usage(), RESERVED)
    done = after(begun(GAWAIN), ended(GAWAIN))
    assert (done.spent, done.committed) == (USED, USED)
    assert done.active_seconds == 7


def test_two_turns_at_once_reserve_both() -> None:
    state = after(begun(GAWAIN), begun(LANCELOT), ended(GAWAIN))
    assert state.committed == USED + RESERVED


def test_a_completed_turn_holds_its_text_and_account() -> None:
    done = turn(after(begun(GAWAIN), ended(GAWAIN, "Nay.")), GAWAIN)
    assert (done.status, done.text, done.usage, done.seconds) == ("done", "Nay.", USED, 2)


def test_a_failure_is_kept_by_its_kind_and_the_seat_may_try_again() -> None:
    state = after(begun(GAWAIN), failed(GAWAIN, ErrorKind.TIMED_OUT))
    broken = turn(state, GAWAIN)
    assert (broken.status, broken.error, broken.detail) == ("failed", "timed_out", "no luck")
    assert (state.lost, state.maybe_spent, state.active_seconds) == (frozenset(), Usage(), 8)


REMEDIES: tuple[e.Event, ...] = (
    e.SessionResumed(),
    e.HumanChoice(question_id="q", option="x"),
    e.RoundReopened(round="development"),
)


@pytest.mark.parametrize("remedy", REMEDIES)
def test_a_lasting_failure_loses_the_seat_until_somebody_acts(remedy: e.Event) -> None:
    before = (begun(GAWAIN), failed(GAWAIN, ErrorKind.NOT_SIGNED_IN))
    assert after(*before).lost == {GAWAIN}
    assert after(*before, remedy).lost == frozenset()


def test_a_question_without_an_answer_changes_nothing_and_loses_nobody() -> None:
    asked = begun(GAWAIN, purpose="chat")
    unanswered = failed(GAWAIN, ErrorKind.NOT_SIGNED_IN, purpose="chat")
    assert after(asked, unanswered).lost == frozenset()


def test_a_failure_in_mid_speech_may_have_been_billed() -> None:
    state = after(begun(GAWAIN), failed(GAWAIN, ErrorKind.OVERLOADED, partial="I was"))
    assert turn(state, GAWAIN).text == "I was"
    assert (state.spent, state.maybe_spent, state.committed) == (Usage(), RESERVED, RESERVED)


def test_an_interrupted_turn_may_have_been_billed_and_every_ask_adds_up() -> None:
    once = after(begun(GAWAIN), interrupted(GAWAIN, "half"))
    assert (turn(once, GAWAIN).status, turn(once, GAWAIN).text) == ("interrupted", "half")
    assert (turn(once, GAWAIN).maybe_billed, once.maybe_spent) == (1, RESERVED)
    again = after(begun(GAWAIN), interrupted(GAWAIN), begun(GAWAIN, ask=2))
    assert (turn(again, GAWAIN).status, turn(again, GAWAIN).ask) == ("open", 2)
    assert again.committed == RESERVED + RESERVED
    twice = after(begun(GAWAIN), interrupted(GAWAIN), begun(GAWAIN, ask=2), interrupted(GAWAIN))
    assert (turn(twice, GAWAIN).maybe_billed, twice.maybe_spent) == (2, RESERVED + RESERVED)


def test_an_asked_again_turn_starts_without_the_old_words() -> None:
    state = after(begun(GAWAIN), interrupted(GAWAIN, "half"), begun(GAWAIN, ask=2))
    assert turn(state, GAWAIN).text == ""


def test_a_stance_belongs_to_its_turn_readable_or_not() -> None:
    stance = Stance(consensus_score=9)
    read = e.StanceRead(turn_key=key(GAWAIN), seat=GAWAIN, iteration=1, stance=stance)
    unread = e.StanceUnreadable(
        turn_key=key(LANCELOT), seat=LANCELOT, iteration=1, reason="no block", final=False
    )
    state = after(begun(GAWAIN), ended(GAWAIN), read, begun(LANCELOT), ended(LANCELOT), unread)
    assert turn(state, GAWAIN).stance == stance
    assert (turn(state, LANCELOT).stance, turn(state, LANCELOT).unreadable) == (None, "no block")


def test_said_are_the_completed_speeches_of_that_pass_in_the_order_asked() -> None:
    state = after(
        begun(LANCELOT),
        begun(GAWAIN),
        ended(GAWAIN, "second"),
        ended(LANCELOT, "first"),
        begun(GAWAIN, purpose="block"),
        ended(GAWAIN, "{}", purpose="block"),
        begun(GAWAIN, 2),
        ended(GAWAIN, "later", 2),
        begun(LANCELOT, 2),
    )
    assert [t.text for t in state.said(1)] == ["first", "second"]
    assert [t.text for t in state.said(2)] == ["later"]


@pytest.mark.parametrize(
    "event",
    [
        ended(GAWAIN),
        failed(GAWAIN, ErrorKind.GARBLED),
        interrupted(GAWAIN),
        e.StanceRead(
            turn_key=key(GAWAIN), seat=GAWAIN, iteration=1, stance=Stance(consensus_score=1)
        ),
        e.StanceUnreadable(turn_key=key(GAWAIN), seat=GAWAIN, iteration=1, reason="", final=True),
    ],
    ids=lambda event: event.type,
)
def test_the_end_of_a_turn_that_never_started_is_damage(event: e.Event) -> None:
    with pytest.raises(
        LogDamaged, match="event 3 of session s belongs to a turn that never started"
    ):
        after(begun(LANCELOT), event)


def test_a_token_leaves_the_state_untouched() -> None:
    state = after(begun(GAWAIN))
    token = e.Token(session="s", seq=99, at="later", turn_key=key(GAWAIN), seat=GAWAIN, text="x")
    assert fold([token], state) is state


def test_votes_files_and_notes_pile_up() -> None:
    state = after(
        e.IterationEnd(iteration=1, tally=TALLY),
        e.FilesRead(iteration=1, files=()),
        e.NoteAdded(text="one"),
        e.NoteAdded(text="two"),
    )
    assert state.tallies == (TALLY,)
    assert len(state.files) == 1
    assert [note.text for note in state.notes] == ["one", "two"]


def test_a_decision_names_where_it_came_from() -> None:
    agreed = e.Consensus(
        iteration=1, lead=GAWAIN, decision="Yes.", files_to_modify=("a",), answered=(GAWAIN,)
    )
    assert after(agreed).decision == Decision(GAWAIN, "Yes.", ("a",), "consensus")
    picked = e.KingsDecision(how="pick", lead=LANCELOT, decision="No.")
    assert after(picked).decision == Decision(LANCELOT, "No.", (), "kings_pick")
    decreed = e.KingsDecision(how="decree", lead=GAWAIN, decision="Mine.")
    assert after(agreed, decreed).decision == Decision(GAWAIN, "Mine.", (), "kings_decree")


def test_a_question_is_open_until_it_is_answered() -> None:
    asked = e.Escalation(iteration=1, reason="Open.", must=True, question=QUESTION)
    state = after(asked)
    assert (state.question, state.escalated) == (QUESTION, (1,))
    answer = e.HumanChoice(question_id=QUESTION.id, option="send_back", rounds=2)
    answered = after(asked, answer)
    assert (answered.question, len(answered.choices)) == (None, 1)
    assert answered.max_rounds == state.max_rounds + 2
    offered = after(e.ChoiceOffered(question=QUESTION))
    assert (offered.question, offered.escalated) == (QUESTION, ())


def test_decrees_are_kept_and_a_revocation_takes_none_of_them_away() -> None:
    state = after(
        e.DecreeAdded(kind="deferred", text="later"),
        e.DecreeRevoked(decree_session="s", decree_seq=2),
    )
    assert [d.kind for d in state.decrees] == ["deferred"]


def test_a_pause_holds_until_the_resume_which_may_bring_new_caps() -> None:
    pause, caps = e.SessionPaused(reason="user"), Budget(max_tokens=9)
    assert after(pause).paused is not None
    resumed = after(pause, e.SessionResumed())
    assert (resumed.paused, resumed.budget) == (None, Budget())
    assert after(pause, e.SessionResumed(budget=caps)).budget == caps


def test_the_end_closes_every_question_and_pause() -> None:
    state = after(
        e.ChoiceOffered(question=QUESTION),
        e.SessionPaused(reason="user"),
        e.SessionEnd(outcome="stopped", silent=(GAWAIN,)),
    )
    assert (state.question, state.paused) == (None, None)
    assert state.ended is not None
    assert (state.ended.outcome, state.ended.silent) == ("stopped", (GAWAIN,))


def test_folding_in_one_go_is_folding_event_by_event() -> None:
    events = stamped(
        "s",
        1,
        session_start(),
        e.ContextBuilt(parts=(), limit_tokens=5),
        e.RoundStart(round="discussion", attempt=1, seed=7),
        opened(),
        begun(GAWAIN),
        interrupted(GAWAIN, "half"),
        e.SessionPaused(reason="user"),
        e.SessionResumed(),
        begun(GAWAIN, ask=2),
        ended(GAWAIN),
        begun(LANCELOT),
        failed(LANCELOT, ErrorKind.OUT_OF_QUOTA, "I"),
        e.IterationEnd(iteration=1, tally=TALLY),
        e.Escalation(iteration=1, reason="Open.", must=True, question=QUESTION),
        e.HumanChoice(question_id=QUESTION.id, option="stop"),
        e.DecreeAdded(kind="stopped", text="Stopped."),
        e.SessionEnd(outcome="stopped"),
    )
    whole = fold(events)
    for cut in range(len(events) + 1):
        assert fold(events[cut:], fold(events[:cut])) == whole
    assert whole.seq == len(events)
