"""Every knight behind a command meets every broken command, in a round with two healthy seats."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from roundtable.adapters.knights.catalogue import model
from roundtable.adapters.knights.claude_cli import ClaudeCliKnight
from roundtable.adapters.knights.codex_cli import CodexCliKnight
from roundtable.adapters.knights.gemini_cli import GeminiCliKnight
from roundtable.core.ports import Knight
from roundtable.testing.command_faults import COMMAND_FAULTS, CommandFault
from roundtable.testing.ordeal import ordeal
from tests.adapters.knights.vendor_commands import descriptors, processes_of

MAKERS: dict[str, Callable[[str, dict[str, str]], Knight]] = {
    "claude-cli": lambda command, env: ClaudeCliKnight(model("claude-cli"), command, env),
    "gemini-cli": lambda command, env: GeminiCliKnight(model("gemini-cli"), command, env),
    "openai-cli": lambda command, env: CodexCliKnight(model("openai-cli"), command, env),
}


@pytest.mark.parametrize("adapter", MAKERS)
@pytest.mark.parametrize("fault", COMMAND_FAULTS, ids=lambda f: f.name)
async def test_a_broken_command_is_told_by_kind_in_time_and_leaves_nothing_behind(
    fault: CommandFault, adapter: str, tmp_path: Path
) -> None:
    command, marked = fault.command(tmp_path), {"ROUNDTABLE_TEST": str(tmp_path)}
    before = descriptors()
    found = await ordeal(
        lambda: MAKERS[adapter](command, marked), 0.8 if fault.waits else 20, tmp_path
    )
    assert found.right(fault.kinds), found
    for _ in range(50):  # what was killed may take a moment to be gone
        if not processes_of(tmp_path):
            break
        await asyncio.sleep(0.02)
    assert processes_of(tmp_path) == []
    assert descriptors() <= before + 1
