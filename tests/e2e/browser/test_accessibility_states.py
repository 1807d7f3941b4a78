"""By axe, what is only there at times: dialogs, menus, a server that is gone, a run's analysis."""

import json
import signal
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from tests.apps.conftest import AGREES, OBJECTS, builders
from tests.e2e.browser.built import put_kept
from tests.e2e.browser.conftest import play
from tests.e2e.browser.developed import PATH, developed
from tests.e2e.browser.journeying import entered, of_all, question
from tests.e2e.browser.looking import Looking
from tests.e2e.browser.site import Site, opened
from tests.e2e.test_kill_code_red import doctors

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(240)]

RERUN = 39
"""The event of the kept log by which the table asks whether to run it again."""


async def command(page: Page, item: str) -> None:
    await page.get_by_role("button", name="More commands").click()
    await page.get_by_role("menuitem", name=item).click()


async def test_the_dialogs_of_a_table_and_a_server_that_is_gone(site: Site) -> None:
    play(site.root, builders())
    page, api = await entered(site)
    rounds = [{"key": "requirements"}, {"key": "architecture"}]
    session = await api.begin("A cart", workflow="build", rounds=rounds)
    await api.asked(session)
    await page.goto(f"{site.base}/s/{session}")
    await expect(question(page)).to_be_visible()
    looking = Looking(page)
    await page.get_by_role("button", name="Hold Requirements anew").click()
    await expect(page.get_by_role("dialog", name="Hold a round anew")).to_be_visible()
    await looking.at("a round to be held anew")
    await page.keyboard.press("Escape")
    await command(page, "Mark as complete …")
    await expect(page.get_by_role("dialog", name="Mark as complete?")).to_be_visible()
    await looking.at("to be marked as complete")
    await page.keyboard.press("Escape")
    looking.found_nothing()

    await site.server.stop(signal.SIGKILL)
    await expect(page.get_by_text("The server does not answer")).to_be_visible()
    await looking.at("the server is gone")
    looking.forget("net::ERR_")
    looking.found_nothing()
    assert site.errors == []


async def test_the_caps_of_a_table_that_rests(site: Site) -> None:
    slow = {"say": "One word after the other. " * 40, "block": AGREES["block"]}
    play(site.root, of_all([slow], words_per_second=10))
    page, api = await entered(site)
    session = await api.begin("Where do the sessions live?")
    await page.goto(f"{site.base}/s/{session}")
    await page.get_by_role("button", name="Stop", exact=True).click()
    await expect(page.get_by_text("The table rests, paused by you")).to_be_visible()
    looking = Looking(page)
    await command(page, "Resume with other caps …")
    await expect(page.get_by_role("dialog", name="Resume with other caps")).to_be_visible()
    await looking.at("other caps")
    looking.found_nothing()
    assert site.errors == []


async def test_the_ways_to_share_a_replay(site: Site) -> None:
    play(site.root, of_all([OBJECTS]))
    page, api = await entered(site)
    session = await api.begin("Where do the sessions live?", max_rounds=1)
    await api.asked(session)
    await page.goto(f"{site.base}/s/{session}/replay")
    await page.get_by_role("button", name="Share").click()
    await expect(page.get_by_role("menu")).to_be_visible()
    looking = Looking(page)
    await looking.at("the ways to share")
    looking.found_nothing()
    assert site.errors == []


async def test_a_diagnosis(site: Site) -> None:
    play(site.root, json.loads(doctors())["knights"])
    page, api = await entered(site)
    log = "Traceback (most recent call last):\nIndexError: list index out of range"
    session = await api.begin("The cart is gone.", workflow="code-red", log=log)
    await page.goto(f"{site.base}/s/{session}")
    await expect(question(page)).to_be_visible()
    looking = Looking(page)
    await looking.at("the doctors ask")
    await api.answer(session, "report")
    await expect(page.get_by_role("heading", name="The doctors agree on a cause")).to_be_visible()
    await looking.at("diagnosed")
    looking.found_nothing()
    assert site.errors == []


async def test_an_analysis_that_asks_to_run_it_again(browser: Browser, project: Path) -> None:
    await put_kept(project, "analysed", "v6-rerun", RERUN)
    async with opened(browser, project) as site:
        page = await site.page("/s/analysed/run")
        await expect(page.get_by_role("button", name="Run it again")).to_be_visible()
        looking = Looking(page)
        await looking.at("a run, analysed")
        await page.goto(f"{site.base}/s/analysed")
        await expect(question(page)).to_be_visible()
        await looking.at("the table asks to run it again")
        looking.found_nothing()
        assert site.errors == []


async def test_hunks_that_are_accepted_and_turns_compared(site: Site) -> None:
    page, api = await entered(site)
    session = await developed(site, api)
    await page.goto(f"{site.base}/s/{session}/files?file={PATH}&view=diff")
    diff = page.get_by_role("group", name=f"Diff of {PATH}")
    await diff.get_by_role("button", name="Accept", exact=True).first.click()
    await expect(diff).to_contain_text("1 of 2 accepted")
    looking = Looking(page)
    await looking.at("files, a hunk accepted")
    await page.goto(f"{site.base}/s/{session}/files?file={PATH}&view=diff&against=turn:0:Gawain")
    await expect(diff).to_contain_text("Gawain, iteration 2")
    await looking.at("files, turns compared")
    looking.found_nothing()
    assert site.errors == []
