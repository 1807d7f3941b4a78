"""The ground the other tests stand on: a page of ours opens, and what leaves it is seen."""

import signal

import pytest

from tests.e2e.browser.outside import soon
from tests.e2e.browser.site import Site

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(240)]

CALLS_OUT = """async () => {
  const image = new Image(); image.src = 'http://elsewhere.example/pixel';
  await fetch('http://127.0.0.1:1717/none', {mode: 'no-cors'}).catch(() => 0);
  const link = document.createElement('link');
  link.rel = 'prefetch'; link.href = 'http://prefetched.example/';
  document.head.append(link);
  await new Promise((done) => setTimeout(done, 300));
}"""


async def test_a_browser_is_let_in_and_finds_the_table(site: Site) -> None:
    page = await site.page("/")
    assert await page.evaluate("fetch('/api/project').then(a => a.json()).then(a => a.name)") == (
        "shop"
    )
    stranger = await (await site.context(signed_in=False)).new_page()
    await stranger.goto(site.base)
    assert await stranger.evaluate("fetch('/api/project').then(a => a.status)") == 401
    assert site.outside == []
    assert site.errors == []


async def test_whatever_leaves_our_origin_is_recorded_and_refused(site: Site) -> None:
    page = await site.page("/", bypass_csp=True)
    await page.evaluate(CALLS_OUT)
    for name in ("elsewhere.example", "127.0.0.1:1717", "prefetched.example"):
        await soon(page, site.outside, f"GET http://{name}/")


async def test_what_the_policy_blocks_and_what_goes_wrong_is_recorded(site: Site) -> None:
    page = await site.page("/")
    await page.evaluate(CALLS_OUT)
    await soon(page, site.errors, "Content Security Policy")
    site.errors.clear()
    await page.evaluate("setTimeout(() => { throw new Error('a mistake of ours') })")
    await soon(page, site.errors, "a mistake of ours")


async def test_a_server_that_was_killed_comes_back_at_the_same_address(site: Site) -> None:
    page = await site.page("/")
    was = site.base
    assert await site.server.stop(signal.SIGKILL) == -signal.SIGKILL
    await site.server.start()
    assert site.base == was
    assert await page.evaluate("fetch('/api/project').then(a => a.status)") == 200
