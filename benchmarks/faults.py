"""The fault matrix: every fault against every adapter, each in a round with two healthy seats.

`make faults` prints it and writes docs/faults.md. Networks faults meet the SDKs through a loopback
server; command faults meet the knights of the vendors' commands through broken commands.
"""

import asyncio
import contextlib
import io
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.machine import describe
from roundtable.adapters.knights.catalogue import model
from roundtable.adapters.knights.claude_api import ClaudeApiKnight
from roundtable.adapters.knights.claude_cli import ClaudeCliKnight
from roundtable.adapters.knights.codex_cli import CodexCliKnight
from roundtable.adapters.knights.gemini_api import GeminiApiKnight
from roundtable.adapters.knights.gemini_cli import GeminiCliKnight
from roundtable.adapters.knights.openai_api import OpenAiApiKnight
from roundtable.core.errors import ErrorKind
from roundtable.core.ports import Knight
from roundtable.core.secrets import Secret
from roundtable.testing.command_faults import COMMAND_FAULTS
from roundtable.testing.faults import FAULTS, KEY, deserted
from roundtable.testing.ordeal import Ordeal, ordeal
from roundtable.testing.vendors.server import VendorServer

SHORT, LONG = 0.8, 20.0
"""The deadline of a turn that only a deadline ends, and of all others."""
REPORT = Path(__file__).parents[1] / "docs" / "faults.md"
Row = tuple[str, list[tuple[Ordeal, bool]]]

API: dict[str, Callable[[str], Knight]] = {
    "claude-api": lambda url: ClaudeApiKnight(model("claude-api"), Secret(KEY), url),
    "openai-api": lambda url: OpenAiApiKnight(model("openai-api"), Secret(KEY), f"{url}/v1"),
    "gemini-api": lambda url: GeminiApiKnight(model("gemini-api"), Secret(KEY), url),
    "openai-compatible": lambda url: OpenAiApiKnight(
        model("openai-compatible", "local"), None, f"{url}/v1", compatible=True
    ),
}
CLI: dict[str, Callable[[str], Knight]] = {
    "claude-cli": lambda command: ClaudeCliKnight(model("claude-cli"), command),
    "gemini-cli": lambda command: GeminiCliKnight(model("gemini-cli"), command),
    "openai-cli": lambda command: CodexCliKnight(model("openai-cli"), command),
}


async def api_row(index: int) -> Row:
    fault = FAULTS[index]
    cells = []
    for make in API.values():
        async with contextlib.AsyncExitStack() as stack:
            if fault.behave is None:
                url = await deserted()
            else:
                url = (await stack.enter_async_context(VendorServer(fault.behave()))).url
            cells.append(await _cell(lambda m=make, u=url: m(u), fault.waits, fault.kinds))  # type: ignore[misc]
    return fault.name, cells


async def cli_row(index: int) -> Row:
    fault = COMMAND_FAULTS[index]
    cells = []
    for make in CLI.values():
        with tempfile.TemporaryDirectory() as folder:
            command = fault.command(Path(folder))
            cells.append(
                await _cell(lambda m=make, c=command: m(c), fault.waits, fault.kinds)  # type: ignore[misc]
            )
    return fault.name, cells


async def _cell(
    make: Callable[[], Knight], waits: bool, kinds: frozenset[ErrorKind]
) -> tuple[Ordeal, bool]:
    with tempfile.TemporaryDirectory() as folder:
        found = await ordeal(make, SHORT if waits else LONG, Path(folder))
    return found, found.right(kinds)


def table(title: str, adapters: list[str], rows: list[Row]) -> list[str]:
    lines = ["", f"## {title}", "", f"| fault | {' | '.join(adapters)} |"]
    lines.append("|---" * (len(adapters) + 1) + "|")
    for name, cells in rows:
        told = [f"{'' if right else '**WRONG** '}{o.kind} {o.seconds:.1f} s" for o, right in cells]
        lines.append(f"| {name} | {' | '.join(told)} |")
    return lines


async def _matrix() -> int:
    began, before = time.monotonic(), _descriptors()
    lines = ["<!-- Made by `make faults`. -->", "", "# The fault matrix", ""]
    api = [await api_row(index) for index in range(len(FAULTS))]
    cli = [await cli_row(index) for index in range(len(COMMAND_FAULTS))]
    every = [right for _, cells in (*api, *cli) for _, right in cells]
    left = _descriptors() - before
    lines += [
        "Each cell is a session of three seats in which the seat of that adapter meets the fault",
        "and two healthy ones speak after it: the kind under which the fault was recorded, and how",
        "long the whole round took. Right means: a kind that tells the fault truly, within the",
        f"turn's deadline ({SHORT:g} s where only a deadline ends it, {LONG:g} s elsewhere) + 2 s,",
        "and the two others agreed.",
        "",
        f"**{sum(every)} of {len(every)} right**, {left} descriptors left open, in "
        f"{time.monotonic() - began:.0f} s on {describe()}.",
    ]
    lines += table("Vendors' APIs, through their SDKs", list(API), api)
    lines += table("Vendors' commands, broken", list(CLI), cli)
    text = "\n".join(lines) + "\n"
    REPORT.write_text(text, encoding="utf-8")
    print(text)
    return 0 if all(every) else 1


def _descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


if __name__ == "__main__":
    with contextlib.redirect_stderr(io.StringIO()):
        code = asyncio.run(_matrix())
    sys.exit(code)
