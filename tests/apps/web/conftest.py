"""A real server on loopback, in a project of scripted knights, and a browser's way of asking it."""

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
import uvicorn

from roundtable.adapters.project import Project
from roundtable.apps.web.house import House
from roundtable.apps.web.server import guarded, listening
from tests.apps.conftest import BETTER, STORE, given, script


class Served:
    """A server that runs in this process, and a client that it knows."""

    def __init__(self, house: House, port: int) -> None:
        self.house = house
        self.port = port
        self.base = f"http://127.0.0.1:{port}"
        self.client = httpx2.AsyncClient(
            base_url=self.base, headers={"Origin": self.base}, timeout=30, trust_env=False
        )

    async def launch(self) -> None:
        answer = await self.client.post("/api/launch", json={"token": self.house.passes.token})
        assert answer.status_code == 204

    async def get(self, path: str, **more: Any) -> httpx2.Response:
        return await self.client.get(f"/api{path}", **more)

    async def post(self, path: str, body: object = None, **more: Any) -> httpx2.Response:
        return await self.client.post(f"/api{path}", json={} if body is None else body, **more)

    async def start(self, **fields: Any) -> str:
        answer = await self.post("/session/start", {"workflow": "discuss", "topic": "?", **fields})
        assert answer.status_code == 201, answer.text
        name: str = answer.json()["session"]
        return name

    async def state(self, session: str) -> dict[str, Any]:
        answer = await self.get(f"/session/{session}")
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    async def until(self, session: str, *phases: str, seconds: float = 60) -> dict[str, Any]:
        """The session once it has come to one of these phases."""
        async with asyncio.timeout(seconds):
            while (told := await self.state(session))["phase"] not in phases:
                await asyncio.sleep(0.02)
        return told

    async def rest(self) -> None:
        """Until nothing is led or written any more: an answer may be ahead of that."""
        async with asyncio.timeout(60):
            while self.house.hall.steward.at_work:
                await asyncio.sleep(0.02)

    async def decided(self, project: Path, option: str = "self") -> str:
        """A session whose decision changes store.py, as the King has answered it."""
        (project / "store.py").write_text(STORE)
        script(project, given(**{"store.py": BETTER}))
        session = await self.start(topic="How shall we save?")
        told = await self.until(session, "awaiting_king")
        choice = {"question": told["question"]["id"], "option": option}
        await self.post(f"/session/{session}/answer", choice)
        await self.until(session, "ended")
        return session

    async def frames(self, session: str, count: int, **more: Any) -> list[dict[str, Any]]:
        """The first frames of the stream that carry something."""
        found: list[dict[str, Any]] = []
        async with self.client.stream("GET", f"/api/session/{session}/stream", **more) as answer:
            assert answer.status_code == 200
            async for told in events(answer):
                found.append(told)
                if len(found) == count:
                    break
        return found


async def events(answer: httpx2.Response) -> AsyncIterator[dict[str, Any]]:
    """The frames of a stream as they come: name, id and data of each."""
    frame: dict[str, Any] = {}
    async for line in answer.aiter_lines():
        if not line:
            if "data" in frame:
                yield frame
            frame = {}
            continue
        name, _, value = line.partition(": ")
        if name == "data":
            frame["data"] = json.loads(value)
        elif name in ("event", "id"):
            frame[name] = value


@contextlib.asynccontextmanager
async def serving(root: Path, resume: bool = True) -> AsyncIterator[Served]:
    house = House(Project(root), resume)
    opened = listening(0)
    port = opened.getsockname()[1]
    config = uvicorn.Config(
        guarded(house, port), log_config=None, lifespan="off", timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    async with house.opened(), _running(house, server, opened):
        served = Served(house, port)
        async with served.client:
            await served.launch()
            yield served


@contextlib.asynccontextmanager
async def _running(
    house: House, server: uvicorn.Server, opened: socket.socket
) -> AsyncIterator[None]:
    running = asyncio.create_task(server.serve(sockets=[opened]))
    try:
        while not server.started:
            assert not running.done(), "the server did not come up"
            await asyncio.sleep(0.01)
        yield
    finally:
        server.should_exit = True
        house.hang_up()
        await running


@pytest.fixture
async def served(project: Path) -> AsyncIterator[Served]:
    async with serving(project) as found:
        yield found
