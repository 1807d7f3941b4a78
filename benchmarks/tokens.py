"""What our adapters add to the vendors' SDKs while three seats stream at once.

The vendors are a process of their own on loopback. Each piece of text says when it was sent, by a
clock that both processes share, so that the delay of every token is known.
"""

import asyncio
import re
import statistics
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field

from benchmarks.goals import Goal, Line
from roundtable.adapters.knights.catalogue import model
from roundtable.adapters.knights.claude_api import ClaudeApiKnight
from roundtable.adapters.knights.gemini_api import GeminiApiKnight
from roundtable.adapters.knights.openai_api import OpenAiApiKnight
from roundtable.core.listening import Speech, listen
from roundtable.core.ports import Ask, Delta, Finished, Knight
from roundtable.core.secrets import Secret
from roundtable.core.voice import Voice, Way
from roundtable.testing.knight_suite import ask
from roundtable.testing.vendors.server import Reply, VendorServer

TOKENS = 2_000
PER_SECOND = 300
REPEATS = 5
CPU_GOAL, DELAY_GOAL_MS = 1.3, 5.0
_STAMP = re.compile(r"(\d+\.\d+)")


@dataclass(slots=True)
class Run:
    cpu: float = 0.0
    delays: list[float] = field(default_factory=list)

    def heard(self, text: str) -> None:
        now = time.monotonic()
        self.delays += [now - float(sent) for sent in _STAMP.findall(text)]


def run() -> list[Line]:
    with subprocess.Popen(
        [sys.executable, "-m", "benchmarks.tokens"], stdout=subprocess.PIPE, text=True
    ) as vendors:
        assert vendors.stdout is not None
        try:
            bare, ours = asyncio.run(_measure(vendors.stdout.readline().strip()))
        finally:
            vendors.terminate()
    per_thousand = 1000 / (3 * TOKENS) * 1000
    sdk = statistics.median(r.cpu for r in bare) * per_thousand
    cpu = statistics.median(r.cpu for r in ours) * per_thousand
    ratio = statistics.median(o.cpu / b.cpu for o, b in zip(ours, bare, strict=True))
    before = statistics.median(d for r in bare for d in r.delays) * 1000
    after = statistics.median(d for r in ours for d in r.delays) * 1000
    return [
        Goal(
            f"tokens: CPU of three seats at {PER_SECOND} tokens/s each, over the bare SDKs",
            ratio,
            "at most",
            CPU_GOAL,
            "x",
            f"{cpu:.0f} ms for 1,000 tokens, they {sdk:.0f} ms",
        ),
        Goal(
            "tokens: median delay, over the bare SDKs",
            after - before,
            "under",
            DELAY_GOAL_MS,
            " ms",
            f"{after:.1f} ms, they {before:.1f} ms; a view then gathers 50 ms",
        ),
    ]


async def _measure(url: str) -> tuple[list[Run], list[Run]]:
    knights: list[Knight] = [
        ClaudeApiKnight(model("claude-api"), Secret("key"), url),
        OpenAiApiKnight(model("openai-api"), Secret("key"), f"{url}/v1"),
        GeminiApiKnight(model("gemini-api"), Secret("key"), url),
    ]
    question = ask(max_output_tokens=100_000)
    bare_ways = [_anthropic(url), _openai(url), _google(url)]
    voices = [Voice((Way("bench", knight),)) for knight in knights]
    await _once([_bare(way) for way in bare_ways])  # the SDKs load
    await _once([_ours(voice, question) for voice in voices])
    bare, ours = [], []
    for _ in range(REPEATS):
        bare.append(await _once([_bare(way) for way in bare_ways]))
        ours.append(await _once([_ours(voice, question) for voice in voices]))
    for voice in voices:
        await voice.close()
    return bare, ours


Seat = Callable[[Run], Awaitable[None]]


async def _once(seats: list[Seat]) -> Run:
    found = Run()
    began = time.process_time()
    await asyncio.gather(*(seat(found) for seat in seats))
    found.cpu = time.process_time() - began
    return found


def _bare(stream: Callable[[], AsyncIterator[str]]) -> Seat:
    async def seat(found: Run) -> None:
        async for text in stream():
            found.heard(text)

    return seat


def _ours(voice: Voice, question: Ask) -> Seat:
    """Everything between an SDK and the engine: adapter, retry policy, watchdog, coalescing."""

    class Watched:
        context_tokens = voice.context_tokens
        worst_case = voice.worst_case
        close = voice.close

        def __init__(self, found: Run) -> None:
            self._found = found

        async def speak(self, ask: Ask):  # type: ignore[no-untyped-def]
            async for item in voice.speak(ask):
                if isinstance(item, Delta):
                    self._found.heard(item.text)
                yield item

    async def seat(found: Run) -> None:
        finished = await listen(
            Watched(found), question, Speech(lambda _: None), deadline=60, idle=60
        )
        assert isinstance(finished, Finished)

    return seat


def _anthropic(url: str) -> Callable[[], AsyncIterator[str]]:
    async def stream() -> AsyncIterator[str]:
        from anthropic import AsyncAnthropic

        async with AsyncAnthropic(api_key="key", base_url=url) as client:
            events = await client.messages.create(
                model="m",
                max_tokens=1000,
                messages=[{"role": "user", "content": "?"}],
                stream=True,
            )
            async for event in events:
                if event.type == "content_block_delta" and event.delta.type == "text_delta":
                    yield event.delta.text

    return stream


def _openai(url: str) -> Callable[[], AsyncIterator[str]]:
    async def stream() -> AsyncIterator[str]:
        from openai import AsyncOpenAI

        async with AsyncOpenAI(api_key="key", base_url=f"{url}/v1") as client:
            events = await client.responses.create(model="m", input="?", stream=True)
            async for event in events:
                if event.type == "response.output_text.delta":
                    yield event.delta

    return stream


def _google(url: str) -> Callable[[], AsyncIterator[str]]:
    async def stream() -> AsyncIterator[str]:
        from google.genai import Client
        from google.genai.types import HttpOptions

        client = Client(api_key="key", http_options=HttpOptions(base_url=url))
        async for chunk in await client.aio.models.generate_content_stream(model="m", contents="?"):
            yield chunk.text or ""

    return stream


async def _serve() -> None:
    """The vendors: so many stamped tokens a second, then a good end."""

    async def stamped(reply: Reply) -> None:
        await reply.head()
        await reply.send(reply.dialect.opening(10))
        began = time.monotonic()
        for number in range(TOKENS):
            due = began + number / PER_SECOND
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            await reply.send(reply.dialect.piece(f"{time.monotonic():.6f} "))
        await reply.send(reply.dialect.closing("done", 10))
        await reply.end()

    async with VendorServer(stamped) as server:
        print(server.url, flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_serve())
