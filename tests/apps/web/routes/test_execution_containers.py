"""Runs in real containers over the wire: their output on the stream, their stop, their end."""

import asyncio
import os
import urllib.request
import uuid
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from roundtable.adapters.runners.engines import Engine
from tests.apps.web.built import built, put
from tests.apps.web.conftest import Served, events, serving

PATH = os.environ["PATH"]
pytestmark = [
    pytest.mark.timeout(300),
    pytest.mark.allow_hosts(["127.0.0.1", "172.16.0.0/12", "192.168.0.0/16"]),
]
TICKING = """FROM busybox
CMD ["sh", "-c", "echo up; echo oops >&2; while true; do echo tick; sleep 0.1; done"]
"""
FAILING = """FROM busybox
CMD ["sh", "-c", "echo it breaks, ${WHOSE:-nobody} has $KEY >&2; exit 3"]
"""
REFUSED = "services:\n  app:\n    image: busybox\n    privileged: true\n"
SERVING = """FROM python:3.12-slim
WORKDIR /app
RUN echo hello from inside > index.html
EXPOSE 8000
CMD ["python", "-m", "http.server", "8000"]
"""


@pytest.fixture
async def shop(
    containers: Engine, building: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Served, str]]:
    """A server that finds the engine, and a build in it that has ended."""
    assert containers.kind in ("docker", "podman")
    monkeypatch.setenv("PATH", PATH)
    async with serving(building) as served:
        yield served, await built(served, "development")


async def write(served: Served, session: str, **files: str) -> None:
    names = {"compose": "compose.yaml", "dockerfile": "Dockerfile"}
    edited = [{"path": names[name], "text": text} for name, text in files.items()]
    answer = await put(served, f"/session/{session}/files", {"files": edited})
    assert answer.status_code == 200, answer.text


async def execute(served: Served, session: str, **fields: Any) -> int:
    body = {"way": "container", "analyse": False, **fields}
    answer = await served.post(f"/session/{session}/execute", body)
    assert answer.status_code == 202, answer.text
    number: int = answer.json()["run"]
    return number


async def over(served: Served, session: str) -> dict[str, Any]:
    async with asyncio.timeout(150):
        while (run := await newest(served, session))["open"]:
            await asyncio.sleep(0.05)
    return run


async def newest(served: Served, session: str) -> dict[str, Any]:
    """The last run, once there is a word of it on record: its number is given out before that."""
    async with asyncio.timeout(150):
        while not (runs := (await served.state(session))["runs"]):
            await asyncio.sleep(0.05)
    found: dict[str, Any] = runs[-1]
    return found


async def test_what_it_writes_comes_on_the_stream_and_a_stop_ends_it(
    shop: tuple[Served, str],
) -> None:
    served, session = shop
    await write(served, session, dockerfile=TICKING)
    number = await execute(served, session)
    seen: dict[str, str] = {"stdout": "", "stderr": ""}
    path = f"/api/session/{session}/stream"
    async with asyncio.timeout(150), served.client.stream("GET", path) as answer:
        async for told in events(answer):
            if told["event"] == "exec_output" and told["data"]["stream"] in seen:
                seen[told["data"]["stream"]] += told["data"]["text"]
            if seen["stdout"].count("tick") > 3 and "oops" in seen["stderr"]:
                break
    told = (await served.get(f"/session/{session}/execution")).json()
    assert told["running"] == number == 1
    again = await served.post(f"/session/{session}/execute", {"way": "container"})
    assert (again.status_code, again.json()["type"]) == (409, "busy")
    began = asyncio.get_running_loop().time()
    stopped = await served.post(f"/session/{session}/execute/stop")
    assert (stopped.status_code, stopped.json()) == (200, {"run": 1})
    assert asyncio.get_running_loop().time() - began < 60, "by itself it would never end"
    run = await over(served, session)
    assert run["outcome"] in ("served", "stopped")
    assert (await served.get(f"/session/{session}/execution")).json()["running"] is None


async def test_a_service_is_reached_on_this_machine_while_it_is_up(
    shop: tuple[Served, str],
) -> None:
    served, session = shop
    await write(served, session, dockerfile=SERVING)
    await execute(served, session)
    async with asyncio.timeout(150):
        while not (run := await newest(served, session))["addresses"]:
            assert run["open"], run
            await asyncio.sleep(0.05)
    (address,) = run["addresses"]
    assert address["url"].startswith("http://127.0.0.1:")
    said = await asyncio.to_thread(_read, address["url"])
    assert said == "hello from inside\n"
    await served.post(f"/session/{session}/execute/stop")
    run = await over(served, session)
    assert (run["outcome"], run["addresses"]) == ("served", [])


def _read(url: str) -> str:
    with urllib.request.urlopen(url, timeout=60) as answer:
        said: bytes = answer.read()
    return said.decode()


async def test_an_error_is_told_by_its_code_and_the_table_looks_at_it(
    shop: tuple[Served, str],
) -> None:
    served, session = shop
    await write(served, session, dockerfile=FAILING)
    given = "WHOSE='Ann'\n# the key is none of the record's\nKEY=sesame-open\n"
    await execute(served, session, analyse=True, variables=given)
    run = await over(served, session)
    assert (run["outcome"], run["exit_code"]) == ("failed", 3)
    assert "it breaks, Ann has *" in run["excerpt"]
    record = (await served.get(f"/session/{session}/events")).text
    assert "it breaks" in record and "sesame-open" not in record
    async with asyncio.timeout(150):
        while len((told := await served.state(session))["rounds"]) < 2:
            await asyncio.sleep(0.05)
    assert told["rounds"][-1]["key"] == "execution"
    await served.until(session, "ended", "awaiting_king", "paused")


async def test_what_is_refused_is_told_by_its_place(shop: tuple[Served, str]) -> None:
    served, session = shop
    await write(served, session, compose=REFUSED)
    assert await execute(served, session) == 1
    run = await over(served, session)
    assert (run["error"], run["begun"]) == ("refused", False)
    assert [(refusal["path"], refusal["line"]) for refusal in run["refusals"]] == [
        ("compose.yaml", 4)
    ]


async def test_a_server_that_ends_leaves_no_container_behind(
    containers: Engine, building: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", PATH)
    mine = uuid.uuid4().hex
    async with serving(building) as served:
        session = await built(served, "development")
        await write(served, session, dockerfile=TICKING.replace("echo up", f"echo {mine}"))
        await execute(served, session)
        async with asyncio.timeout(150):
            while not await _runs(containers, mine):
                await asyncio.sleep(0.1)
    assert not await _runs(containers, mine)
    async with serving(building) as served:
        told = await served.state(session)
        assert [run["error"] for run in told["runs"]] == ["broken_off"]


async def _runs(engine: Engine, word: str) -> bool:
    """Whether a container is there whose command holds the word."""
    called = await engine.command.call("ps", "--all", "--no-trunc", "--format", "{{.Command}}")
    assert called.code == 0, called.complaint
    return word in called.out
