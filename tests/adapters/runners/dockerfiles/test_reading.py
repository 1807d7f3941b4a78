"""Whole files become stages; what cannot be read is refused and never raises otherwise."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtable.adapters.runners.dockerfiles.lowering import final, lower
from roundtable.adapters.runners.dockerfiles.policy import refusals
from roundtable.adapters.runners.dockerfiles.reading import automatic, read
from roundtable.adapters.runners.dockerfiles.syntax import Dockerfile
from roundtable.adapters.runners.plans import BuildSource, PlanRefused
from tests.adapters.runners.dockerfiles.ordinary import ORDINARY
from tests.adapters.runners.dockerfiles.ordinary_tricky import TRICKY


def of(text: str, **args: str) -> Dockerfile:
    return read(BuildSource("Dockerfile", text, args=args))


def test_stages_have_numbers_names_and_bases() -> None:
    dockerfile = of("FROM a AS One\nRUN x\nFROM b\nFROM one\n")
    assert [(s.number, s.name, s.base) for s in dockerfile.stages] == [
        (0, "one", "a"),
        (1, "", "b"),
        (2, "", 0),
    ]
    assert [i.name for i in dockerfile.stages[0].instructions] == ["RUN"]


def test_from_is_expanded_by_the_arguments_before_it() -> None:
    text = "ARG v=1\nARG tag=$v-slim\nFROM --platform=$TARGETPLATFORM a:${tag}\n"
    stage = of(text).stages[0]
    assert (stage.base, stage.platform) == ("a:1-slim", "linux/amd64")
    assert read(BuildSource("Dockerfile", text), "linux/arm64").stages[0].platform == "linux/arm64"
    assert of(text, v="2").stages[0].base == "a:2-slim"
    assert of(text, tag="x").stages[0].base == "a:x"


def test_a_stage_can_be_named_by_an_argument() -> None:
    assert of("ARG b=x\nFROM a AS x\nFROM $b\n").stages[1].base == 0


def test_the_platform_is_known_in_its_parts() -> None:
    known = automatic("linux/arm/v7")
    assert (known["TARGETARCH"], known["BUILDVARIANT"], known["TARGETOS"]) == ("arm", "v7", "linux")


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, ""),
        ("FROM a\n\nNOPE x\n", 3, "NOPE x"),
        ("FROM a\nRUN \\\n a\nCOPY x\n", 4, "COPY x"),
        ("FROM a\nENV x=${y\n", 2, "ENV x=${y"),
        ("ENV a=b\nFROM a\n", 1, "ENV a=b"),
        ("FROM a\nCOPY --link --link a b\n", 2, "COPY --link --link a b"),
        ("FROM a\nRUN a\udc80\n", 2, ""),
    ],
)
def test_a_refusal_names_line_and_words(text: str, line: int, words: str) -> None:
    with pytest.raises(PlanRefused) as caught:
        of(text)
    [refusal] = caught.value.refusals
    assert (refusal.path, refusal.line, refusal.what) == ("Dockerfile", line, words)
    assert refusal.reason


def through(text: str) -> None:
    source = BuildSource("Dockerfile", text)
    try:
        dockerfile = read(source)
        refusals(dockerfile, source, ("a", "b.tar"))
        lower(dockerfile)
        final(dockerfile)
    except PlanRefused as refused:
        assert all(refusal.line >= 1 for refusal in refused.refusals)


PIECES = st.sampled_from(
    [
        "FROM a",
        "FROM a AS b",
        "RUN ",
        "COPY ",
        "ADD ",
        "ENV ",
        "ARG ",
        "LABEL ",
        "SHELL ",
        "CMD ",
        "HEALTHCHECK ",
        "EXPOSE ",
        "USER ",
        "WORKDIR ",
        "VOLUME ",
        "STOPSIGNAL ",
        "ONBUILD ",
        "--from=b ",
        "--mount=type=bind,target=x ",
        "<<EOF",
        "EOF",
        "\n",
        "\n",
        "\n",
        "\\\n",
        " ",
        "[",
        "]",
        '"',
        "'",
        "$",
        "${x:-",
        "${x#",
        "${x/",
        "}",
        "=",
        "x",
        "#",
        "`",
        "# escape=`\n",
        "../",
        "https://",
        "-",
        '["a", "b"]',
        "\t",
        "\r\n",
        "\u00a0",
        "\u0661",
        "\u00b2",
        "\0",
        "\ud800",
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=40).map("".join))
def test_pieces_in_any_order_end_in_steps_or_in_a_refusal(text: str) -> None:
    through("FROM a AS base\n" + text)
    through(text)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200))
def test_any_text_ends_in_steps_or_in_a_refusal(text: str) -> None:
    through(text)
    through("FROM a\nRUN " + text)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(sorted((ORDINARY | TRICKY).values())), st.data())
def test_a_file_with_a_piece_cut_out_ends_in_steps_or_in_a_refusal(
    text: str, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(text)))
    through(text[:start] + text[start + data.draw(st.integers(1, 20)) :])
