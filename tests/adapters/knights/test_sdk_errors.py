"""A vendor's complaint is understood in all its forms, and told in one clean line."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.adapters.knights.catalogue import Model
from roundtable.adapters.knights.sdk_errors import presentable, translate, understood
from roundtable.core.errors import ErrorKind, KnightError
from roundtable.core.secrets import Secret

MODEL = Model("openai", "gpt-6.1-sol", 400_000, priced=True)
K = ErrorKind


def google(status: int, name: str, message: str, quota: str = "") -> dict[str, object]:
    violation = {"@type": "QuotaFailure", "violations": [{"quotaId": quota}]}
    details = [violation, {"@type": "RetryInfo", "retryDelay": "34.07s"}] if quota else []
    return {"error": {"code": status, "status": name, "message": message, "details": details}}


def said(message: str, **names: str) -> dict[str, object]:
    return {"error": {"message": message, **names}}


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (400, said("Your credit balance is too low to access"), K.OUT_OF_QUOTA),
        (400, said("You have reached your specified API usage limits."), K.OUT_OF_QUOTA),
        (402, said("Insufficient credits"), K.OUT_OF_QUOTA),
        (429, said("check your plan", code="insufficient_quota"), K.OUT_OF_QUOTA),
        (429, google(429, "RESOURCE_EXHAUSTED", "quota", "XPerDayPerProject"), K.OUT_OF_QUOTA),
        (403, said("off", type="billing_error"), K.OUT_OF_QUOTA),
        (
            429,
            google(429, "RESOURCE_EXHAUSTED", "see billing details", "XPerMinute"),
            K.RATE_LIMITED,
        ),
        (429, said("slow", type="rate_limit_error"), K.RATE_LIMITED),
        (429, said("Request too large for gpt: Limit 3, requested 5"), K.TOO_LONG),
        (400, google(400, "INVALID_ARGUMENT", "API key not valid. Please"), K.NOT_SIGNED_IN),
        (401, "nope", K.NOT_SIGNED_IN),
        (403, None, K.NOT_SIGNED_IN),
        (413, None, K.TOO_LONG),
        (400, said("prompt is too long: 5 > 3"), K.TOO_LONG),
        (400, said("max_tokens: 9 > 8, which is the maximum"), K.REFUSED),
        (404, said("no such path"), K.REFUSED),
        (422, {"detail": "bad field"}, K.REFUSED),
        (307, None, K.REFUSED),
        (408, None, K.TIMED_OUT),
        (500, None, K.OVERLOADED),
        (504, said("late", type="timeout_error"), K.OVERLOADED),
        (529, said("Overloaded", type="overloaded_error"), K.OVERLOADED),
        (None, said("Overloaded", type="overloaded_error"), K.OVERLOADED),
        (None, said("late", type="timeout_error"), K.TIMED_OUT),
        (None, said("slow", code="rate_limit_exceeded"), K.RATE_LIMITED),
        (None, said("bad", type="invalid_request_error"), K.REFUSED),
        (None, google(503, "UNAVAILABLE", "busy"), K.OVERLOADED),
        (None, {"error": {"code": 502, "message": "upstream"}}, K.OVERLOADED),
        (None, [google(429, "RESOURCE_EXHAUSTED", "slow")], K.RATE_LIMITED),
        (None, said("eh?", type="odd"), K.GARBLED),
        (None, {}, K.GARBLED),
    ],
)
def test_a_complaint_is_told_by_what_it_means(
    status: int | None, body: object, kind: ErrorKind
) -> None:
    error = understood(MODEL, body, status)
    assert error.kind is kind
    assert error.detail


@pytest.mark.parametrize(
    ("headers", "body", "seconds"),
    [
        ({"retry-after": "7"}, None, 7.0),
        ({"retry-after-ms": "250", "retry-after": "7"}, None, 0.25),
        (
            {
                "date": "Wed, 21 Oct 2026 07:28:00 GMT",
                "retry-after": "Wed, 21 Oct 2026 07:28:30 GMT",
            },
            None,
            30.0,
        ),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}, None, 0.0),
        ({"retry-after": "soon"}, None, None),
        ({"retry-after": "nan"}, None, None),
        ({"retry-after": "-3"}, None, None),
        ({}, google(429, "RESOURCE_EXHAUSTED", "slow", "XPerMinute"), 34.07),
        ({}, said("Please try again in 1m2.5s."), 62.5),
        ({}, said("Please try again in 20ms."), 0.02),
        ({}, None, None),
    ],
)
def test_how_long_to_wait_is_read_where_the_vendor_says_it(
    headers: dict[str, str], body: object, seconds: float | None
) -> None:
    assert understood(MODEL, body, 429, headers).retry_after == pytest.approx(seconds)


def test_a_spend_limit_says_when_access_is_regained() -> None:
    message = "You have reached your specified API usage limits. You will regain access on "
    headers = {"date": "Fri, 30 Oct 2026 23:00:00 GMT"}
    error = understood(MODEL, said(message + "2026-11-01 at 00:00 UTC."), 400, headers)
    assert (error.kind, error.retry_after) == (K.OUT_OF_QUOTA, 25 * 3600.0)


def test_an_unknown_model_is_told_with_those_that_are_like_it() -> None:
    for body in (said("x", code="model_not_found"), said("model: gpt-6.1-sol")):
        error = understood(MODEL, body, 404)
        assert error.kind is K.REFUSED
        assert error.detail.startswith("the vendor does not know the model 'gpt-6.1-sol'")


def test_a_page_is_not_told() -> None:
    for page in ("<!DOCTYPE html><html>", "\n <HTML><body>", said("<html>x")):
        assert "<" not in understood(MODEL, page, 502).detail


def test_a_detail_is_one_short_line_without_what_drives_a_terminal() -> None:
    assert presentable("a\n\n b\x1b[31m\tc", None) == "a b [31m c"
    assert len(presentable("x" * 10_000, None)) <= 300


@pytest.mark.parametrize(
    "text",
    [
        "bad key sk-1234567890abcdef",
        "bad key 'sk-1234567890abcdef'.",
        "cut sk-123456789",
        "tail 90abcdef",
        "quoted sk%2Bslash%2F1234 x",
    ],
)
def test_no_piece_of_a_key_is_told(text: str) -> None:
    key = "sk+slash/1234" if "%2B" in text else "sk-1234567890abcdef"
    shown = presentable(text, Secret(key))
    assert "***" in shown
    assert not any(key[i : i + 8] in shown for i in range(len(key) - 7))
    assert "slash" not in shown


def test_a_short_word_that_stands_for_a_key_is_hidden_and_a_shorter_one_is_no_secret() -> None:
    assert presentable("the key ollama is wrong", Secret("ollama")) == "the key *** is wrong"
    assert presentable("x marks it", Secret("x")) == "x marks it"


def test_our_own_error_beneath_an_sdks_is_found() -> None:
    outer = RuntimeError("Connection error.")
    outer.__cause__ = KnightError(K.GARBLED, "cut", 3.0)
    error = translate(outer, MODEL, None)
    assert (error.kind, error.detail, error.retry_after) == (K.GARBLED, "cut", 3.0)


def test_what_nobody_knows_is_garbled_and_its_text_is_not_told() -> None:
    error = translate(ValueError("the whole raw answer"), MODEL, None)
    assert (error.kind, error.detail) == (K.GARBLED, "the answer cannot be read (ValueError)")


def test_a_day_that_does_not_exist_is_passed_over() -> None:
    told = said("API usage limits. You will regain access on 2026-13-41 at 00:00 UTC.")
    assert understood(MODEL, told, 400).retry_after is None


_TEXT = st.text(max_size=40) | st.sampled_from(["regain access on 2026-02-30", "<html>", "model"])
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | _TEXT,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["error", "message", "code", "type", "details", "retryDelay", "x"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(
    body=_JSON,
    status=st.none() | st.integers(300, 599),
    headers=st.dictionaries(
        st.sampled_from(["retry-after", "retry-after-ms", "date"]),
        st.text(max_size=30) | st.floats().map(str) | st.datetimes().map(lambda d: d.ctime()),
    ),
)
def test_whatever_a_vendor_says_is_understood_as_something(
    body: object, status: int | None, headers: dict[str, str]
) -> None:
    error = understood(MODEL, body, status, headers)
    assert error.retry_after is None or (
        math.isfinite(error.retry_after) and error.retry_after >= 0
    )
    assert presentable(error.detail, Secret("sk-1234567890abcdef"))
