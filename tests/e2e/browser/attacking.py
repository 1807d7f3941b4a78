"""A victim opens the attacker's pages: every row is run, and what came of it is told."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Error, Page, Request, Route

from roundtable.apps.web.problems import Problem, problem
from tests.e2e.browser.attack_rows import LOADING, READING, Attack
from tests.e2e.browser.attack_rows_changing import (
    BEACONS,
    BY_GET,
    BY_PAGE,
    FETCHING,
    FORMS,
    REDIRECTS,
)
from tests.e2e.browser.attack_rows_windows import FRAMES, NOWHERE, SPELLINGS, WINDOWS
from tests.e2e.browser.attacker import PAGE, Attacker
from tests.e2e.browser.victim import CANARY, Victim

ATTACKS: tuple[Attack, ...] = (
    *(*READING, *LOADING, *FETCHING, *BEACONS, *FORMS),
    *(*REDIRECTS, *BY_GET, *BY_PAGE, *FRAMES, *NOWHERE, *WINDOWS, *SPELLINGS),
)
AT_ONCE = 16
PATIENCE = (1, 5, 20)
"""What must be noticed is looked for again, and longer, where the machine was too slow for it."""
REFUSAL = problem(
    "foreign_origin",
    "the Host is not this server's",
    "use the link that `roundtable serve` has printed",
)
_OURS = ('id="root"', CANARY, '"not_signed_in"')
"""What stands in a page or an answer of ours and in no refusal of the gate's."""


@dataclass(frozen=True, slots=True)
class Origin:
    """From where it is attacked, and at which of our addresses; `{a}` is the attacker's port."""

    name: str
    page: str
    target: str
    same_site: bool
    """True: the browser sends our cookie along with what the page asks for."""
    every: int = 1
    """Which rows are run: all, or every third where another origin is like it to us."""

    @property
    def rebound(self) -> bool:
        """The page's own name leads to our server."""
        return self.page == self.target


ORIGINS = (
    Origin("another port", "http://127.0.0.1:{a}", "http://127.0.0.1:{p}", True),
    Origin("another port by name", "http://localhost:{a}", "http://localhost:{p}", True, 3),
    Origin("another site", "http://evil.example:{a}", "http://127.0.0.1:{p}", False),
    Origin("a rebound name", "http://evil.example:{p}", "http://evil.example:{p}", False),
)


@asynccontextmanager
async def siege(victim: Victim, origin: Origin) -> AsyncIterator["Siege"]:
    """An attacker at their post, and a victim with something to lose."""
    attacker = Attacker()
    await attacker.open()
    try:
        await victim.furnish()
        if not origin.same_site:
            victim.watch()
        yield Siege(victim, attacker, origin)
    finally:
        await victim.leave()
        await attacker.close()


class Siege:
    """One victim, one attacker, one origin."""

    def __init__(self, victim: Victim, attacker: Attacker, origin: Origin) -> None:
        self._victim = victim
        self._attacker = attacker
        self._origin = origin
        self._pages: list[Page] = []
        self.laid = 0
        self.refusals = 0
        """Answers that a page under a rebound name could read: each says no, and no more."""
        ports = {"a": attacker.port, "p": victim.port}
        self.page = origin.page.format(**ports)
        self.target = origin.target.format(**ports)

    async def prepare(self, patience: int = 1) -> dict[str, Any]:
        """What the attacker knows, which is more than they could: names, ids, all but the pass.

        `patience`: how many times as long its scripts wait.
        """
        if self._origin.rebound:
            # The name led to the attacker when the page was fetched, and leads to us from then on.
            await self._victim.context.route(f"{self.page}/page", _theirs)
        waiting = self._victim.sessions["waiting"]
        question = (await self._victim.client.get(f"/api/session/{waiting}")).json()["question"]
        return {
            "base": self.target,
            "attacker": self.page,
            "port": self._victim.port,
            "question": question["id"],
            "option": question["options"][0]["id"],
            "upload": self._victim.upload,
            "cookie": "roundtable",
            "patience": patience,
            **self._victim.sessions,
        }

    async def lay(
        self, attacks: Iterable[Attack] = ATTACKS, first: bool = False, patience: int = 1
    ) -> list[str]:
        """Run the rows, some at a time; every breach in words, or only those found `first`."""
        known = await self.prepare(patience)
        breaches: list[str] = []
        before = await self._victim.digest()
        fitting = [row for row in attacks if not (row.across and self._origin.rebound)]
        fitting = fitting[:: self._origin.every]
        self.laid += len(fitting)
        for some in (fitting[i : i + AT_ONCE] for i in range(0, len(fitting), AT_ONCE)):
            if await self._victim.refurnish():
                known, before = await self.prepare(patience), await self._victim.digest()
            breaches += await self._strike(some, known)
            after = await self._victim.digest()
            if after != before:
                breaches.append(f"changed something, one of: {', '.join(a.name for a in some)}")
            if breaches and first:
                break
            before = after
        return breaches

    async def still_known(self) -> bool:
        """Whether the victim's browser is still signed in under both names."""
        page = await self._victim.context.new_page()
        answers = []
        for name in ("127.0.0.1", "localhost"):
            await page.goto(f"http://{name}:{self._victim.port}/")
            answers.append(await page.evaluate("fetch('/api/project').then((a) => a.status)"))
        await page.close()
        return answers == [200, 200]

    async def control(self, attack: Attack) -> bool:
        """Whether the row does, from our own page, what it must not do from another's."""
        for patience in PATIENCE:
            if await self._does(attack, patience):
                return True
        return False

    async def _does(self, attack: Attack, patience: int) -> bool:
        if attack.control == "changes":
            await self._victim.furnish()
        known = await self.prepare(patience)
        page = await self._victim.context.new_page()
        await page.goto(self.target)
        before = await self._victim.digest()
        loot = await page.evaluate(attack.function, known)
        await page.close()
        if attack.control == "reads":
            return any(mark in item for item in loot for mark in (CANARY, "stream"))
        return await self._victim.digest() != before

    async def _strike(self, attacks: Sequence[Attack], known: dict[str, Any]) -> list[str]:
        self._victim.sent.clear()
        while len(self._pages) < len(attacks):
            self._pages.append(await self._victim.context.new_page())
        pages = self._pages[: len(attacks)]
        done = await asyncio.gather(
            *(self._one(page, row, known) for page, row in zip(pages, attacks, strict=True))
        )
        breaches = [breach for found in done for breach in found]
        if not self._origin.same_site:
            breaches += await self._cookies_sent(pages, known["patience"])
        for page in self._victim.context.pages:
            if page not in self._pages:
                await page.close()
        return breaches

    async def _one(self, page: Page, attack: Attack, known: dict[str, Any]) -> list[str]:
        await page.goto(f"{self.page}/page")
        try:
            loot = await page.evaluate(attack.function, known)
        except Error as error:
            return [f"{attack.name}: did not run: {error}"]
        found = [f"{attack.name}: read {item[:300]}" for item in loot if not self._refused(item)]
        for frame in page.frames[1:]:
            with contextlib.suppress(Error):  # a frame may go while it is looked at
                shown = await frame.content()
                if any(mark in shown for mark in _OURS):
                    found.append(f"{attack.name}: shows {frame.url} in a frame")
        return found

    def _refused(self, item: str) -> bool:
        """Under a rebound name the page may read that it is refused, and nothing beside that."""
        if not self._origin.rebound:
            return False
        status, _, body = item.partition(" ")
        if status != "403" or (body and Problem.model_validate_json(body) != REFUSAL):
            return False
        self.refusals += 1
        return True

    async def _cookies_sent(self, pages: list[Page], patience: int) -> list[str]:
        """Where our cookie went along with what another site's page has asked for."""
        asked = [request for request in self._victim.sent if _is_theirs(request, pages)]
        if not asked:
            return []
        told = {asyncio.create_task(request.all_headers()): request.url for request in asked}
        done, pending = await asyncio.wait(told, timeout=3 * patience)
        for task in pending:
            task.cancel()  # it never left the browser
        return [
            f"our cookie was sent along: {told[task]}"
            for task in done
            if not task.exception() and "roundtable-" in task.result().get("cookie", "")
        ]


def _is_theirs(request: Request, pages: list[Page]) -> bool:
    """What their page sends, and the first step of a window that it opens; then it is our page."""
    try:
        return request.frame.page in pages or request.is_navigation_request()
    except Error:
        return True  # a worker's


async def _theirs(route: Route) -> None:
    await route.fulfill(body=PAGE, content_type="text/html; charset=utf-8")
