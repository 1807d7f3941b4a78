"""Discovery finds commands, keys and servers, quickly, and never prints a key."""

import asyncio
import time
from pathlib import Path

import pytest

from roundtable.adapters.keys import VARIABLES
from roundtable.adapters.knights import discovery
from roundtable.adapters.knights.discovery import discover


def command(folder: Path, name: str, body: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with no command but those a test puts there."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    for names in VARIABLES.values():
        for name in names:
            monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ROUNDTABLE_KEYRING", "off")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr(discovery, "LOCAL_SERVERS", {})
    return folder


async def test_on_a_bare_machine_nothing_is_found_and_each_has_a_remedy(machine: Path) -> None:
    found = await discover()
    assert all(item.path is None and item.adapter is None for item in found.vendors)
    assert all(item.remedy.startswith("npm install") for item in found.vendors)


async def test_an_installed_command_is_asked_whether_somebody_is_signed_in(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discovery, "CHECK_SECONDS", 60.0)
    command(machine, "claude", 'test "$1 $2" = "auth status"')
    command(machine, "codex", "exit 1")
    command(machine, "gemini", "exit 0")
    by_name = {item.vendor.knight: item for item in (await discover()).vendors}
    assert (by_name["Claude"].signed_in, by_name["Claude"].adapter) == (True, "claude-cli")
    assert (by_name["GPT"].signed_in, by_name["GPT"].adapter) == (False, None)
    assert by_name["GPT"].remedy == "codex login"
    assert (by_name["Gemini"].signed_in, by_name["Gemini"].adapter) == (None, "gemini-cli")


async def test_a_key_is_found_by_name_and_its_value_kept_out(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-canary-1234")
    found = await discover()
    gpt = next(item for item in found.vendors if item.vendor.knight == "GPT")
    assert (gpt.key, gpt.adapter) == ("environment: OPENAI_API_KEY", "openai-api")
    assert "canary" not in repr(found)


async def test_commands_that_hang_do_not_hold_it_up_and_leave_no_child(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discovery, "CHECK_SECONDS", 12.0)  # a command may need some to begin
    pidfile = machine / "pid"
    command(machine, "claude", f"echo $$ > {pidfile}; exec /bin/sleep 90")
    command(machine, "codex", "exec /bin/sleep 90")
    began = time.monotonic()
    found = await discover()
    assert time.monotonic() - began < 50
    assert found.vendors[0].signed_in is None
    pid = int(pidfile.read_text())
    assert not Path(f"/proc/{pid}").exists()


async def test_a_local_server_is_found_on_its_port(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discovery, "CHECK_SECONDS", 60.0)
    server = await asyncio.start_server(lambda _, w: w.close(), "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    monkeypatch.setattr(discovery, "LOCAL_SERVERS", {"Ollama": port, "Nobody": 1})
    assert (await discover()).servers == (f"Ollama (port {port})",)
    server.close()
    await server.wait_closed()
