"""Debian's Chromium, a new one for each run: one without a page does not stay while we wait."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx2
from playwright.async_api import Browser, BrowserContext, Page, ViewportSize, async_playwright

BROWSER = os.environ.get("ROUNDTABLE_CHROMIUM", "/usr/bin/chromium")
GAUGE = Path(__file__).with_name("gauge.js")
SIZE: ViewportSize = {"width": 1440, "height": 900}


@asynccontextmanager
async def launched() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=BROWSER, args=["--no-sandbox", "--headless=new"]
        )
        try:
            yield browser
        finally:
            await browser.close()


async def entered(browser: Browser, client: httpx2.AsyncClient) -> BrowserContext:
    """A profile that the client's server knows, with an empty cache and a gauge in every page."""
    context = await browser.new_context(viewport=SIZE, base_url=str(client.base_url))
    await context.add_init_script(path=GAUGE)
    for name, value in client.cookies.items():
        await context.add_cookies([{"name": name, "value": value, "url": str(client.base_url)}])
    return context


def watched(page: Page) -> list[str]:
    """What the browser will complain about in there, such as a breach of the content policy."""
    problems: list[str] = []
    page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    return problems
