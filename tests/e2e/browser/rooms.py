"""The page on which a project is run in the browser: opened, pressed, read and watched."""

import re

from playwright.async_api import Frame, Locator, Page, Request, expect

from tests.e2e.browser.site import Site

PATIENCE = 90_000
"""Milliseconds: the runtimes are large, and this machine may be busy."""


async def shown(site: Site, project: str) -> Page:
    site.errors.clear()
    site.outside.clear()
    page = await site.page(f"/s/{project}/browser")
    await expect(
        page.get_by_role("heading", name="Run in this browser", exact=True)
    ).to_be_visible()
    return page


def log(page: Page, name: str = "Output") -> Locator:
    return page.get_by_role("log", name=name)


async def run(page: Page, button: str = "Run Python") -> None:
    await page.get_by_role("button", name=button).click()


async def ended(page: Page, how: str) -> None:
    badge = page.get_by_role("region", name="The run in this browser").get_by_text(how, exact=True)
    await expect(badge).to_be_visible(timeout=PATIENCE)


async def alone(page: Page) -> None:
    """The frame is gone with the run."""
    for _ in range(600):
        if page.frames == [page.main_frame]:
            return
        await page.wait_for_timeout(100)
    raise AssertionError(f"there are still {[frame.url for frame in page.frames]}")


def frame_of(page: Page) -> Frame:
    (found,) = (frame for frame in page.frames if frame.url.endswith("/runtime/frame.html"))
    return found


def listen(page: Page) -> list[Request]:
    """Everything that any frame or worker of this page asks for from now on."""
    asked: list[Request] = []

    def requested(request: Request) -> None:
        asked.append(request)

    page.context.on("request", requested)
    return asked


def answers(said: str) -> dict[str, str]:
    """What a hostile project tells of each of its attempts."""
    found = re.findall(r"^([a-zA-Z-]+): (.*)$", said, re.MULTILINE)
    return {name: got for name, got in found if name != "blocked"}


def assert_all_refused(asked: list[Request], site: Site) -> None:
    """Whatever was asked for was refused by the policy, within the browser: nothing has left it."""
    for request in asked:
        assert request.url.startswith(("blob:", "data:")) or request.failure == "csp", request.url
    assert [line for line in site.outside if " HTTP/" in line] == []
