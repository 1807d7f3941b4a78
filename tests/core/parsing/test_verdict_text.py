"""Statements are found in the judge's own lines, with everything that casts doubt on them."""

import pytest

from roundtable.core.parsing.unreadable import Unreadable
from roundtable.core.parsing.verdict_text import TextForm, find_text_form, plain
from roundtable.core.parsing.voices import passages


def find(text: str, *others: str) -> TextForm:
    return find_text_form(passages(text), others)


def test_a_statement_takes_the_lines_up_to_the_next_one() -> None:
    found = find("Words.\nCONSENSUS: a\nb\n\nDISCUSS: c")
    assert [(s.agreed, s.own_text) for s in found.statements] == [(True, "a\nb\n"), (False, "c")]
    assert [s.ends_text for s in found.statements] == [False, True]
    assert [line.text for line in found.before] == ["Words."]


def test_fences_are_kept_as_lines_that_state_nothing() -> None:
    found = find("CONSENSUS: a\n```\nDISCUSS: b\n```\nc")
    (statement,) = found.statements
    assert statement.own_text == "a\nc"
    assert [line.text for line in statement.lines] == ["a", "```", "DISCUSS: b", "```", "c"]
    assert found.borrowed


@pytest.mark.parametrize(
    "text",
    [
        "> CONSENSUS: a",
        "As Gawain wrote:\nCONSENSUS: a",
        "Gawain:\n\nCONSENSUS: a",
        "```\nCONSENSUS: a\n```",
        "> b\nCONSENSUS: a",
    ],
)
def test_a_borrowed_verdict_is_no_statement(text: str) -> None:
    found = find(text)
    assert found.statements == ()
    assert found.borrowed


def test_a_statement_that_another_made_before_is_borrowed() -> None:
    assert find("**CONSENSUS:** use  JWT", "I say: CONSENSUS: Use JWT, now.").borrowed
    assert find("CONSENSUS:\nuse JWT", "CONSENSUS: use JWT").borrowed
    assert not find("CONSENSUS:\nuse Redis", "CONSENSUS: use JWT").borrowed


@pytest.mark.parametrize(
    "text",
    [
        "There is no CONSENSUS.",
        "CONSENSUS on one thing",
        "I would say\nCONSENSUS: a",
        "CONSENSUS? No",
    ],
)
def test_a_hedge_is_kept_with_its_line(text: str) -> None:
    assert "CONSENSUS" in find(text).hedge


def test_a_question_before_a_statement_is_answered_by_it() -> None:
    assert not find("Could this be CONSENSUS with A?\n\nCONSENSUS: a").hedge
    assert find("CONSENSUS: a\n\nCould this be CONSENSUS with A?").hedge


def test_a_word_in_quotation_marks_or_in_anothers_mouth_is_no_hedge() -> None:
    assert not find('No "CONSENSUS" was written.').hedge
    assert not find("Gawain said no CONSENSUS.").hedge


def test_a_quiet_agreement_beside_a_disagreement_is_a_hedge() -> None:
    assert find("Consensus: REST\nDisagreements: paging").hedge
    assert not find("CONSENSUS: REST\nDisagreements: none").hedge


def test_a_verdict_within_a_line_or_in_doubtful_voice_stands_aside() -> None:
    assert find("CONSENSUS: a. DISCUSS: b").aside == (False,)
    assert find("> a\nDISCUSS: b").aside == (False,)
    assert find("As Gawain wrote: DISCUSS: b").aside == ()


def test_a_line_with_anothers_verdict_is_no_part_of_the_judges() -> None:
    (statement,) = find("CONSENSUS: a\nGawain wrote: DISCUSS: b\nc").statements
    assert statement.own_text == "a\nc"


def test_too_many_statements_are_refused() -> None:
    with pytest.raises(Unreadable):
        find("CONSENSUS: a\n" * 30)
    with pytest.raises(Unreadable):
        find("CONSENSUS and " * 2_000)


def test_plain_text_compares_what_was_said() -> None:
    assert plain("**Use**  _JWT_\n`now`") == "use jwt now"
