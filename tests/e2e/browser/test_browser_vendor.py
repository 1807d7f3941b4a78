"""The vendor's runtime for npm projects, where a server was started with it.

The vendor's own client package talks to a stand-in for its host, under our real policy. That
the vendor's host behaves alike cannot be seen here: it is on the internet.
"""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, Route, expect

from tests.e2e.browser.built import put
from tests.e2e.browser.outside import soon
from tests.e2e.browser.projects import PROJECTS
from tests.e2e.browser.rooms import ended, listen, log, run, shown
from tests.e2e.browser.site import Site, opened

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(240)]

WEB = Path(__file__).parents[3] / "web"
HOST = Path(__file__).with_name("vendor_host.html")
PROTOCOL = WEB / "node_modules/@webcontainer/api/dist/vendor/index.js"
ISOLATED = {
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-resource-policy": "cross-origin",
}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def vendored(
    browser: Browser, template: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Site]:
    root = Path(shutil.copytree(template, tmp_path_factory.mktemp("vendored") / "shop"))
    await put(root, {name: PROJECTS[name] for name in ("npm", "cli")})
    async with opened(browser, root, "--webcontainer") as found:
        yield found


async def _vendor(route: Route) -> None:
    parts = urlsplit(route.request.url)
    if parts.path == "/comlink.js":
        await route.fulfill(path=PROTOCOL, headers={**ISOLATED, "content-type": "text/javascript"})
    elif parts.path == "/headless":
        await route.fulfill(path=HOST, headers={**ISOLATED, "content-type": "text/html"})
    else:
        page = "<!doctype html><h1>Served by the project</h1>"
        await route.fulfill(body=page, headers={**ISOLATED, "content-type": "text/html"})


async def _switched_on(site: Site) -> Page:
    page = await shown(site, "npm")
    await page.get_by_role("switch", name="Let the vendor's runtime be loaded").click()
    return page


async def test_an_npm_project_runs_by_the_vendors_own_client(vendored: Site) -> None:
    page = await _switched_on(vendored)
    await page.context.route("https://*.com/**", _vendor)
    await page.context.route("https://*.io/**", _vendor)
    assert vendored.outside == [], "switching it on loads nothing yet"
    await run(page, "Run the npm project")
    await expect(log(page)).to_contain_text("isolated true, mounted true: npm install")
    await expect(log(page)).to_contain_text("isolated true, mounted true: npm run start")
    framed = page.frame_locator('iframe[title="The project\'s page"]')
    await expect(framed.get_by_role("heading")).to_have_text("Served by the project")
    asked = [urlsplit(url) for url in vendored.outside if url.startswith("https:")]
    assert {part.netloc for part in asked} == {"stackblitz.com", "page--3000.webcontainer-api.io"}
    assert parse_qs(asked[0].query)["coep"] == ["require-corp"]
    await page.get_by_role("button", name="Stop").click()
    await ended(page, "stopped")
    await expect(page.get_by_title("The project's page")).to_have_count(0)
    assert vendored.errors == []


async def test_a_host_that_cannot_be_reached_leaves_the_page_usable(vendored: Site) -> None:
    page = await _switched_on(vendored)
    await run(page, "Run the npm project")
    await expect(page.get_by_text("Loading the vendor's runtime")).to_be_visible()
    await soon(page, vendored.outside, "stackblitz.com:443")
    await page.get_by_role("button", name="Stop").click()
    await ended(page, "stopped")


async def test_nobody_else_may_be_framed_there(vendored: Site) -> None:
    page = await shown(vendored, "npm")
    asked = listen(page)
    await page.evaluate(
        """() => {
          const frame = document.createElement("iframe");
          frame.src = "https://elsewhere.example/";
          document.body.append(frame);
        }"""
    )
    while not vendored.errors:
        await page.wait_for_timeout(50)
    assert "frame-src" in vendored.errors[0]
    assert all(request.failure == "csp" for request in asked)


async def test_our_own_rooms_open_in_an_isolated_page_too(vendored: Site) -> None:
    page = await shown(vendored, "cli")
    assert await page.evaluate("crossOriginIsolated") is True
    await page.get_by_label("Arguments").fill("0")
    await run(page)
    await ended(page, "exit code 0")
    assert vendored.outside == []
    assert vendored.errors == []
