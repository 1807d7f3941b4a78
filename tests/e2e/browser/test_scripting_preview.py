"""S5. The payloads as a project's own page: there they may run, and reach nothing beyond it."""

import json
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Frame, expect

from tests.conftest import Count
from tests.e2e.browser.built import put
from tests.e2e.browser.poisoned import PAYLOADS
from tests.e2e.browser.rooms import PATIENCE, listen, log, run, shown
from tests.e2e.browser.site import Site, opened
from tests.e2e.browser.watching import WATCH, Watched

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(240)]

PAGE = """<!doctype html><title>A page of theirs</title><body><script>
const payloads = %s;
const make = document.createElement.bind(document);  // some of them put their own in its place
const range = document.createRange(), all = document.querySelectorAll.bind(document);
const body = document.body, say = console.log, later = setTimeout;
for (const html of payloads) {
  try { body.appendChild(make("div")).append(range.createContextualFragment(html)); } catch { }
}
say(`${payloads.length} payloads are in the page`);
later(() => {
  for (const link of all("a, button, input, area"))
    link.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}, 1000);
</script>"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def previewed(
    browser: Browser, template: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Site]:
    root = Path(shutil.copytree(template, tmp_path_factory.mktemp("previewed") / "shop"))
    written = PAGE % json.dumps(PAYLOADS).replace("<", "\\u003c")
    await put(root, {"theirs": {"index.html": written}})
    async with opened(browser, root) as found:
        yield found


async def test_all_payloads_in_a_preview_reach_neither_our_page_nor_anybody(
    previewed: Site, count: Count
) -> None:
    page = await shown(previewed, "theirs")
    within: set[int] = set()
    beyond: list[object] = []

    def called(source: dict[str, Any], number: int) -> None:
        frame: Frame = source["frame"]
        if frame == page.main_frame:
            beyond.append(number)
        else:
            within.add(number)

    await page.context.expose_binding("__pwned", called)
    await page.evaluate(WATCH.read_text())
    asked = listen(page)
    await run(page, "Show the page")
    console = log(page, "Console")
    await expect(console).to_contain_text(
        f"{len(PAYLOADS)} payloads are in the page", timeout=PATIENCE
    )
    # Some of them lead the frame away, which is the end of the run.
    badge = page.get_by_role("region", name="The run in this browser").get_by_text("failed")
    await expect(badge).to_be_visible(timeout=PATIENCE)
    watch = Watched(previewed, page.context)
    await watch.keep("our page", page)
    watch.bad = {found for found in watch.bad if "/runtime/frame.html" not in found}
    assert (beyond, watch.bad) == ([], set())
    assert len(within) >= 60, "they are alive, so that what they did not reach means something"
    assert page.url.endswith("/s/theirs/browser")
    assert len(page.context.pages) == 1
    ours = (f"{previewed.base}/assets/", f"{previewed.base}/runtime/", "blob:", "data:")
    for request in asked:
        refused = request.failure in ("csp", "origin")
        assert refused or request.url.startswith(ours), request.url
    # A browser may knock at a host that a page names before it refuses to ask it for anything.
    sent = [line for line in previewed.outside if " HTTP/" in line]
    assert {line.split(" ")[0] for line in sent} <= {"CONNECT"}
    count("S5: payloads in a preview, none of which reached beyond it", len(PAYLOADS))
