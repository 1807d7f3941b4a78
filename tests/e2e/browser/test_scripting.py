"""S5. Text of models, files and people that tries to become more than text, in a real browser.

Sessions in which every text is an attack are opened on every screen, with our content policy and
without it: nothing runs, nothing leaves, and nothing enters the page that could do either.
"""

import json
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from tests.conftest import Count
from tests.e2e.browser.poisoned import (
    ASKING,
    BUILT,
    ENDED,
    FAMILIES,
    LONG,
    NAMED,
    PAYLOADS,
    path_of,
    poison,
)
from tests.e2e.browser.site import Site, opened
from tests.e2e.browser.watching import S5, Watched

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(240)]
POLICIES = pytest.mark.parametrize(
    "policy",
    [
        pytest.param(True, id="with our policy"),
        pytest.param(False, id="without one", marks=pytest.mark.soak),
    ],
)
"""With it nothing may even have to be blocked; without it, at length, nothing may run either."""
_ENDED, _ASKING, _BUILT, _NAMED = (
    f"/s/{quote(name, safe='')}" for name in (ENDED, ASKING, BUILT, NAMED)
)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def site(
    browser: Browser, template: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Site]:
    """One server for all of them: nothing is changed, and each test has a profile of its own."""
    project = Path(shutil.copytree(template, tmp_path_factory.mktemp("poisoned") / "shop"))
    await poison(project)
    async with opened(browser, project) as found:
        yield found


async def watched(site: Site, policy: bool) -> Watched:
    site.outside.clear()
    found = Watched(site, await site.context(bypass_csp=not policy))
    await found.prepare()
    return found


async def test_there_are_at_least_three_hundred_payloads() -> None:
    assert len(set(PAYLOADS)) == len(PAYLOADS) >= 300
    assert len(FAMILIES) >= 15


@POLICIES
async def test_no_table_runs_any_of_what_was_said_at_it(
    site: Site, policy: bool, count: Count
) -> None:
    watch = await watched(site, policy)
    for name, path, presses in (
        ("the table", _ENDED, 30),
        ("the question", _ASKING, 30),
        ("a table at work", _NAMED, 15),
    ):
        page = await watch.open(path)
        await watch.press(name, page, presses)
        await page.close()
    page = await watch.open(f"{_ENDED}/replay")
    slider = page.locator("input[type=range]").first
    await slider.focus()
    for _ in range(12):
        for _ in range(8):
            await page.keyboard.press("ArrowRight")
        await watch.keep("the replay", page)
    await page.keyboard.press("End")
    await watch.press("the replay", page, 15)
    watch.least = {"the table": 300, "the question": 300, "the replay": 300, "a table at work": 100}
    count(S5, watch.prove())


@POLICIES
async def test_no_file_and_no_log_of_a_run_is_more_than_text(
    site: Site, policy: bool, count: Count
) -> None:
    watch = await watched(site, policy)
    page = await watch.open(f"{_ENDED}/files")
    await watch.press("the files", page, 25)
    for name, view in (("a file", "file"), ("a diff", "diff"), ("an edit", "edit")):
        shown = PAYLOADS[: LONG if view != "edit" else 6]
        addresses = (
            f"{_ENDED}/files?{urlencode({'file': path_of(number), 'view': view})}"
            for number in range(len(shown))
        )
        await watch.leaf(name, page, addresses)
    await page.evaluate("__scroll('[role=tree]')")
    await watch.keep("the tree", page)
    await page.close()
    page = await watch.open(f"{_BUILT}/run")
    await watch.press("the run", page, 40)
    await page.close()
    page = await watch.open(f"{_ENDED}/run")
    await _leaf_through(watch, page)
    all_of_them = dict.fromkeys(("a file", "a diff", "the tree", "the log"), 300)
    watch.least = {**all_of_them, "an edit": 50, "the run": 50}
    count(S5, watch.prove())


@POLICIES
async def test_no_list_and_no_address_is_more_than_text(
    site: Site, policy: bool, count: Count
) -> None:
    watch = await watched(site, policy)
    page = await watch.open("/projects")
    await watch.press("the projects", page, 20)
    for name, address in ADDRESSES.items():
        await watch.leaf(name, page, map(address, _some(24)))
    await watch.leaf("no such session", page, (f"/s/{quote(p, safe='')}" for p in PAYLOADS[::9]))
    for name, path, shown in (
        ("the settings", "/settings?tab=table", "Keys"),
        ("a new table", f"/?from={ENDED}", f"A copy of {ENDED}"),
    ):
        await page.goto(site.base + path)
        await page.get_by_text(shown).first.wait_for()
        await watch.press(name, page, 30)
    config = site.root / ".roundtable" / "config.json"
    right = config.read_text()
    config.write_text(json.dumps({"version": PAYLOADS[11]}))
    for path in ("/", "/settings", "/projects"):
        await watch.leaf("a config that is wrong", page, (path,))
        if path == "/settings":  # the one that tells of it
            await watch.press("a config that is wrong", page, 0)
    config.write_text(right)
    watch.least = {
        **dict.fromkeys(ADDRESSES, 300),
        "the projects": 300,
        "the settings": 100,
        "a new table": 1,
        "no such session": 20,
        "a config that is wrong": 1,
    }
    count(S5, watch.prove())


async def _leaf_through(watch: Watched, page: Page) -> None:
    """From the last line of a log to its first, by the keyboard: only what is in sight is drawn."""
    log = page.get_by_role("log").first
    for _ in range(400):
        await log.press("PageUp")
        await page.evaluate("__drawn()")
        await watch.keep("the log", page)
        if await log.evaluate("(box) => box.scrollTop === 0"):
            return


ADDRESSES = {
    "a topic in the address": lambda text: f"/?{urlencode({'t': text, 'jm': text, 's': text})}",
    "a search in the address": lambda text: f"/projects?{urlencode({'q': text})}",
    "a file in the address": lambda text: f"{_ENDED}/files?{urlencode({'file': text})}",
}


def _some(count: int) -> Iterator[str]:
    """All payloads, a few in each of so many texts."""
    return ("\n\n".join(PAYLOADS[i::count]) for i in range(count))


@POLICIES
async def test_no_report_that_is_passed_on_runs_any_of_it(
    site: Site, policy: bool, tmp_path: Path, count: Count
) -> None:
    watch = await watched(site, policy)
    page = await watch.open("/projects")
    for session in (_ENDED, _ASKING):
        fetched = f"fetch('/api/session/{session[3:]}/report').then((a) => a.text())"
        saved = tmp_path / "report.html"
        saved.write_text(await page.evaluate(fetched))
        await page.goto(saved.as_uri())
        await page.evaluate("document.querySelectorAll('details').forEach((d) => d.open = true)")
        await page.wait_for_timeout(300)
        await watch.keep("a report", page)
        site.outside.remove(saved.as_uri())
        await page.goto(f"{site.base}/projects")
    watch.least = {"a report": 300}
    count(S5, watch.prove())
