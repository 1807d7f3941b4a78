"""A room apart: loopback alone, also for what is started in it, and it is left again."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.network_room import apart, can_be_had

_NAMES = "import socket; print(*(name for _, name in socket.if_nameindex()))"


def _in_a_child() -> str:
    return subprocess.check_output([sys.executable, "-c", _NAMES], text=True).strip()


def _room() -> Path:
    """Which one this is, whatever comes and goes in it: containers start beside these tests."""
    return Path("/proc/thread-self/ns/net").readlink()


def test_it_holds_loopback_alone_and_is_left_again() -> None:
    if not can_be_had():
        pytest.skip("only root on Linux may make a network of its own")
    here = _room()
    for _ in range(2):
        with apart():
            assert _room() != here
            assert [name for _, name in socket.if_nameindex()] == ["lo"]
            assert _in_a_child() == "lo"
        assert _room() == here


def test_what_is_heard_in_it_is_not_heard_outside() -> None:
    if not can_be_had():
        pytest.skip("only root on Linux may make a network of its own")
    with apart():
        listening = socket.create_server(("127.0.0.1", 0))
        address = listening.getsockname()
        socket.create_connection(address, timeout=20).close()
    with listening, pytest.raises(ConnectionRefusedError):
        socket.create_connection(address, timeout=20)
