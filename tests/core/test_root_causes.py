"""Keys have one form, unknown matches nothing, and doctors converge only where they plainly do."""

import itertools
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtable.core.diagnoses import UNKNOWN, Consultation, Opinion
from roundtable.core.diagnosis_prompts import KEY_FORM
from roundtable.core.root_causes import (
    LONGEST_KEY,
    consult,
    normal_key,
    same_cause,
    says_nothing,
    stem,
    usable_key,
)

KEYS = (
    *("missing-cors-header", "cors-origin-header-missing", "cors-origin-missing"),
    *("auth-token-not-refreshed", "stale-auth-token-not-refreshed", "cache-race", UNKNOWN),
)


def given_by(seat: str, key: str, confidence: int = 9) -> Opinion:
    return Opinion(seat=seat, status="given", key=key, confidence=confidence)


def table(*keys_and_confidences: tuple[str, int]) -> list[Opinion]:
    return [given_by(f"D{i}", key, sure) for i, (key, sure) in enumerate(keys_and_confidences)]


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("stale-auth-token", "stale-auth-token"),
        ("Stale Auth Token", "stale-auth-token"),
        ("stale_auth_token", "stale-auth-token"),
        ("StaleAuthToken", "stale-auth-token"),
        ("getUserById returns null", "get-user-by-id-returns-null"),
        ("OAuth2 token", "oauth2-token"),
        ("iOS build", "ios-build"),
        ("  --stale--auth--token--  ", "stale-auth-token"),
        ("`stale-auth-token`", "stale-auth-token"),
        ("doesn't refresh", "doesnt-refresh"),
        ("ｆｕｌｌ－ｗｉｄｔｈ", "full-width"),  # noqa: RUF001
        ("Überlauf im Zähler", "überlauf-im-zähler"),
        ("\x1b[31mred\x07", "31mred"),
        ("", ""),
        ("!!!", ""),
    ],
)
def test_a_key_has_one_form(written: str, key: str) -> None:
    assert normal_key(written) == key
    assert normal_key(key) == key


@given(st.text(max_size=200))
def test_a_normal_key_is_kebab_case_and_short_and_stays_as_it_is(written: str) -> None:
    key = normal_key(written)
    assert len(key) <= LONGEST_KEY
    assert re.fullmatch(r"(?:[^\W_]+(?:-[^\W_]+)*)?", key)
    assert normal_key(key) == key
    assert usable_key(written) != ""


def test_long_keys_that_differ_at_their_end_stay_apart() -> None:
    long = "the-profile-service-drops-the-picture-when-the-upload-is-resumed-after-a-"
    one, other = normal_key(f"{long}timeout"), normal_key(f"{long}restart")
    assert len(one) <= LONGEST_KEY
    assert one != other
    assert not same_cause(one, other)
    assert same_cause(one, normal_key(f"{long}timeout"))


@pytest.mark.parametrize(
    "word",
    [
        *(
            "unknown",
            "Unknown.",
            "UNKNOWN!!",
            "n/a",
            "N.A.",
            "na",
            "none",
            "null",
            "nil",
            "nothing",
        ),
        *("tbd", "TBA", "todo", "", " ", "-", "???", "…", "unclear", "not yet known", "not-sure"),
        *("unknown-root-cause", "root cause unknown", "cause-not-found", "unknown error", "error"),
        *("bug", "an issue", "failure", "the problem", "undetermined", "to-be-determined"),
        *("insufficient data", "not enough information", "needs-more-evidence", "inconclusive"),
        *("unbekannt", "unklar", "Ursache unbekannt", "inconnu", "cause inconnue", "indéterminée"),
        *("desconocido", "causa desconocida", "sconosciuto", "desconhecido", "onbekend", "okänd"),
        *("nieznana przyczyna", "neznámá", "неизвестно", "причина неизвестна", "невідомо"),
        *("bilinmiyor", "未知", "不明", "原因不明", "なし", "알수없음", "مجهول"),
        *("root_cause_key", "your-key-here", "placeholder", "string", KEY_FORM),
    ],
)
def test_a_key_that_says_nothing_is_unknown_in_whatever_language(word: str) -> None:
    assert usable_key(word) == UNKNOWN
    assert says_nothing(normal_key(word))
    assert not same_cause(normal_key(word), normal_key(word))


@pytest.mark.parametrize(
    "key",
    [
        *("unknown-host", "null-user", "none-returned", "nothing-committed", "missing-key"),
        *("no-index", "not-null-constraint", "todo-list-empty", "unclear-cache", "error-swallowed"),
        *("unbekannter-host", "timeout", "oom"),
    ],
)
def test_a_key_that_begins_like_one_says_something(key: str) -> None:
    assert usable_key(key) == key


def test_equal_keys_are_one_cause_and_unknown_is_none_with_itself() -> None:
    assert same_cause("cache-race", "cache-race")
    assert not same_cause(UNKNOWN, UNKNOWN)


@given(st.sampled_from(KEYS), st.sampled_from(KEYS))
def test_it_does_not_matter_which_key_comes_first(one: str, other: str) -> None:
    assert same_cause(one, other) == same_cause(other, one)


@pytest.mark.parametrize(
    ("words", "one"),
    [
        (("refresh", "refreshed", "refreshes", "refreshing"), "refresh"),
        (("exhausted", "exhaustion", "exhausts"), "exhaust"),
        (("normalize", "normalised", "normalizing"), "normalis"),
        (("query", "queries"), "quer"),
        (("class",), "class"),
        (("status",), "status"),
    ],
)
def test_forms_of_a_word_are_one(words: tuple[str, ...], one: str) -> None:
    assert {stem(word) for word in words} == {one}


@pytest.mark.parametrize(("one", "other"), [("valid", "validated"), ("form", "format")])
def test_words_that_only_look_alike_are_two(one: str, other: str) -> None:
    assert stem(one) != stem(other)


def test_two_who_are_sure_of_one_cause_converge() -> None:
    found = consult(table(("cache-race", 8), ("race-in-cache", 9), ("null-user", 3)))
    assert found.verdict == "converged"
    cause = found.causes[0]
    assert (cause.key, cause.keys) == ("race-in-cache", ("race-in-cache", "cache-race"))
    assert cause.doctors == cause.sure == ("D0", "D1")


def test_the_key_that_most_give_stands_for_the_cause() -> None:
    found = consult(table(("cache-race", 8), ("cache-race", 8), ("race-in-cache", 10)))
    assert found.causes[0].key == "cache-race"


@pytest.mark.parametrize(
    ("opinions", "verdict"),
    [
        ([], "too_few"),
        (table(("cache-race", 10)), "too_few"),
        (table(("cache-race", 10), ("cache-race", 7)), "open"),
        (table(("cache-race", 10), ("null-user", 10)), "open"),
        (table((UNKNOWN, 10), (UNKNOWN, 10), (UNKNOWN, 10)), "open"),
        (table(("cache-race", 9), (UNKNOWN, 9)), "open"),
    ],
)
def test_what_is_not_convergence(opinions: list[Opinion], verdict: str) -> None:
    assert consult(opinions).verdict == verdict


def test_one_alone_never_converges_with_those_who_could_not_be_heard() -> None:
    lost = Opinion(seat="B", status="lost", key="cache-race", confidence=10)
    unreadable = Opinion(seat="C", status="unreadable", key="cache-race", confidence=10)
    found = consult([given_by("A", "cache-race", 10), lost, unreadable])
    assert found.verdict == "too_few"
    assert found.causes[0].doctors == ("A",)
    assert (found.answered, found.silent) == (("A",), ("B", "C"))


def test_a_triage_is_never_counted() -> None:
    opinions = table(("cache-race", 10), ("cache-race", 10))
    assert consult(opinions, counts=False).verdict == "open"
    assert consult(opinions).verdict == "converged"


def test_as_many_who_are_sure_of_something_else_keep_it_open() -> None:
    split = table(("cache-race", 9), ("cache-race", 9), ("null-user", 9), ("null-user", 9))
    assert consult(split).verdict == "open"
    assert consult([*split, given_by("D9", "null-user")]).verdict == "converged"


LONG_CHAIN = (
    "cache-key-without-tenant-id-check",
    "stale-cache-key-without-tenant-id-check",
    "stale-cache-key-without-tenant-id-check-in-proxy",
)


def test_a_key_between_two_that_differ_does_not_make_them_one() -> None:
    first, middle, last = LONG_CHAIN
    assert same_cause(first, middle)
    assert same_cause(middle, last)
    assert not same_cause(first, last)
    found = consult(table((first, 9), (middle, 9), (last, 9)))
    assert found.verdict == "open", "the one in the middle could be either"
    assert sorted(len(cause.doctors) for cause in found.causes) == [1, 2]
    more = consult(table((first, 9), (middle, 9), (last, 9), (first, 9)))
    assert more.verdict == "converged"
    assert set(more.causes[0].keys) == {first, middle}


def test_those_who_are_unsure_on_either_side_do_not_keep_it_open() -> None:
    first, middle, last = LONG_CHAIN
    found = consult(table((middle, 9), (middle, 9), (first, 3), (last, 3)))
    assert found.verdict == "converged"


def outcome(found: Consultation) -> tuple[str, frozenset[frozenset[str]], tuple[str, ...]]:
    groups = frozenset(frozenset(cause.doctors) for cause in found.causes)
    return found.verdict, groups, tuple(cause.key for cause in found.causes)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from((*KEYS, *LONG_CHAIN)), st.integers(0, 10)), min_size=2, max_size=5
    )
)
def test_the_order_of_the_opinions_is_nothing(said: list[tuple[str, int]]) -> None:
    opinions = table(*said)
    orders = itertools.islice(itertools.permutations(opinions), 24)
    assert len({outcome(consult(list(order))) for order in orders}) == 1


@given(st.lists(st.tuples(st.sampled_from(KEYS), st.integers(0, 10)), max_size=6))
def test_every_doctor_who_names_a_cause_stands_in_one_group_of_keys_that_all_match(
    said: list[tuple[str, int]],
) -> None:
    found = consult(table(*said))
    members = [doctor for cause in found.causes for doctor in cause.doctors]
    assert sorted(members) == sorted(o.seat for o in found.opinions if o.key != UNKNOWN)
    for cause in found.causes:
        assert all(same_cause(a, b) for a, b in itertools.combinations(cause.keys, 2))
    if found.verdict == "converged":
        assert len(found.causes[0].sure) >= 2
