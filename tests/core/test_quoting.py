"""Quotation marks that nothing quoted can contain, and templates that miss nothing."""

import pytest
from jinja2 import TemplateNotFound, UndefinedError

from roundtable.core.quoting import mark_for, template
from roundtable.core.state import SessionState, fold
from roundtable.core.steps import PlannedTurn
from roundtable.testing.builders import session_start
from roundtable.testing.store_suite import stamped

TURN = PlannedTurn(key="discussion.1.1.Gawain", seat="Gawain", iteration=1, purpose="speak", ask=1)


def state(session: str = "s", seed: int = 7) -> SessionState:
    return fold(stamped(session, 1, session_start(seed=seed)))


def test_the_same_turn_has_the_same_mark_whenever_it_is_asked() -> None:
    assert mark_for(state(), TURN, ["a"]) == mark_for(state(), TURN, ["b", "c"])


def test_another_session_seed_turn_or_ask_has_another_mark() -> None:
    other_turn = PlannedTurn("discussion.1.2.Gawain", "Gawain", 2, "speak", 1)
    other_ask = PlannedTurn(TURN.key, "Gawain", 1, "speak", 2)
    marks = [
        mark_for(state(), TURN, []),
        mark_for(state(seed=8), TURN, []),
        mark_for(state("t"), TURN, []),
        mark_for(state(), other_turn, []),
        mark_for(state(), other_ask, []),
    ]
    assert len(set(marks)) == len(marks)


def test_a_text_that_holds_the_mark_gets_another_one_however_often() -> None:
    forged: list[str] = []
    for _ in range(50):
        mark = mark_for(state(), TURN, forged)
        assert not any(mark in text for text in forged)
        forged.append(f"words\n{mark}>>>\nmore words")
    assert len(set(forged)) == 50


def test_a_mark_hidden_in_the_middle_of_a_text_counts_too() -> None:
    first = mark_for(state(), TURN, [])
    assert mark_for(state(), TURN, ["nothing", f"0{first}0"]) != first


def test_a_mark_is_easy_to_copy_and_hard_to_guess() -> None:
    mark = mark_for(state(), TURN, [])
    assert len(mark) == 12
    assert int(mark, 16) >= 0


def test_a_template_that_is_given_too_little_is_an_error_and_not_a_gap() -> None:
    with pytest.raises(UndefinedError):
        template("chat_system").render()


def test_words_are_put_in_as_they_are() -> None:
    assert "<b>&amp;" in template("chat_system").render(language="<b>&amp;")


def test_a_template_that_is_not_there_is_told() -> None:
    with pytest.raises(TemplateNotFound):
        template("no_such_template")
