"""A provider that dies: its lane tells it in words, and the round goes on with the others."""

import json
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Browser, Route, expect

from roundtable.testing.vendors.behaviours import drop_after
from roundtable.testing.vendors.server import VendorServer
from tests.apps.conftest import AGREES
from tests.e2e.browser.conftest import play
from tests.e2e.browser.journeying import entered, lane, of_all, question
from tests.e2e.browser.site import Site, opened

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(240)]


async def test_a_seat_that_fails_is_told_in_words_and_the_others_go_on(site: Site) -> None:
    fails = {
        "say": "I was about to",
        "fail": {"kind": "out_of_quota", "detail": "come back in May"},
    }
    play(site.root, {**of_all([AGREES]), "Lancelot": {"replies": [fails]}})
    page, api = await entered(site)
    session = await api.begin("Where do the sessions live?")
    await page.goto(f"{site.base}/s/{session}")
    await expect(lane(page, "Lancelot")).to_contain_text("It gave no answer: its quota is used up")
    await expect(lane(page, "Lancelot")).to_contain_text("come back in May")
    await expect(lane(page, "Lancelot")).to_contain_text("The round goes on with the others")
    for name in ("Gawain", "Percival"):
        await expect(lane(page, name)).to_contain_text("I agree.")
    await expect(question(page)).to_be_visible()
    [error] = await api.log(session, "agent_error")
    assert (error["seat"], error["kind"]) == ("Lancelot", "out_of_quota")
    assert {end["seat"] for end in await api.log(session, "agent_end")} == {"Gawain", "Percival"}
    assert (await api.log(session, "consensus"))[0]["type"] == "consensus"


async def test_a_question_whose_connection_breaks_is_asked_again(site: Site) -> None:
    """All of a browser's break when a container starts on its machine."""
    page, api = await entered(site, "/settings")
    session = await api.begin("Where do the sessions live?")
    await expect(page.get_by_role("heading", name="Settings", level=1)).to_be_visible()
    broken: list[str] = []

    async def break_once(route: Route) -> None:
        path = urlsplit(route.request.url).path
        if path in broken:
            await route.continue_()
        else:
            broken.append(path)
            await route.abort("connectionreset")

    await page.context.route("**/api/sessions", break_once)
    await page.get_by_role("link", name="Projects").click()
    await expect(page.get_by_role("link", name="Where do the sessions live?")).to_be_visible()
    assert broken == ["/api/sessions"]
    assert await api.view(session)
    assert site.errors == []


def seat_a_vendor(root: Path) -> None:
    """Give Percival's seat to a real adapter, and let the others agree."""
    config = root / ".roundtable" / "config.json"
    told = json.loads(config.read_text())
    vendor = {"name": "Percival", "adapter": "openai-compatible", "model": "a-model"}
    told["knights"] = [k for k in told["knights"] if k["name"] != "Percival"] + [vendor]
    config.write_text(json.dumps(told))
    play(root, of_all([AGREES]))


async def test_a_vendor_that_drops_the_line_is_told_and_the_others_go_on(
    browser: Browser, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat_a_vendor(project)
    async with VendorServer(drop_after("I would keep them in ", mid_event=True)) as vendor:
        monkeypatch.setenv("ROUNDTABLE_COMPATIBLE_BASE_URL", f"{vendor.url}/v1")
        async with opened(browser, project) as site:
            page, api = await entered(site)
            session = await api.begin("Where do the sessions live?")
            await page.goto(f"{site.base}/s/{session}")
            broken = lane(page, "Percival")
            await expect(broken).to_contain_text("It gave no answer")
            await expect(broken).to_contain_text("I would keep them in")
            await expect(broken).to_contain_text("What it had said by then may have been billed.")
            await expect(lane(page, "Gawain")).to_contain_text("I agree.")
            await expect(question(page)).to_be_visible()
            [error] = await api.log(session, "agent_error")
            assert (error["seat"], error["partial"]) == ("Percival", "I would keep them in ")
            assert vendor.requests
            seat = page.get_by_role("region", name="Percival")
            await expect(seat).to_contain_text("a-model · openai-compatible")
