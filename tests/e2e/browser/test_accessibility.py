"""Every screen by axe, in light and dark, wide and narrow: nothing violated, nothing sideways."""

from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tests.e2e.browser.journeying import entered
from tests.e2e.browser.looking import Looking
from tests.e2e.browser.site import Site, opened

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(240)]


SPOIL = """() => {
  const main = document.querySelector('main');
  main.append(document.createElement('button'));
  const pale = main.appendChild(document.createElement('p'));
  pale.textContent = 'pale';
  pale.style.cssText = 'color: #888; background: #999; width: 500px';
  for (const sign of ['+', '-']) {
    const tiny = main.appendChild(document.createElement('button'));
    tiny.textContent = sign;
    tiny.style.cssText = 'width: 12px; height: 12px; padding: 0; overflow: hidden';
  }
  console.error('a mistake of ours');
}"""


async def test_what_is_wrong_is_found(site: Site) -> None:
    page, _ = await entered(site)
    await expect(page.get_by_role("button", name="Convene the table")).to_be_visible()
    looking = Looking(page)
    await page.evaluate(SPOIL)
    await looking.at("a spoilt page")
    for words in (
        *("button-name", "color-contrast", "target-size"),
        *("narrow, dark", "sideways", "a mistake of ours"),
    ):
        assert any(words in each for each in looking.wrong), words


async def test_the_guide_and_a_project_without_a_table(browser: Browser, tmp_path: Path) -> None:
    root = tmp_path / "empty"
    root.mkdir()
    async with opened(browser, root) as site:
        page, _ = await entered(site)
        looking = Looking(page)
        await expect(page.get_by_role("button", name="Set up the rehearsal")).to_be_visible()
        await looking.at("guide")
        for path in ("/projects", "/settings"):
            await page.goto(site.base + path)
            await expect(page.get_by_text("There is no table here yet")).to_be_visible()
            await looking.at(f"{path} without a table")
        looking.forget("status of 409")
        looking.found_nothing()
        assert site.errors == []


async def test_the_forms_of_a_new_table(site: Site) -> None:
    page, _ = await entered(site)
    looking = Looking(page)
    for query, name in (("", "rehearsal"), ("?w=discuss&x=0", "discuss")):
        await page.goto(f"{site.base}/{query}")
        await expect(page.get_by_role("heading", name="Seats")).to_be_visible()
        await looking.at(f"set-up, {name}")
    await page.goto(f"{site.base}/?w=code-red&x=0")
    await page.get_by_role("button", name="Convene the table").click()
    await expect(page.get_by_role("alert")).to_be_visible()
    await looking.at("set-up, code-red, refused")
    await page.goto(f"{site.base}/?x=0")
    await page.get_by_role("button", name="Development:").click()
    await looking.at("set-up, build, a round unfolded")
    looking.found_nothing()
    assert site.errors == []


async def test_the_settings_and_an_empty_list(site: Site) -> None:
    page, _ = await entered(site, "/projects")
    looking = Looking(page)
    await expect(page.get_by_text("No table has been convened yet")).to_be_visible()
    await looking.at("projects, empty")
    await page.goto(f"{site.base}/settings")
    await expect(page.get_by_role("heading", name="Knights")).to_be_visible()
    await looking.at("settings, table")
    await page.get_by_role("textbox", name="Name", exact=True).last.fill("another")
    await expect(page.get_by_role("region", name="Unsaved changes")).to_be_visible()
    await looking.at("settings, not saved")
    await page.get_by_role("button", name="Discard").click()
    for tab in ("Keys", "Models and prices", "This browser"):
        await page.get_by_role("tab", name=tab).click()
        await expect(page.get_by_role("tabpanel", name=tab)).to_be_visible()
        await page.wait_for_load_state("networkidle")
        if tab == "Models and prices":
            await page.get_by_role("searchbox").fill("claude")
        await looking.at(f"settings, {tab}")
    await page.keyboard.press("?")
    await expect(page.get_by_role("dialog", name="Keyboard")).to_be_visible()
    await looking.at("the help")
    looking.found_nothing()
    assert site.errors == []


async def test_what_cannot_be_shown(site: Site) -> None:
    page, _ = await entered(site, "/s/nobody-knows-it")
    looking = Looking(page)
    await expect(page.get_by_text("There is no session of this name here")).to_be_visible()
    await looking.at("unknown session")
    for way in ("files", "run", "replay"):
        await page.goto(f"{site.base}/s/nobody-knows-it/{way}")
        await expect(page.get_by_text("nobody-knows-it").first).to_be_visible()
        await looking.at(f"unknown session, {way}")
    await page.goto(f"{site.base}/nowhere")
    await expect(page.get_by_text("Nothing is at this address")).to_be_visible()
    await looking.at("unknown address")
    looking.forget("status of 404")
    looking.found_nothing()

    stranger = await (await site.context(signed_in=False)).new_page()
    looking = Looking(stranger)
    for path in ("/", "/projects", "/settings", "/s/any"):
        await stranger.goto(site.base + path)
        await expect(stranger.get_by_text("roundtable serve").first).to_be_visible()
        await looking.at(f"signed out, {path}")
    looking.forget("status of 401")
    looking.found_nothing()
    assert site.errors == []
