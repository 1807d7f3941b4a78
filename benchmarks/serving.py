"""`roundtable serve` as a process of its own, and a client that it has let in."""

import asyncio
import contextlib
import re
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import httpx2

Served = tuple[asyncio.subprocess.Process, httpx2.AsyncClient]


@contextlib.asynccontextmanager
async def served() -> AsyncIterator[Served]:
    """A server on an empty folder, where the rehearsal's knights have been seated."""
    with tempfile.TemporaryDirectory() as folder:
        async with serving(Path(folder)) as (process, client):
            await client.post("/api/project", json={"knights": "rehearsal"})
            yield process, client


@contextlib.asynccontextmanager
async def serving(root: Path) -> AsyncIterator[Served]:
    """A server on this folder."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "roundtable", "serve", "--no-browser", "--port", "0"),
        cwd=root,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout
    await process.stdout.readline()
    link = re.search(rb"(http://[^/]+)/#launch=(\S+)", await process.stdout.readline())
    assert link
    base = link[1].decode()
    try:
        async with httpx2.AsyncClient(base_url=base, headers={"Origin": base}) as client:
            (await client.post("/api/launch", json={"token": link[2].decode()})).raise_for_status()
            yield process, client
    finally:
        process.terminate()
        await process.wait()
