from dataclasses import replace

import pytest

from roundtable.adapters.runners.composing.docket import Docket
from roundtable.adapters.runners.composing.storage import Storage, read_storage
from roundtable.adapters.runners.plans import Copy, Mount
from tests.adapters.runners.composing.builders import entries_of, project_of

FILES = {"api/main.py": "", "nginx.conf": ""}


def storage_of(text: str) -> tuple[Storage, Docket]:
    docket = Docket("compose.yaml")
    project = project_of(docket, FILES, volumes=("data",))
    return read_storage(entries_of(text, docket), "web", project), docket


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("data:/x", Storage(mounts=[Mount("data", "/x")])),
        ("data:/x:ro", Storage(mounts=[Mount("data", "/x", True)])),
        ("{type: volume, source: data, target: /x}", Storage(mounts=[Mount("data", "/x")])),
        (
            "{type: volume, source: data, target: /x, read_only: true}",
            Storage(mounts=[Mount("data", "/x", True)]),
        ),
        (".:/app", Storage(copies=[Copy("", "/app")])),
        ("./api/:/app/:rw,z", Storage(copies=[Copy("api", "/app")])),
        (
            "./nginx.conf:/etc/nginx.conf:ro",
            Storage(copies=[Copy("nginx.conf", "/etc/nginx.conf")]),
        ),
        ("{type: bind, source: api, target: /a}", Storage(copies=[Copy("api", "/a")])),
        ("./data:/data", Storage(tmpfs=["/data"])),
        ("/cache", Storage([Mount.unnamed("web", "/cache")])),
        ("{type: volume, target: /cache}", Storage([Mount.unnamed("web", "/cache")])),
        ("{type: tmpfs, target: /cache, tmpfs: {size: 1}}", Storage(tmpfs=["/cache"])),
    ],
)
def test_each_form_becomes_what_it_is_here(said: str, found: Storage) -> None:
    storage, docket = storage_of(f"volumes:\n  - {said}\n")
    assert storage == found
    assert docket.refusals == ()


@pytest.mark.parametrize(
    ("said", "words"),
    [(".:/app", "not live"), ("./new:/x", "not in the project"), ("/x", "in memory, and gone")],
)
def test_what_is_done_otherwise_is_noted(said: str, words: str) -> None:
    assert words in storage_of(f"volumes: ['{said}']")[1].notes[0]


@pytest.mark.parametrize(
    "said",
    [
        *("/etc:/etc", "../x:/x", "~/x:/x", "C:/x:/x", "other:/x", ".:/x:shared", ".:relative"),
        *("{type: bind, source: /, target: /x}", "{type: bind, target: /x}", "{type: bind}"),
        *("{type: npipe, source: x, target: /x}", "{type: tmpfs, source: x, target: /x}"),
        *("{type: volume, source: data, target: /x, volume: {subpath: ../x}}", "[a]", "7"),
        *("{type: bind, source: ., target: /x, bind: {propagation: shared}}", "''"),
        *("{type: bind, source: ., target: /x, extra: 1}", "{source: data, target: /x}"),
    ],
)
def test_everything_else_is_refused_and_nothing_of_it_kept(said: str) -> None:
    docket = storage_of(f"volumes:\n  - {said}\n")[1]
    assert [refusal.line for refusal in docket.refusals] == [2]


def test_places_in_memory_are_taken_without_their_options() -> None:
    storage, docket = storage_of("tmpfs: ['/run:size=1m,exec', /tmp]")
    assert storage.tmpfs == ["/run", "/tmp"]
    assert "alone" in docket.notes[0]


@pytest.mark.parametrize(
    ("text", "over"),
    [
        ("volumes:\n  - ./api:/tmp/conf", "/tmp"),
        ("volumes:\n  - ./api:/tmp", "/tmp"),
        ("volumes:\n  - ./api:/run/a/b\ntmpfs: /run/a", "/run/a"),
        ("volumes:\n  - ./api:/x/y\n  - data:/x", "/x"),
        ("volumes:\n  - {type: bind, source: ./api, target: /c/d}\n  - /c", "/c"),
    ],
)
def test_a_copy_that_nobody_would_see_is_refused(text: str, over: str) -> None:
    [refusal] = storage_of(text)[1].refusals
    assert refusal.line == 2
    assert f"{over} is mounted over it" in refusal.reason


def test_what_lies_beside_or_below_a_copy_hides_none_of_the_rest() -> None:
    text = "volumes: ['.:/app', '/app/node_modules', 'data:/apple', './api:/tmpl']\ntmpfs: /ap"
    assert storage_of(text)[1].refusals == ()


def test_a_place_is_named_once() -> None:
    assert storage_of("volumes: ['data:/x', '.:/x/']")[1].refusals != ()
    assert storage_of("volumes: ['data:/x']\ntmpfs: /x")[1].refusals != ()


def test_a_secret_and_a_config_lie_there_as_copies() -> None:
    docket = Docket("compose.yaml")
    given = {"key": "api/main.py"}
    project = replace(project_of(docket, FILES), secrets=given, configs={"nginx": "nginx.conf"})
    text = "secrets: [key]\nconfigs: [{source: nginx, target: /etc/nginx.conf}]\n"
    storage = read_storage(entries_of(text, docket), "web", project)
    assert storage.copies == [
        Copy("api/main.py", "/run/secrets/key"),
        Copy("nginx.conf", "/etc/nginx.conf"),
    ]
    assert docket.refusals == ()
    assert "secrets: key it has a copy" in docket.notes[0]


def test_a_secret_shares_its_place_with_nothing() -> None:
    docket = Docket("compose.yaml")
    project = replace(project_of(docket, FILES), secrets={"key": "api/main.py"})
    text = "secrets: [key]\nvolumes: ['./api:/run/secrets/key']\n"
    read_storage(entries_of(text, docket), "web", project)
    [refusal] = docket.refusals
    assert "each place is named once" in refusal.reason
