"""Sessions as resources: addresses of ours alone, rendered from the log."""

from pathlib import Path

import pytest

from roundtable.adapters.project import Project
from roundtable.apps.mcp.resources import TEMPLATES, listed, page
from roundtable.bootstrap import open_table
from roundtable.core.errors import UnknownSession
from roundtable.core.naming import session_name
from tests.apps.mcp.conftest import hall


async def test_the_pages_of_every_session_can_be_listed_and_read(decided: Path) -> None:
    decisions, discussion = await listed(hall(decided))
    assert decisions.endswith("-where-do-the-sessions-live/decisions.md")
    assert "Keep them in SQLite." in await page(hall(decided), decisions)
    text = await page(hall(decided), discussion)
    assert "I agree." in text
    assert "scripted rehearsal" in text
    assert text.startswith("Between the two lines with ")


async def test_a_page_is_rendered_from_the_log_whatever_lies_in_the_folder(decided: Path) -> None:
    secret = decided.parent / "secret"
    secret.write_text("hunter2")
    project = Project(decided)
    address = (await listed(hall(decided)))[0]
    file = project.sessions / address.split("/")[3] / "decisions.md"
    file.unlink()
    file.symlink_to(secret)
    assert "hunter2" not in await page(hall(decided), address)


async def test_a_project_without_sessions_lists_none(project: Path) -> None:
    assert await listed(hall(project)) == []


@pytest.mark.parametrize(
    "address",
    [
        "roundtable://sessions/2020-01-01-nobody/decisions.md",
        "roundtable://sessions/../../config.json",
        "roundtable://sessions/../decisions.md",
        "roundtable://sessions/%2e%2e/decisions.md",
        "roundtable://sessions/@project/decisions.md",
        "roundtable://sessions//decisions.md",
        "roundtable://sessions/x/config.json",
        "roundtable://sessions/x/topic.md",
        "roundtable://sessions/x/decisions.md/..",
        "roundtable://sessions/x/decisions.md\n",
        "file:///etc/passwd",
        "/etc/passwd",
        "",
        "\x1b[2J" * 1000,
        "roundtable://sessions/" + "x" * 100_000 + "/decisions.md",
    ],
)
async def test_any_other_address_is_refused(decided: Path, address: str) -> None:
    with pytest.raises(UnknownSession) as refused:
        await page(hall(decided), address)
    assert refused.value.message.isprintable()
    assert len(refused.value.message) < 300


async def test_every_name_that_a_session_can_have_is_an_address(decided: Path) -> None:
    name = session_name("Ünïcode & «odd» topics/../x?" * 20, "2026-01-01", {"x"})
    with pytest.raises(UnknownSession, match=name):  # it is looked for, not refused by its form
        await page(hall(decided), next(iter(TEMPLATES)).replace("{name}", name))


async def test_the_newest_come_first(decided: Path) -> None:
    project = Project(decided)
    async with open_table(project) as table:
        (row,) = [row for row in await table.store.sessions() if row.summary]
        events = [
            event.model_copy(update={"session": "2099-01-01-later"})
            for event in await table.store.read(row.session)
        ]
        await table.store.append(events, row.summary)
    assert "2099-01-01-later" in (await listed(hall(decided)))[0]
