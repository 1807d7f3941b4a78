"""Finds what could sit at the table on this machine: vendors' commands, keys, local servers.

Everything is tried in parallel and within a few seconds; nothing is sent beyond this machine.
"""

import asyncio
import contextlib
import os
import shutil
from dataclasses import dataclass, field

from roundtable.adapters.keys import Keys
from roundtable.adapters.knights.catalogue import PROVIDERS

CHECK_SECONDS = 2.5


@dataclass(frozen=True, slots=True)
class Vendor:
    """A model's maker and the ways in which its model can be reached."""

    knight: str
    cli_adapter: str
    api_adapter: str
    command: str
    login_check: tuple[str, ...]
    """Exits with 0 when somebody is signed in; empty where the command has no such question."""
    install: str
    sign_in: str
    capabilities: tuple[str, ...]


VENDORS = (
    Vendor(
        knight="Claude",
        cli_adapter="claude-cli",
        api_adapter="claude-api",
        command="claude",
        login_check=("auth", "status"),
        install="npm install -g @anthropic-ai/claude-code",
        sign_in="claude auth login",
        capabilities=("architecture", "refactoring", "debugging"),
    ),
    Vendor(
        knight="GPT",
        cli_adapter="openai-cli",
        api_adapter="openai-api",
        command="codex",
        login_check=("login", "status"),
        install="npm install -g @openai/codex",
        sign_in="codex login",
        capabilities=("algorithms", "testing", "apis"),
    ),
    Vendor(
        knight="Gemini",
        cli_adapter="gemini-cli",
        api_adapter="gemini-api",
        command="gemini",
        login_check=(),
        install="npm install -g @google/gemini-cli",
        sign_in="gemini, then choose how to sign in",
        capabilities=("documentation", "data", "review"),
    ),
)
LOCAL_SERVERS = {"Ollama": 11434, "LM Studio": 1234, "vLLM": 8000}


@dataclass(frozen=True, slots=True)
class Found:
    """What is there for one vendor."""

    vendor: Vendor
    path: str | None
    signed_in: bool | None
    """None: the command cannot be asked, or did not answer in time."""
    key: str | None
    """Where a key is; never the key."""

    @property
    def remedy(self) -> str:
        if self.path is None:
            return self.vendor.install
        return "" if self.signed_in else self.vendor.sign_in

    @property
    def adapter(self) -> str | None:
        """The way in that would be tried first."""
        if self.path and self.signed_in is not False:
            return self.vendor.cli_adapter
        return self.vendor.api_adapter if self.key else None


@dataclass(frozen=True, slots=True)
class Discovery:
    vendors: tuple[Found, ...]
    servers: tuple[str, ...] = field(default=())
    """Local servers that accept a connection on their usual port."""


async def discover() -> Discovery:
    found = asyncio.gather(*(_look(vendor) for vendor in VENDORS))
    open_ports = asyncio.gather(*(_listens(port) for port in LOCAL_SERVERS.values()))
    vendors, ports = await found, await open_ports
    servers = (
        f"{n} (port {p})" for (n, p), up in zip(LOCAL_SERVERS.items(), ports, strict=True) if up
    )
    return Discovery(vendors=tuple(vendors), servers=tuple(servers))


async def _look(vendor: Vendor) -> Found:
    path = shutil.which(vendor.command)
    signed_in = None
    if path and vendor.login_check:
        signed_in = await _succeeds(path, *vendor.login_check)
    found = await asyncio.to_thread(Keys().find, PROVIDERS[vendor.api_adapter])
    key = f"{found.source}: {found.place}" if found else None
    return Found(vendor=vendor, path=path, signed_in=signed_in, key=key)


async def _succeeds(*argv: str) -> bool | None:
    """Whether a command exits with 0; None when it does not within our patience."""
    process = None
    try:
        async with asyncio.timeout(CHECK_SECONDS):
            process = await asyncio.create_subprocess_exec(
                *argv,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.DEVNULL,
                start_new_session=True,
            )
            return await process.wait() == 0
    except (TimeoutError, OSError):
        return None
    finally:
        if process and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, 9)
            await process.wait()


async def _listens(port: int) -> bool:
    try:
        async with asyncio.timeout(CHECK_SECONDS):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
    except (TimeoutError, OSError):
        return False
    writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()
    return True
