"""A service is served inside the browser: it answers our page and its own front end, its tests are
run by pytest, and nothing of it is asked of anybody else."""

import re
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, Request, expect

from tests.e2e.browser.built import put
from tests.e2e.browser.looking import Looking
from tests.e2e.browser.projects_served import SERVED
from tests.e2e.browser.rooms import PATIENCE, alone, ended, listen, log, run, shown
from tests.e2e.browser.site import Site, opened

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(240)]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def runs(
    browser: Browser, template: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Site]:
    """One server for all of them: a run in the browser changes nothing on it."""
    root = Path(shutil.copytree(template, tmp_path_factory.mktemp("services") / "shop"))
    await put(root, SERVED)
    async with opened(browser, root) as found:
        yield found


async def sent(page: Page, method: str, path: str, body: str = "") -> Locator:
    """What the service answers to a request from the page's own form."""
    form = page.get_by_role("form", name="A request to the service")
    await form.get_by_label("Method").select_option(method)
    await form.get_by_label("Path").fill(path)
    if body:
        await form.get_by_label("Body").fill(body)
    await form.get_by_role("button", name="Send").click()
    await expect(log(page)).to_contain_text(f"{method} {path} ·", timeout=PATIENCE)
    return page.get_by_role("region", name="The answer")


async def test_a_service_answers_the_page_and_its_own_front_end(runs: Site) -> None:
    page = await shown(runs, "served")
    await expect(page.get_by_label("Start", exact=True)).to_have_value("serve shop.main:app")
    await page.get_by_label("With its page").select_option("web/index.html")
    asked = listen(page)
    await run(page, "Serve it")
    routes = page.get_by_role("navigation", name="Routes of the service")
    await expect(routes.get_by_role("button")).to_have_count(4, timeout=PATIENCE)
    await expect(log(page)).to_contain_text("the shop is open")

    inner = page.frame_locator("iframe:visible")
    await expect(inner.get_by_text("ale for 3.5")).to_be_visible(timeout=PATIENCE)
    answer = await sent(page, "GET", "/wares/mead")
    await expect(answer.get_by_text("404", exact=True)).to_be_visible()
    await inner.get_by_role("button", name="Add mead").click()
    await expect(inner.get_by_text("answered 201")).to_be_visible()
    await expect(inner.get_by_text("mead for 5")).to_be_visible()
    await expect(log(page)).to_contain_text("elsewhere: TypeError")

    answer = await sent(page, "GET", "/wares/mead?again")
    await expect(answer).to_contain_text('"price": 5')
    await routes.get_by_role("button", name="POST /wares").click()
    await expect(page.get_by_label("Body")).to_have_value(re.compile('"name": "text"'))
    answer = await sent(page, "POST", "/wares", '{"name": "x", "price": 1}')
    await expect(answer.get_by_text("422", exact=True)).to_be_visible()
    await expect(answer).to_contain_text("at least 2 characters")
    answer = await sent(page, "GET", "/broken")
    await expect(answer.get_by_text("500", exact=True)).to_be_visible()
    await expect(log(page)).to_contain_text("the till is stuck")

    assert_from_here(asked, runs)
    looking = Looking(page)
    await looking.at("a service with its page")
    looking.found_nothing()
    await page.get_by_role("button", name="Stop").click()
    await ended(page, "stopped")
    await alone(page)


def assert_from_here(asked: list[Request], site: Site) -> None:
    """All that was fetched came from our server, and of it only parts of the client."""
    for request in asked:
        own = request.url.startswith((f"{site.base}/assets/", f"{site.base}/runtime/frame.html"))
        inside = request.url.startswith(("blob:", "data:"))
        assert own or inside or request.failure == "csp", request.url
    assert [line for line in site.outside if " HTTP/" in line] == []


async def test_its_tests_are_run_by_pytest_with_a_client_of_the_service(runs: Site) -> None:
    page = await shown(runs, "served")
    await page.get_by_label("Start", exact=True).select_option("tests")
    await page.get_by_label("Time limit").select_option("300")
    asked = listen(page)
    await run(page, "Run the tests")
    await ended(page, "exit code 0")
    assert "6 passed" in await log(page).inner_text()
    assert_from_here(asked, runs)


async def test_a_test_that_fails_under_pytest_is_told_as_pytest_tells_it(runs: Site) -> None:
    page = await shown(runs, "failing")
    await page.get_by_label("Time limit").select_option("300")
    asked = listen(page)
    await run(page, "Run the tests")
    await ended(page, "exit code 1")
    said = await log(page).inner_text()
    assert "1 failed, 1 passed" in said
    assert "where 2 = half(5)" in said, "its asserts are told with their values"
    names = [request.url.rpartition("/")[2] for request in asked]
    fetched = {name.partition("-")[0] for name in names if name.endswith(".whl")}
    assert fetched == {"pytest", "iniconfig", "packaging", "pluggy", "pygments"}
