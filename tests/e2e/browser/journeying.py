"""What journeys share: the log as the API tells it, and a person's ways through the screens."""

import asyncio
import json
import re
from collections.abc import Callable, Mapping
from typing import Any

import httpx2
from playwright.async_api import BrowserContext, Locator, Page, expect

from tests.apps.conftest import NAMES
from tests.e2e.browser.site import Site

PATIENCE = 60.0
"""Seconds for what takes a moment on a machine that is busy."""

Told = dict[str, Any]
PHONE: Told = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
"""A page's options on a phone."""


class Api:
    """The server's API, asked beside the page with the browser's own cookie."""

    def __init__(self, site: Site, context: BrowserContext) -> None:
        self._site = site
        self._context = context

    async def ask(self, method: str, path: str, body: object = None) -> httpx2.Response:
        return await self._send(method, path, json=body)

    async def _send(self, method: str, path: str, **content: Any) -> httpx2.Response:
        cookies = await self._context.cookies(self._site.base)
        jar = "; ".join(f"{each.get('name')}={each.get('value')}" for each in cookies)
        headers = {"origin": self._site.base, "cookie": jar}
        async with httpx2.AsyncClient(verify=False, trust_env=False, timeout=30) as client:
            return await client.request(
                method, f"{self._site.base}/api{path}", headers=headers, **content
            )

    async def upload(self, files: Mapping[str, str]) -> str:
        """Files for a build to start from, by the name that it is told."""
        sent = [("files", (path, text.encode())) for path, text in files.items()]
        answer = await self._send("POST", "/uploads", files=sent)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    async def get(self, path: str) -> Any:
        answer = await self.ask("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def begin(self, topic: str, **fields: object) -> str:
        """A session, convened without a screen."""
        body = {"workflow": "discuss", "topic": topic, **fields}
        answer = await self.ask("POST", "/session/start", body)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["session"])

    async def answer(self, session: str, option: str, text: str = "") -> None:
        """Answer the question that is open."""
        question = (await self.view(session))["question"]
        body = {"question": question["id"], "option": option, "text": text}
        given = await self.ask("POST", f"/session/{session}/answer", body)
        assert given.status_code == 200, given.text

    async def view(self, session: str) -> Told:
        found: Told = await self.get(f"/session/{session}")
        return found

    async def log(self, session: str, *kinds: str) -> list[Told]:
        """The events of a session, or those of some kinds."""
        events: list[Told] = await self.get(f"/session/{session}/events")
        return [event for event in events if not kinds or event["type"] in kinds]

    async def until(
        self, session: str, holds: Callable[[Told], object], seconds: float = 2 * PATIENCE
    ) -> Told:
        """How the session stands once this holds."""
        told: Told = {}
        try:
            async with asyncio.timeout(seconds):
                while not holds(told := await self.view(session)):
                    await asyncio.sleep(0.1)
        except TimeoutError:
            short = {key: told.get(key) for key in ("phase", "outcome", "paused", "question")}
            raise AssertionError(f"it did not come to that: {json.dumps(short)[:800]}") from None
        return told

    async def asked(self, session: str, kind: str = "") -> Told:
        """How it stands when it asks the King, of some kind."""
        return await self.until(
            session,
            lambda told: told["question"] and kind in ("", told["question"]["kind"]),
        )

    async def ended(self, session: str) -> Told:
        return await self.until(session, lambda told: told["outcome"])


async def entered(site: Site, path: str = "/", **options: Any) -> tuple[Page, Api]:
    """A page in a signed-in profile of its own, and the API as that profile may ask it."""
    page = await site.page(path, **options)
    return page, Api(site, page.context)


async def at_table(page: Page) -> str:
    """The name of the session whose table is shown, once it is."""
    await expect(page).to_have_url(re.compile(r"/s/[^/?]+$"))
    return page.url.rsplit("/", 1)[1]


async def convene(page: Page) -> str:
    await page.get_by_role("button", name="Convene the table").click()
    return await at_table(page)


def lane(page: Page, seat: str) -> Locator:
    return page.get_by_role("log", name=f"What {seat} says")


def question(page: Page) -> Locator:
    """The part of the table that puts a question to you."""
    return page.get_by_role("region").filter(has_text="The table asks you")


async def told_note(page: Page, words: str) -> None:
    """The note is sent: the field is empty, and it stands among what was said."""
    await expect(page.get_by_role("textbox", name="A note to the table")).to_have_value("")
    await expect(page.get_by_text(words, exact=True)).to_be_visible()


async def decide(page: Page, option: str) -> None:
    """Choose an answer to the open question and confirm it."""
    label = re.compile(rf"^\d? ?{re.escape(option)}")
    await question(page).get_by_role("radio", name=label).first.click()
    await question(page).get_by_role("button", name=f"Decide: {option}", exact=True).click()


def numbered(count: int, paragraph: int = 20) -> str:
    """So many words that can be told apart, in paragraphs."""
    words = [f"w{number:03}" for number in range(1, count + 1)]
    parts = [words[at : at + paragraph] for at in range(0, count, paragraph)]
    return "\n\n".join(" ".join(part) for part in parts)


async def heard(place: Locator) -> list[str]:
    """The numbered words in a place, in their order; also those that are scrolled out of sight."""
    return re.findall(r"w\d{3}", await place.text_content() or "")


def first(count: int) -> list[str]:
    return [f"w{number:03}" for number in range(1, count + 1)]


def of_all(replies: object, **part: object) -> Mapping[str, object]:
    """A script in which every knight has the same part."""
    return {"*": {"replies": replies, **part}}


def opening(first: object, later: object, **part: object) -> Mapping[str, object]:
    """A script in which whoever speaks first in a round says one thing, and the others another."""

    def replies(name: str) -> list[object]:
        assert isinstance(first, dict)
        others = [other for other in NAMES if other != name]
        return [{**first, "when": {"before": others}}, later]

    return {name: {"replies": replies(name), **part} for name in NAMES}


def stance(score: int, proposal: str = "Keep them in SQLite.", *issues: str) -> Told:
    """A discussion's block."""
    return {
        "consensus_score": score,
        "agrees_with": ["all"] if score > 8 else [],
        "pending_issues": list(issues),
        "proposal": proposal,
        "files_to_modify": ["store.py"],
    }
