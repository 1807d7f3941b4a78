"""Pages that are loaded anew, servers that are killed, tabs that are closed: the table goes on."""

import re
import signal

import pytest
from playwright.async_api import expect

from tests.apps.conftest import NO_CLAIMS
from tests.e2e.browser.conftest import play
from tests.e2e.browser.journeying import (
    entered,
    first,
    heard,
    lane,
    numbered,
    opening,
    question,
    stance,
)
from tests.e2e.browser.site import Site

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(240)]

WORDS = 400
"""So many that a page which is slow to come still finds them being said."""
LONGER = 90_000
"""Milliseconds in which all of them are said, and what follows."""
LONG = {"say": numbered(WORDS), "block": stance(9)}
SHORT = {"say": "So I see it.", "block": stance(9)}
AGREED = {"verdict": "CONSENSUS", "summary": "So be it.", "options": [], "rulings": []}


async def test_a_page_loaded_anew_in_mid_stream_loses_and_repeats_nothing(site: Site) -> None:
    play(site.root, opening(LONG, SHORT, words_per_second=15))
    page, api = await entered(site)
    session = await api.begin("Where do the sessions live?")
    await page.goto(f"{site.base}/s/{session}")
    speaker = (await api.until(session, lambda told: told["turns"]))["turns"][0]["seat"]
    said = lane(page, speaker)
    await expect(said).to_contain_text("w020")
    before = await heard(said)
    assert before == first(len(before))

    await page.reload()
    await expect(said).to_contain_text(before[-1])
    after = await heard(said)
    assert after == first(len(after)), "all that was said so far, once"
    assert len(before) <= len(after) < WORDS, "it is still being said"
    await expect(said).to_contain_text(f"w{min(WORDS, len(after) + 20):03}")

    await expect(question(page)).to_be_visible(timeout=LONGER)
    end = (await api.log(session, "agent_end"))[0]
    assert await heard(said) == re.findall(r"w\d{3}", end["text"]) == first(WORDS)
    assert site.errors == []


def build_script() -> dict[str, object]:
    """A build of two rounds; the judge and everybody but the first to speak are brief."""
    long = {"say": numbered(WORDS), "block": NO_CLAIMS}
    parts = opening(long, {"say": "So I see it.", "block": NO_CLAIMS})
    judging = {"when": {"purpose": "judge"}, "say": "They agree.", "block": AGREED}
    made: dict[str, object] = {}
    for name, part in parts.items():
        assert isinstance(part, dict)
        made[name] = {"words_per_second": 22, "replies": [judging, *part["replies"]]}
    return made


async def test_a_server_killed_in_mid_round_comes_back_to_its_pages_and_its_session(
    site: Site,
) -> None:
    play(site.root, build_script())
    page, api = await entered(site)
    rounds = [{"key": "requirements"}, {"key": "architecture"}]
    session = await api.begin("A cart", workflow="build", rounds=rounds, auto_advance=True)
    await page.goto(f"{site.base}/s/{session}")
    turn = (await api.until(session, lambda told: told["turns"]))["turns"][0]
    said = lane(page, turn["seat"])
    await expect(said).to_contain_text("w020")

    await site.server.stop(signal.SIGKILL)
    await expect(page.get_by_text("The server does not answer.")).to_be_visible()
    assert "w020" in await heard(said), "what was heard stays in sight"
    loads = await page.evaluate("performance.timeOrigin")
    await site.server.start()

    await expect(page.get_by_text("The server does not answer.")).to_have_count(0)
    await expect(said).to_contain_text(re.compile(r"\bbroken? off\b"))
    await expect(page.get_by_role("heading", name="Built")).to_be_visible(timeout=LONGER)
    assert await page.evaluate("performance.timeOrigin") == loads, "the page was not loaded anew"

    told = await api.ended(session)
    assert told["outcome"] == "built"
    [broken] = await api.log(session, "agent_interrupted")
    assert broken["turn_key"] == turn["key"]
    ends = [each["turn_key"] for each in await api.log(session, "agent_end")]
    assert ends.count(turn["key"]) == 1, "it was asked again, and ended once"
    assert len(ends) == len(set(ends))
    await (
        page.get_by_role("navigation", name="Rounds")
        .get_by_role("button", name="Requirements")
        .click()
    )
    await expect(said).to_contain_text("1 earlier ask broke off.")
    await expect(said).not_to_contain_text("billed")
    assert await heard(said) == first(WORDS)


async def test_closing_every_tab_changes_nothing_in_the_deliberation(site: Site) -> None:
    play(site.root, opening(LONG, SHORT, words_per_second=80))
    page, api = await entered(site)
    other = await page.context.new_page()
    session = await api.begin("Where do the sessions live?")
    for tab in (page, other):
        await tab.goto(f"{site.base}/s/{session}")
    speaker = (await api.until(session, lambda told: told["turns"]))["turns"][0]["seat"]
    await expect(lane(other, speaker)).to_contain_text("w020")
    for tab in (page, other):
        await tab.close()
    assert not page.context.pages

    told = await api.asked(session)
    assert [turn["status"] for turn in told["turns"]] == ["done"] * 3
    assert await api.log(session, "session_paused", "agent_interrupted", "agent_error") == []
    again = await page.context.new_page()
    await again.goto(f"{site.base}/s/{session}")
    await expect(question(again)).to_be_visible()
    assert await heard(lane(again, speaker)) == first(WORDS)
