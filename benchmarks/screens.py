"""The first screen, Stop, and a long diff, at a server that is up, by the browser's own clock."""

import httpx2
from playwright.async_api import Browser, Locator, Page, expect

from benchmarks.browser import entered, launched
from benchmarks.goals import Line, middle
from benchmarks.machine import quiet
from benchmarks.talk import begin

TIMES = 5
LCP_MS, STOP_MS, DIFF_MS = 1_000, 200, 500
CHANGED = 1_500
HUNKS = 150
DIFF = "a-long-diff"
"""The session whose file has changed."""

_RESTS = """() => [...document.querySelectorAll('p')].some(
  (line) => line.textContent.includes('The table rests, paused by you'))"""
_DRAWN = f"() => document.querySelectorAll('[data-hunk]').length === {HUNKS}"


def texts() -> tuple[str, str]:
    """A file before and after 1,500 of its lines were written anew, in 150 places."""
    each = CHANGED // HUNKS

    def text(changed: str) -> str:
        lines = []
        for hunk in range(HUNKS):
            lines += [f"def part_{hunk}(rows: list[int]) -> int:"]
            lines += [f'    """Part {hunk}, line {n} of its words, unchanged."""' for n in range(9)]
            lines += [f"    {changed}_{n} = len(rows) * {hunk} + {n}" for n in range(each)]
        return "\n".join(lines) + "\n"

    return text("before"), text("after")


async def measured(client: httpx2.AsyncClient) -> list[Line]:
    await quiet()
    async with launched() as browser:
        first = [await _first(browser, client) for _ in range(TIMES)]
    await quiet()
    async with launched() as browser:
        page = await (await entered(browser, client)).new_page()
        diffs = [await _diff(page) for _ in range(TIMES)]
        stops = await _stops(page, f"/s/{await begin(client)}")
    return [
        middle("first screen: largest paint", first, "at most", LCP_MS, " ms"),
        middle("Stop: from the click until it is shown", stops, "at most", STOP_MS, " ms"),
        middle(
            f"a diff of {CHANGED:,} lines: from the click until all of it is drawn",
            diffs,
            "at most",
            DIFF_MS,
            " ms",
        ),
    ]


async def _first(browser: Browser, client: httpx2.AsyncClient) -> float:
    """With an empty cache: the profile is a new one."""
    context = await entered(browser, client)
    page = await context.new_page()
    await page.goto("/")
    await expect(page.get_by_role("button", name="Convene the table")).to_be_visible()
    await page.wait_for_timeout(1_000)
    found = await page.evaluate("gauge.largest.ms")
    await context.close()
    return float(found)


async def _stops(page: Page, address: str) -> list[float]:
    """While three knights speak."""
    await page.goto(address)
    found = []
    for _ in range(TIMES):
        await expect(page.get_by_text("is thinking").first).to_be_visible(timeout=30_000)
        await expect(page.get_by_text("is thinking")).to_have_count(0, timeout=30_000)
        await page.wait_for_timeout(2_000)
        found.append(await _timed(page.get_by_role("button", name="Stop", exact=True), _RESTS))
        await page.get_by_role("button", name="Resume").click()
    return found


async def _diff(page: Page) -> float:
    """Another file is open; this one is picked in the tree."""
    await page.goto(f"/s/{DIFF}/files?file=a.py")
    await expect(page.get_by_text("1 hunk", exact=True)).to_be_visible()
    await page.wait_for_timeout(1_000)
    return await _timed(page.get_by_role("treeitem", name="store.py"), _DRAWN)


async def _timed(pressed: Locator, holds: str) -> float:
    """Milliseconds from the click to the paint that shows what it was for."""
    page = pressed.page
    await page.evaluate(f"() => {{ window.shown = untilShown({holds}); }}")
    await pressed.click()
    return float(await page.evaluate("window.shown"))
