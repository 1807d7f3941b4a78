"""A session's project is run inside the browser itself, shut in: it prints, ends, is shown, and can
reach neither our page, nor our server, nor anybody else."""

import re
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Response, expect

from tests.e2e.browser.built import put
from tests.e2e.browser.looking import Looking
from tests.e2e.browser.projects import PROJECTS
from tests.e2e.browser.rooms import (
    PATIENCE,
    alone,
    answers,
    assert_all_refused,
    ended,
    frame_of,
    listen,
    log,
    run,
    shown,
)
from tests.e2e.browser.site import Site, opened

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(240)]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def runs(
    browser: Browser, template: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Site]:
    """One server for all of them: a run in the browser changes nothing on it."""
    root = Path(shutil.copytree(template, tmp_path_factory.mktemp("runs") / "shop"))
    await put(root, PROJECTS)
    async with opened(browser, root) as found:
        yield found


async def test_a_command_line_project_prints_and_ends_with_its_code(runs: Site) -> None:
    page = await shown(runs, "cli")
    await expect(page.get_by_label("Start", exact=True)).to_have_value("module shop")
    await page.get_by_label("Arguments").fill("3 'two words'")
    await page.get_by_label("Input").fill("first line\nsecond line")
    await run(page)
    await ended(page, "exit code 3")
    said = await log(page).inner_text()
    assert "arguments: ['3', 'two words']" in said
    assert "read: first line, second line" in said
    assert "to the other stream" in said
    assert "from the package: 42" in said
    await alone(page)
    assert runs.outside == []
    assert runs.errors == []


async def test_a_mistake_is_told_by_its_traceback_alone(runs: Site) -> None:
    page = await shown(runs, "cli")
    await page.get_by_label("Start", exact=True).select_option("file broken.py")
    await run(page)
    await ended(page, "exit code 1")
    said = await log(page).inner_text()
    assert "ZeroDivisionError" in said and "/project/broken.py" in said
    assert "harness" not in said and "runpy" not in said


async def test_its_tests_are_run_by_unittest(runs: Site) -> None:
    page = await shown(runs, "cli")
    await page.get_by_label("Start", exact=True).select_option("tests")
    await run(page, "Run the tests")
    await ended(page, "exit code 1")
    said = await log(page).inner_text()
    assert "Ran 3 tests" in said and "FAILED (failures=1)" in said
    assert "test_by_function" in said


async def test_what_it_prints_is_seen_while_it_runs_and_an_endless_loop_is_stopped(
    runs: Site,
) -> None:
    page = await shown(runs, "endless")
    await run(page)
    await expect(log(page)).to_contain_text("before the loop", timeout=PATIENCE)
    frame = frame_of(page)
    began = await page.evaluate("performance.now()")
    await page.get_by_role("button", name="Stop").click()
    await ended(page, "stopped")
    took = await page.evaluate("performance.now()") - began
    assert took < 60_000, "by itself it would never end"
    await alone(page)
    assert frame.is_detached()
    for _ in range(600):
        if not page.workers:
            break
        await page.wait_for_timeout(100)
    assert page.workers == []
    await expect(page.get_by_role("button", name="Run Python")).to_be_enabled()


async def test_a_run_ends_when_its_time_is_over(runs: Site) -> None:
    page = await shown(runs, "endless")
    await page.get_by_label("Time limit").select_option("10")
    await run(page)
    await ended(page, "out of time")
    await alone(page)


async def test_of_a_flood_no_more_than_a_megabyte_is_kept(runs: Site) -> None:
    page = await shown(runs, "flood")
    await run(page)
    await ended(page, "exit code 0")
    await expect(log(page)).to_contain_text("cut here: no more than 1 MB is kept")
    text = await log(page).inner_text()
    assert 100_000 < len(text) < 400_000


async def test_what_is_missing_is_said_before_anything_is_run(runs: Site) -> None:
    page = await shown(runs, "lacking")
    await expect(page.get_by_text("It needs numpy, requests.")).to_be_visible()
    await expect(page.get_by_role("button", name="Run Python")).to_have_count(0)
    await expect(page.get_by_text("The page index.html needs vue.")).to_be_visible()


async def test_hostile_python_reaches_nothing(runs: Site) -> None:
    page = await shown(runs, "hostile")
    await page.get_by_label("Arguments").fill(runs.base)
    await run(page)
    await expect(log(page)).to_contain_text("BEGIN", timeout=PATIENCE)
    asked = listen(page)
    await ended(page, "exit code 0")
    told = answers(await log(page).inner_text())
    assert told["origin"] == "null"
    assert len(told) > 12
    assert [name for name, got in told.items() if not got.startswith("nothing")] == ["origin"]
    assert_all_refused(asked, runs)


async def test_a_front_end_is_bundled_and_shown_and_its_errors_are_in_the_log(runs: Site) -> None:
    page = await shown(runs, "front")
    await run(page, "Show the page")
    inner = page.frame_locator("iframe")
    await expect(inner.get_by_role("heading", name="A small counter")).to_be_visible(
        timeout=PATIENCE
    )
    await inner.get_by_role("button", name="Count").click()
    await expect(inner.get_by_text("counted 1")).to_be_visible()
    await expect(inner.locator("h1")).to_have_css("color", "rgb(1, 2, 3)")
    await expect(inner.locator("img")).to_have_js_property("naturalWidth", 7)
    await inner.get_by_role("textbox").fill("a thing")
    await inner.get_by_role("textbox").press("Enter")
    await expect(inner.get_by_text("kept: a thing")).to_be_visible()
    console = log(page, "Console")
    await expect(console).to_contain_text("an error that was printed")
    await expect(console).to_contain_text("an error that was thrown")
    await expect(console).to_contain_text("data: from a file")
    await page.get_by_role("button", name="Stop").click()
    await alone(page)


async def test_a_hostile_page_reaches_neither_ours_nor_anybody(runs: Site) -> None:
    page = await shown(runs, "hostile-front")
    await run(page, "Show the page")
    console = log(page, "Console")
    await expect(console).to_contain_text("BEGIN", timeout=PATIENCE)
    asked = listen(page)
    await expect(console).to_contain_text("END", timeout=PATIENCE)
    told = answers(await console.inner_text())
    assert await frame_of(page).evaluate("self.origin") == "null" == told["origin"]
    assert len(told) > 15
    assert [name for name, got in told.items() if not got.startswith("nothing")] == ["origin"]
    assert_all_refused(asked, runs)
    assert page.url.endswith("/s/hostile-front/browser")
    assert len(page.context.pages) == 1


@pytest.mark.parametrize("to", ["http://evil.example/", "/", "/api/sessions", "/s/cli"])
async def test_a_page_that_goes_elsewhere_is_ended(runs: Site, to: str) -> None:
    page = await shown(runs, "front")
    await run(page, "Show the page")
    inner = page.frame_locator("iframe")
    await expect(inner.get_by_role("heading", name="A small counter")).to_be_visible(
        timeout=PATIENCE
    )
    frame = frame_of(page)
    answered: list[int] = []

    def note(response: Response) -> None:
        if response.url.endswith("/api/sessions"):
            answered.append(response.status)

    page.context.on("response", note)
    await frame.evaluate("(to) => { location.href = to }", to)
    await ended(page, "failed")
    await alone(page)
    assert runs.outside == []
    # Of our own server it may ask, as any page may: it is told nothing that is anybody's.
    assert to != "/api/sessions" or answered in ([], [403])


async def test_a_site_without_any_build_is_shown(runs: Site) -> None:
    page = await shown(runs, "static")
    await run(page, "Show the page")
    inner = page.frame_locator("iframe")
    await expect(inner.get_by_text("written by a plain script")).to_be_visible(timeout=PATIENCE)
    await inner.get_by_role("button", name="Press").click()
    await expect(inner.get_by_text("pressed")).to_be_visible()
    await expect(log(page, "Console")).to_contain_text("not in the project, and is left out")


async def test_a_page_that_hangs_is_stopped(runs: Site) -> None:
    page = await shown(runs, "hanging")
    await run(page, "Show the page")
    await expect(log(page, "Console")).to_contain_text("about to hang", timeout=PATIENCE)
    await page.wait_for_timeout(3500)
    await page.get_by_role("button", name="Stop").click()
    await ended(page, "stopped")
    await alone(page)


async def test_the_frame_opened_by_itself_is_of_no_origin_and_takes_no_orders(runs: Site) -> None:
    page = await runs.page("/runtime/frame.html")
    assert await page.evaluate("self.origin") == "null"
    assert "SecurityError" in await page.evaluate(
        "(() => { try { return document.cookie } catch (e) { return e.name } })()"
    )
    await page.evaluate(
        """() => {
          const { port1 } = new MessageChannel();
          postMessage({ kind: "enter", script: "globalThis.taken = 1" }, "*", [port1]);
        }"""
    )
    await page.wait_for_timeout(300)
    assert await page.evaluate("globalThis.taken") is None


async def test_the_vendors_runtime_is_off_and_says_why_it_cannot_be_on(runs: Site) -> None:
    page = await shown(runs, "npm")
    await expect(page.get_by_text("It is off: it would load its vendor's runtime")).to_be_visible()
    await page.get_by_role("switch", name="Let the vendor's runtime be loaded").click()
    await expect(page.get_by_text("this server was started without it")).to_be_visible()
    await expect(page.get_by_text("roundtable serve --webcontainer")).to_be_visible()
    await expect(page.get_by_role("button", name="Run the npm project")).to_have_count(0)
    assert runs.outside == []


async def test_nothing_of_a_runtime_is_loaded_before_it_is_wanted(runs: Site) -> None:
    context = await runs.context()
    page = await context.new_page()
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    await page.goto(f"{runs.base}/s/cli/browser")
    await expect(page.get_by_role("button", name="Run Python")).to_be_visible()
    await page.wait_for_load_state("networkidle")
    heavy = re.compile(r"\.(wasm|zip|mjs|whl)$|pyodide|esbuild|webcontainer|frame\.html|packages-")
    assert [url for url in loaded if heavy.search(url)] == []


async def test_a_run_looks_right_in_every_light(runs: Site) -> None:
    page = await shown(runs, "cli")
    looking = Looking(page)
    await looking.at("the ways")
    await run(page)
    await ended(page, "exit code 0")
    await looking.at("a run that has ended")
    page = await shown(runs, "front")
    looking_front = Looking(page)
    await run(page, "Show the page")
    await expect(log(page, "Console")).to_contain_text("thrown", timeout=PATIENCE)
    looking_front.wrong.clear()  # the project's own errors
    await looking_front.at("a page that is shown")
    looking.found_nothing()
    looking_front.found_nothing()
