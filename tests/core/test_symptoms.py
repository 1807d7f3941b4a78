"""A log keeps its first error and its end, says what is left out, and can speak for a symptom."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.core import events as e
from roundtable.core.state import SessionState, fold
from roundtable.core.symptoms import (
    MOST_TOPIC,
    about,
    log_excerpt,
    log_of,
    log_text,
    readable_log,
    topic_of,
)
from roundtable.testing.diagnoses import code_red_start

TRACEBACK = """\
Traceback (most recent call last):
  File "shop/cart.py", line 2, in total
    first = items[0]
IndexError: list index out of range"""


def long_log(before: int = 300, after: int = 1000) -> str:
    quiet = [f"INFO request {n} done, 0 errors" for n in range(before)]
    return "\n".join([*quiet, TRACEBACK, *(f"INFO later {n}" for n in range(after)), "exit 1"])


def given_log(text: str) -> e.FilesGiven:
    return e.FilesGiven(
        origin="standard input", files=(e.ProjectFile(path="piped.log", text=text),)
    )


def test_a_short_log_stays_whole() -> None:
    assert log_excerpt(TRACEBACK, 10_000).text == TRACEBACK
    assert log_excerpt(TRACEBACK, 10_000).left_out == ()


def test_a_long_log_keeps_its_first_error_with_surroundings_and_its_end() -> None:
    log = long_log()
    found = log_excerpt(log, 3_000)
    assert len(found.text) <= 3_000
    assert TRACEBACK in found.text
    assert "INFO request 299" in found.text
    assert found.text.endswith("exit 1")
    assert found.left_out[0] == "lines 1-288 of the log"
    assert "[lines 1-288 left out]" in found.text
    assert len(found.left_out) == 2


def test_every_line_is_shown_or_named_as_left_out() -> None:
    log = long_log(50, 400)
    found = log_excerpt(log, 2_000)
    shown = [line for line in found.text.split("\n") if not line.endswith("left out]")]
    gone = 0
    for words in found.left_out:
        first, last = words.split()[1].split("-")
        gone += int(last) - int(first) + 1
    assert len(shown) + gone == len(log.split("\n"))


def test_a_log_without_an_error_keeps_its_beginning_and_its_end() -> None:
    found = log_excerpt("\n".join(f"step {n}" for n in range(2_000)), 1_000)
    assert found.text.startswith("step 0\n")
    assert found.text.endswith("step 1999")


def test_a_line_without_end_is_cut_and_that_is_said() -> None:
    found = log_excerpt("Error: " + "x" * 100_000, 2_000)
    assert found.text.startswith("Error: xxx")
    assert "more characters]" in found.text
    assert found.left_out == ("the ends of long lines of the log",)


@given(st.text(alphabet="ab\nError :", max_size=3_000), st.integers(300, 1_500))
def test_an_excerpt_keeps_to_its_bound(log: str, most: int) -> None:
    assert len(log_excerpt(log, most).text) <= most


@pytest.mark.parametrize(
    ("log", "topic"),
    [
        (long_log(), "IndexError: list index out of range"),
        ("ok\nnpm ERR! missing script: build\nnpm ERR! code 1", "npm ERR! missing script: build"),
        ("compiled\npanic: runtime error: index out of range [3]", "panic: runtime error: index"),
        ("0 errors, no failures\nall good\nFATAL: role does not exist", "FATAL: role does not"),
        ("starting\njust words\n", "starting"),
        ("\n\n  \nfirst words\n", "first words"),
        ("E       AssertionError: assert 1 == 2", "AssertionError: assert 1 == 2"),
        ("== FAILURES ==\n__ test_x __\n>   x[0]\nE   IndexError: no\n1 failed", "IndexError: no"),
        ("error TS2304: Cannot find name 'x'.", "error TS2304"),
        ("1 failed in 3 s", "1 failed in 3 s"),
        ("", ""),
        (f"{TRACEBACK.rpartition(':')[0].removesuffix('IndexError')}KeyError\n", "KeyError"),
        ("Traceback (most recent call last):\n  f()\nshop.EmptyCartError", "shop.EmptyCartError"),
        ("== FAILURES ==\n>   assert not carts\nE   AssertionError\n1 failed", "AssertionError"),
    ],
)
def test_the_first_error_stands_for_a_symptom_that_was_not_given(log: str, topic: str) -> None:
    assert topic_of(log).startswith(topic)


def test_a_topic_is_one_line_of_bounded_length() -> None:
    found = topic_of("Error: " + "x" * 5_000)
    assert len(found) <= MOST_TOPIC
    assert "\n" not in found


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"\x1b[31mError\x1b[0m: no\n", "Error: no"),
        (b"\x1b]0;title\x07ok", "ok"),
        (b"\xef\xbb\xbfError", "Error"),
        ("Error: \u00fc".encode("utf-16"), "Error: ü"),
        (b"a\r\nb\rc", "a\nb\nc"),
        (b"bad \xff byte", "bad \ufffd byte"),
        (b"bell\x07", "bell\ufffd"),
        (b"tab\tstays", "tab\tstays"),
        (b"\n\n", ""),
    ],
)
def test_a_log_is_text_that_no_terminal_obeys(data: bytes, text: str) -> None:
    assert readable_log(data) == text


def test_the_context_is_gathered_for_the_symptom_and_the_log() -> None:
    state = fold([code_red_start(topic="It crashes."), given_log(TRACEBACK)], SessionState())
    assert log_of(state) == log_text(given_log(TRACEBACK)) == TRACEBACK
    assert about(state, 90_000) == f"It crashes.\n{TRACEBACK}"
    assert about(fold([code_red_start(topic="It crashes.")], SessionState()), 90_000) == (
        "It crashes."
    )


def test_of_a_long_log_the_context_is_gathered_for_its_first_error() -> None:
    state = fold([code_red_start(), given_log(long_log(5_000, 5_000))], SessionState())
    told = about(state, 4_000)
    assert "shop/cart.py" in told
    assert len(told) < 5_000
