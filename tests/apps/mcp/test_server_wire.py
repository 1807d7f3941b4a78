"""The server towards clients that vanish, talk nonsense, or send signals."""

import json
import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.apps.mcp.conftest import parameters, summaries

Play = Callable[..., None]


class Wire:
    """The protocol by hand, line by line, for what a well-behaved client does not do."""

    def __init__(self, root: Path) -> None:
        how = parameters(root)
        self.process = subprocess.Popen(
            [how.command, *how.args],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **(how.env or {})},
        )
        self.heard: list[str] = []

    def say(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, number: int, method: str, **params: Any) -> None:
        request = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        self.say(json.dumps(request))

    def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Listen until such a message comes."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.heard.append(line)
            message: dict[str, Any] = json.loads(line)
            if wanted(message):
                return message
        raise AssertionError("the server has closed its output")

    def answer(self, number: int) -> dict[str, Any]:
        return self.until(lambda message: message.get("id") == number)

    def greet(self, version: str = "2025-11-25") -> None:
        client = {"name": "test", "version": "1"}
        self.ask(0, "initialize", protocolVersion=version, capabilities={}, clientInfo=client)
        assert self.answer(0)["result"]["protocolVersion"] == version
        self.say('{"jsonrpc": "2.0", "method": "notifications/initialized"}')

    def discuss(self, number: int) -> None:
        """Begin a discussion and wait until a knight speaks."""
        call = {"name": "discuss", "arguments": {"topic": "x"}, "_meta": {"progressToken": number}}
        self.ask(number, "tools/call", **call)
        self.until(lambda m: str(m.get("params", {}).get("message")).endswith("speaks"))


@pytest.fixture
def wire(project: Path) -> Iterator[Wire]:
    wire = Wire(project)
    with wire.process:
        yield wire
        wire.process.kill()


def test_standard_output_carries_the_protocol_and_nothing_else(wire: Wire) -> None:
    wire.greet("2024-11-05")
    for line in ("", "no JSON", "[]", '{"jsonrpc": "2.0"}', '"\\ud800"', "\x00", "{" * 5000):
        wire.say(line)
    wire.ask(1, "no/such/method")
    wire.ask(2, "tools/call", name="discuss", arguments={"topic": "x"})
    wire.ask(3, "tools/call", name="discuss", arguments=["topic"])
    wire.ask(4, "resources/read", uri="file:///etc/passwd")
    waiting = {1, 2, 3, 4}
    while waiting:
        waiting.discard(wire.until(lambda m: m.get("id") in waiting)["id"])
    rest, errors = wire.process.communicate(timeout=30)
    assert wire.process.returncode == 0
    for line in (*wire.heard, *rest.splitlines()):
        assert json.loads(line)["jsonrpc"] == "2.0"
    assert "Traceback" not in errors


def test_a_client_that_disappears_leaves_nothing_running(
    wire: Wire, project: Path, play: Play
) -> None:
    play("hanging")
    wire.greet()
    wire.discuss(1)
    wire.discuss(2)
    assert wire.process.stdout is not None
    assert wire.process.stdin is not None
    wire.process.stdout.close()
    wire.process.stdin.close()
    assert wire.process.wait(timeout=30) == 0
    assert [s["phase"] for s in summaries(project)] == ["paused", "paused"]
    assert list((project / ".roundtable" / "locks").iterdir()) == []


@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_pauses_what_runs_even_while_the_client_is_there(
    wire: Wire, project: Path, play: Play, name: signal.Signals
) -> None:
    play("hanging")
    wire.greet()
    wire.discuss(1)
    wire.process.send_signal(name)
    assert wire.process.wait(timeout=30) == 128 + name
    assert [s["phase"] for s in summaries(project)] == ["paused"]
