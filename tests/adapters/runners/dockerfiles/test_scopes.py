"""The last word on a name holds, and what comes from an image is not known."""

import pytest

from roundtable.adapters.runners.dockerfiles.reading import read
from roundtable.adapters.runners.dockerfiles.scopes import Scope, scopes
from roundtable.adapters.runners.dockerfiles.words import Expanded
from roundtable.adapters.runners.plans import BuildSource, PlanRefused


def at_the_end(text: str, **args: str) -> Scope:
    """What is in scope at a last instruction of the last stage."""
    dockerfile = read(BuildSource("Dockerfile", f"{text}\nMAINTAINER x\n", args=args))
    return scopes(dockerfile)[-1][-1][1]


def test_the_last_of_arg_and_env_holds() -> None:
    scope = at_the_end("FROM a\nARG x=1\nENV x=2")
    assert (scope.arguments, scope.names.known["x"]) == ({}, "2")
    scope = at_the_end("FROM a\nENV x=2\nARG x=1")
    assert (scope.arguments, scope.names.known["x"]) == ({"x": "1"}, "1")


def test_a_stage_hears_of_arguments_before_the_first_from_only_if_it_asks() -> None:
    assert at_the_end("ARG v=1\nFROM a").arguments == {}
    assert at_the_end("ARG v=1\nFROM a\nARG v").arguments == {"v": "1"}
    assert at_the_end("ARG v=1\nFROM a\nARG v=2").arguments == {"v": "2"}


def test_what_is_given_from_outside_stands_above_all() -> None:
    assert at_the_end("ARG v=1\nFROM a\nARG v=2", v="3").arguments == {"v": "3"}
    assert at_the_end("FROM a\nARG v", v="3").arguments == {"v": "3"}
    assert at_the_end("FROM a", v="3").arguments == {}


def test_a_stage_on_another_inherits_but_env_is_what_the_image_keeps() -> None:
    text = 'FROM a AS one\nARG x=1 y=1\nENV x=2\nARG x=3\nSHELL ["/bin/bash", "-c"]\nFROM one'
    scope = at_the_end(text)
    assert scope.arguments == {"y": "1"}
    assert scope.names.known["x"] == "2"
    assert (scope.shell, scope.shell_said) == (("/bin/bash", "-c"), True)


def test_the_platform_is_known_to_those_who_ask() -> None:
    text = "FROM a\nARG TARGETARCH BUILDPLATFORM"
    assert at_the_end(text).arguments == {"TARGETARCH": "amd64", "BUILDPLATFORM": "linux/amd64"}


def test_a_value_that_the_image_has_a_say_in_is_unknown() -> None:
    scope = at_the_end('FROM a\nENV PATH="/x:$PATH" y=1')
    assert scope.variables == {"PATH": None, "y": "1"}


def test_scratch_says_nothing() -> None:
    assert at_the_end("FROM scratch\nENV P=$PATH").variables == {"P": ""}


def test_an_argument_cannot_come_from_the_image() -> None:
    with pytest.raises(PlanRefused) as caught:
        at_the_end("FROM a\nARG x=$PATH")
    assert caught.value.refusals[0].line == 2
    assert at_the_end("FROM a\nARG x=${x:-d}").arguments == {"x": "d"}


@pytest.mark.parametrize(
    ("lines", "folder"),
    [
        ("WORKDIR /a\nWORKDIR b/../c", "/a/c"),
        ("WORKDIR b", None),
        ("WORKDIR /a\nWORKDIR $PATH", None),
        ("ENV d=/x\nWORKDIR $d/y", "/x/y"),
        ("WORKDIR //a//b", "/a/b"),
    ],
)
def test_the_folder_is_followed(lines: str, folder: str | None) -> None:
    assert at_the_end(f"FROM a\n{lines}").folder == folder


def test_an_instruction_sees_what_was_there_before_it() -> None:
    assert at_the_end("FROM a\nENV a=1\nENV a=2 b=$a").variables == {"a": "2", "b": "1"}


def test_what_is_likely_is_kept_apart_from_what_is_known() -> None:
    scope = at_the_end("FROM a\nENV p=${p:-3000} q=$p r=${r:?}")
    assert scope.variables == {"p": None, "q": None, "r": None}
    assert scope.likely == {"p": "3000"}
    assert not scope.expanded("$p").certain
    assert scope.guessed("$p x") == Expanded("3000 x", ("3000", "x"), certain=True)
    assert not scope.guessed("$q").certain
    assert at_the_end("FROM a\nENV p=${p:-1}\nENV p=2").likely == {}


def test_what_the_file_itself_says_is_told_from_what_the_image_may_choose() -> None:
    scope = at_the_end("FROM a\nENV p=/x/$HOME q=${HOME:-/y} r=${HOME:+/z}\nENV s=$p/s t=$r")
    assert scope.own == {"p": "/x/", "s": "/x//s"}
    assert scope.defaults == {"q": "/y"}
    assert scope.owned("$p$GOPATH") == "/x/"
    assert scope.owned("$q") is scope.owned("${p:-x}") is None
