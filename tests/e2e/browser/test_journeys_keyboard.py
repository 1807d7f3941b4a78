"""The keyboard alone: a table is convened, told a word, stopped, taken up, decided."""

from contextlib import suppress

import pytest
from playwright.async_api import Page, expect

from tests.e2e.browser.conftest import play
from tests.e2e.browser.journeying import (
    at_table,
    entered,
    lane,
    numbered,
    opening,
    question,
    stance,
    told_note,
)
from tests.e2e.browser.keyed import focus_at, focused, tab_to
from tests.e2e.browser.site import Site

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(240)]

RESTS = """() => {
  window.rested = new Promise((done) => {
    let pressed = 0;
    addEventListener('keydown', () => { pressed = performance.now(); }, { capture: true });
    new MutationObserver((changes) => {
      const shown = changes.flatMap(({ addedNodes }) => [...addedNodes])
        .some((node) => node.textContent.includes('The table rests'));
      if (shown) requestAnimationFrame(() => done(Math.round(performance.now() - pressed)));
    }).observe(document.body, { subtree: true, childList: true });
  });
}"""


async def convened(page: Page) -> str:
    """A discussion by the project's own knights, set up and convened by keys."""
    await expect(page.get_by_role("button", name="Convene the table")).to_be_visible()
    await tab_to(page, "Build")
    await page.keyboard.press("ArrowRight")
    assert "Discuss" in (await focused(page))["name"]
    await tab_to(page, "What is to be decided?")
    await page.keyboard.type("Where do the sessions live?")
    await tab_to(page, "Scripted rehearsal")
    await page.keyboard.press("Space")
    await page.keyboard.press("Control+Enter")
    session = await at_table(page)
    await focus_at(page, "main", True)  # another screen: the focus is at its start
    return session


async def noted(page: Page, words: str) -> None:
    await page.keyboard.press("n")
    await focus_at(page, "tag", "textarea")
    await page.keyboard.type(words)
    await page.keyboard.press("Control+Enter")
    await told_note(page, words)
    assert (await focused(page))["tag"] == "textarea"
    await page.keyboard.press("Escape")


async def stopped(page: Page) -> int:
    """Stop the table; the milliseconds from the press until the screen shows that it rests."""
    await page.evaluate(RESTS)
    await page.keyboard.press("s")
    await expect(page.get_by_text("The table rests, paused by you")).to_be_visible()
    return int(await page.evaluate("window.rested"))


async def test_a_table_is_led_from_beginning_to_end_by_the_keyboard(site: Site) -> None:
    long = {"say": numbered(600), "block": stance(9)}
    play(site.root, opening(long, {"say": "Agreed.", "block": stance(9)}, words_per_second=20))
    page, api = await entered(site)
    session = await convened(page)
    speaker = (await api.until(session, lambda told: told["turns"]))["turns"][0]["seat"]
    await expect(lane(page, speaker)).to_contain_text("w020")
    await noted(page, "Mind the backups.")
    print(f"stopped after {await stopped(page)} ms")
    [paused] = await api.log(session, "session_paused")
    assert paused["reason"] == "user"
    await tab_to(page, "Resume")
    await expect(page.get_by_role("button", name="Resume", exact=True)).to_be_enabled()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("button", name="Stop", exact=True)).to_be_visible()
    await focused(page)

    await expect(question(page)).to_be_visible(timeout=90_000)
    options = (await api.view(session))["question"]["options"]
    place = [option["id"] for option in options].index("later") + 1
    await page.keyboard.press(str(place))
    await focus_at(page, "name", "Decide: Decide later")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", name="The table agrees")).to_be_visible()
    await focused(page)
    assert [each["option"] for each in await api.log(session, "human_choice")] == ["later"]
    assert [each["text"] for each in await api.log(session, "note_added")] == ["Mind the backups."]


async def test_the_help_opens_with_a_key_and_gives_the_focus_back(site: Site) -> None:
    page, _ = await entered(site, "/settings")
    await tab_to(page, "Table")
    before = await focused(page)
    await page.keyboard.press("?")
    help_ = page.get_by_role("dialog", name="Keyboard")
    await expect(help_).to_contain_text("Show the keys")
    await expect(help_).to_contain_text("Projects")
    assert (await focused(page))["name"]
    await page.keyboard.press("Escape")
    await expect(help_).to_have_count(0)
    await focus_at(page, "name", before["name"])
    assert await focused(page) == before
    projects = page.get_by_role("heading", name="Projects")
    for _ in range(12):  # the second key counts only soon after the first
        await page.keyboard.press("g")
        await page.keyboard.press("p")
        with suppress(AssertionError):
            await expect(projects).to_be_visible(timeout=5_000)
            break
    await expect(projects).to_be_visible()
    await focus_at(page, "main", True)
