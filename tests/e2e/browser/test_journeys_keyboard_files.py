"""The keyboard alone, through what a session left: its files, hunk by hunk, and its replay."""

import re

import pytest
from playwright.async_api import Page, expect

from tests.e2e.browser.developed import PATH, developed, prices
from tests.e2e.browser.journeying import entered, lane
from tests.e2e.browser.keyed import focus_at, focused, tab_to
from tests.e2e.browser.site import Site

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(240)]


async def press(page: Page, *keys: str) -> None:
    for key in keys:
        await page.keyboard.press(key)


async def walked(page: Page) -> None:
    """Through the tree: to another file, and back by way of its folder."""
    await tab_to(page, "Only what changed")
    await press(page, "Tab")
    await focus_at(page, "role", "tree")
    await press(page, "End", "Enter")
    await expect(page.get_by_role("heading", name="README.md")).to_be_visible()
    await focus_at(page, "role", "tree")
    await press(page, "Home", "ArrowLeft")
    await expect(page.get_by_role("treeitem", name="prices.py")).to_have_count(0)
    await press(page, "ArrowRight", "ArrowRight", "Enter")
    await expect(page.get_by_role("heading", name=PATH)).to_be_visible()


async def test_files_are_looked_through_by_the_keyboard(site: Site) -> None:
    page, api = await entered(site)
    session = await developed(site, api)
    await page.goto(f"{site.base}/s/{session}")
    await expect(page.get_by_role("heading", name="Built")).to_be_visible()
    await press(page, "f")
    await focus_at(page, "main", True)
    await expect(page.get_by_role("tree", name="Files")).to_be_visible()
    await walked(page)

    hunks = page.get_by_role("group", name=f"Diff of {PATH}").get_by_role("region")
    await expect(hunks).to_have_count(2)
    await press(page, "j")
    await focus_at(page, "name", "Hunk 1 of 2, line 2")
    await press(page, "Tab")
    await focus_at(page, "name", "Accept")
    await press(page, "Enter")
    await focus_at(page, "name", "Accepted")
    await expect(page.get_by_text("1 of 2 accepted", exact=True).last).to_be_visible()

    await press(page, "j", "Tab", "Tab")
    await focus_at(page, "name", "Revert this hunk")
    await press(page, "Enter")
    await expect(hunks).to_have_count(1)
    await focus_at(page, "name", "Hunk 1 of 1, line 2")
    await tab_to(page, "Why you change it")
    await page.keyboard.type("Two is enough")
    await tab_to(page, "Keep these changes")
    await press(page, "Enter")
    await expect(page.get_by_role("region", name="Your changes, not kept yet")).to_have_count(0)
    [edited] = await api.log(session, "files_edited")
    assert edited["note"] == "Two is enough"
    assert [file["text"] for file in edited["files"]] == [prices(11, 2)]
    await focused(page)
    assert site.errors == []


async def test_a_replay_is_led_by_the_keyboard(site: Site) -> None:
    page, api = await entered(site)
    session = await developed(site, api)
    log = await api.log(session)
    spoken = next(event for event in log if event["type"] == "agent_end")
    await page.goto(f"{site.base}/s/{session}/files")
    await tab_to(page, "Replay")
    await press(page, "Enter")
    await expect(page.get_by_text("replay, read-only")).to_be_visible()
    await focus_at(page, "main", True)

    await tab_to(page, "Moment of the session")
    moment = page.get_by_role("slider", name="Moment of the session")
    said = lane(page, spoken["seat"])
    await press(page, "End")
    await expect(moment).to_have_value(str(log[-1]["seq"]))
    await expect(page.get_by_text("The session ends: Built").first).to_be_visible()
    await press(page, "Home")
    await expect(moment).to_have_value("1")
    await expect(said).not_to_contain_text("FILE")
    await press(page, *["ArrowRight"] * (spoken["seq"] - 1))
    await expect(moment).to_have_value(str(spoken["seq"]))
    told = re.compile(f"^Event {spoken['seq']} of {len(log)}: {spoken['seat']} has spoken")
    await expect(moment).to_have_attribute("aria-valuetext", told)
    await press(page, ",")
    await expect(moment).not_to_have_value(str(spoken["seq"]))
    await press(page, ".")
    await expect(moment).to_have_value(str(spoken["seq"]))
    await focus_at(page, "name", "Moment of the session")
    await press(page, "Space")
    await expect(page.get_by_role("button", name="Pause")).to_be_visible()
    await press(page, "p")
    await expect(page.get_by_role("button", name="Play")).to_be_visible()
    await press(page, "l")
    await expect(page).to_have_url(f"{site.base}/s/{session}")
    await focus_at(page, "main", True)
    assert await api.log(session) == log, "a replay changes nothing"
    assert site.errors == []
