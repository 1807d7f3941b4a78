"""S8. Pages of somebody else's, opened by somebody who is signed in here.

From another port of this machine, from another site and from a name that was bound anew to this
machine: nothing is changed, and nothing can be read. The same requests from our own page do both.
"""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx2
import pytest
import pytest_asyncio
from playwright.async_api import Browser

from tests.apps.conftest import AGREES
from tests.conftest import Count
from tests.e2e.browser.attacking import ATTACKS, ORIGINS, Origin, Siege, siege
from tests.e2e.browser.conftest import play
from tests.e2e.browser.site import Server, enter, serving
from tests.e2e.browser.victim import HANGS, Victim, new_context

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(600)]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(template: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    """One for all of them: each test sees to what it needs there."""
    root = Path(shutil.copytree(template, tmp_path_factory.mktemp("besieged") / "shop"))
    play(root, {"*": {"replies": [HANGS, AGREES]}})
    async with serving(root) as found:
        yield found


@asynccontextmanager
async def besieged(browser: Browser, server: Server, origin: Origin) -> AsyncIterator[Siege]:
    """Somebody who is signed in under both names of this machine, and an attacker beside."""
    base = server.base
    async with (
        new_context(browser) as context,
        httpx2.AsyncClient(
            base_url=base, headers={"Origin": base}, timeout=30, trust_env=False
        ) as client,
    ):
        for name in ("127.0.0.1", "localhost"):
            await enter(context, (await server.link()).replace("127.0.0.1", name))
        token = (await server.link()).partition("#launch=")[2]
        assert (await client.post("/api/launch", json={"token": token})).status_code == 204
        async with siege(Victim(context, client, server.root, server.port), origin) as laid:
            yield laid


async def test_there_are_at_least_forty_attacks() -> None:
    names = {attack.name for attack in ATTACKS}
    assert len(names) == len(ATTACKS)
    assert len({attack.script for attack in ATTACKS}) == len(ATTACKS)
    assert len(ATTACKS) >= 40


@pytest.mark.parametrize("origin", ORIGINS, ids=lambda origin: origin.name)
async def test_a_page_of_somebody_elses_changes_nothing_and_reads_nothing(
    browser: Browser, server: Server, origin: Origin, count: Count
) -> None:
    async with besieged(browser, server, origin) as laid:
        assert await laid.lay() == []
        assert (laid.refusals > 200) == origin.rebound  # the name does lead here
        # Nobody was signed out by any of it either.
        assert await laid.still_known()
        count("S8: attacks of other sites' pages, which read and changed nothing", laid.laid)


async def test_the_same_from_our_own_page_reads_and_changes(
    browser: Browser, server: Server
) -> None:
    async with besieged(browser, server, ORIGINS[0]) as laid:
        rows = [attack for attack in ATTACKS if attack.control]
        assert len(rows) >= 8
        assert [row.name for row in rows if not await laid.control(row)] == []
