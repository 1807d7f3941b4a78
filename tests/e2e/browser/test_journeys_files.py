"""What a build left, looked through: hunks accepted, knights and turns held against each other."""

import pytest
from playwright.async_api import Locator, Page, expect

from tests.e2e.browser.developed import PATH, developed
from tests.e2e.browser.journeying import entered
from tests.e2e.browser.site import Site

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(240)]


def diff(page: Page) -> Locator:
    return page.get_by_role("group", name=f"Diff of {PATH}")


async def compare(page: Page, label: str) -> None:
    await page.get_by_role("combobox", name="Compare").select_option(label=label)


async def test_what_was_accepted_is_so_after_a_reload(site: Site) -> None:
    page, api = await entered(site)
    session = await developed(site, api)
    await page.goto(f"{site.base}/s/{session}/files?file={PATH}&view=diff")
    hunks = diff(page).get_by_role("region")
    await expect(hunks).to_have_count(2)
    await hunks.first.get_by_role("button", name="Accept", exact=True).click()
    await expect(diff(page)).to_contain_text("1 of 2 accepted")
    await expect(hunks.first).not_to_contain_text("return 11")

    await page.reload()
    await expect(diff(page)).to_contain_text("1 of 2 accepted")
    pressed = hunks.first.get_by_role("button", name="Accepted")
    await expect(pressed).to_have_attribute("aria-pressed", "true")
    await expect(hunks.first).not_to_contain_text("return 11")
    await expect(hunks.last).to_contain_text("return 99")
    row = page.get_by_role("treeitem", name="prices.py")
    await expect(row).to_contain_text("1 of 2 accepted")
    await pressed.click()
    await expect(hunks.first).to_contain_text("return 11")
    await expect(diff(page)).not_to_contain_text("accepted")
    await expect(row).not_to_contain_text("accepted")
    assert await api.log(session, "files_edited") == [], "what is accepted stays as it is"
    assert site.errors == []


async def test_knights_and_turns_are_held_against_each_other(site: Site) -> None:
    page, api = await entered(site)
    session = await developed(site, api)
    await page.goto(f"{site.base}/s/{session}/files?file={PATH}&view=diff")
    hunks = diff(page).get_by_role("region")

    await compare(page, "Development: Gawain against Percival")
    await expect(hunks).to_have_count(2)
    await expect(diff(page)).to_contain_text("Gawain")
    await expect(diff(page)).to_contain_text("Percival")
    await expect(hunks.last.locator(".diff-code-delete")).to_have_text("    return 99")
    await expect(hunks.last.locator(".diff-code-insert")).to_have_text("    return 32")
    assert await hunks.get_by_role("button").count() == 0, "what is not the project stays"

    await compare(page, "Development: Gawain's last turn against its turn before")
    await expect(hunks).to_have_count(1)
    await expect(diff(page)).to_contain_text("Gawain, iteration 1")
    await expect(diff(page)).to_contain_text("Gawain, iteration 2")
    await expect(hunks.locator(".diff-code-delete")).to_have_text("    return 12")
    await expect(hunks.locator(".diff-code-insert")).to_have_text("    return 99")
    await page.reload()
    await expect(hunks.locator(".diff-code-insert")).to_have_text("    return 99")
    assert site.errors == []
