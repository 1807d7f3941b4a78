"""Names, flags and words of instructions."""

import pytest

from roundtable.adapters.runners.dockerfiles.grammar import (
    flags,
    quoted_words,
    split,
    strings,
    words,
)
from roundtable.adapters.runners.dockerfiles.syntax import Flag, Unreadable


def test_the_name_is_read_in_any_case_and_after_any_space() -> None:
    assert split("run  a") == ("RUN", "a")
    assert split("Copy\ta b") == ("COPY", "a b")
    assert split("RUN") == ("RUN", "")


def test_flags_are_read_through_quotes_and_backslashes() -> None:
    assert flags('--a=b --c "--d" --e') == ((Flag("a", "b"), Flag("c", None)), '"--d" --e')
    assert flags("--se'cur'i\\ty=\"x y\" z") == ((Flag("security", "x y"),), "z")
    assert flags("--a=b -- --c") == ((Flag("a", "b"),), "--c")
    assert flags("-a --b") == ((), "-a --b")


@pytest.mark.parametrize("rest", ["--a= b", "--=b c", "--a='b", "--\u00e4=b c", "--a=<<E b"])
def test_a_flag_of_no_known_form_is_not_read(rest: str) -> None:
    with pytest.raises(Unreadable):
        flags(rest)


def test_an_array_is_one_only_if_it_is_json() -> None:
    assert strings('["a", "b\\"c"]') == ("a", 'b"c')
    assert strings("['a']") is None
    assert strings('["a"') is None
    assert strings("a") is None


@pytest.mark.parametrize(
    "text", ["[1]", '[["a"]]', "[NaN]", '["\\u0000"]', "[" * 9999, "[" + "1" * 9999 + "]"]
)
def test_an_array_of_others_is_not_read(text: str) -> None:
    with pytest.raises(Unreadable):
        strings(text)


def test_words_keep_quotes_and_what_is_in_them() -> None:
    assert quoted_words('a="b c" d=\'e \\\' f\\ g h=\\"', "\\") == (
        'a="b c"',
        "d='e \\'",
        "f\\ g",
        'h=\\"',
    )


def test_env_and_label_have_an_old_form() -> None:
    assert words("ENV", "a b  c=d", "\\") == (("a", "b  c=d"), False)
    assert words("ENV", "a=b c='d e'", "\\") == (("a", "b", "c", "'d e'"), False)


def test_a_check_of_health_has_a_kind() -> None:
    assert words("HEALTHCHECK", "cmd curl x", "\\") == (("CMD", "curl x"), False)
    assert words("HEALTHCHECK", 'CMD ["a", "b"]', "\\") == (("CMD", "a", "b"), True)
    assert words("HEALTHCHECK", "none", "\\") == (("NONE",), False)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("COPY", "a"),
        ("ENV", "a"),
        ("ENV", "a=b c"),
        ("FROM", ""),
        ("FROM", "a AS b c"),
        ("RUN", ""),
        ("RUN", "[]"),
        ("SHELL", "sh -c"),
        ("HEALTHCHECK", "CMD"),
        ("HEALTHCHECK", "NONE x"),
        ("NOTHING", "a"),
        ("USER", ""),
    ],
)
def test_too_few_words_or_unknown_ones_are_not_read(name: str, text: str) -> None:
    with pytest.raises(Unreadable):
        words(name, text, "\\")
