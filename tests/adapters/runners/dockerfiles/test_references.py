"""Which names of images, hosts, platforms and readers are plain."""

import pytest

from roundtable.adapters.runners.dockerfiles.references import (
    frontend_fault,
    host_fault,
    image_fault,
    platform_fault,
)


@pytest.mark.parametrize(
    "image",
    [
        "scratch",
        "python",
        "python:3.12-slim",
        "library/python",
        "docker.io/library/python:3",
        "ghcr.io/a-b/c_d/e__f:1.0_x",
        "registry.example.com:5000/x",
        f"python:3@sha256:{'0' * 64}",
        "roundtables/x",
        "library/roundtables",
        "facade",
    ],
)
def test_a_plain_image_is_taken(image: str) -> None:
    assert image_fault(image) is None


@pytest.mark.parametrize(
    "image",
    [
        "",
        " ",
        "A",
        "a b",
        "a:",
        "a@",
        ":a",
        "a//b",
        "a/",
        "user@host:x",
        "https://a/b",
        "a\n",
        "a:b:c",
        "deadbeefdead",
        "sha256:ab",
        "Foo/bar",
        "10.0.0.1/x",
        "[::1]:5000/x",
        "db:5000/x",
        "roundtable",
        "library/roundtable-cache",
        "docker.io/roundtable-cache",
        "docker.io/library/roundtable-cache:0a1b",
        "index.docker.io/library/roundtable-tools:1",
        f"docker.io/library/roundtable-cache@sha256:{'0' * 64}",
    ],
)
def test_other_forms_are_not(image: str) -> None:
    assert image_fault(image)


def test_an_image_that_is_not_fetched_may_have_any_host_but_no_other_fault() -> None:
    for name in ("sail-8.3/app", "localhost:5000/x", "10.0.0.1/x"):
        assert image_fault(name)
        assert image_fault(name, fetched=False) is None
    for name in (
        "roundtable-cache",
        "localhost/roundtable",
        "library/roundtable-run-1:1",
        "a b",
        "deadbeefdead",
    ):
        assert image_fault(name, fetched=False)


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "[::1]",
        "LOCALHOST",
        "a.localhost.",
        "x.internal",
        "",
        "db",
        "0x7f.1",
        "127.1",
        "10.0.0.1",
    ],
)
def test_a_host_nearby_or_an_address_is_not_asked(host: str) -> None:
    assert host_fault(host)


def test_a_host_of_the_world_may_be_asked() -> None:
    assert host_fault("files.example.org") is None


def test_platforms_of_linux_are_known() -> None:
    assert platform_fault("linux/arm64/v8") is None
    assert platform_fault("windows/amd64")
    assert platform_fault("linux/amd64,linux/arm64")
    assert platform_fault("")


def test_only_the_official_reader_is_let_in() -> None:
    assert frontend_fault("docker.io/docker/dockerfile:1.7.1-labs") is None
    assert frontend_fault(f"docker/dockerfile:1@sha256:{'0' * 64}") is None
    assert frontend_fault("docker/dockerfile:master")
    assert frontend_fault("docker/dockerfile-upstream:1")
