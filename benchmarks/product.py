"""The product itself, as its user meets it: `roundtable serve`, and a real browser at it.

Three knights speak at once, 300 words a second each for ten seconds, and are watched at `/s/:id`.
Their script is the only thing that is not as it would be: the engine, the log, the gate, the stream
and the client are the built ones. Then come the first screen, Stop, and a long diff.

A token carries no time of its sending. A second viewer, in this process, notes when it was sent a
marked word, and the time to the paint runs from there, or from when the page's own thread heard of
it if that was earlier: what waits in a busy page is counted, and the 50 ms for which the server
gathers words are not.
"""

import asyncio
import json
import re
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
from playwright.async_api import Page

from benchmarks.browser import entered, launched, watched
from benchmarks.goals import Line, middle
from benchmarks.lanes import Lanes, judged
from benchmarks.machine import load, quiet
from benchmarks.screens import DIFF, measured, texts
from benchmarks.serving import serving
from benchmarks.talk import SECONDS, WORDS_A_SECOND, begin, found, put_diff

RUNS = 3
_MARK = re.compile(r"mark\d+n\d+x")
_AFTERWARDS = 2.0
"""Seconds in which the ends of the turns are drawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched(Lanes):
    pace: float
    """Words a second of the slowest knight."""
    work: float
    """The share of a core that the page's thread takes; other programs hardly touch this figure."""
    ending: float
    """Milliseconds of the blocking that came when all ended, and their texts were set for good."""

    def __str__(self) -> str:
        return (
            f"{Lanes.__str__(self)}; {self.work:.0%} of a core, {self.pace:.0f} words a second, "
            f"{self.ending:.0f} ms of the blocking when all ended at once"
        )


@dataclass(slots=True)
class Sending:
    """What the second viewer has noted; times in milliseconds."""

    marks: dict[str, float] = field(default_factory=dict)
    words: list[tuple[float, str, int]] = field(default_factory=list)
    """When, whose, and how many."""
    begins: asyncio.Event = field(default_factory=asyncio.Event)

    async def listen(self, client: httpx2.AsyncClient, session: str) -> None:
        """Until all have ended."""
        ended = 0
        async with client.stream("GET", f"/api/session/{session}/stream", timeout=60) as stream:
            async for line in stream.aiter_lines():
                if not line.startswith("data: "):
                    continue
                now = 1000 * time.time()
                event = json.loads(line.removeprefix("data: "))
                ended += event["type"] == "agent_end"
                if event["type"] == "token":
                    self.words.append((now, event["seat"], len(event["text"].split())))
                    self.begins.set()
                    for mark in _MARK.findall(event["text"]):
                        self.marks.setdefault(mark, now)
                if ended == 3:
                    return

    @property
    def began(self) -> float:
        return self.words[0][0]

    @property
    def pace(self) -> float:
        said: Counter[str] = Counter()
        for at, seat, count in self.words:
            if at < self.began + 1000 * SECONDS:
                said[seat] += count
        return min(said.values()) / SECONDS


def run() -> Iterator[Line]:
    return iter(asyncio.run(_all()))


async def _all() -> list[Line]:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        found(root)
        await put_diff(root, DIFF, "store.py", *texts())
        async with serving(root) as (_, client):
            runs = [await _watch(client) for _ in range(RUNS)]
            name = "table"
            return [
                *(f"{name}: a run: {each}" for each in runs),
                middle(
                    f"{name}: words a second of each knight",
                    [each.pace for each in runs],
                    "at least",
                    WORDS_A_SECOND,
                ),
                *judged(name, runs),
                *await measured(client),
            ]


async def _watch(client: httpx2.AsyncClient) -> Watched:
    await quiet()
    sending = Sending()
    async with launched() as browser:
        page = await (await entered(browser, client)).new_page()
        problems = watched(page)
        session = await begin(client)
        listening = asyncio.create_task(sending.listen(client, session))
        await page.goto(f"/s/{session}")
        work = await _work(page, sending)
        await listening
        await asyncio.sleep(_AFTERWARDS)
        told = await page.evaluate("gauge")
    return _figures(sending, told, work, tuple(problems))


async def _work(page: Page, sending: Sending) -> float:
    """What the page's thread does while all speak, by its own clock."""
    devtools = await page.context.new_cdp_session(page)
    await devtools.send("Performance.enable", {"timeDomain": "threadTicks"})

    async def so_far() -> float:
        metrics = (await devtools.send("Performance.getMetrics"))["metrics"]
        return float(next(m["value"] for m in metrics if m["name"] == "TaskDuration"))

    await sending.begins.wait()
    before = await so_far()
    await asyncio.sleep(SECONDS)
    return (await so_far() - before) / SECONDS


def _figures(
    sending: Sending, told: dict[str, Any], work: float, problems: tuple[str, ...]
) -> Watched:
    began = sending.began
    ended = began + 1000 * SECONDS
    marks = [mark for mark, at in sending.marks.items() if at < ended]
    painted, arrived = told["painted"], told["arrived"]
    delays = sorted(
        painted[mark] - min(sending.marks[mark], arrived.get(mark, float("inf")))
        for mark in marks
        if mark in painted
    )
    over = [(start, max(0.0, took - 50)) for start, took in told["long"]]
    return Watched(
        # A page that did not come up draws its empty frames fast, and blocks nobody.
        fps=sum(began <= at < ended for at in told["frames"]) / SECONDS if delays else 0,
        # What it costs to set the texts for good, all three at once, belongs to it.
        blocking=sum(ms for start, ms in over if start >= began) if delays else float("inf"),
        p95=delays[int(len(delays) * 0.95)] if delays else float("inf"),
        missing=len(marks) - len(delays),
        load=load(),
        problems=problems,
        pace=sending.pace,
        work=work,
        ending=sum(ms for start, ms in over if start >= ended),
    )
