"""S8. Cookies know no ports: another server on this machine can set some that look like ours.

It may cost a visit to the link at most. It lets nobody in, and never keeps the owner out.
"""

from collections.abc import AsyncIterator
from urllib.parse import urlencode

import pytest
import pytest_asyncio
from playwright.async_api import BrowserContext, Page

from tests.e2e.browser.attacker import Attacker
from tests.e2e.browser.site import Site

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(600)]


@pytest.fixture
def site(shared_site: Site) -> Site:
    return shared_site


KNOWN = "fetch('/api/project').then((a) => a.status)"

TOSSED = {
    "our name at the root": "{name}=tossed; Path=/",
    "our name at the API": "{name}=tossed; Path=/api",
    "our name at one route": "{name}=tossed; Path=/api/project",
    "our name for the host": "{name}=tossed; Domain={host}; Path=/",
    "our name for the host and the API": "{name}=tossed; Domain={host}; Path=/api",
    "our name without a value": "{name}=; Path=/api",
    "our name in capitals": "{upper}=tossed; Path=/",
    "our name with a space before it": " {name}=tossed; Path=/api",
    "our name as the value of none": "={name}=tossed; Path=/api",
    "a value that is JSON": 'prefs={{"theme": "dark"}}; Path=/api',
    "a value with an open quote": 'prefs="dark; Path=/api',
    "a name that is an attribute's": "path=tossed; Path=/api",
    "a name with brackets": "cart[1]=2; Path=/api",
    "a name that is no token": "a(b)@c,d=1; Path=/api",
    "a name with a space": "a b=1; Path=/api",
    "no name at all": "nameless; Path=/api",
    "letters beyond ASCII": "caf\u00e9=\u00e9; Path=/api",
}
"""What the attacker's server sets; `/api` comes before `/` in what the browser then sends."""


@pytest_asyncio.fixture(loop_scope="session")
async def attacker() -> AsyncIterator[Attacker]:
    found = Attacker()
    await found.open()
    yield found
    await found.close()


async def victim(site: Site, host: str) -> tuple[BrowserContext, Page, str]:
    """Somebody who is signed in under this name, and the name of their cookie."""
    context = await site.context(signed_in=False, proxy=None)
    page = await context.new_page()
    await sign_in(site, page, host)
    ours = [cookie for cookie in await context.cookies() if cookie["name"].startswith("roundtable")]
    assert len(ours) == 1
    assert (ours[0]["httpOnly"], ours[0]["sameSite"], ours[0]["path"]) == (True, "Strict", "/")
    return context, page, ours[0]["name"]


async def sign_in(site: Site, page: Page, host: str) -> None:
    await page.goto("about:blank")  # so that the link is a new page, and not a step in one
    async with page.expect_response("**/api/launch") as answered:
        await page.goto((await site.server.link()).replace("127.0.0.1", host))
    assert (await answered.value).status == 204


async def toss(context: BrowserContext, origin: str, cookies: list[str]) -> None:
    page = await context.new_page()
    asked = {f"cookie{i}": cookie for i, cookie in enumerate(cookies)}
    await page.goto(f"{origin}/page?{urlencode(asked)}")
    await page.close()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
async def test_a_cookie_of_another_port_keeps_nobody_out(
    site: Site, attacker: Attacker, host: str
) -> None:
    context, page, name = await victim(site, host)
    kept_out = []
    for what, cookie in TOSSED.items():
        said = cookie.format(name=name, upper=name.upper(), host=host)
        await toss(context, f"http://{host}:{attacker.port}", [said])
        await page.goto(f"http://{host}:{site.server.port}/projects")
        if await page.evaluate(KNOWN) != 200:
            # What lies at the very same place is replaced, as cookies are. The link mends it.
            await sign_in(site, page, host)
        if await page.evaluate(KNOWN) != 200:
            kept_out.append(what)
            await context.clear_cookies()
            await sign_in(site, page, host)
    assert kept_out == []


async def test_a_jar_that_is_filled_to_the_brim_keeps_nobody_out(
    site: Site, attacker: Attacker
) -> None:
    context, page, _ = await victim(site, "127.0.0.1")
    origin = f"http://127.0.0.1:{attacker.port}"
    for first in range(0, 200, 10):
        await toss(context, origin, [f"c{first + i}={'x' * 900}; Path=/api" for i in range(10)])
    await page.goto(f"{site.base}/projects")
    if await page.evaluate(KNOWN) != 200:
        await sign_in(site, page, "127.0.0.1")
    assert await page.evaluate(KNOWN) == 200


async def test_a_cookie_that_was_tossed_lets_nobody_in(site: Site, attacker: Attacker) -> None:
    """Nor does it become a pass when its bearer is let in: each pass is drawn anew."""
    _, _, name = await victim(site, "127.0.0.1")
    stranger = await site.context(signed_in=False, proxy=None)
    await toss(stranger, f"http://127.0.0.1:{attacker.port}", [f"{name}=fixed; Path=/"])
    page = await stranger.new_page()
    await page.goto(f"{site.base}/projects")
    assert await page.evaluate(KNOWN) == 401
    await sign_in(site, page, "127.0.0.1")
    assert [c["value"] for c in await stranger.cookies() if c["name"] == name] != ["fixed"]
    other = await site.context(signed_in=False, proxy=None)
    await other.add_cookies([{"name": name, "value": "fixed", "url": site.base}])
    page = await other.new_page()
    await page.goto(f"{site.base}/projects")
    assert await page.evaluate(KNOWN) == 401
