"""Every attack is refused at its line, and no ordinary file is."""

import time

import pytest

from roundtable.adapters.runners.dockerfiles.policy import refusals
from roundtable.adapters.runners.dockerfiles.reading import read
from roundtable.adapters.runners.plans import BuildSource, PlanRefused
from roundtable.core.running import RunRefusal
from tests.adapters.runners.dockerfiles.attacks import ATTACKS, FILES, Attack
from tests.adapters.runners.dockerfiles.ordinary import ORDINARY
from tests.adapters.runners.dockerfiles.ordinary_tricky import TRICKY
from tests.conftest import Count


def judged(source: BuildSource) -> tuple[RunRefusal, ...]:
    try:
        return refusals(read(source), source, FILES)
    except PlanRefused as refused:
        return refused.refusals


def of(text: str) -> tuple[RunRefusal, ...]:
    return judged(BuildSource("Dockerfile", text))


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda a: f"{a.family}: {a.name}")
def test_an_attack_is_refused_at_its_line_and_in_a_moment(attack: Attack, count: Count) -> None:
    source = BuildSource(
        "deploy/Dockerfile",
        attack.text,
        context=attack.context,
        target=attack.target,
        args=attack.args,
    )
    start = time.process_time()
    found = judged(source)
    assert time.process_time() - start < 2
    assert [refusal.line for refusal in found] == [attack.line]
    assert all(refusal.path == "deploy/Dockerfile" and refusal.reason for refusal in found)
    assert all(refusal.what.isprintable() for refusal in found)
    count("S4: attacks by a Dockerfile, refused", 1)


def test_the_corpus_is_as_large_as_it_is_said_to_be() -> None:
    names = {(attack.family, attack.name) for attack in ATTACKS}
    assert len(names) == len(ATTACKS) >= 120
    assert len(ORDINARY | TRICKY) >= 30


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda a: f"{a.family}: {a.name}")
def test_a_refusal_counts_lines_in_the_file_that_holds_the_text(attack: Attack) -> None:
    source = BuildSource(
        "compose.yaml",
        attack.text,
        first_line=41,
        context=attack.context,
        target=attack.target,
        args=attack.args,
    )
    assert [refusal.line for refusal in judged(source)] == [attack.line + 40]


@pytest.mark.parametrize("name", sorted(ORDINARY | TRICKY))
def test_an_ordinary_file_is_let_through(name: str) -> None:
    assert of((ORDINARY | TRICKY)[name]) == ()


def test_all_that_is_refused_is_named_at_once_and_in_order() -> None:
    text = "FROM localhost/x\nRUN --network=host id\nCOPY . /x\nONBUILD RUN id\n"
    found = of(text)
    assert [(refusal.line, refusal.what) for refusal in found] == [
        (1, "FROM localhost/x"),
        (2, "RUN --network=host id"),
        (4, "ONBUILD RUN id"),
    ]


def test_a_stage_that_is_not_needed_is_judged_too() -> None:
    assert [r.line for r in of("FROM busybox\nRUN --device=x id\nFROM busybox\n")] == [2]


def test_what_the_engine_would_fetch_is_to_be_fetched_by_a_run() -> None:
    text = f"FROM busybox\nADD --checksum=sha256:{'a' * 64} https://good.example/x.tgz /x\n"
    [refusal] = of(text)
    assert (refusal.line, refusal.remedy) == (2, ""), "no flag lifts it"
    assert refusal.reason.endswith("fetch it in a RUN (curl, wget), which is bounded")


def test_a_directive_after_a_comment_is_a_comment() -> None:
    assert of("# made by hand\n# syntax=evil/x\nFROM busybox\n") == ()


@pytest.mark.parametrize(
    "syntax", ["docker/dockerfile", "docker/dockerfile:1", "docker/dockerfile:1.7-labs"]
)
def test_the_official_reader_is_let_in(syntax: str) -> None:
    assert of(f"# syntax={syntax}\nFROM busybox\n") == ()


def test_a_folder_that_the_project_has_is_a_context_and_another_is_none() -> None:
    assert judged(BuildSource("Dockerfile", "FROM busybox\n", context="data")) == ()
    assert len(judged(BuildSource("Dockerfile", "FROM busybox\n", context="dat"))) == 1


def test_what_a_shell_is_told_is_not_judged() -> None:
    text = "FROM busybox\nRUN curl http://169.254.169.254 | sh; mount /dev/sda /x; rm -rf /\n"
    assert of(text) == ()
