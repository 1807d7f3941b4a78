"""S5. The payloads are alive and the watch is awake: without them, silence would prove nothing."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page

from tests.e2e.browser.conftest import ARGUMENTS, chromium
from tests.e2e.browser.poisoned import FAMILIES, PAYLOADS
from tests.e2e.browser.site import Site, opened
from tests.e2e.browser.watching import Watched

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(240)]
HTML = ("scripts", "handlers", "addresses", "frames", "heads", "styles", "SVG", "MathML")
LAST = sum(len(FAMILIES[name]) for name in HTML[:6])
"""The first families of payloads are HTML; the others need a reader that makes HTML of them."""

WRITE = """async (payloads) => {
  for (const payload of payloads) {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    frame.contentDocument.write('<!doctype html><body>' + payload);
    frame.contentDocument.close();
    for (const link of frame.contentDocument.querySelectorAll('a, button, input, svg a'))
      link.dispatchEvent(new MouseEvent('click', {bubbles: true}));
  }
  await new Promise((done) => setTimeout(done, 250));
}"""
MANY = 15
"""At once in one page; with many more this browser gives up."""


async def test_written_into_a_page_as_they_are_the_payloads_run_and_leave(
    browser: Browser, project: Path
) -> None:
    """So what our screens show is dangerous, and it is we who make text of it."""
    ran: set[int] = set()
    own = await browser.browser_type.launch(
        executable_path=chromium(), headless=False, args=ARGUMENTS
    )
    try:
        async with opened(own, project) as site:
            context = await site.context(bypass_csp=True)
            await context.expose_binding("__pwned", lambda _, number: ran.add(number))
            for first in range(0, LAST, MANY):
                page = await context.new_page()
                await page.goto(f"{site.base}/theme.js")
                await page.evaluate(WRITE, list(PAYLOADS[first : first + MANY]))
                await _quiet(page, lambda: (len(ran), len(site.outside)))
                await page.close()
            asked = " ".join(site.outside)
    finally:
        await own.close()
    left = set(re.findall(r"evil.example/p(\d+)", asked))
    print(f"{len(ran)} ran, {len(left)} left, of {LAST}")
    assert len(ran) >= 60
    assert len(left) >= 15


async def _quiet(page: Page, told: Callable[[], object]) -> None:
    """Until nothing more comes: a busy machine runs what is due later."""
    for _ in range(40):
        before = told()
        await page.wait_for_timeout(200)
        if told() == before:
            return


async def test_a_payload_that_enters_our_page_is_noticed(site: Site) -> None:
    context, unnoticed = await site.context(bypass_csp=True), []
    for family in HTML:
        watch = Watched(site, context)
        if family == HTML[0]:
            await watch.prepare()
        page = await watch.open("/projects")
        await page.evaluate(
            "(html) => document.querySelector('main').append("
            "document.createRange().createContextualFragment(html))",
            FAMILIES[family][0].replace("§", "1"),
        )
        await watch.keep("a weak screen", page)
        if not watch.bad:
            unnoticed.append(family)
        await page.close()
    assert unnoticed == []
