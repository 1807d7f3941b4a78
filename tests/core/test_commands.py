"""What people may tell a session, and what is refused with a reason and a way out."""

import pytest

from roundtable.core import events as e
from roundtable.core.commands import (
    DEFAULT_EXTRA_ROUNDS,
    MAX_NOTE,
    Choose,
    Command,
    Note,
    handle,
)
from roundtable.core.errors import CommandRefused
from roundtable.core.questions import Option, Question
from roundtable.core.state import SessionState, fold
from roundtable.testing.builders import session_start
from roundtable.testing.store_suite import stamped

QUESTION = Question(
    id="escalation-3",
    kind="escalation",
    prompt="What is your will?",
    options=(
        Option(id="continue", label="Let them go on", effect="one more round"),
        Option(id="pick:Gawain", label="Take Gawain's", effect="it becomes the decision"),
        Option(id="decree", label="Give a decree", effect="your words", needs="text"),
        Option(id="send_back", label="Send them back", effect="more", needs="optional_text"),
        Option(id="stop", label="Stop", effect="it ends"),
    ),
)
ASKED = e.Escalation(iteration=3, reason="Open.", must=True, question=QUESTION)


def state(*events: e.Event) -> SessionState:
    return fold(stamped("s", 1, session_start(), *events))


def refusal(session: SessionState, command: Command) -> CommandRefused:
    with pytest.raises(CommandRefused) as caught:
        handle(session, command)
    assert caught.value.remedy, "a refusal says what to do instead"
    return caught.value


@pytest.mark.parametrize("events", [(), (ASKED,), (e.SessionPaused(reason="user"),)])
def test_a_note_is_taken_at_any_time(events: tuple[e.Event, ...]) -> None:
    assert handle(state(*events), Note("  Mind the tests.\n")) == (
        e.NoteAdded(text="Mind the tests."),
    )


@pytest.mark.parametrize("text", ["", "  \n\t "])
def test_an_empty_note_is_refused(text: str) -> None:
    assert "empty" in refusal(state(), Note(text)).message


def test_a_note_has_a_bound_that_counts_without_the_blanks_around_it() -> None:
    assert handle(state(), Note(" " + "x" * MAX_NOTE)) == (e.NoteAdded(text="x" * MAX_NOTE),)
    assert "20,001 characters" in refusal(state(), Note("x" * (MAX_NOTE + 1))).message


@pytest.mark.parametrize("command", [Note("hello"), Choose("stop")])
def test_an_ended_session_takes_nothing_more(command: Command) -> None:
    ended = state(ASKED, e.SessionEnd(outcome="stopped"))
    assert "has ended (stopped)" in refusal(ended, command).message


def test_an_answer_without_a_question_is_refused() -> None:
    assert "no open question" in refusal(state(), Choose("later")).message
    answered = state(ASKED, e.HumanChoice(question_id=QUESTION.id, option="continue"))
    assert "no open question" in refusal(answered, Choose("continue")).message


def test_an_unknown_answer_is_refused_with_the_known_ones() -> None:
    error = refusal(state(ASKED), Choose("pick:Mordred"))
    assert "'pick:Mordred'" in error.message
    for option in QUESTION.options:
        assert option.id in error.remedy


def test_an_answer_is_recorded_by_its_own_name_for_its_question() -> None:
    assert handle(state(ASKED), Choose(" PICK:gawain ")) == (
        e.HumanChoice(question_id="escalation-3", option="pick:Gawain"),
    )


@pytest.mark.parametrize("text", ["", "   "])
def test_a_decree_needs_words(text: str) -> None:
    assert "needs your words" in refusal(state(ASKED), Choose("decree", text)).message


def test_a_decree_carries_its_words() -> None:
    assert handle(state(ASKED), Choose("decree", " Use SQLite. ")) == (
        e.HumanChoice(question_id="escalation-3", option="decree", text="Use SQLite."),
    )


def test_sending_back_grants_rounds_and_its_words_become_a_note() -> None:
    silent = e.HumanChoice(
        question_id="escalation-3", option="send_back", rounds=DEFAULT_EXTRA_ROUNDS
    )
    assert handle(state(ASKED), Choose("send_back")) == (silent,)
    assert handle(state(ASKED), Choose("send_back", "Think of the cost.", rounds=4)) == (
        silent.model_copy(update={"text": "Think of the cost.", "rounds": 4}),
        e.NoteAdded(text="Think of the cost."),
    )


@pytest.mark.parametrize("rounds", [0, -5])
def test_sending_back_grants_one_round_at_least(rounds: int) -> None:
    (choice,) = handle(state(ASKED), Choose("send_back", rounds=rounds))
    assert isinstance(choice, e.HumanChoice)
    assert choice.rounds == 1


def test_sending_back_with_more_words_than_a_note_may_have_is_refused() -> None:
    assert "characters" in refusal(state(ASKED), Choose("send_back", "x" * 20_001)).message


@pytest.mark.parametrize("option", ["continue", "pick:Gawain", "stop"])
def test_other_answers_grant_no_rounds(option: str) -> None:
    (choice,) = handle(state(ASKED), Choose(option, rounds=9))
    assert isinstance(choice, e.HumanChoice)
    assert choice.rounds == 0


def test_an_answer_by_default_is_recorded_as_one() -> None:
    (choice,) = handle(state(ASKED), Choose("continue", unattended=True))
    assert isinstance(choice, e.HumanChoice)
    assert choice.unattended


def test_a_decree_has_a_length_limit_too() -> None:
    assert "characters" in refusal(state(ASKED), Choose("decree", "x" * (MAX_NOTE + 1))).message


def test_an_answer_is_for_the_question_that_was_shown_and_for_no_other() -> None:
    told = refusal(state(ASKED), Choose("continue", question="escalation-2"))
    assert "answered elsewhere" in told.message
    assert handle(state(ASKED), Choose("continue", question="escalation-3"))
