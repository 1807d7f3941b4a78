"""Steps: what the builder is given, what is run, and what the image will say."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.adapters.runners.dockerfiles.lowering import (
    BuildStage,
    Final,
    Lay,
    Run,
    final,
    lower,
)
from roundtable.adapters.runners.dockerfiles.mounts import Bind, Cache
from roundtable.adapters.runners.dockerfiles.policy import refusals
from roundtable.adapters.runners.dockerfiles.reading import read
from roundtable.adapters.runners.dockerfiles.scopes import scopes
from roundtable.adapters.runners.plans import BuildSource, Health, PlanRefused
from tests.adapters.runners.dockerfiles.attacks import FILES
from tests.adapters.runners.dockerfiles.ordinary import ORDINARY
from tests.adapters.runners.dockerfiles.ordinary_tricky import TRICKY


def tag(stage: int) -> str:
    return f"step/{stage}:x"


def of(text: str, target: str = "", **args: str) -> tuple[BuildStage, ...]:
    return lower(read(BuildSource("Dockerfile", text, args=args)), target)


def shown(stage: BuildStage) -> list[str | tuple[str, ...]]:
    return [step.text(tag) if isinstance(step, Lay) else step.argv for step in stage.steps]


def said(text: str, target: str = "") -> Final:
    return final(read(BuildSource("Dockerfile", text)), target)


def test_a_run_parts_what_is_laid() -> None:
    [stage] = of("FROM a\nCOPY x \\\n  y\nENV b=c\nRUN d\nUSER e\n")
    assert shown(stage) == ["COPY x   y\nENV b=c\n", ("/bin/sh", "-c", "d"), "USER e\n"]


def test_only_the_stages_that_are_needed_are_made() -> None:
    text = (
        "FROM a AS one\nFROM b AS two\nRUN x\nFROM one AS three\nFROM c\n"
        "COPY --from=three /a /a\nRUN --mount=from=two,target=/x y\nFROM d AS last\n"
    )
    assert [stage.number for stage in of(text)] == [4]
    assert [stage.number for stage in of(text, "3")] == [0, 1, 2, 3]
    assert [stage.number for stage in of(text, "THREE")] == [0, 2]
    with pytest.raises(PlanRefused):
        of(text, "four")


def test_a_stage_that_is_copied_from_gets_our_name() -> None:
    text = (
        "FROM a AS One\nFROM b\nCOPY --link --from=ONE --chown=1:1 /x /y\nCOPY --from=nginx /x /y\n"
    )
    stage = of(text)[-1]
    [lay] = stage.steps
    assert isinstance(lay, Lay)
    assert lay.text(tag) == (
        "COPY --link --from=step/0:x --chown=1:1 /x /y\nCOPY --from=nginx /x /y\n"
    )
    assert (lay.stages, stage.images) == ((0,), ("nginx",))


def test_arguments_are_declared_with_their_values_where_they_are_used() -> None:
    [stage] = of(
        'FROM a\nARG x="q\\" \\$ \\\\" y=1\nCOPY a b\nCOPY $x b\nRUN z\nLABEL l=$x\nARG x=2\n'
    )
    declared = 'ARG x="q\\" \\$ \\\\"\n'
    assert shown(stage)[0] == f"COPY a b\n{declared}COPY $x b\n"
    assert shown(stage)[2] == f"{declared}LABEL l=$x\n"


def test_an_env_between_overrules_and_an_arg_after_it_is_declared_anew() -> None:
    [stage] = of("FROM a\nARG x=1\nENV p=$x\nENV x=2\nENV q=$x\nARG x=1\nENV r=$x\n")
    assert shown(stage) == ['ARG x="1"\nENV p=$x\nENV x=2\nENV q=$x\nARG x="1"\nENV r=$x\n']


def test_a_run_is_given_the_arguments_and_the_image_the_rest() -> None:
    [stage] = of("ARG g=0\nFROM a\nARG g x=1 none\nENV x=2 y=3\nRUN --network=none a\n", g="9")
    run = stage.steps[-1]
    assert isinstance(run, Run)
    assert (run.environment, run.network, run.line) == ({"g": "9"}, "none", 5)
    assert run.shown == "RUN --network=none a"
    assert run.command == ("env", "g=9", "/bin/sh", "-c", "a")


def test_mounts_go_with_their_run() -> None:
    text = "FROM a\nFROM b\nRUN --mount=type=cache,target=/c --mount=from=0,target=/d,source=e x\n"
    run = of(text)[-1].steps[0]
    assert isinstance(run, Run)
    assert run.mounts == (Cache("/c"), Bind(0, "e", "/d"))


def test_what_the_image_says_comes_last_and_volumes_not_at_all() -> None:
    text = (
        'FROM a\nCMD b\nSHELL ["x", "-c"]\nVOLUME /v\nENTRYPOINT c\nSTOPSIGNAL 9\nRUN d\nUSER e\n'
    )
    [stage] = of(text)
    assert shown(stage) == [
        ("x", "-c", "d"),
        'USER e\nCMD b\nSHELL ["x", "-c"]\nENTRYPOINT c\nSTOPSIGNAL 9\n',
    ]


def test_a_shell_is_inherited() -> None:
    last = of('FROM a AS b\nSHELL ["x", "-c"]\nFROM b\nRUN c\nCMD d\n')[-1]
    assert shown(last) == [("x", "-c", "c"), 'SHELL ["x", "-c"]\nCMD d\n']


def test_files_of_the_project_are_copied_and_never_unpacked() -> None:
    [stage] = of("FROM a\nADD --chown=1 x y\nADD <<E /z\nE\n")
    assert shown(stage) == ["COPY --chown=1 x y\nCOPY <<E /z\nE\n"]


def test_the_builder_is_given_nothing_to_fetch() -> None:
    with pytest.raises(PlanRefused, match="fetch it in a RUN"):
        of("FROM a\nADD https://a.example.org/x y\n")


def test_the_whole_file_begins_with_the_escape_and_our_from() -> None:
    [stage] = of("# escape=`\nFROM --platform=linux/amd64 a\nCOPY x `\n y\n")
    [lay] = stage.steps
    assert isinstance(lay, Lay)
    written = lay.dockerfile("ours:1", tag, stage.platform)
    assert written == "# escape=`\nFROM --platform=linux/amd64 ours:1\nCOPY x  y\n"


def test_the_image_says_what_the_file_tells() -> None:
    text = (
        "FROM a AS base\nEXPOSE 80\nUSER x\nCMD a\nHEALTHCHECK CMD b\nVOLUME /v\n"
        "FROM base AS last\nENTRYPOINT c\nEXPOSE 81/tcp 82/udp 80\nSTOPSIGNAL SIGINT\nUSER 7\n"
    )
    assert said(text, "base") == Final(
        (80,), "x", True, False, Health(("/bin/sh", "-c", "b")), "", ("/v",)
    )
    health = Health(("/bin/sh", "-c", "b"))
    assert said(text) == Final((80, 81), "7", False, True, health, "SIGINT", ("/v",))
    assert said("FROM a\nCMD b\nENTRYPOINT []\nHEALTHCHECK NONE\n") == Final(has_command=True)


def test_what_is_left_out_is_not_written_and_is_told_with_its_line() -> None:
    text = "FROM a\nENV P=${P:-80}\nEXPOSE $P\nEXPOSE $X\nLABEL com.docker.x=y b=c\n"
    [stage] = of(text)
    assert shown(stage) == ["ENV P=${P:-80}\nEXPOSE 80\nLABEL b=c\n"]
    found = said(text)
    assert found.ports == (80,)
    assert [note.split(": ")[0] for note in found.notes] == ["Dockerfile:4", "Dockerfile:5"]


def test_each_name_that_is_copied_is_known_with_its_line() -> None:
    [stage] = of("FROM a\nARG d=x\nCOPY $d y /z/\nCOPY --from=b /c /d\nADD e /f\n")
    [lay] = stage.steps
    assert isinstance(lay, Lay)
    assert [(source.name, source.line) for source in lay.sources] == [
        ("x", 3),
        ("y", 3),
        ("e", 5),
    ]
    assert lay.sources[0].shown == "COPY $d y /z/"


@pytest.mark.parametrize(
    "line", ["ONBUILD RUN a", "RUN --network=host a", "RUN --mount=type=ssh a"]
)
def test_what_may_not_be_built_is_not_lowered_either(line: str) -> None:
    with pytest.raises(PlanRefused) as caught:
        of(f"FROM a\n{line}\n")
    assert caught.value.refusals[0].line == 2


@pytest.mark.parametrize("name", sorted(ORDINARY | TRICKY))
def test_what_is_written_for_the_builder_is_read_as_the_same(name: str) -> None:
    """Each lay is a Dockerfile of its own: judged again, and lowered to itself."""
    stages = of((ORDINARY | TRICKY)[name])
    assert sum(len(stage.steps) for stage in stages) > 0 or name == "a name through ARG"
    for stage in stages:
        final_names = {
            step.dockerfile("base", tag) for step in stage.steps if isinstance(step, Lay)
        }
        for text in final_names:
            source = BuildSource("Dockerfile", text)
            dockerfile = read(source)
            assert refusals(dockerfile, source, FILES) == ()
            [again] = lower(dockerfile)
            [lay] = again.steps
            assert isinstance(lay, Lay)
            assert lay.dockerfile("base", tag) == text


@given(
    st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp", "Cf"])),
    st.sampled_from(["\\", "`"]),
)
def test_a_value_is_declared_so_that_it_is_read_as_itself(value: str, escape: str) -> None:
    text = f"# escape={escape}\nFROM a\nARG x\nLABEL y=$x\n"
    [stage] = of(text, x=value)
    [lay] = stage.steps
    assert isinstance(lay, Lay)
    again = read(BuildSource("Dockerfile", lay.dockerfile("a", tag)))
    assert scopes(again)[0][-1][1].arguments == {"x": value}


def test_nothing_is_lowered_that_would_be_read_otherwise_than_it_was_meant() -> None:
    """Whatever let such an instruction in: here its words are not those of its text."""
    honest = read(BuildSource("Dockerfile", "FROM a\nENV a=b c=d\nUSER 1\n"))
    [stage] = honest.stages
    lying = replace(stage.instructions[0], words=("a", "b"))
    swallowing = replace(stage.instructions[0], text="a=b c=d\\")
    breaking = replace(stage.instructions[0], text="a=b\nRUN id")
    assert lower(honest)
    for told in (lying, swallowing, breaking):
        stages = (replace(stage, instructions=(told, stage.instructions[1])),)
        with pytest.raises(PlanRefused) as caught:
            lower(replace(honest, stages=stages))
        assert [refusal.line for refusal in caught.value.refusals] == [2]
