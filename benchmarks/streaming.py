"""Three lanes of 300 tokens a second in a real browser: ours against the renderer one writes first.

It builds the page of `web/src/live/bench`, serves it on this machine under the product's content
policy, and compares renderers: `product.py` measures the table itself. Every run is shown with the
load of the machine, and the median of three is held against the goals. Each waits a while for a
quiet moment: a browser that shares two cores with a build measures the build.
"""

import asyncio
import functools
import http.server
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.async_api import Browser

from benchmarks.browser import SIZE, launched, watched
from benchmarks.goals import Line
from benchmarks.lanes import Lanes, judged
from benchmarks.machine import load, quiet

WEB = Path(__file__).resolve().parents[1] / "web"
SECONDS, RUNS = 10, 3
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures(Lanes):
    cpu: float
    """Milliseconds of the page's thread for a frame; other programs hardly touch this figure."""
    coloured: int
    drift: float | None

    def __str__(self) -> str:
        # Not super(): a dataclass with slots is another class than the one that was written.
        return f"{Lanes.__str__(self)}, {self.cpu:.1f} ms of work a frame"


class Handler(http.server.SimpleHTTPRequestHandler):
    """Files under the policy of the product, and no words about it."""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 -- the base's own name
        return


@contextmanager
def served(folder: Path) -> Iterator[str]:
    handler = functools.partial(Handler, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/index.html"
        finally:
            server.shutdown()
            thread.join()


def build(folder: Path) -> None:
    vite = WEB / "node_modules" / "vite" / "bin" / "vite.js"
    node = shutil.which("node")
    if node is None or not vite.is_file():
        sys.exit("streaming: needs Node and web/node_modules; run `npm ci` in web/ first")
    subprocess.run(
        [
            node,
            vite,
            "build",
            "--config",
            "vite.bench.config.ts",
            "--outDir",
            folder,
            "--logLevel",
            "error",
        ],
        cwd=WEB,
        check=True,
        stdout=subprocess.DEVNULL,
    )


async def measure(address: str, query: str) -> Figures:
    await quiet()
    async with launched() as browser:
        return await observe(browser, f"{address}?{query}&seconds={SECONDS}")


async def observe(browser: Browser, address: str) -> Figures:
    page = await browser.new_page(viewport=SIZE)
    problems = watched(page)
    devtools = await page.context.new_cdp_session(page)
    await devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    await page.goto(address)
    await page.wait_for_selector("body[data-figures]", state="attached", timeout=120_000)
    found = json.loads(await page.get_attribute("body", "data-figures") or "{}")
    metrics = (await devtools.send("Performance.getMetrics"))["metrics"]
    work = next(m["value"] for m in metrics if m["name"] == "TaskDuration")
    return Figures(
        fps=found["fps"],
        blocking=found["blocking"],
        # A page on which nothing was ever seen has no figure, and null in its place.
        p95=found["p95"] if found["p95"] is not None else float("inf"),
        cpu=1000 * work / (found["fps"] * SECONDS),
        missing=found["missing"],
        coloured=found["coloured"],
        drift=found["drift"],
        load=load(),
        problems=tuple(problems),
    )


async def compared(address: str, text: str) -> list[Line]:
    name = f"streaming, {text}"
    ours = [await measure(address, f"text={text}") for _ in range(RUNS)]
    naive = await measure(address, f"text={text}&renderer=naive")
    away = await measure(address, f"text={text}&away=1")

    def of(figure: Callable[[Figures], float]) -> float:
        return statistics.median(map(figure, ours))

    return [
        *(f"{name}: a run of ours: {each}; {each.coloured} words in colour" for each in ours),
        f"{name}: the naive renderer, without colours: {naive}",
        f"{name}: {of(lambda f: f.fps) / naive.fps:.1f}x its frames, "
        f"{of(lambda f: f.p95) / naive.p95:.2f}x its time to paint, "
        f"{of(lambda f: f.cpu) / naive.cpu:.2f}x its work, "
        f"{naive.blocking - of(lambda f: f.blocking):,.0f} ms less blocking",
        f"{name}: a reader who scrolled up was moved {away.drift:g} px",
        *judged(name, ours),
    ]


def run() -> Iterator[Line]:
    with tempfile.TemporaryDirectory() as folder:
        build(Path(folder))
        with served(Path(folder)) as address:
            for text in ("prose", "fence"):
                yield from asyncio.run(compared(address, text))
