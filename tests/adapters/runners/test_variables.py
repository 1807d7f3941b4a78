"""A file of variables is read as people write them; what cannot be meant names its line."""

import pytest

from roundtable.adapters.runners.variables import read_variables
from roundtable.core.errors import UsageError


def read(text: str) -> dict[str, str]:
    return {name: secret.reveal() for name, secret in read_variables(text, ".env").items()}


def test_names_and_values_quotes_and_comments() -> None:
    text = """
# comment
A=1
export B = two words
C="quoted # not a comment"
D='single'
E=
F=x=y  # said why
"""
    assert read(text) == {
        "A": "1",
        "B": "two words",
        "C": "quoted # not a comment",
        "D": "single",
        "E": "",
        "F": "x=y",
    }


@pytest.mark.parametrize("line", ["no equals", "1A=x", "A-B=x", "=x", "ä=1"])
def test_a_line_that_is_none_is_named(line: str) -> None:
    with pytest.raises(UsageError, match=r"\.env:2"):
        read(f"A=1\n{line}\n")


def test_values_are_not_shown_by_accident() -> None:
    assert "sesame" not in repr(read_variables("KEY=sesame\n", ".env"))


def test_too_many_are_refused() -> None:
    with pytest.raises(UsageError, match="501 variables"):
        read("".join(f"V{n}=x\n" for n in range(501)))


def test_a_comment_may_stand_behind_a_quoted_value() -> None:
    text = 'A="abc" # c\nB=\'x # y\'\t# z\nC="say \\"so\\"" # "why"\nD=\'it\'s\'\n'
    assert read(text) == {"A": "abc", "B": "x # y", "C": 'say "so"', "D": "it's"}


def test_a_mark_of_byte_order_is_no_part_of_the_first_name() -> None:
    assert read("\ufeffA=1\r\nB=2\r\n") == {"A": "1", "B": "2"}


def test_a_quoted_value_may_go_on_over_several_lines() -> None:
    key = "-----BEGIN KEY-----\nMIIE+/x=\n\n# no comment\n-----END KEY-----\n"
    for quote in ('"', "'"):
        text = f"A=1\nexport KEY={quote}{key}{quote} # ours\nB=2\n"
        assert read(text) == {"A": "1", "KEY": key, "B": "2"}


@pytest.mark.parametrize(
    "text", ['A=1\nKEY="begins\nB=2\n', "A=1\nKEY='x' y\n", 'A=1\nKEY="begins\nB="2"\n']
)
def test_a_quote_that_is_not_closed_is_told_where_it_begins(text: str) -> None:
    with pytest.raises(UsageError, match=r"\.env:2: KEY: its quote is not closed"):
        read(text)


@pytest.mark.parametrize("value", ["a\tb", '"a\tb"', "a\x00", '"a\n\x07"'])
def test_a_control_character_is_refused(value: str) -> None:
    with pytest.raises(UsageError, match=r"\.env:1: A has a control character"):
        read(f"A={value}\n")


def test_a_value_that_is_too_long_is_refused_also_over_lines() -> None:
    lines = "x" * 80 + "\n"
    with pytest.raises(UsageError, match="8,192 characters"):
        read(f'A="{lines * 110}"\n')
