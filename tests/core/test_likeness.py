"""Claims in other words are alike; claims about other things are not, however alike they sound."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.core.defect_words import EMPTY, KINDS
from roundtable.core.likeness import SAME_THING, likeness, stem, take_apart


def alike(one: str, other: str) -> float:
    return likeness(take_apart(one), take_apart(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("validated", "validation"),
        ("closes", "closing"),
        ("retries", "retry"),
        ("escaping", "unescaped"),
        ("authorization", "authorised"),
        ("folder", "directories"),
        ("statuses", "status"),
        ("verified", "check"),
    ],
)
def test_forms_and_synonyms_of_a_word_have_one_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)


def test_a_claim_is_like_itself() -> None:
    assert alike("The list is read twice.", "the list is read twice") == 1.0


def test_a_common_kind_of_defect_is_enough() -> None:
    assert alike("SQL injection in the search.", "Bind the parameter.") >= SAME_THING


def test_the_fix_tells_the_kind_where_the_claim_does_not() -> None:
    vague, fix = "User input reaches the database as it is.", "Use a prepared statement."
    clear = "SQL injection through the search field."
    assert likeness(take_apart(vague), take_apart(clear)) < SAME_THING
    assert likeness(take_apart(vague, fix), take_apart(clear)) >= SAME_THING


def test_kinds_that_differ_keep_claims_apart() -> None:
    assert alike("The query is open to SQL injection.", "The query runs in a loop, N+1.") == 0.0


def test_what_one_denies_and_the_other_says_keeps_them_apart() -> None:
    assert (
        alike("The discount is applied to the tax.", "The discount is not applied to the tax.") == 0
    )
    assert alike("Stale rows are removed too soon.", "Stale rows are not removed too soon.") == 0


def test_one_sentence_about_two_names_is_about_two_things() -> None:
    assert alike("`width` is never trimmed.", "`height` is never trimmed.") == 0.0
    assert alike("Port 22 is open to all.", "Port 80 is open to all.") == 0.0


def test_the_same_beginning_alone_does_not_make_claims_alike() -> None:
    same_subject = alike(
        "The basket total ignores vouchers.", "The basket total shows no currency."
    )
    same_remark = alike(
        "Vouchers do not lower the basket total.", "The basket total ignores vouchers."
    )
    assert same_subject < SAME_THING <= same_remark


def test_a_name_from_the_code_weighs_more_than_a_word() -> None:
    word = alike("The ledger drifts after a merge.", "A merge makes some ledger wrong again.")
    name = alike("`sync_ledger` drifts after a merge.", "A merge makes `sync_ledger` wrong again.")
    assert name > word


def test_claims_without_a_telling_word_are_not_alike() -> None:
    assert alike("???", "!!!") == 0.0
    assert alike("", "") == 0.0


def test_words_of_scripts_without_spaces_are_compared_by_pairs_of_characters() -> None:
    assert alike("入力値が検証されていません", "入力値の検証がありません") > 0
    assert alike("入力値が検証されていません", "接続が閉じられない") < SAME_THING


def test_a_huge_claim_is_compared_in_no_time() -> None:
    assert alike("a" * 300_000, "is missing " * 30_000) < SAME_THING


@given(st.text(max_size=200), st.text(max_size=200))
def test_likeness_is_a_share_and_has_no_direction(one: str, other: str) -> None:
    there, back = alike(one, other), alike(other, one)
    assert 0.0 <= there <= 1.0
    assert there == pytest.approx(back)


@pytest.mark.parametrize("kind", KINDS)
def test_every_word_of_a_cue_can_be_met(kind: str) -> None:
    """A word that is always left out of claims would make its cue match too much."""
    for cue in KINDS[kind]:
        plain = [word for word in cue.split() if word.isalpha() and word != "no"]
        assert not set(plain) & set(EMPTY.split()), cue
        assert kind in take_apart(cue.replace("~", " ")).kinds, cue
