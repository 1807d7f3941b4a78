"""Which image checks stand on."""

import sys

import pytest

from roundtable.adapters.checking import bases
from roundtable.adapters.checking.bases import Base
from roundtable.adapters.runners.engines import Engine
from tests.container_needs import need_images


async def there(engine: Engine, name: str) -> bool:
    return (await engine.command.call("image", "inspect", name)).code == 0


async def test_the_project_s_own_python_comes_first_if_it_is_there(containers: Engine) -> None:
    await need_images(containers, "python:3.12-slim", "python:3.11-slim")
    dockerfile = "ARG X\nFROM --platform=linux/amd64 python:3.12-slim AS run\nRUN true\n"
    found = await bases.python_base(containers, {"Dockerfile": dockerfile})
    assert isinstance(found, Base)
    assert found.name == "python:3.12-slim"
    assert found.id.startswith("sha256:")


@pytest.mark.parametrize(
    "line",
    ["", "FROM debian", "FROM python:0.0-nowhere", "FROM evil/python:3.12", "FROM python:3.12;x"],
)
async def test_else_one_like_our_own_and_none_is_fetched(containers: Engine, line: str) -> None:
    own = f"python:{sys.version_info.major}.{sys.version_info.minor}-slim"
    await need_images(containers, own)
    found = await bases.python_base(containers, {"Dockerfile": line})
    assert isinstance(found, Base)
    assert found.name == own


@pytest.mark.parametrize("said", ["ONBUILD RUN true", "VOLUME /data"])
async def test_an_image_that_is_too_old_or_brings_commands_or_a_disk_of_its_own_is_not_taken(
    containers: Engine, said: str
) -> None:
    own = f"python:{sys.version_info.major}.{sys.version_info.minor}-slim"
    await need_images(containers, own)
    assert await bases._fitting(containers, own, "PYTHON_VERSION", (3, 99)) is None
    name = f"tests-of-roundtable-{said.split(maxsplit=1)[0].lower()}:3.12"
    change = ("import", "--change", said, "-", name)
    await containers.command.call(*change, stdin=bytes(10240))
    try:
        assert await there(containers, change[-1])
        assert await bases._fitting(containers, change[-1], "PYTHON_VERSION", (3, 11)) is None
    finally:
        await containers.command.call("rmi", "--force", change[-1])


async def test_without_one_the_remedy_is_told(
    containers: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bases, "OLDEST_PYTHON", (99, 1))
    monkeypatch.setattr(bases, "_OLDEST_NODE", (99,))
    found = await bases.python_base(containers, {})
    assert isinstance(found, str)
    assert "no image of Python 99.1 or later is on this machine" in found
    assert f"{containers.kind} pull python:3" in found
    assert "no image of node 99" in str(await bases.node_base(containers, {}))


@pytest.mark.parametrize(
    ("name", "version"),
    [
        ("python:3.12-slim", (3, 12)),
        ("docker.io/library/python:3", (3,)),
        ("host:5000/python:3.9.1", (3, 9)),
        ("node:20", (20,)),
        ("PYTHON_VERSION:3.11.4", (3, 11)),
        ("python:latest", ()),
        ("python", ()),
    ],
)
def test_a_tag_tells_the_version(name: str, version: tuple[int, ...]) -> None:
    assert bases._version(name) == version
