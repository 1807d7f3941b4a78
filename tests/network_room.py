"""A network of its own for the browser and the servers that it talks to.

A container that starts changes the machine's networks, and a browser breaks all its connections
off when they change. In a room with nothing but loopback it sees none of that, and from there
nobody outside can be reached at all.
"""

import ctypes
import fcntl
import os
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

_ROOT = Path(__file__).parent.parent
_NEW_NETWORK = 0x40000000
_SET_FLAGS = 0x8914
_UP_AND_RUNNING = 0x41


@cache
def can_be_had() -> bool:
    """Whether this user may make one; tried out by a process that does nothing else."""
    if sys.platform != "linux":
        return False
    trial = "from tests.network_room import made; made()"
    tried = subprocess.run(
        [sys.executable, "-c", trial], check=False, capture_output=True, cwd=_ROOT
    )
    return tried.returncode == 0


@contextmanager
def apart() -> Iterator[None]:
    """In the room of this process, with all that is started meanwhile; here, if there is none."""
    if not can_be_had():
        yield
        return
    room, home = _places()
    _enter(room)
    try:
        yield
    finally:
        _enter(home)


@cache
def _places() -> tuple[int, int]:
    """The room, and where this process was before."""
    home = os.open("/proc/thread-self/ns/net", os.O_RDONLY | os.O_CLOEXEC)
    room = made()
    _enter(home)
    return room, home


def made() -> int:
    """A new room, which the calling thread is in then."""
    _call("unshare", _NEW_NETWORK)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_:
        loopback = struct.pack("16sH14x", b"lo", _UP_AND_RUNNING)
        fcntl.ioctl(any_, _SET_FLAGS, loopback)
    return os.open("/proc/thread-self/ns/net", os.O_RDONLY | os.O_CLOEXEC)


def _enter(place: int) -> None:
    _call("setns", place, _NEW_NETWORK)


def _call(name: str, *words: int) -> None:
    if getattr(ctypes.CDLL(None, use_errno=True), name)(*words) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")
