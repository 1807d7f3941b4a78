"""What is written for the builder ends where it ends, and reads as it was meant."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from roundtable.adapters.runners.dockerfiles.laying import Lay, Line, check_laid, placeholder
from roundtable.adapters.runners.dockerfiles.lowering import lower
from roundtable.adapters.runners.dockerfiles.reading import read
from roundtable.adapters.runners.dockerfiles.syntax import (
    Flag,
    Heredoc,
    Instruction,
    Unreadable,
)
from roundtable.adapters.runners.plans import BuildSource, PlanRefused


def meant(name: str, text: str, *words: str, heredocs: tuple[Heredoc, ...] = ()) -> Instruction:
    return Instruction(name, 7, (), text, words or (text,), exec_form=False, heredocs=heredocs)


FOLDER = meant("WORKDIR", "/x")
BODY = (Heredoc("E", "USER 1\n", chomp=False),)


def laid(*lines: Line, escape: str = "\\") -> Lay:
    return Lay(lines, escape)


def test_a_lay_that_reads_as_it_was_meant_is_let_through() -> None:
    copied = meant("COPY", "<<E /y", "<<E", "/y", heredocs=BODY)
    lay = laid(Line(("WORKDIR /x",), FOLDER), Line(("COPY <<E /y",), copied), escape="`")
    check_laid(lay, "linux/amd64")
    assert lay.dockerfile("a", placeholder) == (
        "# escape=`\nFROM a\nWORKDIR /x\nCOPY <<E /y\nUSER 1\nE\n"
    )


@pytest.mark.parametrize(
    ("written", "escape"),
    [
        *(("WORKDIR /x\\", "\\"), ("WORKDIR /x\\ \t", "\\"), ("WORKDIR /x\\\f", "\\")),
        *(("WORKDIR /x`", "`"), ("WORKDIR /x`\u00a0", "`")),
        *(("WORKDIR /x\nUSER 1", "\\"), ("WORKDIR /x\rUSER 1", "\\")),
    ],
)
def test_a_line_that_does_not_end_where_it_ends_is_never_written(written: str, escape: str) -> None:
    lay = laid(Line((written,), FOLDER), escape=escape)
    for write in (lay.text, lambda tag: lay.dockerfile("a", tag)):
        with pytest.raises(PlanRefused) as caught:
            write(placeholder)
        assert caught.value.refusals[0].line == 7


def test_neither_a_base_nor_a_tag_may_go_on() -> None:
    with pytest.raises(PlanRefused):
        laid(Line(("WORKDIR /x",), FOLDER)).dockerfile("a\nCMD \\", placeholder)
    with pytest.raises(PlanRefused):
        laid(Line(("COPY --from=", 0), FOLDER)).text(lambda _: "x\\")


@pytest.mark.parametrize(
    "line",
    [
        Line(("WORKDIR /y",), FOLDER),
        Line(("USER /x",), FOLDER),
        Line(("WORKDIR --a=b /x",), FOLDER),
        Line(("COPY --from=", 1, " a b"), meant("COPY", "a b", "a", "b")),
        Line(("ENV a=b c=d",), meant("ENV", "a=b c=d", "a", "b c=d")),
        Line(('CMD ["a"]',), meant("CMD", '["a"]', "a")),
        Line(("COPY <<E /y",), meant("COPY", "<<E /y", "<<E", "/y")),
        Line(("COPY x /y",), meant("COPY", "x /y", "x", "/y", heredocs=BODY)),
        Line(("# escape=`",), FOLDER),
    ],
)
def test_what_reads_otherwise_than_it_was_meant_is_refused(line: Line) -> None:
    with pytest.raises(Unreadable) as caught:
        check_laid(laid(line), "")
    assert caught.value.line in (0, 7)


def test_a_platform_that_would_be_more_than_one_is_refused() -> None:
    with pytest.raises(Unreadable):
        check_laid(laid(Line(("WORKDIR /x",), FOLDER)), "linux/amd64 --x=y")


def test_a_stage_is_meant_by_its_placeholder() -> None:
    flags = (Flag("from", placeholder(0)),)
    copied = Instruction("COPY", 7, flags, "a b", ("a", "b"), exec_form=False)
    check_laid(laid(Line(("COPY --from=", 0, " a b"), copied)), "")


def _counted(text: str, escape: str) -> int:
    """The builder's own way to find where instructions end, written down by itself."""
    goes_on = re.compile(rf"(?:^|[^{re.escape(escape)}]){re.escape(escape)}[ \t]*$")
    lines = text.split("\n")
    count = at = 0
    while at < len(lines):
        line = lines[at].lstrip()
        at += 1
        if not line or line.startswith("#"):
            continue
        count += 1
        whole = line
        while goes_on.search(line) and at < len(lines):
            line = lines[at]
            whole += line
            at += 1
        if whole.startswith("COPY") and (ends := re.findall(r"(?:^|\s)<<(E)(?=\s|$)", whole)):
            for _ in ends:
                at = lines.index("E", at) + 1
    return count


PIECES = ["\\", "`", "\f", "\u00a0", "\u2003", "\x1c", "\x85", " ", "\t", "\n", "\r\n", "#"]
WORDS = ["WORKDIR /x", "COPY <<E /y\n", "\nE\n", "USER 1", "CMD a", "LABEL a=b", "--", "'", '"']


@given(
    st.sampled_from(["\\", "`"]),
    st.lists(st.sampled_from([*PIECES, *WORDS, "\nUSER 1\n", "\nWORKDIR /x"]), max_size=14),
)
@example("\\", ["WORKDIR /x", "\\", "\f", "\n", "COPY <<E /y\n", "USER 1", "\nE\n"])
@example("\\", ["WORKDIR /x", "\\", " ", "\\"])
@example("`", ["WORKDIR /x", "`", "\u00a0", "\n", "USER 1"])
def test_the_builder_finds_as_many_instructions_as_were_laid(
    escape: str, pieces: list[str]
) -> None:
    try:
        text = f"# escape={escape}\nFROM a\n{''.join(pieces)}"
        stages = lower(read(BuildSource("Dockerfile", text)))
    except PlanRefused:
        return
    for step in stages[0].steps:
        assert isinstance(step, Lay)
        written = step.dockerfile("a", placeholder)
        assert _counted(written, escape) == 1 + len(step.lines)
