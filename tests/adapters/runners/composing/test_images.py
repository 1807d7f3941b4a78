from dataclasses import replace

import pytest

from roundtable.adapters.runners.composing.docket import Docket
from roundtable.adapters.runners.composing.images import read_build, read_image, tagged
from roundtable.adapters.runners.plans import BuildSource
from tests.adapters.runners.composing.builders import PATH, entries_of, project_of

FILES = {"Dockerfile": "FROM a\n", "api/Dockerfile": "FROM b\n", "api/dev.Dockerfile": "FROM c\n"}


def build_of(said: str, **variables: str) -> tuple[BuildSource | None, Docket]:
    docket = Docket(PATH)
    entry = entries_of(f"build: {said}", docket)["build"]
    return read_build(entry, project_of(docket, FILES, variables)), docket


@pytest.mark.parametrize(
    "reference",
    [
        *("busybox", "python:3.12-slim", "library/redis", "registry.test:5000/team/app:v1.2"),
        *(f"a@sha256:{'0' * 64}", f"a:1@sha256:{'f' * 64}", "a__b/c-d.e", "ghcr.io/a/b"),
    ],
)
def test_the_name_of_an_image_is_let_through(reference: str) -> None:
    docket = Docket(PATH)
    entry = entries_of(f"image: '{reference}'", docket)["image"]
    assert read_image(entry, project_of(docket)) == reference
    assert docket.refusals == ()


@pytest.mark.parametrize(
    "reference",
    [
        *("-v", "--rm", "a b", "A", "a/B", "a:", "a@sha256:1", "sha256:abc", "f" * 64, "/a", "a/"),
        *("scratch", "localhost/app", "roundtable-cache:1", "10.0.0.1:5000/x", "0123456789ab"),
        *("a:b:c", "a;b", "oci-layout:///x", "a" * 300, "a..b", ".a", "ä"),
    ],
)
def test_what_is_not_the_name_of_an_image_is_refused(reference: str) -> None:
    docket = Docket(PATH)
    entry = entries_of(f"image: '{reference}'", docket)["image"]
    read_image(entry, project_of(docket))
    assert len(docket.refusals) == 1


@pytest.mark.parametrize(
    ("said", "source"),
    [
        (".", BuildSource("Dockerfile", "FROM a\n")),
        ("./api", BuildSource("api/Dockerfile", "FROM b\n", context="api")),
        (
            "{context: api, dockerfile: dev.Dockerfile}",
            BuildSource("api/dev.Dockerfile", "FROM c\n", 1, "api"),
        ),
        (
            "{context: api, dockerfile: ../Dockerfile}",
            BuildSource("Dockerfile", "FROM a\n", 1, "api"),
        ),
        ("{target: dev}", BuildSource("Dockerfile", "FROM a\n", target="dev")),
        ("{args: [A=1, B, C]}", BuildSource("Dockerfile", "FROM a\n", args={"A": "1"})),
        ("{dockerfile_inline: 'FROM x'}", BuildSource(PATH, "FROM x")),
    ],
)
def test_a_build_is_a_dockerfile_and_a_folder_of_the_project(
    said: str, source: BuildSource
) -> None:
    found, docket = build_of(said, B="2")
    assert found == source
    assert docket.refusals == ()


def test_a_bare_name_takes_nothing_of_the_developers_into_a_build() -> None:
    found, docket = build_of("\n  args:\n    - A\n    - B=\n    - C", A="hunter2")
    assert found is not None
    assert found.args == {"B": ""}
    [note] = docket.notes
    assert note.startswith("line 3: variables of yours are not given to a build")
    assert note.endswith(": A")


@pytest.mark.parametrize(
    "said",
    [
        *("/", "..", "'~'", "https://x.test/a.git", "missing", "api/Dockerfile", "[a]", "C:/x"),
        *("{dockerfile: missing}", "{dockerfile: ../Dockerfile}", "{dockerfile: .env}"),
        *("{dockerfile: Dockerfile, dockerfile_inline: FROM x}", "{target: -x}"),
        *("{args: {BUILDKIT_SYNTAX: x}}", "{args: {'a b': x}}", "{ssh: default}", "{mystery: 1}"),
    ],
)
def test_any_other_build_is_refused(said: str) -> None:
    assert len(build_of(said)[1].refusals) == 1


@pytest.mark.parametrize("name", ["sail-8.3/app", "localhost:5000/app", "10.0.0.1:5000/x:1"])
def test_the_name_of_an_image_that_is_built_here_leads_to_no_host(name: str) -> None:
    docket = Docket(PATH)
    entry = entries_of(f"image: '{name}'", docket)["image"]
    assert read_image(entry, replace(project_of(docket), built={tagged(name)})) == name
    assert docket.refusals == ()
    read_image(entry, replace(project_of(docket), built={"other:latest"}))
    assert len(docket.refusals) == 1


@pytest.mark.parametrize("name", ["-v", "a b", "roundtable-cache:1", "scratch", "0123456789ab"])
def test_a_name_of_ours_or_no_name_is_refused_also_where_it_is_built(name: str) -> None:
    docket = Docket(PATH)
    entry = entries_of(f"image: '{name}'", docket)["image"]
    read_image(entry, replace(project_of(docket), built={tagged(name)}))
    assert len(docket.refusals) == 1


@pytest.mark.parametrize(
    "said",
    ["[app:latest]", "['localhost:5000/app']", "['type=registry,ref=a/b']", "[type=gha]"],
)
def test_a_cache_of_images_changes_nothing_and_is_noted(said: str) -> None:
    found, docket = build_of(f"{{cache_from: {said}}}")
    assert found == build_of("{}")[0]
    assert (docket.refusals, docket.notes) == ((), ("build: not needed here: cache_from",))


@pytest.mark.parametrize("said", ["['type=local,src=/']", "[type=s3]", "[/]", "['a', '../x']"])
def test_a_cache_of_another_kind_is_refused(said: str) -> None:
    assert len(build_of(f"{{cache_from: {said}}}")[1].refusals) == 1


def test_what_a_build_does_not_need_is_noted() -> None:
    found, docket = build_of("{ulimits: {nofile: 1}, no_cache: true}")
    assert found is not None
    assert docket.notes == ("build: not needed here: ulimits, no_cache",)


def test_nothing_said_is_no_build() -> None:
    assert build_of("")[0] is None
    assert build_of("{dockerfile_inline: }")[0] == BuildSource("Dockerfile", "FROM a\n")
    assert read_build(None, project_of(Docket(PATH))) is None
