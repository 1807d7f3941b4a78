"""The whole of the reading: ordinary files become plans, all refusals are told, secrets are not."""

from collections.abc import Mapping
from typing import Any

import pytest

from roundtable.adapters.runners.composing.compose import read_compose
from roundtable.adapters.runners.plans import GIVE_VARIABLES, PlanRefused, RunPlan
from tests.adapters.runners.composing.ordinary import ORDINARY
from tests.adapters.runners.composing.shapes import Ordinary

PATH = "compose.yaml"


def plan_of(text: str, files: Mapping[str, str] | None = None, **variables: str) -> RunPlan:
    return read_compose(PATH, text, files or {}, variables, bool(variables))


def looked_up(plan: RunPlan, path: str) -> Any:
    name, *steps = path.split(".")
    found: Any = next(service for service in plan.services if service.name == name)
    for step in steps:
        if isinstance(found, Mapping):
            found = found[step]
        else:
            found = found[int(step)] if step.isdigit() else getattr(found, step)
    return found


def test_the_corpus_is_as_large_as_we_say() -> None:
    assert len(ORDINARY) >= 18


@pytest.mark.parametrize("file", ORDINARY, ids=str)
def test_an_ordinary_file_becomes_a_plan_of_its_own_shape(file: Ordinary) -> None:
    given = file.variables
    plan = read_compose(PATH, file.text, file.files, given or {}, given is not None)
    assert tuple(service.name for service in plan.services) == file.order
    assert {path: looked_up(plan, path) for path in file.facts} == file.facts
    for words in file.notes:
        assert any(words in note for note in plan.notes), plan.notes


@pytest.mark.parametrize("file", ORDINARY, ids=str)
def test_every_service_comes_after_those_it_waits_for(file: Ordinary) -> None:
    given = file.variables
    plan = read_compose(PATH, file.text, file.files, given or {}, given is not None)
    seen: set[str] = set()
    for service in plan.services:
        assert seen.issuperset(service.after)
        seen.add(service.name)


def test_all_refusals_are_told_at_once_each_with_its_line() -> None:
    text = (
        "services:\n  a:\n    image: busybox\n    privileged: true\n    pid: host\n"
        "  b:\n    image: busybox\n    volumes:\n      - .:/app\n      - /etc:/etc\n"
        "    depends_on: [c]\n"
    )
    with pytest.raises(PlanRefused) as caught:
        plan_of(text)
    assert [refusal.line for refusal in caught.value.refusals] == [4, 5, 10, 11]
    assert caught.value.refusals[2].what == "/etc:/etc"


def test_our_own_environment_is_never_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CANARY", "from-our-environment")
    text = "services: {a: {image: busybox, environment: {A: '$CANARY', CANARY: }}}\n"
    plan = plan_of(text)
    assert plan.services[0].environment == {"A": ""}


def test_the_value_of_a_variable_stands_in_no_refusal_and_no_note() -> None:
    text = (
        "services:\n  a:\n    image: '$S!'\n    privileged: $S\n    user: '$S !'\n"
        "    ports: ['$S:80']\n    volumes: ['$S:/x', '/$S:/y']\n    command: '( $S'\n"
        "    environment: ['$S', 'A B=$S']\n    env_file: /$S\n    networks: ['$S']\n"
        "    depends_on: ['$S']\n    deploy: {replicas: $S}\n    tmpfs: $S\n    working_dir: $S\n"
        "    healthcheck: {test: [$S], interval: $S}\n    labels: ['roundtable.$S']\n"
        "    build: {context: $S, target: '-$S', args: ['$S!']}\n    ipc: $S\n    dns: $S\n"
        "    scale: 7$T\n    mem_limit: $S\n    links: ['$S:$S']\n    container_name: '-$S'\n"
    )
    with pytest.raises(PlanRefused) as caught:
        plan_of(text, S="hunter2", T="7")
    told = [f"{r.what} {r.reason}" for r in caught.value.refusals]
    assert len(told) > 15
    assert not any("hunter2" in words for words in (*told, str(caught.value)))


def test_a_name_from_a_variable_stands_in_no_note() -> None:
    plan = plan_of(
        "services: {a: {image: b, environment: [$S], ports: ['$P:80']}}", S="xyz", P="81"
    )
    assert not any("xyz" in note or "81" in note for note in plan.notes)


def test_the_other_compose_files_are_named_as_not_used() -> None:
    files = {"compose.override.yaml": "", "docker-compose.yml": "", PATH: ""}
    plan = plan_of("services: {a: {image: busybox}}", files)
    assert any("compose.override.yaml is not used" in note for note in plan.notes)
    assert any("docker-compose.yml is not used" in note for note in plan.notes)


def test_an_alias_of_a_link_is_a_name_of_the_other_service() -> None:
    plan = plan_of("services: {a: {image: x, links: ['b:store']}, b: {image: y}}")
    assert [service.name for service in plan.services] == ["b", "a"]
    assert plan.services[0].aliases == ("store",)


def test_depends_on_holds_where_a_link_names_the_same_service() -> None:
    text = (
        "services:\n  a:\n    image: x\n    links: [b]\n"
        "    depends_on: {b: {condition: service_healthy}}\n  b: {image: y}\n"
    )
    plan = plan_of(text)
    assert plan.services[1].after == {"b": "healthy"}
    [note] = [note for note in plan.notes if "healthy" in note]
    assert "waits until this one has started" in note
    assert "a check in its image is not asked" in note


@pytest.mark.parametrize("said", ["build: .", "build: ., image: app"])
def test_of_a_service_that_is_built_the_check_of_its_dockerfile_is_asked(said: str) -> None:
    text = (
        f"services:\n  b: {{{said}}}\n  c: {{image: app}}\n"
        "  a: {image: x, depends_on: {b: {condition: service_healthy},"
        " c: {condition: service_healthy}}}\n"
    )
    notes = [n for n in plan_of(text, {"Dockerfile": "FROM a\n"}).notes if "healthy" in n]
    assert "HEALTHCHECK of its Dockerfile is asked" in notes[0]
    assert ("HEALTHCHECK of its Dockerfile is asked" in notes[1]) == ("image" in said)


def test_variables_of_the_developer_go_into_no_build_and_no_name_of_an_image() -> None:
    text = (
        "x-b: &b\n  args: {A: $S, B: '${S:-plain}', C: '${S:+set}', S: }\n"
        "services:\n"
        "  a:\n    image: 'app:${S:-1}'\n    command: [$S]\n    environment: {E: $S, S: }\n"
        "    build:\n      <<: *b\n      context: ${S:-.}\n      target: $S\n"
        "      dockerfile_inline: 'FROM a${S}'\n"
        "  b:\n    image: 'img${S}:${S-2}'\n"
    )
    plan = plan_of(text, {"Dockerfile": ""}, S="hunter2")
    a, b = plan.services
    assert a.build is not None
    assert (a.build.args, a.build.context, a.build.target) == (
        {"A": "", "B": "plain", "C": ""},
        "",
        "",
    )
    assert (a.build.text, b.image) == ("FROM a", "img:2")
    assert (a.command, a.environment) == (("hunter2",), {"E": "hunter2", "S": "hunter2"})
    told = [note for note in plan.notes if "variables of yours are not given to a build" in note]
    assert {note.split(":")[0] for note in told} == {f"line {n}" for n in (2, 5, 10, 11, 12, 14)}
    assert all(note.endswith(": S") for note in told)


def test_twelve_services_are_let_through() -> None:
    text = "services:\n" + "".join(f"  s{n}: {{image: a}}\n" for n in range(12))
    assert len(plan_of(text).services) == 12


def test_a_text_that_is_no_mapping_is_refused() -> None:
    with pytest.raises(PlanRefused, match="a mapping with services"):
        plan_of("just words")


def test_an_image_that_is_built_may_have_any_name_also_for_others_who_use_it() -> None:
    text = "services:\n  app: {build: ., image: sail-8.3/app}\n  queue: {image: sail-8.3/app}\n"
    plan = plan_of(text, {"Dockerfile": "FROM a\n"})
    assert [service.image for service in plan.services] == ["", ""]
    assert all(service.build is not None for service in plan.services)


@pytest.mark.parametrize("build", ["~", "''", "false"])
def test_a_build_that_is_none_lets_no_name_of_an_image_through(build: str) -> None:
    text = f"services:\n  app:\n    build: {build}\n    image: localhost:5000/app\n"
    with pytest.raises(PlanRefused) as caught:
        plan_of(text, {"Dockerfile": "FROM a\n"})
    assert 4 in [refusal.line for refusal in caught.value.refusals]


def test_only_a_variable_that_could_be_given_is_asked_for() -> None:
    text = (
        "services:\n  a:\n    image: 'x:${TAG:?say which}'\n"
        "    environment:\n      KEY: ${KEY:?say which}\n      OPEN: ${OPEN\n"
    )
    with pytest.raises(PlanRefused) as caught:
        plan_of(text)
    told = {(refusal.line, refusal.remedy) for refusal in caught.value.refusals}
    assert told == {(3, ""), (5, GIVE_VARIABLES), (6, "")}
    assert caught.value.remedy == GIVE_VARIABLES
