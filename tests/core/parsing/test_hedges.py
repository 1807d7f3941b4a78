"""What takes an agreement back is noticed, and what only sounds like it is let through."""

import pytest

from roundtable.core.parsing.hedges import (
    breaks_off,
    denies,
    is_bare_yes,
    is_hollow,
    is_unnamed,
    names_a_dispute,
    negates,
    retracts,
    wishes,
)


@pytest.mark.parametrize(
    "content",
    [
        "none",
        "No.",
        "Not yet — storage is open",
        "**not reached**",
        "pending, see below",
        "If Gawain agrees, JWT.",
        "but only if the tests pass",
        "subject to review",
        "We have not reached a consensus yet.",
        "There is no real agreement on this.",
        "Nobody agrees on anything.",
        "The seats remain divided.",
        "noch nicht",
        "尚未达成。",
        "まだ。",
    ],
)
def test_words_behind_the_agreement_can_deny_it(content: str) -> None:
    assert denies(content)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "No database is used.",
        "Use SQLite. There was no consensus on it before.",
        "None of the handlers may block.",
        "Se usa SQLite.",
        "Close the socket after each call.",
        "Partial refunds are allowed.",
        "- Use SQLite\n- Use REST",
    ],
)
def test_a_summary_that_begins_like_a_denial_is_none(content: str) -> None:
    assert not denies(content)


def test_agreement_can_be_negated_in_a_sentence() -> None:
    assert negates("so there is no consensus among them")
    assert negates("we didn't find any consensus")
    assert negates("es gibt keinen Konsens")
    assert negates("尚未达成共识")
    assert not negates("consensus, no doubt")


def test_the_words_around_can_leave_agreement_a_wish() -> None:
    assert wishes("I would call it ", "")
    assert wishes("There is no ", " here")
    assert wishes("", " if the tests pass")
    assert wishes("", "? Not yet")
    assert not wishes("I would not know. So: ", ": use it")
    assert not wishes("The seats found ", ", since all agree")


def test_a_verdict_can_be_taken_back() -> None:
    assert retracts("Actually, wait. There is more.")
    assert retracts("This is just an example.")
    assert not retracts("The handler ignores the header; disregard is fine.")


def test_the_other_side_of_an_analysis_is_known() -> None:
    assert names_a_dispute("**Disagreements:** paging")
    assert names_a_dispute("- Open questions: none")
    assert not names_a_dispute("They disagree: on nothing")


@pytest.mark.parametrize(
    "text",
    ["…", "...", "<summary>", "[your text]", "{{ base }}", "string", "With DISCUSS: a", "TODO"],
)
def test_what_was_never_filled_in_is_hollow(text: str) -> None:
    assert is_hollow(text)


@pytest.mark.parametrize("text", ["Use SQLite …", "a < b", "<b>bold</b> words", "[a] and [b]"])
def test_what_only_holds_such_signs_is_not(text: str) -> None:
    assert not is_hollow(text)


def test_a_name_may_be_a_word_that_is_no_sentence() -> None:
    for name in ("label", "summary", "text", "[id]", "Class"):
        assert not is_unnamed(name)
    for name in ("…", "<unit>", "Class.method", "{{ unit }}"):
        assert is_unnamed(name)


def test_a_bare_yes_says_nothing() -> None:
    assert is_bare_yes(" Yes. ")
    assert not is_bare_yes("Yes, SQLite.")


@pytest.mark.parametrize(
    "text", ["check that the", "first,", "see (cart.py", "the `Cart.add", "in full:", "mit der"]
)
def test_a_text_that_ends_where_no_sentence_does_breaks_off(text: str) -> None:
    assert breaks_off(text)


@pytest.mark.parametrize(
    "text", ["Done.", "from A", "BASE=A", "log in", "`code`", "**bold.**", "", "(whole)", "an IP"]
)
def test_a_text_that_ends_without_a_full_stop_need_not_break_off(text: str) -> None:
    assert not breaks_off(text)
