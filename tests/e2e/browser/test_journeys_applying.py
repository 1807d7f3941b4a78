"""A decision carried out from the browser: shown as a diff, approved, written, and taken back."""

from typing import Any

import pytest
from playwright.async_api import expect

from tests.apps.conftest import BETTER, STORE, given, script
from tests.e2e.browser.journeying import PHONE, at_table, decide, entered, question
from tests.e2e.browser.site import Site

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(240)]


@pytest.mark.parametrize("device", [{}, PHONE], ids=["desk", "phone"])
async def test_a_decision_is_applied_after_parley_and_undone(
    site: Site, device: dict[str, Any]
) -> None:
    store = site.root / "store.py"
    store.write_text(STORE)
    script(site.root, given(**{"store.py": BETTER}))
    page, api = await entered(site, **device)
    decided = await api.begin("How shall we save?")
    await page.goto(f"{site.base}/s/{decided}")
    await decide(page, "Decide later")
    await page.get_by_role("button", name="Apply the decision …").click()
    dialog = page.get_by_role("dialog", name="Apply the decision")
    await expect(dialog.get_by_role("switch", name="Ask me about each file")).to_be_checked()
    await dialog.get_by_role("button", name="Begin").click()
    await expect(page).not_to_have_url(f"{site.base}/s/{decided}")
    session = await at_table(page)

    await expect(question(page)).to_contain_text("store.py (1 of 1): shall be changed")
    await expect(question(page)).to_contain_text("1 line added")
    await expect(question(page)).to_contain_text("return session")
    await expect(question(page)).to_contain_text("raise NotImplementedError")
    assert store.read_text() == STORE, "nothing is written before it is approved"
    await decide(page, "Approve")
    await expect(page.get_by_role("heading", name="Applied")).to_be_visible()
    assert store.read_text() == BETTER
    [applied] = await api.log(session, "changes_applied")
    assert [file["path"] for file in applied["files"]] == ["store.py"]

    await page.get_by_role("button", name="Undo: every file as it was").click()
    await expect(page.get_by_role("button", name="Undo: every file as it was")).to_have_count(0)
    assert store.read_text() == STORE
    assert len(await api.log(session, "changes_undone")) == 1
    await page.get_by_role("button", name="The deciding table").click()
    await expect(page).to_have_url(f"{site.base}/s/{decided}")
    await expect(page.get_by_role("link", name=session)).to_be_visible()
    assert site.errors == []
