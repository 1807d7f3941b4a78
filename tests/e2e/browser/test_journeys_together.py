"""Two tabs at one table: both see the same, and one answer is the answer."""

import asyncio

import pytest
from playwright.async_api import Page, Route, expect

from tests.apps.conftest import AGREES
from tests.e2e.browser.conftest import play
from tests.e2e.browser.journeying import Api, decide, entered, of_all, question, told_note
from tests.e2e.browser.site import Site

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(240)]


async def two_tabs(site: Site) -> tuple[Page, Page, Api, str]:
    """Two tabs of one profile before the same open question."""
    play(site.root, of_all([AGREES]))
    page, api = await entered(site)
    session = await api.begin("Where do the sessions live?")
    other = await page.context.new_page()
    for tab in (page, other):
        await tab.goto(f"{site.base}/s/{session}")
        await expect(question(tab)).to_be_visible()
    return page, other, api, session


async def test_a_note_in_one_tab_is_seen_in_the_other(site: Site) -> None:
    page, other, api, session = await two_tabs(site)
    await page.get_by_role("textbox", name="A note to the table").fill("Mind the backups.")
    await page.get_by_role("button", name="Send").click()
    for tab in (page, other):
        await told_note(tab, "Mind the backups.")
    [note] = await api.log(session, "note_added")
    assert note["text"] == "Mind the backups."


async def test_an_answer_in_one_tab_closes_the_question_in_the_other(site: Site) -> None:
    page, other, api, session = await two_tabs(site)
    prompts = [await question(tab).get_by_role("heading").inner_text() for tab in (page, other)]
    assert prompts[0] == prompts[1] == (await api.view(session))["question"]["prompt"]
    options = [await question(tab).get_by_role("radio").all_inner_texts() for tab in (page, other)]
    assert options[0] == options[1]

    await question(other).get_by_role("radio").first.click()
    await decide(page, "Decide later")
    for tab in (page, other):
        await expect(question(tab)).to_have_count(0)
        await expect(tab.get_by_role("heading", name="The table agrees")).to_be_visible()
    [choice] = await api.log(session, "human_choice")
    assert choice["option"] == "later"
    assert site.errors == []


async def test_whoever_answers_second_is_told_that_it_was_answered(site: Site) -> None:
    page, other, api, session = await two_tabs(site)
    held, go = asyncio.Event(), asyncio.Event()

    async def hold(route: Route) -> None:
        held.set()
        await go.wait()
        await route.continue_()

    await other.route("**/answer", hold)
    asked = (await api.view(session))["question"]["id"]
    await decide(other, "Decide later")
    await held.wait()
    await decide(page, "Reject it")
    await expect(question(page)).to_have_count(0)
    go.set()
    await expect(other.get_by_text("This question was answered elsewhere")).to_be_visible()
    [choice] = await api.log(session, "human_choice")
    assert choice["option"] == "reject"

    late = await api.ask(
        "POST", f"/session/{session}/answer", {"question": asked, "option": "later"}
    )
    assert late.status_code == 409
    assert late.json()["remedy"]
