"""What people may tell a build: its files, a round held anew, a question, their own verdict."""

import pytest

from roundtable.core import events as e
from roundtable.core.budget import Usage
from roundtable.core.commands import (
    MAX_NOTE,
    Analyse,
    AskJudge,
    Choose,
    Command,
    GiveFiles,
    Note,
    Reopen,
    handle,
)
from roundtable.core.context import LeftOut
from roundtable.core.errors import CommandRefused, ErrorKind, KnightError
from roundtable.core.state import SessionState, fold
from roundtable.core.steps import PlannedTurn
from roundtable.testing.builders import build_start, session_start
from roundtable.testing.builds import Said, answers, reading_workshop, verdict
from roundtable.testing.rehearsal import play

FILES = (e.ProjectFile(path="old.py", text="OLD = 1\n"),)
START = build_start("requirements", "development")


def undecided(turn: PlannedTurn) -> str | None:
    return verdict(turn, "DISCUSS", options=["a"]) if turn.purpose == "judge" else None


def two_hands(turn: PlannedTurn) -> str | None:
    """Percival gives nothing, and nobody agrees."""
    if turn.seat == "Percival" and turn.purpose == "speak":
        raise KnightError(ErrorKind.TIMED_OUT, "gone")
    return undecided(turn)


def built(*rounds: str) -> SessionState:
    start = build_start(*rounds, auto_advance=True)
    return fold(play(start, answers(lambda _: None), craft=reading_workshop()))


def refusal(state: SessionState, command: Command) -> CommandRefused:
    with pytest.raises(CommandRefused) as caught:
        handle(state, command)
    assert caught.value.remedy, "a refusal says what to do instead"
    return caught.value


def test_files_are_taken_before_the_work_begins() -> None:
    left = (LeftOut(title="big.bin", reason="too large"),)
    assert handle(fold([START]), GiveFiles("the folder x", FILES, left)) == (
        e.FilesGiven(origin="the folder x", files=FILES, left_out=left),
    )


def test_files_are_taken_once() -> None:
    given = fold([START, e.FilesGiven(origin="x", files=())])
    assert "has begun" in refusal(given, GiveFiles("y", FILES)).message


def test_files_come_too_late_when_a_round_has_begun_or_all_is_over() -> None:
    begun = fold(play(START, answers(lambda _: None), craft=reading_workshop()))
    assert begun.rounds
    assert begun.ended is None
    assert "has begun" in refusal(begun, GiveFiles("y", FILES)).message
    assert "has ended" in refusal(built("requirements"), GiveFiles("y", FILES)).message


def test_a_round_that_was_held_can_be_held_anew_even_after_the_end() -> None:
    ended = built("requirements", "development")
    assert ended.ended is not None
    assert handle(ended, Reopen("requirements", "  smaller \n")) == (
        e.RoundReopened(round="requirements", instructions="smaller"),
    )
    assert handle(ended, Reopen("development")) == (e.RoundReopened(round="development"),)


def test_a_round_that_was_not_held_is_refused_with_those_that_were() -> None:
    error = refusal(built("requirements", "development"), Reopen("qa"))
    assert "'qa'" in error.message
    assert "requirements, development" in error.remedy


def test_before_the_first_round_there_is_nothing_to_hold_anew() -> None:
    assert "first round" in refusal(fold([START]), Reopen("requirements")).remedy
    assert "a discussion" in refusal(fold([session_start()]), Reopen("discussion")).message


def test_a_round_is_not_torn_from_under_a_turn() -> None:
    state = built("requirements")
    asking = e.AgentStart(
        turn_key="requirements.1.9.Gawain",
        seat="Gawain",
        iteration=9,
        purpose="speak",
        adapter="scripted",
        reserved=Usage(),
    )
    error = refusal(fold([asking], state), Reopen("requirements"))
    assert "at work" in error.message
    assert "resume" in error.remedy


def test_instructions_have_a_bound_too() -> None:
    error = refusal(built("requirements"), Reopen("requirements", "x" * (MAX_NOTE + 1)))
    assert "the instruction has 20,001 characters" in error.message


@pytest.mark.parametrize("ended", [False, True])
def test_a_question_is_taken_at_any_time_and_numbered(ended: bool) -> None:
    state = built("requirements") if ended else fold([START])
    (first,) = handle(state, AskJudge(" Why? "))
    assert first == e.ChatAsked(number=1, question="Why?")
    (second,) = handle(fold([first], state), AskJudge("Whose?"))
    assert second == e.ChatAsked(number=2, question="Whose?")


@pytest.mark.parametrize("words", ["", " \n\t", "x" * (MAX_NOTE + 1)])
def test_a_question_without_words_or_with_far_too_many_is_refused(words: str) -> None:
    message = refusal(fold([START]), AskJudge(words)).message
    assert message.startswith("the question ")


def test_an_ended_build_takes_no_note_and_no_choice() -> None:
    for command in (Note("x"), Choose("continue")):
        assert "has ended (built)" in refusal(built("requirements"), command).message


def escalated(special: Said = undecided) -> SessionState:
    start = build_start("development")
    state = fold(play(start, answers(special), craft=reading_workshop()))
    assert state.question is not None
    assert state.question.kind == "escalation"
    return state


@pytest.mark.parametrize(
    "words",
    [
        "the nicest one",
        "BASE=Mordred. INCORPORATE: none. MUST_FIX: none.",
        "DISCUSS: not yet",
        "INCORPORATE: total (cart.py) from Gawain.",
    ],
)
def test_a_verdict_that_cannot_be_carried_out_is_refused_with_its_form(words: str) -> None:
    error = refusal(escalated(), Choose("decree", words))
    assert "cannot be read" in error.message
    assert "BASE=NAME" in error.remedy


def test_a_verdict_for_a_seat_that_gave_no_files_is_refused_with_those_that_did() -> None:
    state = escalated(two_hands)
    error = refusal(state, Choose("decree", "BASE=Percival. INCORPORATE: none. MUST_FIX: none."))
    assert "Percival has given no files" in error.message
    assert error.remedy == "one of Gawain, Lancelot"


@pytest.mark.parametrize("word", ["", "CONSENSUS: "])
def test_a_verdict_in_the_judges_form_is_taken_as_it_was_given(word: str) -> None:
    words = f"{word}BASE=Gawain. INCORPORATE: label (cart.py) from Lancelot. MUST_FIX: none."
    (choice,) = handle(escalated(), Choose("decree", words))
    assert isinstance(choice, e.HumanChoice)
    assert (choice.option, choice.text) == ("decree", words)


def test_where_words_are_discussed_any_words_are_a_verdict() -> None:
    state = fold(play(build_start("requirements"), answers(undecided)))
    (choice,) = handle(state, Choose("decree", "the nicest one"))
    assert isinstance(choice, e.HumanChoice)
    assert choice.text == "the nicest one"


def test_a_build_that_has_ended_is_looked_at_in_a_round_of_execution() -> None:
    (opened,) = handle(built("development"), Analyse("  Why?\n"))
    assert isinstance(opened, e.RoundStart)
    assert (opened.round, opened.attempt, opened.automatic) == ("execution", 1, False)
    assert opened.instructions == "Why?"
    assert opened.judge
    state = fold([opened.model_copy(update={"seq": 999})], built("development"))
    assert state.ended is None
    assert [round_.key for round_ in state.rounds] == ["development", "execution"]


def test_only_a_build_with_files_that_has_ended_is_looked_at() -> None:
    assert "no files" in refusal(built("requirements"), Analyse()).message
    going_on = fold(play(START, answers(lambda _: None), craft=reading_workshop()))
    edited = fold([e.FilesGiven(origin="x", files=FILES)], going_on)
    assert "not over" in refusal(edited, Analyse()).message
    assert "not a build" in refusal(fold([session_start()]), Analyse()).message
    long = "x" * (MAX_NOTE + 1)
    assert "instruction" in refusal(built("development"), Analyse(long)).message
