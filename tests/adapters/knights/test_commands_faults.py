"""Every knight behind a command meets every broken command, in a round with two healthy seats."""

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
from tests.adapters.knights.vendor_commands import descriptors, left_of

MAKERS: dict[str, Callable[[str, dict[str, str]], Knight]] = {
    "claude-cli": lambda command, env: ClaudeCliKnight(model("claude-cli"), command, env),
    "gemini-cli": lambda command, env: GeminiCliKnight(model("gemini-cli"), command, env),
    "openai-cli": lambda command, env: CodexCliKnight(model("openai-cli"), command, env),
}

GRACE = 30.0
"""More than `make faults` allows: others work on this machine. What hangs would hang for 300 s."""


@pytest.mark.parametrize("adapter", MAKERS)
@pytest.mark.parametrize("fault", COMMAND_FAULTS, ids=lambda f: f.name)
async def test_a_broken_command_is_told_by_kind_in_time_and_leaves_nothing_behind(
    fault: CommandFault, adapter: str, tmp_path: Path
) -> None:
    command, marked = fault.command(tmp_path), {"ROUNDTABLE_TEST": str(tmp_path)}
    before = descriptors()
    found = await ordeal(
        lambda: MAKERS[adapter](command, marked), 0.8 if fault.waits else 60, tmp_path, GRACE
    )
    assert found.right(fault.kinds), found
    assert await left_of(tmp_path, looks=1500) == []
    assert descriptors() <= before + 1
