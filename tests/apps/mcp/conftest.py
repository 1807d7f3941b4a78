"""The server in a small project of scripted knights: in this process, or as one of its own."""

import contextlib
import json
import os
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import mcp_types as types
import pytest
from mcp import Client, StdioServerParameters, stdio_client

from roundtable.adapters.project import Project
from roundtable.adapters.stores.glance import glance
from roundtable.apps.mcp.tools import Hall
from roundtable.core.budget import Budget
from roundtable.core.events import Event

ENVIRONMENT = ("XDG_CONFIG_HOME", "ROUNDTABLE_KEYRING")
LABEL = "(scripted rehearsal)"


DOCTORS = {
    "say": "The cache is stale after a deploy.",
    "block": {
        "confidence_score": 9,
        "root_cause_key": "stale-cache",
        "evidence": ["the first request after a deploy fails"],
        "proposal": "Empty the cache on deploy.",
        "files_to_modify": ["deploy.py"],
    },
}
"""What every knight says to a failure, in each round."""


def nothing(event: Event) -> None:
    """A watcher that looks away."""


def hall(root: Path, **caps: Any) -> Hall:
    return Hall(Project(root), Budget(**caps))


def parameters(root: Path, *flags: str) -> StdioServerParameters:
    """How a client starts the server: with little of its own environment."""
    return StdioServerParameters(
        command=sys.executable,
        args=["-m", "roundtable", "mcp", "--root", str(root), *flags],
        env={name: os.environ[name] for name in ENVIRONMENT},
    )


def summaries(root: Path) -> list[dict[str, Any]]:
    """What the log says of each session, oldest first."""
    return glance(Project(root).log)


def text(result: types.CallToolResult) -> str:
    """The readable part of a result."""
    (content,) = result.content
    assert isinstance(content, types.TextContent)
    return content.text


@contextlib.asynccontextmanager
async def connected(root: Path, *flags: str, **settings: Any) -> AsyncIterator[Client]:
    """The SDK's own client, connected to a server that it has started."""
    with (root.parent / "errors").open("a") as errors:
        transport = stdio_client(parameters(root, *flags), errlog=errors)
        async with Client(transport, **settings) as client:
            yield client


@pytest.fixture
def doctors(project: Path) -> Path:
    """The project with knights who hold the same cause for the right one."""
    script = {"knights": {"*": {"replies": [DOCTORS]}}}
    (project / "script.yaml").write_text(json.dumps(script))
    return project


@pytest.fixture
def errors(bare: Path) -> Callable[[], str]:
    """What the server has written to standard error so far."""
    return (bare.parent / "errors").read_text
