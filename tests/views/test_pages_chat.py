"""Questions to the judge stand in the record under their own heading."""

import pytest

from roundtable.core import events as e
from roundtable.core.budget import Usage
from roundtable.core.chat import ask, chat_turn
from roundtable.core.state import fold
from roundtable.testing.builders import build_start, session_start
from roundtable.testing.builds import answers
from roundtable.testing.rehearsal import play
from roundtable.views.pages import discussion_page

LABEL = "(scripted rehearsal)"
TALK: list[e.Event] = [
    session_start("Gawain", "Lancelot"),
    e.RoundStart(round="discussion", attempt=1, seed=7),
    e.DebateIteration(
        round="discussion", attempt=1, iteration=1, order=("Gawain", "Lancelot"), blind=False
    ),
]


def asked(log: list[e.Event], question: str, answer: str | None) -> list[e.Event]:
    log = [*log, ask(fold(log), question)]
    turn = chat_turn(fold(log))
    begun = e.AgentStart(
        turn_key=turn.key,
        seat=turn.seat,
        iteration=turn.iteration,
        purpose="chat",
        adapter="scripted",
        reserved=Usage(),
    )
    ended = e.AgentEnd(
        turn_key=turn.key,
        seat=turn.seat,
        text=answer or "",
        usage=Usage(),
        seconds=1,
        active_seconds=1,
    )
    return [*log, begun, ended] if answer is not None else [*log, begun]


def built() -> list[e.Event]:
    return play(build_start("requirements"), answers(lambda _: None))


@pytest.mark.parametrize("log", [TALK, built()], ids=["discussion", "build"])
def test_a_question_stands_with_its_answer_below_the_rounds(log: list[e.Event]) -> None:
    log = asked(asked(log, "Why?", "Because."), "Whose\nis it?", "Nobody's.")
    rounds, heading, chats = discussion_page(fold(log)).partition("## Questions to the judge")
    assert heading
    assert "Because." not in rounds, "an answer is no speech of a round"
    assert chats.index("*Why?*") < chats.index("Because.") < chats.index("*Whose is it?*")
    assert chats.index("*Whose is it?*") < chats.index("Nobody's.")
    assert chats.count(f"### Gawain {LABEL}") + chats.count(f"### Lancelot {LABEL}") == 2


def test_a_question_that_is_being_answered_stands_alone() -> None:
    page = discussion_page(fold(asked(TALK, "Why?", None)))
    assert page.partition("## Questions to the judge")[2].strip() == "*Why?*"


def test_without_questions_there_is_no_heading_for_them() -> None:
    assert "Questions" not in discussion_page(fold(TALK))
