"""Whole discussions through the vendors' real SDKs, against a server of ours on loopback."""

import asyncio
import json
import re
import sqlite3
import sys
from pathlib import Path
from typing import Any

import pytest

from roundtable.core.errors import ErrorKind
from roundtable.testing.builders import block
from roundtable.testing.vendors.behaviours import failing, speaking
from roundtable.testing.vendors.server import Reply, VendorServer

CANARIES = {
    "ANTHROPIC_API_KEY": "sk-ant-canary-1f8c2a7b9d3e4f50",
    "OPENAI_API_KEY": "sk-oai-canary-2e9d3b8c0f4a5e61",
    "GEMINI_API_KEY": "AIza-canary-3d0c4b7a1e5f6d72",
}
KNIGHTS = ("Claude=claude-api", "GPT=openai-api", "Gemini=gemini-api")
Events = list[dict[str, Any]]


async def knightly(reply: Reply) -> None:
    """Answers as the seat that is asked would: open in the first round, agreed in the second."""
    asked = re.search(r"Your turn: (\w+), round (\d+)", reply.request.body.decode())
    assert asked is not None
    seat, number = asked[1], int(asked[2])
    vote = block(seat, number, 5, "the cost") if number == 1 else block(seat, number, 9)
    await speaking(f"I am {seat}. What a question. " * 5 + f"\n\n{vote}")(reply)


def environment(server: VendorServer, home: Path, **more: str) -> dict[str, str]:
    return {
        "PATH": "/usr/bin:/bin",
        "HOME": str(home),
        "ROUNDTABLE_KEYRING": "off",
        "ROUNDTABLE_ANTHROPIC_BASE_URL": server.url,
        "ROUNDTABLE_OPENAI_BASE_URL": f"{server.url}/v1",
        "ROUNDTABLE_GOOGLE_BASE_URL": server.url,
        **CANARIES,
        **more,
    }


async def roundtable(folder: Path, env: dict[str, str], *words: str) -> tuple[int, str, str]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "roundtable", *words),
        cwd=folder,
        env=env,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await asyncio.wait_for(process.communicate(), 90)
    assert process.returncode is not None
    return process.returncode, out.decode(), err.decode()


async def discussed(folder: Path, env: dict[str, str], *knights: str) -> tuple[int, Events, str]:
    flags = [f"--knight={knight}" for knight in knights]
    assert (await roundtable(folder, env, "init", "--yes", "--force", *flags))[0] == 0
    code, out, err = await roundtable(folder, env, "discuss", "Shall we?", "--yes", "--json")
    return code, [json.loads(line) for line in out.splitlines()], out + err


def of(events: Events, kind: str) -> Events:
    return [event for event in events if event["type"] == kind]


async def test_three_vendors_agree_and_every_turn_is_accounted_for(tmp_path: Path) -> None:
    async with VendorServer(knightly) as server:
        code, events, _ = await discussed(tmp_path, environment(server, tmp_path), *KNIGHTS)
    assert code == 0
    assert events[-1]["outcome"] == "consensus"
    ends = of(events, "agent_end")
    assert len(ends) == 6
    assert all(end["usage"]["cost_microusd"] > 0 for end in ends)
    assert all(end["usage"]["input_tokens"] > 100 for end in ends)
    assert {token["seat"] for token in of(events, "token")} == {"Claude", "GPT", "Gemini"}


async def test_no_key_is_found_anywhere_but_in_the_header_that_carries_it(tmp_path: Path) -> None:
    project, home = tmp_path / "project", tmp_path / "home"
    project.mkdir()
    home.mkdir()
    seen: list[str] = []

    async def watching(reply: Reply) -> None:
        for process in Path("/proc").glob("[0-9]*/cmdline"):
            with_keys = ""
            try:
                with_keys = process.read_bytes().decode("utf-8", "replace")
            except OSError:
                continue
            seen.append(with_keys)
        await knightly(reply)

    async with VendorServer(watching) as server:
        _, events, printed = await discussed(project, environment(server, home), *KNIGHTS)
        headers = [dict(request.headers) for request in server.requests]
        bodies = b"".join(request.body for request in server.requests).decode()
    assert of(events, "session_end")
    files = [p.read_bytes().decode("utf-8", "replace") for p in tmp_path.rglob("*") if p.is_file()]
    for key in CANARIES.values():
        carried = [name for each in headers for name, value in each.items() if key in value]
        assert carried, "the vendor was given its key"
        assert set(carried) <= {"x-api-key", "authorization", "x-goog-api-key"}
        assert key not in bodies + printed + json.dumps(events)
        assert not any(key in text for text in (*files, *seen))


async def test_a_vendor_that_dies_leaves_the_round_to_the_others(tmp_path: Path) -> None:
    async def one_dies(reply: Reply) -> None:
        if "/responses" in reply.request.path:
            await failing(ErrorKind.OVERLOADED)(reply)
        else:
            await knightly(reply)

    async with VendorServer(one_dies) as server:
        code, events, _ = await discussed(tmp_path, environment(server, tmp_path), *KNIGHTS)
    assert code == 0
    assert events[-1]["answered"] == ["Claude", "Gemini"]
    assert events[-1]["silent"] == ["GPT"]
    assert {error["kind"] for error in of(events, "agent_error")} == {"overloaded"}
    assert len(of(events, "agent_retry")) == 6, "three tries more in each of two rounds"


async def test_a_command_that_is_not_there_falls_back_and_the_seat_stays_the_same(
    tmp_path: Path,
) -> None:
    async with VendorServer(knightly) as server:
        env = environment(server, tmp_path)
        flags = (
            "--knight=Claude=claude-cli",
            "--fallback=Claude=claude-api",
            "--knight=GPT=openai-api",
        )
        assert (await roundtable(tmp_path, env, "init", "--yes", *flags))[0] == 0
        code, out, _ = await roundtable(tmp_path, env, "discuss", "Shall we?", "--yes", "--json")
    events = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    (fallback,) = of(events, "fallback")
    assert (fallback["adapter"], fallback["to"]) == ("claude-cli", "claude-api")
    assert {end["seat"] for end in of(events, "agent_end")} == {"Claude", "GPT"}


@pytest.mark.parametrize("wrong", ["claude-sonet-5-5"])
async def test_a_model_that_the_vendor_does_not_know_names_close_ones(
    tmp_path: Path, wrong: str
) -> None:
    async def unknown(reply: Reply) -> None:
        if "/messages" in reply.request.path:
            body = {
                "type": "error",
                "error": {"type": "not_found_error", "message": f"model: {wrong}"},
            }
            await reply.whole(404, body)
        else:
            await knightly(reply)

    async with VendorServer(unknown) as server:
        env = environment(server, tmp_path, ROUNDTABLE_MODEL_CLAUDE_API=wrong)
        _, events, _ = await discussed(tmp_path, env, *KNIGHTS)
    error = of(events, "agent_error")[0]
    assert error["kind"] == "refused"
    assert "claude-sonnet-5-5" in error["detail"]


async def test_a_cap_on_money_is_kept_with_real_prices(tmp_path: Path) -> None:
    async with VendorServer(knightly) as server:
        env = environment(server, tmp_path)
        flags = [f"--knight={knight}" for knight in KNIGHTS]
        assert (await roundtable(tmp_path, env, "init", "--yes", *flags))[0] == 0
        code, _, _ = await roundtable(
            tmp_path, env, "discuss", "Shall we?", "--yes", "--max-cost", "0.046"
        )
    assert code == 23
    with sqlite3.connect(tmp_path / ".roundtable" / "roundtable.db") as log:
        summary = json.loads(log.execute("SELECT summary FROM sessions").fetchone()[0])
    log.close()
    assert 0 < summary["cost_usd"] <= 0.046
