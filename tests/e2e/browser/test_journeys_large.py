"""A project of a hundred files, uploaded as a ZIP and built on: its files stay easy to handle."""

import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.apps.conftest import NAMES, NO_CLAIMS, builders
from tests.e2e.browser.conftest import play
from tests.e2e.browser.journeying import convene, entered
from tests.e2e.browser.site import Site

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(240)]

CHANGED = "pkg/part_07/module_03.py"


def module(place: str, first: str = "1", last: str = "2") -> str:
    """A module with two functions so far apart that a change of both makes two hunks."""
    between = "".join(f"\n\ndef middle_{number}():\n    return {number}\n" for number in range(8))
    return (
        f'"""{place}."""\n\n\ndef first():\n    return {first}\n'
        f"{between}\n\ndef last():\n    return {last}\n"
    )


def project_files() -> Mapping[str, str]:
    places = [
        f"pkg/part_{part:02}/module_{number:02}.py" for part in range(12) for number in range(10)
    ]
    return {place: module(place) for place in places}


def pack(path: Path, files: Mapping[str, str]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in files.items():
            packed.writestr(f"shop/{name}", text)
    return path


def developers() -> dict[str, object]:
    """All change both functions of one file and add another file."""
    text = module(CHANGED, "10", "20")
    said = (
        f"FILE: {CHANGED}\n```python\n{text}```\n\nFILE: pkg/extra.py\n```python\nEXTRA = 1\n```\n"
    )
    writes = {"when": {"stage": "development", "purpose": "speak"}, "say": said, "block": NO_CLAIMS}
    return builders(**{name: [writes] for name in NAMES})


async def upload(page: Page, path: Path) -> None:
    async with page.expect_file_chooser() as opened:
        await page.get_by_role("button", name="Files or ZIP").click()
    await (await opened.value).set_files(path)
    await expect(page.get_by_role("group", name="Files to start from")).to_contain_text("120 files")


async def test_a_hundred_files_are_uploaded_built_on_and_reviewed(
    site: Site, tmp_path: Path
) -> None:
    play(site.root, developers())
    page, api = await entered(site, "/?r=development&x=0&a=1")
    await page.get_by_role("textbox", name="What is to be built?").fill("Ten for one")
    await upload(page, pack(tmp_path / "shop.zip", project_files()))
    session = await convene(page)
    await expect(page.get_by_role("heading", name="Built")).to_be_visible()
    [given] = await api.log(session, "files_given")
    assert {file["path"]: file["text"] for file in given["files"]} == project_files()

    await page.get_by_role("link", name="See the files").click()
    await expect(page.get_by_text("121 files")).to_be_visible()
    tree = page.get_by_role("tree", name="Files")
    assert await tree.get_by_role("treeitem").count() < 121, "only what is in view is drawn"
    await page.get_by_role("searchbox", name="Search files by path").fill("part_07 module_03")
    found = tree.get_by_role("treeitem", name="module_03.py changed")
    await expect(found).to_be_visible()
    await found.click()
    await expect(page.get_by_role("heading", name=CHANGED)).to_be_visible()
    await page.get_by_role("tab", name="Diff").click()
    await expect(page.get_by_text("2 hunks")).to_be_visible()
    hunks = page.get_by_role("group", name=f"Diff of {CHANGED}").get_by_role("region")
    await expect(hunks.nth(0)).to_contain_text("return 10")
    await expect(hunks.nth(1)).to_contain_text("return 20")

    await hunks.nth(0).get_by_role("button", name="Revert this hunk").click()
    await expect(page.get_by_text("1 hunk", exact=True)).to_be_visible()
    pending = page.get_by_role("region", name="Your changes, not kept yet")
    await pending.get_by_role("textbox", name="Why you change it").fill("One is enough")
    await pending.get_by_role("button", name="Keep these changes").click()
    await expect(pending).to_have_count(0)
    [edited] = await api.log(session, "files_edited")
    assert (edited["note"], [file["path"] for file in edited["files"]]) == (
        "One is enough",
        [CHANGED],
    )
    files = (await api.get(f"/session/{session}/files"))["files"]
    kept = {file["path"]: file["text"] for file in files}
    assert kept == {
        **project_files(),
        CHANGED: module(CHANGED, "1", "20"),
        "pkg/extra.py": "EXTRA = 1\n",
    }
    assert site.errors == []
