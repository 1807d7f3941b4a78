"""The forms of a new table: what is filled in is what the session starts with."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from tests.apps.conftest import AGREES
from tests.e2e.browser.conftest import play
from tests.e2e.browser.journeying import PHONE, convene, decide, entered, lane, of_all, question
from tests.e2e.browser.site import Site
from tests.e2e.test_kill_code_red import doctors

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(240)]

LOG = "starting\nTraceback (most recent call last):\nIndexError: list index out of range"

HEARS = """window.bodies = [];
const ask = window.fetch;
window.fetch = async (...asked) => {
  const answer = await ask(...asked);
  window.bodies.push(await answer.clone().text());
  return answer;
};"""


@pytest.mark.parametrize("device", [{}, PHONE], ids=["desk", "phone"])
async def test_a_question_is_discussed_as_the_form_says(site: Site, device: dict[str, Any]) -> None:
    play(site.root, of_all([AGREES]))
    page, api = await entered(site, **device)
    await page.get_by_role("tab", name="Discuss").click()
    await page.get_by_role("textbox", name="What is to be decided?").fill("SQLite or files?")
    await page.get_by_role("switch", name="Scripted rehearsal").click()
    await page.get_by_role("switch", name="Lancelot").click()
    await page.get_by_role("spinbutton", name="Rounds at most").fill("3")
    await page.get_by_role("switch", name="Blind opening").click()
    session = await convene(page)
    await expect(page.get_by_role("heading", name="SQLite or files?")).to_be_visible()
    await expect(lane(page, "Gawain")).to_contain_text("I agree.")
    await expect(lane(page, "Lancelot")).to_have_count(0)
    [start] = await api.log(session, "session_start")
    assert (start["workflow"], start["topic"]) == ("discuss", "SQLite or files?")
    assert [seat["name"] for seat in start["seats"]] == ["Gawain", "Percival"]
    assert start["rules"]["max_rounds"] == 3
    assert (await api.view(session))["passes"][0]["blind"]
    await decide(page, "Decide later")
    await expect(page.get_by_role("heading", name="The table agrees")).to_be_visible()


async def test_a_pasted_log_is_diagnosed(site: Site) -> None:
    play(site.root, json.loads(doctors())["knights"])
    page, api = await entered(site, permissions=["clipboard-read", "clipboard-write"])
    await page.get_by_role("tab", name="Code-red").click()
    await page.get_by_role("textbox", name="What is wrong?").fill("The cart is gone.")
    await page.evaluate("(text) => navigator.clipboard.writeText(text)", LOG)
    await page.get_by_role("textbox", name="Log or traceback").focus()
    await page.keyboard.press("Control+V")
    await expect(page.get_by_role("textbox", name="Log or traceback")).to_have_value(LOG)
    session = await convene(page)
    assert "IndexError" not in page.url, "a log never enters the address"
    await expect(question(page)).to_be_visible()
    await expect(question(page).get_by_text("empty-list-not-handled")).to_be_visible()
    [given] = await api.log(session, "files_given")
    assert [file["text"] for file in given["files"]] == [LOG]
    options = (await api.view(session))["question"]["options"]
    label = next(option["label"] for option in options if option["id"] == "report")
    await decide(page, label)
    await expect(page.get_by_role("heading", name="The doctors agree on a cause")).to_be_visible()
    assert (await api.ended(session))["outcome"] == "diagnosed"
    assert site.errors == []


async def test_a_key_is_kept_and_never_shown_again(site: Site) -> None:
    key = "sk-ant-journey-0123456789abcdef-wxyz"
    page, api = await entered(site, "/projects")
    await page.context.add_init_script(HEARS)
    await page.goto(f"{site.base}/settings?tab=keys")
    row = page.get_by_role("listitem").filter(has_text="Anthropic")
    await row.get_by_label("Key of Anthropic").fill(key)
    await row.get_by_role("button", name="Keep").click()
    await expect(row).to_contain_text("ends in wxyz")
    await expect(row.get_by_label("Another key of Anthropic")).to_have_value("")
    bodies: list[str] = await page.evaluate("window.bodies")
    assert any("wxyz" in body for body in bodies)
    await page.reload()
    await expect(row).to_contain_text("ends in wxyz")
    for tab in ("Table", "Models and prices", "Keys"):
        await page.get_by_role("tab", name=tab).click()
    paths = ("/keys", "/settings", "/project", "/models")
    bodies += [json.dumps(await api.get(path)) for path in paths]
    await page.wait_for_load_state("networkidle")
    bodies += await page.evaluate("window.bodies")
    assert not any(key[:-4] in body for body in bodies), "a key was sent back"
    assert key[:-4] not in await page.content()
    kept = [path for path in site.root.parent.rglob("*") if path.is_file() and holds(path, key)]
    assert [path.stat().st_mode & 0o077 for path in kept] == [0], "one file, for its owner alone"
    assert site.root not in kept[0].parents, "it is not in the project"

    await row.get_by_role("button", name="Forget the key of Anthropic").click()
    await page.get_by_role("button", name="Forget it").click()
    await expect(row).to_contain_text("none")
    assert not [path for path in kept if path.exists() and holds(path, key)]


def holds(path: Path, key: str) -> bool:
    return key.encode() in path.read_bytes()
