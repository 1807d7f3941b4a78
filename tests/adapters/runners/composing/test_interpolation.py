"""The table is the compose specification's; all of it was seen in `docker compose config`."""

import pytest

from roundtable.adapters.runners.composing.docket import Docket
from roundtable.adapters.runners.composing.interpolation import NotFilled, fill
from tests.adapters.runners.composing.builders import entries_of, reasons

GIVEN = {"S": "set", "E": ""}


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        *(("$S", "set"), ("${S}", "set"), ("$E", ""), ("$U", ""), ("${U}", "")),
        *(("${S:-d}", "set"), ("${E:-d}", "d"), ("${U:-d}", "d"), ("${U:-}", "")),
        *(("${S-d}", "set"), ("${E-d}", ""), ("${U-d}", "d")),
        *(("${S:?m}", "set"), ("${S?m}", "set"), ("${E?m}", "")),
        *(("${S:+x}", "x"), ("${E:+x}", ""), ("${U:+x}", "")),
        *(("${S+x}", "x"), ("${E+x}", "x"), ("${U+x}", "")),
        *(("$$", "$"), ("$$S", "$S"), ("$${S}", "${S}"), ("$$$S", "$set"), ("$$$$", "$$")),
        *(("${U:-${V:-c}}", "c"), ("${U-${S}}", "set"), ("${U:-$S}", "set")),
        *(("${S:+x${S}}", "xset"), ("${U:-$$x}", "$x"), ("${U:-a${V:-b}c}", "abc")),
        *(('${U:-{"a":1}}', '{"a":1}'), ("${U:-a}b}", "ab}"), ("${U:-${V:-{x}}}", "{x}")),
        *(("${U:-b?c}", "b?c"), ("${U:-b:-c}", "b:-c"), ("${U:- }", " ")),
        *(("$", "$"), ("a$", "a$"), ("$1", "$1"), ("$-", "$-"), ("$é", "$é"), ("{$S}", "{set}")),
        *(("$S.b", "set.b"), ("$S$E$S", "setset"), ("${S}-${S}", "set-set")),
        ("$${U:-${S}}", "${U:-set}"),
    ],
)
def test_variables_are_filled_in_as_the_specification_says(text: str, filled: str) -> None:
    assert fill(text, GIVEN, []) == filled


@pytest.mark.parametrize(
    "text",
    [
        "${",
        "${}",
        "${S",
        "${ S}",
        "${S }",
        "${S/a/b}",
        "${U=b}",
        "${U:b}",
        "${U:-$",
        "${1}",
        "${U:-${V}",
        "${U:-${}}",
    ],
)
def test_a_text_that_is_none_of_these_is_refused(text: str) -> None:
    with pytest.raises(NotFilled):
        fill(text, GIVEN, [])


@pytest.mark.parametrize("text", ["${U:?say it}", "${U?say it}", "${E:?say it}"])
def test_a_variable_that_must_be_given_is_refused_with_its_message(text: str) -> None:
    with pytest.raises(NotFilled, match="must be given: say it"):
        fill(text, GIVEN, [])


def test_the_message_of_a_missing_variable_shows_no_value() -> None:
    with pytest.raises(NotFilled, match=r"must be given: \$S$"):
        fill("${U:?$S}", GIVEN, [])


def test_a_value_is_not_filled_in_again() -> None:
    assert fill("$A", {"A": "${B}", "B": "x"}, []) == "${B}"


def test_names_that_are_not_given_are_told_and_those_with_a_default_are_not() -> None:
    unset: list[str] = []
    fill("$A ${B} ${C:-d} ${D-} ${E:-$F} ${S:+$G}", {"S": "1"}, unset)
    assert unset == ["A", "B", "F", "G"]


def test_what_is_not_used_is_not_looked_at() -> None:
    assert fill("${S:-${U:?never}}", GIVEN, []) == "set"


@pytest.mark.parametrize("text", ["${A}" * 30_000, "${A:-" * 17 + "}" * 17])
def test_length_and_depth_are_bounded(text: str) -> None:
    with pytest.raises(NotFilled):
        fill(text, {"A": "x" * 1000} if ":-" not in text else {}, [])


def test_values_are_filled_in_and_keys_are_not() -> None:
    docket = Docket("compose.yaml")
    found = entries_of("$A: $A\nb: [$A, '$A', 1]\n", docket, A="x")
    assert list(found) == ["$A", "b"]
    assert [item.text for item in found["b"].value.items] == ["x", "x", "1"]  # type: ignore[union-attr]


def test_a_control_character_from_a_variable_is_refused_too() -> None:
    docket = Docket("compose.yaml")
    entries_of("a: $A\n", docket, A="x\x00")
    assert reasons(docket) == ["it has a control character"]


def test_a_single_text_is_bounded_too() -> None:
    docket = Docket("compose.yaml")
    entries_of(f"a: {'x' * 70_000}\n", docket)
    assert reasons(docket) == ["it is over 64 KiB long"]


def test_a_file_that_repeats_a_long_value_is_given_up() -> None:
    from roundtable.adapters.runners.plans import PlanRefused

    text = "a: [" + ", ".join(["$A"] * 2000) + "]\n"
    with pytest.raises(PlanRefused, match="too long"):
        entries_of(text, Docket("compose.yaml"), A="x" * 60_000)
