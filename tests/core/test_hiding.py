"""Secrets are hidden however they are written, and however that is cut into pieces."""

import time
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.core.hiding import Hiding, Veil

SECRET = "sk-live/ü+51 Hc?=9&x"
UNSEEN = (
    "\x1b[36m",
    "\x1b[0m",
    "\x1b[1;38;5;208m",
    "\x1b]8;;http://x/\x1b\\",
    "\x1b]0;title\x07",
    "\x1b(B",
    "\x9b1m",
    "\x00",
    "\r",
    "\x7f",
    "\u200b",
    "\u202e",
    "\ufeff",
    "\x00\x1b[1m",
)


def streamed(text: str, size: int, *secrets: str) -> str:
    veil = Veil(Hiding(secrets))
    pieces = [veil.shown(text[at : at + size]) for at in range(0, len(text), size)]
    return "".join((*pieces, veil.shown("", final=True)))


@pytest.mark.parametrize("unseen", UNSEEN)
@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_what_a_reader_does_not_see_does_not_keep_a_secret_from_being_hidden(
    unseen: str, size: int
) -> None:
    for at in range(1, len(SECRET)):
        text = f"key={unseen}{SECRET[:at]}{unseen}{unseen}{SECRET[at:]}{unseen}."
        assert streamed(text, size, SECRET) == f"key={unseen}***{unseen}."
    assert streamed(f"<{unseen.join(SECRET)}>", size, SECRET) == "<***>"


@pytest.mark.parametrize("size", [1, 5, 1000])
@pytest.mark.parametrize(
    "form",
    [
        SECRET,
        b64encode(SECRET.encode()).decode(),
        urlsafe_b64encode(SECRET.encode()).decode(),
        b64encode(SECRET.encode()).decode().rstrip("="),
        quote(SECRET),
        quote(SECRET, safe=""),
        quote_plus(SECRET),
        quote(SECRET, safe="").lower().replace("hc", "Hc"),
    ],
)
def test_each_form_of_it_is_hidden(form: str, size: int) -> None:
    assert streamed(f"<{form}> and <{form}>", size, SECRET) == "<***> and <***>"
    coloured = "\x1b[1m".join((form[:3], form[3:9], form[9:]))
    assert streamed(f"<{coloured}>", size, SECRET) == "<***>"


@pytest.mark.parametrize("code", [b64encode, urlsafe_b64encode])
@pytest.mark.parametrize("before", ["", "a", "ab", "abc", "user:"])
@pytest.mark.parametrize("after", ["", "\n", "xy", "xyz"])
def test_within_other_bytes_its_base64_is_hidden_but_for_what_it_shares_with_them(
    code: Callable[[bytes], bytes], before: str, after: str
) -> None:
    told = code(f"{before}{SECRET}{after}".encode()).decode()
    shown = streamed(told, 4, SECRET)
    assert "***" in shown
    assert len(shown) - 3 <= (len(before.encode()) + len(after.encode()) + 3) * 8 / 6 + 3
    whole = code(SECRET.encode()).decode()
    assert not any(whole[at : at + 4] in shown for at in range(4, len(whole) - 8))


@given(
    st.lists(st.sampled_from(("ab", "abab", "ba", "b", "a", "x", *UNSEEN, "\x1b", "[", "\n"))),
    st.sampled_from(
        ((), ("abab",), ("abab", "xabaa", "baabx"), ("aaaa", "abaaba"), ("a\x1b[1mbab",))
    ),
    st.lists(st.integers(1, 9), min_size=1),
)
def test_the_pieces_make_no_difference(
    parts: list[str], secrets: tuple[str, ...], sizes: list[int]
) -> None:
    text, at, veil = "".join(parts), 0, Veil(Hiding(secrets))
    shown = ""
    while at < len(text):
        for size in sizes:
            shown += veil.shown(text[at : at + size])
            at += size
    assert shown + veil.shown("", final=True) == Hiding(secrets).hide(text)


def test_what_has_been_hidden_stays_hidden_while_more_is_waited_for() -> None:
    veil = Veil(Hiding(("xyab", "abcd1234")))
    assert [veil.shown(piece) for piece in ("xyab", "c", "zz")] == ["***", "", "czz"]


def test_a_secret_that_holds_something_unseen_is_hidden_without_it_too() -> None:
    assert Hiding(("open\x1b[1m-sesame",)).hide("<open-sesame>") == "<***>"


def test_what_is_unseen_is_not_cut_in_two() -> None:
    """Its end alone would be seen, here as the first letter of a secret."""
    veil = Veil(Hiding(("abab",)))
    pieces = ("\x1b%a", "b\x1b[1mab", ".")
    assert "".join(map(veil.shown, pieces)) == "".join(pieces)


def test_short_lines_take_little_time_with_many_secrets() -> None:
    veil, began = Veil(Hiding(f"sk-{n}-{n * 7919:040x}" for n in range(60))), time.process_time()
    for _ in range(16_384):
        veil.shown("2026-01-01 \x1b[32mINFO\x1b[0m served GET /x in 3 ms and said ok\n")
    assert time.process_time() - began < 15


def test_a_line_that_ends_is_not_waited_with() -> None:
    veil = Veil(Hiding(("sesame-open",)))
    assert veil.shown("it listens\n") == "it listens\n"
    assert veil.shown("\x1b[32mit listens\x1b[0m\r\n") == "\x1b[32mit listens\x1b[0m\r\n"


def test_a_secret_that_repeats_one_letter_takes_no_memory_and_no_time() -> None:
    veil, began = Veil(Hiding(("-" * 2000,))), time.process_time()
    shown = "".join(veil.shown("-" * 50) for _ in range(4_000))
    assert shown == "***"
    assert len(veil._rest) < 2000 * 2
    assert time.process_time() - began < 10


@pytest.mark.parametrize("endless", ["\x1b[36m", "\x1b]", "\x00", "\x1b[", "x"])
def test_what_never_ends_is_not_waited_for(endless: str) -> None:
    veil, began = Veil(Hiding(("open-sesame",))), time.process_time()
    shown = len(veil.shown(f"open-{endless}"))
    for _ in range(2000):
        shown += len(veil.shown(endless[-1] * 100))
    assert shown > 150_000
    assert len(veil._rest) < 50_000
    assert time.process_time() - began < 10


def test_many_secrets_and_a_large_log_take_little_time() -> None:
    hiding = Hiding(f"secret-{number}-{'xyz' * 20}" for number in range(60))
    veil, began = Veil(hiding), time.process_time()
    line = "2026-01-01 \x1b[32mINFO\x1b[0m secrets are served at http://127.0.0.1/secret-\n"
    for _ in range(16):
        veil.shown(line * 900)
    assert time.process_time() - began < 10


def test_nothing_else_is_touched() -> None:
    text = "".join(UNSEEN) + "plain text, c2VjcmV0 %20\x1b["
    assert streamed(text, 3, SECRET) == text
    assert streamed(text, 3) == text
