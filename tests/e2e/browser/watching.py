"""A browser profile in which everything is kept that a page must not do, and what it has shown."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from playwright.async_api import BrowserContext, Dialog, Error, Page, Route

from tests.e2e.browser.site import Site

WATCH = Path(__file__).with_name("watch.js")
PRESSED = (
    "[role=tab], summary, [aria-expanded=false], [aria-haspopup], [role=treeitem], "
    "[role=radio], button"
)


S5 = "S5: payloads on surfaces of a page, none of which ran"
_LOOKS = 20
"""How often a page is looked at, four times a second, until it shows something."""


@dataclass
class Watched:
    site: Site
    context: BrowserContext
    ran: list[object] = field(default_factory=list)
    """Payloads that called the canary, and dialogs that were opened."""
    bad: set[str] = field(default_factory=set)
    """What has entered a page and must not: elements, handlers, addresses."""
    blocked: set[str] = field(default_factory=set)
    """What the content policy had to stop."""
    seen: dict[str, set[int]] = field(default_factory=dict)
    """The payloads that could be read, by screen: what was not shown has proved nothing."""

    least: dict[str, int] = field(default_factory=dict)
    """How many there must be."""

    async def prepare(self) -> None:
        await self.context.expose_binding("__pwned", lambda _, *told: self.ran.append(told))
        await self.context.add_init_script(path=WATCH)
        self.context.on("page", lambda page: page.on("dialog", self._asked))
        # What is pressed shall be seen, not done.
        await self.context.route(re.compile(r"/api/"), _observe)

    async def open(self, path: str) -> Page:
        page = await self.context.new_page()
        await page.goto(self.site.base + path)
        await page.wait_for_selector("main")
        await page.wait_for_timeout(500)
        return page

    async def press(self, name: str, page: Page, most: int) -> None:
        """Press whatever can be pressed there, as often as that, and keep what was seen."""
        before = len(self.seen.get(name, ()))
        for _ in range(_LOOKS):
            await self.keep(name, page)
            if len(self.seen[name]) > before:
                break
            await page.wait_for_timeout(250)
        await page.evaluate("([what, most]) => __press(what, most)", [PRESSED, most])
        await self.keep(name, page)

    async def leaf(self, name: str, page: Page, paths: Iterable[str]) -> None:
        """Go to one address of the client after the other, as its own links do."""
        for path in paths:
            await page.evaluate("(path) => __go(path)", path)
        await self.keep(name, page)

    async def keep(self, name: str, page: Page) -> None:
        try:
            told = await page.evaluate("__told()")
        except Error as error:
            # Among what is pressed may be "Try again", which loads the page anew.
            if "context was destroyed" not in error.message:
                raise
            await page.wait_for_function("'__told' in window")
            told = await page.evaluate("__told()")
        self.bad |= {f"{name}: {item}" for item in told["bad"]}
        self.blocked |= {f"{name}: {item}" for item in told["blocked"]}
        self.seen.setdefault(name, set()).update(told["seen"])

    def prove(self) -> int:
        """Nothing ran, left or entered, and the policy had nothing to do; so often was it tried."""
        for what, found in (
            ("ran", self.ran),
            ("left", self.site.outside),
            ("entered the page", sorted(self.bad)),
            ("had to be blocked", sorted(self.blocked)),
        ):
            assert not found, f"{len(found)} {what}, such as {found[:3]}"
        shown = {name: len(seen) for name, seen in self.seen.items()}
        for name, least in self.least.items():
            assert shown[name] >= least, f"{name} has shown {shown[name]} payloads"
        return sum(shown.values())

    async def _asked(self, dialog: Dialog) -> None:
        self.ran.append(("dialog", dialog.message))
        await dialog.dismiss()


async def _observe(route: Route) -> None:
    await (route.continue_() if route.request.method == "GET" else route.abort())
