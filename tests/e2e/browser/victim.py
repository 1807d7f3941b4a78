"""The victim: somebody who is signed in here, and opens a page of somebody else's."""

import asyncio
import hashlib
import json
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
from playwright.async_api import Browser, BrowserContext, Request

CANARY = "Where-does-the-treasure-lie-71c3"
"""The topic of every session: whoever has read it has read what is ours."""
_STALE = 45.0
"""Who hangs is broken off after two minutes of silence, and then the log stands still no longer."""
HANGS = {"say": "one two three four", "hang_after_words": 2, "when": {"prompted": "hanging"}}


@asynccontextmanager
async def new_context(browser: Browser) -> AsyncIterator[BrowserContext]:
    """A profile of its own, which nobody watches: an attack asks for a great deal."""
    context = await browser.new_context()
    context.set_default_timeout(90_000)
    try:
        yield context
    finally:
        await context.close()


@dataclass
class Victim:
    """A server's address, its folder, a browser profile that it knows, and a client beside it."""

    context: BrowserContext
    client: httpx2.AsyncClient
    root: Path
    port: int
    sent: list[Request] = field(default_factory=list)
    """What the profile has sent to our port, whoever made it."""
    sessions: dict[str, str] = field(default_factory=dict)
    upload: str = ""
    _since: float = 0.0
    """When it was furnished."""

    def watch(self) -> None:
        def done(request: Request) -> None:
            if f":{self.port}/" in request.url:
                self.sent.append(request)

        self.context.on("requestfinished", done)
        self.context.on("requestfailed", done)

    async def furnish(self) -> None:
        """A session that waits, one that is at work, a key and uploads: all that can be changed."""
        await self.leave()
        # What is at work hangs, so that the log stands still.
        self.sessions["waiting"] = await self._convene(f"{CANARY} and who decides?")
        self.sessions["working"] = await self._convene(f"{CANARY} hanging?")
        await self._until("waiting", "awaiting_king")
        await self._until("working", "convening", "discussing")
        await self._told("PUT", "/api/keys/anthropic", {"key": "sk-ant-canary-0123456789abcdef"})
        self.upload = ""
        for number in range(4):  # as many as are kept: one more would push out the first
            files = [("files", (f"{number}.py", b"x = 1\n"))]
            answer = await self.client.post("/api/uploads", files=files)
            assert answer.status_code == 201, answer.text
            self.upload = self.upload or answer.json()["id"]
        await self._led_alone()
        await self._written()
        self._since = time.monotonic()

    async def refurnish(self) -> bool:
        """Furnish it anew if that is long ago; whether it was."""
        stale = time.monotonic() - self._since > _STALE
        if stale:
            await self.furnish()
        return stale

    async def leave(self) -> None:
        """End what hangs: only so many knights may speak at once."""
        if "working" in self.sessions:
            await self.client.post(f"/api/session/{self.sessions['working']}/stop")

    async def digest(self) -> str:
        """Everything that an attack could have changed, on the disk and in the server's memory."""
        told = [
            _log(self.root / ".roundtable" / "roundtable.db"),
            *_files(self.root, {"roundtable.db", "roundtable.db-wal", "roundtable.db-shm"}),
            *_files(self.root.parent / f"{self.root.name}.config", set()),
            [await self._told("GET", path) for path in ("/api/sessions", "/api/keys")],
            await self._told("GET", "/api/settings"),
            await self._keeps_upload(),
        ]
        return hashlib.sha256(json.dumps(told, default=str).encode()).hexdigest()

    async def _convene(self, topic: str) -> str:
        wanted = {"workflow": "discuss", "topic": topic, "max_rounds": 1}
        name: str = (await self._told("POST", "/api/session/start", wanted))["session"]
        return name

    async def _until(self, key: str, *phases: str) -> None:
        """Until it stands still there: it waits, or a knight has begun to speak."""
        async with asyncio.timeout(60):
            while True:
                told = await self._told("GET", f"/api/session/{self.sessions[key]}")
                speaking = any(turn["status"] == "open" for turn in told["turns"])
                if told["phase"] in phases and speaking == (key == "working"):
                    return
                await asyncio.sleep(0.05)

    async def _led_alone(self) -> None:
        """Until nobody leads any but the one at work: it is told of as led a moment longer."""
        async with asyncio.timeout(60):
            while True:
                told = await self._told("GET", "/api/sessions")
                if [row["session"] for row in told if row["running"]] == [self.sessions["working"]]:
                    return
                await asyncio.sleep(0.05)

    async def _written(self) -> None:
        """Until the readable files stand still: they follow the log in their own time."""
        quiet, known = 0, _files(self.root, set())
        async with asyncio.timeout(60):
            while quiet < 5:
                await asyncio.sleep(0.1)
                before, known = known, _files(self.root, set())
                quiet = quiet + 1 if before == known else 0

    async def _keeps_upload(self) -> int:
        wanted = {"workflow": "build", "topic": "?", "upload": self.upload}
        return (await self.client.post("/api/estimate", json=wanted)).status_code

    async def _told(self, method: str, path: str, body: object = None) -> Any:
        answer = await self.client.request(method, path, json=body)
        assert answer.is_success, f"{method} {path}: {answer.text}"
        return answer.json()


def _log(path: Path) -> list[object]:
    opened = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        asked = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
        tables = [row[0] for row in opened.execute(asked)]
        return [(name, opened.execute(f'SELECT * FROM "{name}"').fetchall()) for name in tables]
    finally:
        opened.close()


def _files(folder: Path, but: set[str]) -> list[tuple[str, str]]:
    found = sorted(path for path in folder.rglob("*") if path.is_file() and path.name not in but)
    return [
        (str(path.relative_to(folder)), hashlib.sha256(path.read_bytes()).hexdigest())
        for path in found
        if path.exists()  # a file that is being written has another name for a moment
    ]
