"""The King's answers: prepared by flags, taken by default, or given with the arrow keys."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from roundtable.apps.cli.asking import Answers, ask_king
from roundtable.core import events as e
from roundtable.core.commands import DEFAULT_EXTRA_ROUNDS, Choose
from roundtable.core.errors import UsageError
from roundtable.core.questions import Option, Question

Run = Callable[..., tuple[int, str, str]]
Play = Callable[..., None]
Events = Callable[[str], list[e.Event]]

DOWN, ENTER, CTRL_C = "\x1b[B", "\r", "\x03"
FATE = Question(
    id="kings-choice",
    kind="kings_choice",
    prompt="What shall become of it?",
    options=(
        Option(id="self", label="Do it yourself", effect="yours to do"),
        Option(id="later", label="Decide later", effect="deferred"),
    ),
    unattended="later",
)
MUST = Question(
    id="escalation-5",
    kind="escalation",
    prompt="What is your will?",
    options=(
        Option(id="pick:Gawain", label="Take Gawain's proposal", effect="it is the decision"),
        Option(id="decree", label="Give a decree", effect="your words", needs="text"),
        Option(id="send_back", label="Send them back", effect="on", needs="optional_text"),
    ),
)


def answers(
    choose: str | None = None,
    on_escalation: str | None = None,
    text: str = "",
    more_rounds: int = DEFAULT_EXTRA_ROUNDS,
    unattended: bool = False,
) -> Answers:
    return Answers(choose, on_escalation, text, more_rounds, unattended)


def test_a_flag_answers_its_own_kind_of_question_and_no_other() -> None:
    prepared = answers(choose="self", on_escalation="decree", text="SQLite.")
    assert prepared.prepared(FATE) == Choose("self", "SQLite.", question=FATE.id)
    assert prepared.prepared(MUST) == Choose("decree", "SQLite.", question=MUST.id)
    assert answers(choose="self").prepared(MUST) is None
    assert answers(on_escalation="decree").prepared(FATE) is None


def test_a_knight_is_picked_whatever_the_case_of_its_name() -> None:
    picked = answers(on_escalation="PICK:gawain").prepared(MUST)
    assert picked == Choose("pick:Gawain", question=MUST.id)


def test_nobody_there_takes_the_default_and_only_where_there_is_one() -> None:
    default = Choose("later", unattended=True, question=FATE.id)
    assert answers(unattended=True).prepared(FATE) == default
    assert answers(unattended=True).prepared(MUST) is None
    assert answers().prepared(FATE) is None


def test_a_flag_goes_before_the_default() -> None:
    chosen = answers(choose="self", unattended=True).prepared(FATE)
    assert chosen == Choose("self", question=FATE.id)


@pytest.mark.parametrize("wanted", ["maybe", "pick:Kay", ""])
def test_what_is_no_answer_is_refused_with_those_that_are(wanted: str) -> None:
    with pytest.raises(UsageError, match="is no answer to: What is your will") as told:
        answers(on_escalation=wanted).prepared(MUST)
    assert told.value.remedy == "one of pick:Gawain, decree, send_back"


@pytest.fixture
def keys() -> Iterator[PipeInput]:
    with create_pipe_input() as typed, create_app_session(input=typed, output=DummyOutput()):
        yield typed


async def test_enter_takes_the_first_answer(keys: PipeInput) -> None:
    keys.send_text(ENTER)
    assert await ask_king(FATE) == Choose("self", question=FATE.id)


async def test_the_arrow_keys_go_to_another_answer(keys: PipeInput) -> None:
    keys.send_text(DOWN + ENTER)
    assert await ask_king(FATE) == Choose("later", question=FATE.id)


async def test_an_answer_that_needs_words_insists_on_them(keys: PipeInput) -> None:
    keys.send_text(DOWN + ENTER + "  " + ENTER + "Use SQLite." + ENTER)
    choice = await ask_king(MUST)
    assert choice is not None
    assert (choice.option, choice.text.strip()) == ("decree", "Use SQLite.")


async def test_a_word_on_the_way_back_may_be_left_out(keys: PipeInput) -> None:
    keys.send_text(DOWN * 2 + ENTER + ENTER)
    assert await ask_king(MUST) == Choose("send_back", "", question=MUST.id)


@pytest.mark.parametrize("typed", [CTRL_C, DOWN + ENTER + "half a wor" + CTRL_C])
async def test_a_king_who_turns_away_gives_no_answer(keys: PipeInput, typed: str) -> None:
    keys.send_text(typed)
    assert await ask_king(MUST) is None


def test_yes_passes_what_may_be_skipped_and_waits_where_the_king_must_decide(
    project: Path, run: Run, play: Play
) -> None:
    play("stubborn")
    code, out, _ = run("discuss", "Which store?", "--yes", "--rounds", "4")
    assert code == 22
    assert "Still open after 3 rounds." in out
    assert "The King's answer: continue (taken by default)" in out
    assert "No agreement after 4 rounds." in out
    assert out.count("The King's answer") == 1
    code, out, _ = run("resume", "--yes")
    assert (code, "The King's answer" in out) == (22, False)


def test_a_decree_ends_what_the_table_could_not(project: Path, run: Run, play: Play) -> None:
    play("stubborn")
    assert run("discuss", "Which store?", "--yes", "--rounds", "1")[0] == 22
    words = ("--on-escalation", "decree", "--text", "Use SQLite.", "--choose", "self")
    code, out, _ = run("resume", *words)
    assert code == 0
    assert "The King's answer: decree: Use SQLite." in out
    assert "The King's answer: self" in out


def test_a_decree_without_words_is_refused_and_the_question_stays_open(
    project: Path, run: Run, play: Play
) -> None:
    play("stubborn")
    code, _, err = run("discuss", "Which store?", "--rounds", "1", "--on-escalation", "decree")
    assert code == 8
    assert "needs your words" in err
    assert "--text" in err
    assert "awaiting_king" in run("list")[1]


def test_the_proposal_of_a_knight_is_taken_by_a_name_in_any_case(
    project: Path, run: Run, play: Play, events: Events
) -> None:
    play("stubborn")
    words = ("--rounds", "1", "--on-escalation", "Pick:LANCELOT", "--yes", "--json")
    code, out, _ = run("discuss", "Which store?", *words)
    assert code == 0
    decision = next(x for x in events(out) if isinstance(x, e.KingsDecision))
    assert (decision.lead, decision.decision) == ("Lancelot", "Wait for the figures.")
    assert events(out)[-1].model_dump()["outcome"] == "kings_pick"


@pytest.mark.parametrize(("flags", "granted"), [((), 2), (("--more-rounds", "3"), 3)])
def test_sending_them_back_grants_rounds(
    project: Path, run: Run, play: Play, flags: tuple[str, ...], granted: int
) -> None:
    play("heeding")
    assert run("discuss", "Which store?", "--rounds", "1")[0] == 22
    words = ("--on-escalation", "send_back", "--text", "Mind the backups.", "--choose", "later")
    code, out, _ = run("resume", *words, *flags)
    assert code == 0
    assert "Note from the King: Mind the backups." in out
    assert f"round     2 of at most {1 + granted}" in run("status")[1]


def test_an_answer_that_is_none_leaves_the_session_waiting(
    project: Path, run: Run, play: Play
) -> None:
    play("stubborn")
    code, _, err = run("discuss", "Which store?", "--rounds", "1", "--on-escalation", "pick:Kay")
    assert code == 2
    assert "pick:Gawain, pick:Lancelot, pick:Percival" in err
    assert run("resume", "--on-escalation", "stop")[0] == 20


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("aprove",), "--on-parley cannot be 'aprove'"),
        (("edit",), "to edit a file, answer in a terminal"),
        (("ask",), "--on-parley ask needs your words"),
        (("ask", "--text", " "), "--on-parley ask needs your words"),
    ],
)
def test_what_cannot_be_said_of_a_change_is_told_before_anybody_is_asked(
    agreed: Path, run: Run, words: tuple[str, ...], told: str
) -> None:
    code, out, err = run("apply", "--on-parley", *words)
    assert code == 2
    assert told in err
    assert out == ""
