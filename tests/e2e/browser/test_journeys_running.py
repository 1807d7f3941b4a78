"""What was built is run from the page: output as it comes, its stop, its refusal, its absence."""

import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from tests.e2e.browser.built import put
from tests.e2e.browser.looking import Looking
from tests.e2e.browser.site import Site, opened

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(240)]
needs_engine = pytest.mark.usefixtures("containers")
PATIENCE = 60_000
"""Milliseconds: an image is built, and this machine may be busy."""
SERVING = """FROM python:3.12-slim
WORKDIR /app
COPY . .
EXPOSE 8000
CMD ["python", "-u", "-m", "http.server", "8000"]
"""
TWO = """services:
  web:
    build: .
    ports: ["8000:8000"]
  worker:
    image: busybox
    command: ["sh", "-c", "while true; do echo working; echo careful >&2; sleep 0.3; done"]
"""
LOUD = """FROM busybox
CMD ["sh", "-c", "i=0; while [ $i -lt 12000 ]; do i=$((i+1)); \
echo line $i of a log that is about a megabyte long when all of it has been written; done; exit 3"]
"""
REFUSED = "services:\n  app:\n    image: busybox\n    privileged: true\n"
PROJECTS = {
    "serving": {"Dockerfile": SERVING, "compose.yaml": TWO, "index.html": "<h1>Hello</h1>\n"},
    "loud": {"Dockerfile": LOUD},
    "refused": {"compose.yaml": REFUSED},
    "plain": {"notes.md": "Nothing to run.\n"},
}


@asynccontextmanager
async def runs(browser: Browser, template: Path, folder: Path) -> AsyncIterator[Site]:
    """A server with a session for each of the projects, begun after the engine is settled."""
    root = Path(shutil.copytree(template, folder / "shop"))
    await put(root, PROJECTS)
    async with opened(browser, root) as found:
        yield found


async def shown(site: Site, project: str) -> Page:
    page = await site.page(f"/s/{project}/run")
    await expect(page.get_by_role("heading", name="Run what was built")).to_be_visible()
    return page


def log(page: Page, number: int = 1) -> Locator:
    return page.get_by_role("log", name=f"Output of run {number}")


async def run(page: Page) -> None:
    await page.get_by_role("button", name="Run it in a container").click()


@needs_engine
async def test_a_run_is_watched_reached_and_stopped(
    browser: Browser, template: Path, tmp_path: Path
) -> None:
    async with runs(browser, template, tmp_path) as site:
        page = await shown(site, "serving")
        looking = Looking(page)
        await run(page)
        address = page.get_by_role("link", name=re.compile(r"127\.0\.0\.1:\d+"))
        await expect(address).to_be_visible(timeout=PATIENCE)
        assert await address.get_attribute("target") == "_blank"
        assert "noopener" in str(await address.get_attribute("rel"))
        await expect(log(page)).to_contain_text("Serving HTTP", timeout=PATIENCE)
        await expect(log(page)).to_contain_text("careful")
        await page.get_by_label("Lines of which service").select_option("web")
        await expect(log(page)).not_to_contain_text("working")
        await page.get_by_label("Lines of which service").select_option("")
        await looking.at("a run under way")
        await page.get_by_role("heading", name="Run 1").click()
        await page.keyboard.press("s")
        await expect(page.get_by_text("It came up, and was ended in good order")).to_be_visible()
        await expect(address).to_have_count(0)
        await page.reload()
        await expect(log(page)).to_contain_text("working")
        await looking.at("a run that has ended")
        looking.found_nothing()
        assert site.outside == []
        assert site.errors == []


async def _scrolled_up(page: Page) -> None:
    """Away from the end of the log; a turn of the wheel that is handled late does not count."""
    follow = page.get_by_role("button", name="Follow the end")
    for _ in range(12):
        await page.mouse.wheel(0, -4000)
        with suppress(AssertionError):
            return await expect(follow).to_be_visible(timeout=5_000)
    raise AssertionError("the log was not left")


@needs_engine
async def test_a_megabyte_is_read_without_drawing_all_of_it(
    browser: Browser, template: Path, tmp_path: Path
) -> None:
    async with runs(browser, template, tmp_path) as site:
        page = await shown(site, "loud")
        await page.get_by_role("button", name="Network, variables, bounds and what follows").click()
        await page.get_by_role("switch", name="If it ends badly").click()
        await run(page)
        await expect(page.get_by_text("It ended with an error, exit code 3.")).to_be_visible(
            timeout=PATIENCE
        )
        await expect(log(page)).to_contain_text("line 12000 of a log")
        assert await page.locator(".run-line").count() < 200
        await log(page).hover()
        await _scrolled_up(page)
        await expect(log(page)).not_to_contain_text("line 12000 of a log")
        await page.get_by_role("button", name="Follow the end").click()
        await expect(log(page)).to_contain_text("line 12000 of a log")
        await page.get_by_label("Only lines that hold these words").fill("line 777 ")
        await expect(log(page)).to_have_text(re.compile(r"^\s*line 777 of a log"))
        await expect(page.get_by_text("nobody has looked at it")).to_be_visible()
        assert site.errors == []


@needs_engine
async def test_what_is_refused_is_shown_by_its_place_and_leads_to_the_file(
    browser: Browser, template: Path, tmp_path: Path
) -> None:
    async with runs(browser, template, tmp_path) as site:
        page = await shown(site, "refused")
        await run(page)
        await expect(page.get_by_text("its files ask for what is not given")).to_be_visible()
        place = page.get_by_role("link", name="compose.yaml:4").first
        await expect(place).to_be_visible()
        await place.click()
        await expect(page).to_have_url(re.compile(r"/s/refused/files\?file=compose\.yaml"))
        assert site.errors == []


async def test_without_an_engine_the_page_says_so_and_what_to_do(
    browser: Browser, template: Path, tmp_path: Path
) -> None:
    async with runs(browser, template, tmp_path) as site:
        page = await shown(site, "serving")
        looking = Looking(page)
        await expect(page.get_by_text("containers are switched off")).to_be_visible()
        await expect(page.get_by_text("What to do: Unset ROUNDTABLE_ENGINE.")).to_be_visible()
        await expect(page.get_by_role("button", name="Run it in a container")).to_have_count(0)
        await looking.at("no engine")
        looking.found_nothing()
        assert site.errors == []
