"""Secrets and configs are files of the project, or they are refused."""

from dataclasses import replace

import pytest

from roundtable.adapters.runners.composing.docket import Docket
from roundtable.adapters.runners.composing.giving import Given, declared_given, read_given
from roundtable.adapters.runners.composing.places import Tree
from tests.adapters.runners.composing.builders import entries_of, project_of

FILES = {"db/password.txt": "", ".env": "", "docker.sock": "", ".ssh/id": ""}


def declared(text: str) -> tuple[dict[str, str], Docket]:
    docket = Docket("c")
    entry = entries_of(f"secrets:\n  k: {text}\n", docket)["secrets"]
    return declared_given(entry, Tree(FILES), docket), docket


def given_of(text: str) -> tuple[list[Given], Docket]:
    docket = Docket("c")
    known = {"key": "db/password.txt", "bad": ""}
    project = replace(project_of(docket, FILES), secrets=known, configs=known)
    return list(read_given(entries_of(text, docket), "web", project)), docket


@pytest.mark.parametrize("said", ["./db/password.txt", "db/password.txt", "db/../db/password.txt"])
def test_a_file_of_the_project_is_known_by_its_name(said: str) -> None:
    found, docket = declared(f"{{file: {said}, name: other}}")
    assert (found, docket.refusals) == ({"k": "db/password.txt"}, ())


@pytest.mark.parametrize(
    "said",
    [
        *("{file: /etc/passwd}", "{file: ../x}", "{file: ~/.ssh/id}", "{file: missing.txt}"),
        *("{file: db}", "{file: .}", "{file: .env}", "{file: docker.sock}", "{file: .ssh/id}"),
        *("{environment: HOME}", "{external: true}", "{content: x}", "{file: [a]}", "{}", "x"),
        *("{driver: x}", "{file: db/password.txt, mystery: 1}", "{file: ''}", "{file: 'C:/x'}"),
    ],
)
def test_nothing_else_is_given(said: str) -> None:
    found, docket = declared(said)
    assert found == {"k": ""}
    assert [refusal.line for refusal in docket.refusals] == [2]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("secrets: [key]", "/run/secrets/key"),
        ("secrets: [{source: key, target: db_key, mode: 0400, uid: '1'}]", "/run/secrets/db_key"),
        ("secrets: [{source: key, target: /etc/key}]", "/etc/key"),
        ("configs: [key]", "/key"),
        ("configs: [{source: key, target: /etc/app.conf}]", "/etc/app.conf"),
    ],
)
def test_a_service_finds_it_where_compose_would_put_it(text: str, place: str) -> None:
    [given], docket = given_of(text)
    assert (given.path, given.place, given.line) == ("db/password.txt", place, 1)
    assert docket.refusals == ()


@pytest.mark.parametrize(
    "text",
    [
        *("secrets: [other]", "secrets: [[key]]", "secrets: {key: }", "secrets: [7]"),
        *("secrets: [{target: /x}]", "secrets: [{source: key, target: /proc/x}]"),
        *("secrets: [{source: key, target: ../../etc/x}]", "configs: [{source: key, hook: x}]"),
        *("configs: [{source: key, target: proc}]", "secrets: [{source: key, target: [a]}]"),
        *("secrets: [{source: key, target: /run/docker.sock}]", "secrets: ['$$key']"),
    ],
)
def test_what_is_not_declared_or_lies_badly_is_refused(text: str) -> None:
    assert len(given_of(text)[1].refusals) == 1


def test_what_was_refused_where_it_is_declared_is_not_refused_again() -> None:
    found, docket = given_of("secrets: [bad]\nconfigs: []\n")
    assert (found, docket.refusals) == ([], ())
