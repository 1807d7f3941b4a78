"""S5. The same payloads while they are being said: cut within a tag, a fence, an entity."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from roundtable.adapters.knights.scripted import ScriptedKnight
from roundtable.core import listening
from tests.apps.conftest import AGREES, NAMES
from tests.apps.web import conftest as in_process
from tests.conftest import Count
from tests.e2e.browser.conftest import play
from tests.e2e.browser.outside import Outside
from tests.e2e.browser.poisoned import PAYLOADS, texts
from tests.e2e.browser.site import Server, Site, enter
from tests.e2e.browser.watching import S5, Watched

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(240)]
CUTS = ("<", "</", "&", "&#", "`", "``", "[", "](", "](java", "!", '"', "=", "on", "\\", "\n", ">")
"""After which of its beginnings a piece ends: a parser that guesses would guess wrong."""


def cut(text: str) -> list[str]:
    """The text in pieces that end where it is most awkward, and are short."""
    pieces: list[str] = []
    rest = text
    while rest:
        ends = sorted(at + len(c) for c in CUTS if 0 <= (at := rest.find(c, 1)) < 24) or [24]
        end = ends[len(pieces) % len(ends)]
        pieces.append(rest[:end])
        rest = rest[end:]
    return pieces


async def test_the_pieces_are_the_text_and_end_in_the_middle_of_things() -> None:
    text = "".join(PAYLOADS)
    pieces = cut(text)
    assert "".join(pieces) == text
    assert len(pieces) > 3 * len(PAYLOADS)
    assert {piece[-1] for piece in pieces} >= set('<`&["=\n>')


@pytest.fixture
def looked_at() -> asyncio.Event:
    """Set once the page was looked at often enough while they spoke."""
    return asyncio.Event()


@pytest.fixture
def stammering(project: Path, looked_at: asyncio.Event, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three knights who say all payloads between them, piece by piece, all at once."""

    async def stammer(_: ScriptedKnight, words: list[str]) -> AsyncGenerator[str, None]:
        *pieces, last = cut("".join(words))
        for piece in pieces:
            yield piece
            await asyncio.sleep(0.004)
        await looked_at.wait()
        yield last

    # A script is YAML, which knows no pairs of escapes for what lies beyond the first plane.
    plain = ("".join(c for c in text if c <= "\uffff") for text in texts(len(NAMES)))
    said = zip(NAMES, plain, strict=True)
    play(project, {name: {"replies": [{**AGREES, "say": text}]} for name, text in said})
    monkeypatch.setattr(ScriptedKnight, "_paced", stammer)
    monkeypatch.setattr(listening, "COALESCE_SECONDS", 0.0)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(project.parent / "config"))
    monkeypatch.setenv("ROUNDTABLE_KEYRING", "off")
    return project


@pytest_asyncio.fixture(loop_scope="session")
async def outside() -> AsyncIterator[Outside]:
    found = Outside()
    await found.open()
    yield found
    await found.close()


@pytest.mark.parametrize("policy", [True, False], ids=["with our policy", "without one"])
async def test_what_is_said_piece_by_piece_is_text_at_every_moment(
    browser: Browser,
    stammering: Path,
    looked_at: asyncio.Event,
    outside: Outside,
    policy: bool,
    count: Count,
) -> None:
    async with in_process.serving(stammering) as served:
        server = Server(stammering)
        server.port = served.port
        site = Site(browser, server, outside)
        try:
            context = await site.context(signed_in=False, bypass_csp=not policy)
            await enter(context, f"{site.base}/#launch={served.house.passes.token}")
            watch = Watched(site, context)
            await watch.prepare()
            page = await watch.open("/projects")
            session = await served.start(topic="?", blind=True, max_rounds=1)
            await page.evaluate("(path) => __go(path)", f"/s/{session}")
            watch.least = {"what is being said": 300, "what was said": 300}
            moments = 0
            while (await served.state(session))["phase"] not in ("awaiting_king", "ended"):
                await watch.keep("what is being said", page)
                moments += 1
                enough = len(watch.seen["what is being said"]) >= 300 or moments > 500
                if moments > 10 and enough:
                    looked_at.set()
            for _ in range(100):  # what was said last is drawn a little later
                await page.wait_for_timeout(300)
                await watch.keep("what was said", page)
                if len(watch.seen["what was said"]) >= watch.least["what was said"]:
                    break
            assert moments > 10
            count(S5, watch.prove())
        finally:
            await site.close()
