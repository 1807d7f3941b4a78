"""From an empty folder to a downloaded project, by the bundled rehearsal; and a table at odds."""

import re
import zipfile
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from tests.apps.conftest import NAMES, NO_CLAIMS
from tests.e2e.browser.conftest import play
from tests.e2e.browser.journeying import (
    Api,
    convene,
    decide,
    entered,
    lane,
    question,
    told_note,
)
from tests.e2e.browser.site import Site, opened

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(240)]

COUNTS = """window.clicks = 0;
addEventListener('click', (event) => { window.clicks += event.isTrusted; }, true);"""


async def newcomer(site: Site) -> Page:
    """The link of an empty folder, opened; and the rehearsal's knights seated."""
    context = await site.context(signed_in=False)
    await context.add_init_script(COUNTS)
    page = await context.new_page()
    await page.goto(await site.server.link())
    await page.get_by_role("button", name="Set up the rehearsal").click()
    return page


async def test_a_newcomer_is_at_a_running_table_after_two_clicks(
    browser: Browser, tmp_path: Path
) -> None:
    async with opened(browser, tmp_path) as site:
        page = await newcomer(site)
        await convene(page)
        await expect(page.get_by_role("button", name="Stop", exact=True)).to_be_visible()
        await expect(
            page.get_by_text("is thinking …").or_(page.get_by_text("speaks")).first
        ).to_be_visible()
        assert await page.evaluate("window.clicks") == 2


async def allow_one_iteration(page: Page, round_: str) -> None:
    """Where they do not agree at once, the developer is asked."""
    await page.get_by_role("button", name=re.compile(f"^{round_}:")).click()
    await page.get_by_label("Iterations").first.fill("1")


async def settle(page: Page, api: Api, session: str, seat: str) -> None:
    """The table is at odds about one point: its positions are read, and one is taken."""
    await expect(question(page)).to_contain_text(
        "A bill without a tip is half a bill", timeout=90_000
    )
    place = [option["id"] for option in (await api.view(session))["question"]["options"]].index(
        f"pick:{seat}"
    )
    await question(page).get_by_role("radio").nth(place).click()
    await question(page).get_by_role("button", name=re.compile("^Decide:")).click()


async def over(page: Page, round_: str) -> None:
    """The round is over and the developer is asked how to go on."""
    await expect(question(page)).to_contain_text(f"The round {round_} is over", timeout=90_000)


async def labelled(page: Page, path: str) -> None:
    """This screen says that it is a rehearsal, where one looks first."""
    await page.goto(path)
    badge = page.get_by_text("scripted rehearsal", exact=True).first
    await expect(badge).to_be_visible()
    await expect(badge).to_be_in_viewport()


async def hold_anew(page: Page, round_: str, words: str) -> None:
    await page.get_by_role("button", name="More commands").click()
    await page.get_by_role("menuitem", name="Hold a round anew …").click()
    dialog = page.get_by_role("dialog", name="Hold a round anew")
    await dialog.get_by_role("combobox", name="Which round").select_option(label=round_)
    await dialog.get_by_role("textbox", name="Instructions").fill(words)
    await dialog.get_by_role("button", name="Hold it anew").click()
    await expect(dialog).to_have_count(0)


@pytest.mark.timeout(600)
async def test_the_rehearsal_from_an_empty_folder_to_a_downloaded_project(
    browser: Browser, tmp_path: Path
) -> None:
    root = tmp_path / "empty"
    root.mkdir()
    async with opened(browser, root) as site:
        page = await newcomer(site)
        await allow_one_iteration(page, "Requirements")
        session = await convene(page)
        api = Api(site, page.context)
        await settle(page, api, session, "Gawain")
        await page.get_by_role("textbox", name="A note to the table").fill("Mind the cents.")
        await page.get_by_role("button", name="Send").click()
        await told_note(page, "Mind the cents.")
        await over(page, "requirements")
        [choice] = await api.log(session, "human_choice")
        assert (choice["option"], choice["unattended"]) == ("pick:Gawain", False)
        await decide(page, "Go on")
        await over(page, "architecture")
        await hold_anew(page, "Architecture", "No more than five files.")
        rounds = page.get_by_role("navigation", name="Rounds")
        await expect(
            rounds.get_by_role("button", name=re.compile("Architecture ?, was held anew"))
        ).to_be_visible()
        await over(page, "architecture")
        [reopened] = await api.log(session, "round_reopened")
        assert (reopened["round"], reopened["instructions"]) == (
            "architecture",
            "No more than five files.",
        )
        assert [note["text"] for note in await api.log(session, "note_added")] == [
            "Mind the cents."
        ]
        await decide(page, "Go on")
        await over(page, "development")
        await decide(page, "Go on")
        await over(page, "review")

        await reviewed(page, api, session)
        await downloaded(page, api, session, tmp_path)
        for screen in ("", "/files", "/run", "/replay"):
            await labelled(page, f"{site.base}/s/{session}{screen}")
        for screen in ("/projects", "/settings"):
            await labelled(page, site.base + screen)
        await page.goto(site.base)
        card = page.get_by_role("complementary", name="What will be convened")
        await expect(card.get_by_text("scripted rehearsal", exact=True)).to_be_in_viewport()
        assert site.errors == []
        assert site.outside == []


async def reviewed(page: Page, api: Api, session: str) -> None:
    """The files: whose a function is, what the last round changed, one hunk of it taken back."""
    files = await api.get(f"/session/{session}/files")
    [edge] = [each for each in files["provenance"] if each["unit"] == "split_by_share"]
    await page.get_by_role("link", name="Files").click()
    await page.get_by_role("treeitem", name="split.py").click()
    await page.get_by_role("tab", name="File").click()
    mark = page.get_by_role("button", name=re.compile(r"^split_by_share, lines? \d+"))
    await expect(mark).to_have_accessible_name(re.compile(edge["seat"]))
    await mark.focus()
    told = page.get_by_text(re.compile(r"split_by_share · .*round Development"))
    await expect(told).to_contain_text(edge["seat"])

    tried = await api.log(session, "fix_tried")
    fixed = next(each for each in tried if each["round"] == "review" and each["kept"])
    path = fixed["files"][0]["path"]
    await page.goto(f"{page.url.split('?')[0]}?file={path}&view=diff&against=last")
    hunks = page.get_by_role("group", name=f"Diff of {path}").get_by_role("region")
    await expect(hunks.first).to_be_visible()
    before = await hunks.count()
    await hunks.first.get_by_role("button", name="Revert this hunk").click()
    await expect(hunks).to_have_count(before - 1)
    pending = page.get_by_role("region", name="Your changes, not kept yet")
    await pending.get_by_role("button", name="Keep these changes").click()
    await expect(pending).to_have_count(0)
    [edited] = await api.log(session, "files_edited")
    assert [file["path"] for file in edited["files"]] == [path]
    was = {file["path"]: file["text"] for file in files["files"]}
    assert edited["files"][0]["text"] != was[path]
    await expect(page.get_by_text("edited by you").first).to_be_visible()


async def downloaded(page: Page, api: Api, session: str, folder: Path) -> None:
    """The ZIP holds what the server says the files are, byte for byte."""
    async with page.expect_download() as started:
        await page.get_by_role("link", name="ZIP of all files").click()
    path = folder / "files.zip"
    await (await started.value).save_as(path)
    with zipfile.ZipFile(path) as packed:
        assert packed.testzip() is None
        held = {each: packed.read(each).decode() for each in packed.namelist()}
    files = (await api.get(f"/session/{session}/files"))["files"]
    assert held == {file["path"]: file["text"] for file in files}
    assert "bill/split.py" in held


def at_odds() -> dict[str, object]:
    """Knights of whom each holds to its own, and a judge who cannot say who is right."""
    open_ = {
        "verdict": "DISCUSS",
        "summary": "They differ about the store.",
        "options": ["SQLite", "plain files"],
        "rulings": [],
    }
    judging = {"when": {"purpose": "judge"}, "say": "They differ.", "block": open_}
    return {
        name: {"replies": [judging, {"say": f"It must be as {name} says.", "block": NO_CLAIMS}]}
        for name in NAMES
    }


async def test_a_dispute_is_decided_by_a_number_key(site: Site) -> None:
    play(site.root, at_odds())
    page, api = await entered(site)
    rounds = [{"key": "requirements", "iterations": 1}]
    session = await api.begin("A cart", workflow="build", rounds=rounds, auto_advance=True)
    await page.goto(f"{site.base}/s/{session}")
    told = await api.asked(session, "escalation")
    await expect(question(page)).to_contain_text("What is your will?")
    ids = [option["id"] for option in told["question"]["options"]]
    place = ids.index("pick:Lancelot")
    card = question(page).get_by_role("radio").nth(place)
    await expect(card).to_contain_text("Take Lancelot's position")
    await expect(card).to_contain_text("the round ends with it")

    await page.keyboard.press(str(place + 1))
    await expect(card).to_be_checked()
    await expect(question(page)).to_contain_text("It must be as Lancelot says.")
    assert await api.log(session, "human_choice") == [], "nothing is decided before it is confirmed"
    await page.keyboard.press("Enter")
    await expect(question(page)).to_have_count(0)
    await expect(page.get_by_role("heading", name="Built")).to_be_visible()
    await expect(lane(page, "Lancelot")).to_contain_text("It must be as Lancelot says.")
    [choice] = await api.log(session, "human_choice")
    assert (choice["option"], choice["unattended"]) == ("pick:Lancelot", False)
    [end] = await api.log(session, "round_end")
    assert end["outcome"] == "developer"
    assert "It must be as Lancelot says." in end["summary"]
