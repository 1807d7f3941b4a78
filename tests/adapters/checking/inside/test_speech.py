"""What is said comes through; what others say does not."""

import os

from hypothesis import given
from hypothesis import strategies as st

from roundtable.adapters.checking.inside.speech import MOST_DETAIL, heard, speaker

TOKEN = b"0123456789abcdef"


def spoken(kind: str, name: str, detail: str) -> list[tuple[str, str, str]]:
    source, sink = os.pipe()
    try:
        os.write(sink, b"somebody else, without an end")
        speaker(sink, TOKEN)(kind, name, detail)
        lines = os.read(source, 100_000).split(b"\n")
    finally:
        os.close(source)
        os.close(sink)
    return [said for line in lines if (said := heard(line, TOKEN))]


@given(st.text(max_size=100), st.text(max_size=300))
def test_any_words_come_through_whole(name: str, detail: str) -> None:
    assert spoken("fail", name, detail) == [("fail", name, detail)]


def test_long_words_keep_their_end_and_broken_ones_are_mended() -> None:
    ((_, name, detail),) = spoken("pass", "n" * 900 + "\ud800", "d" * 5000 + "end")
    assert name == "n" * 500
    assert len(detail) == MOST_DETAIL + 2
    assert detail.endswith("end")
    assert spoken("pass", "\ud800", "") == [("pass", "?", "")]


def test_nothing_unsigned_or_unknown_is_heard() -> None:
    for line in (
        b"",
        b"pass .61 .62",
        b"0123456789abcdee pass .61 .62",
        TOKEN + b" pass .61",
        TOKEN + b" pass .zz .62",
        TOKEN + b" win .61 .62",
        TOKEN + b" pass \xff .62",
        b"x" + TOKEN + b" pass .61 .62",
    ):
        assert heard(line, TOKEN) is None
    assert heard(TOKEN + b" pass .61 .62", TOKEN) == ("pass", "a", "b")


@given(st.binary(max_size=200))
def test_no_noise_makes_it_fall(noise: bytes) -> None:
    heard(noise, TOKEN)
    heard(TOKEN + b" " + noise, TOKEN)
