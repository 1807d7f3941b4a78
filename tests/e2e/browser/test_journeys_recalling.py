"""Sessions of the terminal and of before: watched, taken up, copied, replayed, passed on."""

import asyncio
import re
import sys
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.apps.conftest import AGREES, OBJECTS
from tests.e2e.browser.conftest import play
from tests.e2e.browser.journeying import Api, entered, lane, numbered, of_all, opening, stance
from tests.e2e.browser.site import Site, environment

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(240)]


async def discussed(api: Api, topic: str) -> str:
    """A session of two rounds that has ended."""
    session = await api.begin(topic)
    await api.asked(session)
    await api.answer(session, "later")
    await api.ended(session)
    return session


async def test_a_session_of_the_terminal_is_seen_live(site: Site) -> None:
    play(site.root, of_all([{"say": numbered(40), "block": stance(9)}], words_per_second=4))
    page, api = await entered(site, "/projects")
    await expect(page.get_by_text("No table has been convened yet")).to_be_visible()
    words = ("discuss", "From the terminal?", "--choose", "later", "--plain")
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "roundtable", *words),
        cwd=site.root,
        env=environment(site.root),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
    )
    try:
        await page.get_by_role("link", name="From the terminal?").click()
        await expect(page.get_by_role("heading", name="From the terminal?")).to_be_visible()
        spoken = page.get_by_role("article").filter(has_text="w040")
        await expect(spoken.first).to_be_visible()
        session = page.url.rsplit("/", 1)[1]
        assert (await api.view(session))["outcome"] is None, "it is still being led over there"
        await expect(spoken).to_have_count(3)
        await expect(page.get_by_role("heading", name="The table agrees")).to_be_visible()
        assert await asyncio.wait_for(process.wait(), 60) == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert [each["option"] for each in await api.log(session, "human_choice")] == ["later"]


async def test_a_stopped_session_is_taken_up_by_its_link_and_copied(site: Site) -> None:
    long = {"say": numbered(300), "block": stance(9)}
    play(site.root, opening(long, {"say": "Agreed.", "block": stance(9)}, words_per_second=30))
    page, api = await entered(site)
    session = await api.begin("Where do the sessions live?", max_rounds=4)
    await api.until(session, lambda told: told["turns"])
    await api.ask("POST", f"/session/{session}/stop")

    await page.goto(f"{site.base}/?session={session}")
    await expect(page).to_have_url(f"{site.base}/s/{session}")
    await expect(page.get_by_text("The table rests, paused by you")).to_be_visible()
    await page.get_by_role("button", name="Resume", exact=True).click()
    await api.asked(session)
    assert len(await api.log(session, "session_resumed")) == 1

    await page.goto(f"{site.base}/projects")
    row = page.get_by_role("article").filter(has_text="Where do the sessions live?")
    await expect(row).to_contain_text("waits for you")
    await row.get_by_role("button", name="Duplicate").click()
    await expect(page.get_by_text(f"A copy of {session}.")).to_be_visible()
    await expect(page.get_by_role("tab", name="Discuss", selected=True)).to_be_visible()
    topic = page.get_by_role("textbox", name="What is to be decided?")
    await expect(topic).to_have_value("Where do the sessions live?")
    await expect(page.get_by_role("spinbutton", name="Rounds at most")).to_have_value("4")
    assert len(await api.get("/sessions")) == 1, "a copy is not convened by itself"


async def test_a_replay_shows_any_moment_and_is_passed_on_as_one_page(
    site: Site, tmp_path: Path
) -> None:
    play(site.root, of_all([{**OBJECTS, "when": {"round": 1}}, AGREES]))
    page, api = await entered(site)
    session = await discussed(api, "Where do the sessions live?")
    log = await api.log(session)
    first = next(event for event in log if event["type"] == "agent_end")
    await page.goto(f"{site.base}/s/{session}/replay")
    await expect(page.get_by_text("replay, read-only")).to_be_visible()
    moment = page.get_by_role("slider", name="Moment of the session")
    await expect(moment).to_have_value(str(log[0]["seq"]))
    assert await moment.get_attribute("max") == str(log[-1]["seq"])
    said = lane(page, first["seat"])
    await expect(said).not_to_contain_text("Not yet.")

    await moment.fill(str(first["seq"]))
    await expect(said).to_contain_text("Not yet.")
    others = [name for name in ("Gawain", "Lancelot", "Percival") if name != first["seat"]]
    for name in others:
        await expect(lane(page, name)).not_to_contain_text("Not yet.")
    await expect(page).to_have_url(re.compile(rf"at={first['seq']}$"))
    await moment.fill(str(log[-1]["seq"]))
    await expect(page.get_by_text("The session ends: The table agrees")).to_be_visible()
    await moment.fill(str(log[0]["seq"]))
    await expect(said).not_to_contain_text("Not yet.")
    await passed_on(page, site, tmp_path)
    assert await api.log(session) == log, "a replay changes nothing"


async def passed_on(page: Page, site: Site, folder: Path) -> None:
    """Download the report and open it where there is no server: it needs nothing but itself."""
    await page.get_by_role("button", name="Share").click()
    async with page.expect_download() as started:
        await page.get_by_role("menuitem", name="Download the report, to be read offline").click()
    report = folder / "report.html"
    await (await started.value).save_as(report)
    text = report.read_text()
    assert text.lower().startswith("<!doctype html>")
    assert re.findall(r"""(?:src|href)\s*=\s*["'](?!#|data:)[^"']+""", text) == []
    assert "@import" not in text
    reader = await (await site.context(signed_in=False)).new_page()
    asked: list[str] = []
    reader.on("request", lambda request: asked.append(request.url))
    await reader.goto(report.as_uri())
    await expect(reader.get_by_text("Keep them in SQLite.").first).to_be_visible()
    await expect(reader.get_by_text("scripted rehearsal").first).to_be_visible()
    assert asked == [report.as_uri()]
