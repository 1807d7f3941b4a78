"""The table and what it leads to by axe: while it streams, asks, rests, and when it has ended."""

import pytest
from playwright.async_api import Page, expect

from tests.apps.conftest import AGREES, BETTER, NAMES, OBJECTS, STORE, builders, given, script
from tests.e2e.browser.conftest import play
from tests.e2e.browser.journeying import Api, at_table, entered, lane, of_all, question, stance
from tests.e2e.browser.looking import Looking
from tests.e2e.browser.site import Site

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(240)]

PROSE = (
    "Sessions belong in **SQLite**: one file, one writer, and `PRAGMA journal_mode=wal`.\n\n"
    "- it survives a crash\n- it needs no server\n\n```python\ndef save(session):\n"
    "    return session\n```\n\nWhat speaks against it is that nobody can read it by eye.\n\n"
)
SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      window.shifts.push([value, sources.map(({ node }) => node?.className ?? '').join(' | ')]);
    }
  }).observe({ type: 'layout-shift' });
}"""
MOST_SHIFT = 0.02


async def test_nothing_moves_while_three_lanes_stream(site: Site) -> None:
    play(site.root, of_all([{"say": PROSE * 100, "block": stance(9)}], words_per_second=80))
    page, api = await entered(site)
    session = await api.begin("Where do the sessions live?", blind=True)
    await page.goto(f"{site.base}/s/{session}")
    for name in NAMES:
        await expect(lane(page, name)).to_contain_text("speaks against it")
    await page.evaluate(SHIFTS)
    await page.wait_for_timeout(3000)
    told = await api.view(session)
    assert [turn["status"] for turn in told["turns"]] == ["open"] * 3, "all three still speak"
    shifts = await page.evaluate("window.shifts")
    assert sum(value for value, _ in shifts) < MOST_SHIFT, shifts


async def test_a_table_while_it_streams_and_rests(site: Site) -> None:
    play(site.root, of_all([{"say": PROSE * 40, "block": stance(9)}], words_per_second=15))
    page, api = await entered(site)
    session = await api.begin("Where do the sessions live?", blind=True)
    await page.goto(f"{site.base}/s/{session}")
    for name in NAMES:
        await expect(lane(page, name)).to_contain_text("PRAGMA")
    looking = Looking(page)
    await looking.at("streaming")
    assert (await api.view(session))["phase"] == "discussing", "it streamed all the time"
    await page.get_by_role("button", name="Stop", exact=True).click()
    await expect(page.get_by_text("The table rests, paused by you")).to_be_visible()
    await page.get_by_role("tab", name="Timeline").click()
    await looking.at("resting, timeline")
    await page.keyboard.press("c")
    await expect(page.get_by_role("dialog", name="Ask the judge")).to_be_visible()
    await looking.at("resting, the judge asked")
    await page.keyboard.press("Escape")
    await page.get_by_role("button", name="More commands").click()
    await expect(page.get_by_role("menu", name="More commands")).to_be_visible()
    await looking.at("resting, the commands")
    looking.found_nothing()
    assert site.errors == []


async def choose(page: Page, option: str) -> None:
    await question(page).get_by_role("radio", name=option).first.click()


async def test_a_table_that_asks(site: Site) -> None:
    play(site.root, of_all([OBJECTS]))
    page, api = await entered(site)
    looking = Looking(page)
    session = await api.begin("Where do the sessions live?", max_rounds=1)
    await page.goto(f"{site.base}/s/{session}")
    await expect(question(page)).to_be_visible()
    await looking.at("a question")
    await looking.at("a question, one chosen", lambda: choose(page, "Gawain"))
    await looking.at("a question, to be written", lambda: choose(page, "decree"))

    play(site.root, builders())
    rounds = [{"key": "development"}, {"key": "review"}]
    session = await api.begin("A cart", workflow="build", rounds=rounds)
    await page.goto(f"{site.base}/s/{session}")
    await expect(question(page)).to_be_visible()

    async def chips() -> None:
        await choose(page, "Change the merge")
        await question(page).get_by_role("button", name="Take a piece").click()

    await looking.at("a merge to be changed", chips)
    looking.found_nothing()
    assert site.errors == []


async def test_a_parley_and_what_was_applied(site: Site) -> None:
    (site.root / "store.py").write_text(STORE)
    script(site.root, given(**{"store.py": BETTER}))
    page, api = await entered(site)
    looking = Looking(page)
    decided = await api.begin("How shall we save?")
    await api.asked(decided)
    await api.answer(decided, "later")
    await api.ended(decided)
    await page.goto(f"{site.base}/s/{decided}")
    await page.get_by_role("button", name="Apply the decision …").click()
    await expect(page.get_by_role("dialog", name="Apply the decision")).to_be_visible()
    await page.get_by_role("button", name="Begin").click()
    await expect(page).not_to_have_url(f"{site.base}/s/{decided}")
    session = await at_table(page)
    await expect(question(page)).to_contain_text("1 line added")
    await looking.at("parley")
    await looking.at("parley, edited", lambda: choose(page, "Edit it"))
    await api.answer(session, "approve")
    await expect(page.get_by_role("heading", name="Applied")).to_be_visible()
    await looking.at("applied")
    looking.found_nothing()
    assert site.errors == []


async def built(api: Api) -> str:
    rounds = [{"key": "development"}]
    session = await api.begin("A cart", workflow="build", rounds=rounds, auto_advance=True)
    assert (await api.ended(session))["outcome"] == "built"
    return session


async def test_what_a_build_leaves(site: Site) -> None:
    play(site.root, builders())
    page, api = await entered(site)
    session = await built(api)
    looking = Looking(page)
    here = f"{site.base}/s/{session}"
    await page.goto(here)
    await expect(page.get_by_role("heading", name="Built")).to_be_visible()
    await looking.at("built")
    await page.goto(f"{here}/files?file=cart.py&view=file")
    await expect(page.get_by_role("group", name="cart.py, ")).to_be_visible()
    await looking.at("files, a file")
    await page.goto(f"{here}/files?file=cart.py&view=diff")
    await expect(page.get_by_role("group", name="Diff of cart.py")).to_be_visible()
    await looking.at("files, a diff")
    await page.goto(f"{here}/files?file=cart.py&view=edit")
    await page.get_by_role("textbox", name="cart.py").fill("TOTAL = 1\n")
    await expect(page.get_by_role("region", name="Your changes, not kept yet")).to_be_visible()
    await looking.at("files, edited")
    await page.get_by_role("button", name="Discard all").click()
    await page.get_by_role("button", name="Give them up").click()
    await page.goto(f"{here}/run")
    await expect(page.get_by_role("heading", name="Run what was built")).to_be_visible()
    await looking.at("run")
    looking.found_nothing()
    assert site.errors == []


async def test_a_replay_and_a_full_list(site: Site) -> None:
    play(site.root, of_all([{**OBJECTS, "when": {"round": 1}}, AGREES]))
    page, api = await entered(site)
    looking = Looking(page)
    for topic in ("Where do the sessions live?", "A" * 200):
        session = await api.begin(topic)
        await api.asked(session)
    await api.answer(session, "reject")
    await api.ended(session)
    log = await api.log(session, "agent_end")
    await page.goto(f"{site.base}/s/{session}/replay?at={log[3]['seq']}")
    await expect(page.get_by_text("replay, read-only")).to_be_visible()
    await looking.at("replay")
    await page.goto(f"{site.base}/projects")
    await expect(page.get_by_role("article")).to_have_count(2)
    await looking.at("projects")
    await page.get_by_role("searchbox", name="Search sessions").fill("nothing like it")
    await expect(page.get_by_text("No session is like that")).to_be_visible()
    await looking.at("projects, none found")
    looking.found_nothing()
    assert site.errors == []
