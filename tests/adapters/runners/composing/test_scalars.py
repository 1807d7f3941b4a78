"""Every expectation here was seen in the output of `docker compose config`."""

import pytest

from roundtable.adapters.runners.composing.scalars import resolve


@pytest.mark.parametrize(
    ("word", "text"),
    [
        *(("8080", "8080"), ("1.10", "1.1"), ("0644", "420"), ("1e3", "1000"), ("0x10", "16")),
        *(("1_000", "1000"), (".5", "0.5"), ("0o17", "15"), ("+5", "5"), ("-0", "0")),
        *(("0b11", "3"), ("08", "8"), ("1.0", "1"), ("10000000.0", "1e+07")),
        *(("0.00001", "1e-05"), ("-0.0001", "-0.0001"), ("123456.5", "123456.5")),
        *(("123456789.123", "1.23456789123e+08"), ("1e21", "1e+21"), ("-0x10", "-16")),
        ("12345678901234567890123", "1.2345678901234568e+22"),
    ],
)
def test_a_number_is_printed_as_compose_prints_it(word: str, text: str) -> None:
    assert resolve(word) == ("number", text)


@pytest.mark.parametrize(
    "word",
    ["yes", "no", "on", "Off", "y", "22:22", "1:30:00", "=", "_1", "--1", "0x", "1e400", "."],
)
def test_what_yaml_1_1_would_change_stays_a_word(word: str) -> None:
    assert resolve(word) == ("text", word)


def test_flags_and_nothing_are_known_in_three_spellings() -> None:
    assert {resolve(word) for word in ("true", "True", "TRUE")} == {("flag", "true")}
    assert {resolve(word) for word in ("false", "False", "FALSE")} == {("flag", "false")}
    assert {resolve(word) for word in ("", "~", "null", "Null", "NULL")} == {("null", "")}


def test_a_number_of_a_million_digits_is_a_word() -> None:
    assert resolve("9" * 1_000_000)[0] == "text"
