"""The merge of a round, directed anew: the developer changes the chips, the merge follows."""

import pytest
from playwright.async_api import expect

from tests.apps.conftest import builders
from tests.e2e.browser.conftest import play
from tests.e2e.browser.journeying import decide, entered, question
from tests.e2e.browser.site import Site

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(240)]


async def test_a_merge_is_made_anew_as_the_changed_chips_say(site: Site) -> None:
    play(site.root, builders())
    page, api = await entered(site)
    rounds = [{"key": "development"}, {"key": "review"}]
    session = await api.begin("A cart", workflow="build", rounds=rounds)
    await page.goto(f"{site.base}/s/{session}")
    await expect(question(page)).to_contain_text("The round development is over")
    [before] = await api.log(session, "synthesis_start")

    await question(page).get_by_role("radio", name="Change the merge").click()
    base = question(page).get_by_role("combobox", name="Base")
    await expect(base).to_have_value(before["base"])
    chosen = "Gawain" if before["base"] != "Gawain" else "Percival"
    other = "Percival" if chosen == "Gawain" else "Gawain"
    await base.select_option(chosen)
    taken = question(page).get_by_role("group", name="Taken from others")
    remove = taken.get_by_role("button", name="Remove")
    while await remove.count():
        await remove.first.click()
    await taken.get_by_role("button", name="Take a piece").click()
    await taken.get_by_role("combobox", name="Unit").fill(other.lower())
    await taken.get_by_role("combobox", name="File").fill("cart.py")
    await taken.get_by_role("combobox", name="From").select_option(other)
    await taken.get_by_role("button", name="Done").click()
    sent = f"BASE={chosen}. INCORPORATE: {other.lower()} (cart.py) from {other}. MUST_FIX: none."
    await expect(question(page).get_by_text(sent)).to_be_visible()
    await question(page).get_by_role("button", name="Decide: Change the merge").click()

    await api.until(session, lambda told: told["question"] and ".2" in told["question"]["id"])
    _, after = await api.log(session, "synthesis_start")
    assert after["base"] == chosen
    assert [(each["unit"], each["source"]) for each in after["take"]] == [(other.lower(), other)]
    await expect(question(page)).to_contain_text("The round development is over")
    rail = page.get_by_role("complementary", name="The judge and the timeline")
    await expect(rail).to_contain_text(chosen)
    made = {
        file["path"]: file["text"] for file in (await api.get(f"/session/{session}/files"))["files"]
    }
    assert f"def {chosen.lower()}" in made["cart.py"]
    assert f"def {other.lower()}" in made["cart.py"]
    assert f"def {before['base'].lower()}" not in made["cart.py"]

    await decide(page, "Stop")
    assert (await api.ended(session))["outcome"] == "stopped"
    assert site.errors == []
