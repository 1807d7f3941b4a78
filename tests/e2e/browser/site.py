"""`roundtable serve` as a process of its own, and browsers that are let in by its link."""

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, BrowserContext, Page

from roundtable.adapters.keys import VARIABLES
from tests.e2e.browser.outside import Outside

_LINK = re.compile(r"http://127\.0\.0\.1:(\d+)/#launch=\S+")
SLOW = 90_000
"""Milliseconds that a page has for anything: a busy machine is not a broken one."""
_KEYS = {name for names in VARIABLES.values() for name in names}


def environment(root: Path) -> dict[str, str]:
    """A machine without keys, whose own settings are beside the project."""
    kept = {k: v for k, v in os.environ.items() if k not in _KEYS}
    config = root.parent / f"{root.name}.config"
    return {
        **kept,
        "ROUNDTABLE_KEYRING": "off",
        "XDG_CONFIG_HOME": str(config),
        "XDG_STATE_HOME": str(config / "state"),
    }


class Server:
    """The process, and what it has printed."""

    def __init__(self, root: Path, *flags: str) -> None:
        self.root = root
        self._flags = flags
        self.port = 0
        self.said: list[str] = []
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._links: asyncio.Queue[str] = asyncio.Queue()

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Start it; after a stop on the same port, so that open pages find it again."""
        self._links = asyncio.Queue()
        words = ["serve", "--no-browser", "--port", str(self.port), "--root", str(self.root)]
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "roundtable", *words, *self._flags),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            env=environment(self.root),
        )
        self._reading = asyncio.create_task(self._read(self._process))
        link = await self.link()
        self.port = int(_LINK.findall(link)[0])
        self._links.put_nowait(link)

    async def link(self) -> str:
        """A link that lets one browser in; each is given out once."""
        try:
            return await asyncio.wait_for(self._links.get(), 60)
        except TimeoutError:
            raise AssertionError("\n".join(["no link came:", *self.said])) from None

    async def stop(self, sig: signal.Signals = signal.SIGTERM) -> int:
        """End it, by SIGKILL if that is what is tested; its exit code."""
        assert self._process and self._reading
        if self._process.returncode is None:
            self._process.send_signal(sig)
        code = await asyncio.wait_for(self._process.wait(), 60)
        await self._reading
        return code

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout
        async for line in process.stdout:
            text = line.decode().rstrip()
            self.said.append(text)
            if found := _LINK.search(text):
                self._links.put_nowait(found.group())


async def enter(context: BrowserContext, link: str) -> None:
    """Sign a browser profile in by a launch link."""
    page = await context.new_page()
    async with page.expect_response("**/api/launch", timeout=SLOW) as answered:
        await page.goto(link, timeout=SLOW)
    assert (await answered.value).status == 204
    await page.close()


class Site:
    """A served project and the browser contexts that look at it."""

    def __init__(self, browser: Browser, server: Server, outside: Outside) -> None:
        self._browser = browser
        self._outside = outside
        self._contexts: list[BrowserContext] = []
        self.server = server
        self.errors: list[str] = []
        """What went wrong in any page of ours: uncaught errors, and what the policy blocked."""

    @property
    def root(self) -> Path:
        return self.server.root

    @property
    def base(self) -> str:
        return self.server.base

    @property
    def outside(self) -> list[str]:
        """Every request of any page that was not for our origin; each was refused."""
        return self._outside.asked

    async def context(self, signed_in: bool = True, **options: Any) -> BrowserContext:
        """A new browser profile; `options` are playwright's, such as `bypass_csp`."""
        names = [f"127.0.0.1:{self.server.port}", f"localhost:{self.server.port}"]
        proxy = {"server": f"http://127.0.0.1:{self._outside.port}", "bypass": ",".join(names)}
        context = await self._browser.new_context(
            **{"proxy": proxy, "viewport": {"width": 1280, "height": 800}, **options}
        )
        self._contexts.append(context)
        context.set_default_timeout(SLOW)
        self._outside.watch(context, frozenset(f"http://{name}" for name in names))
        context.on("weberror", lambda error: self.errors.append(str(error.error)))
        context.on("console", lambda said: self._heard(said.type, said.text))
        if signed_in:
            await enter(context, await self.server.link())
        return context

    async def page(self, path: str = "/", **options: Any) -> Page:
        """A page of ours in a signed-in profile of its own."""
        page = await (await self.context(**options)).new_page()
        await page.goto(self.base + path)
        return page

    async def close(self) -> None:
        for context in self._contexts:
            await context.close()

    def _heard(self, kind: str, text: str) -> None:
        if "Content Security Policy" in text or (kind == "error" and "Uncaught" in text):
            self.errors.append(text)


@asynccontextmanager
async def serving(root: Path, *flags: str) -> AsyncIterator[Server]:
    """The process, for as long as it is needed."""
    server = Server(root, *flags)
    try:
        await server.start()
        yield server
    finally:
        await server.stop()


@asynccontextmanager
async def opened(browser: Browser, root: Path, *flags: str) -> AsyncIterator[Site]:
    """A site on this project for as long as it is looked at."""
    outside = Outside()
    await outside.open()
    try:
        async with serving(root, *flags) as server:
            site = Site(browser, server, outside)
            try:
                yield site
            finally:
                await site.close()
    finally:
        await outside.close()
