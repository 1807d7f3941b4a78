"""The system calls that a sandboxed program is refused, as a filter that the kernel runs.

They open no door by themselves. They are refused because they reach what namespaces do not part
(the kernel's keyrings), hide memory from those who count it (memfd, System V segments), let one
process rewrite another (ptrace), or are the usual way to the next kernel bug.
"""

import errno
import platform
import struct
from typing import NamedTuple

_LOAD_WORD = 0x20
_JUMP_EQUAL = 0x15
_JUMP_AT_LEAST = 0x35
_JUMP_ANY_BIT = 0x45
_RETURN = 0x06
_ALLOW = 0x7FFF0000
_ERRNO = 0x00050000
_NUMBER_AT = 0
_ARCHITECTURE_AT = 4
_FIRST_ARGUMENT_AT = 16
_X32 = 0x40000000
"""Set in the number of a call by the x32 convention, which would pass a list of numbers by."""
_NEW_NAMESPACES = 0x7E020000
"""CLONE_NEWUSER, NEWNS, NEWPID, NEWNET, NEWIPC, NEWUTS and NEWCGROUP."""


class _Machine(NamedTuple):
    audit: int
    clone: int
    refused: tuple[int, ...]


_CLONE3 = 435
_ALIKE = (
    425, 426, 427,  # io_uring
    428, 429, 430, 431, 432, 433, 442,  # the newer mount calls
    438,  # pidfd_getfd
    447,  # memfd_secret
)  # fmt: skip
_MACHINES = {
    "x86_64": _Machine(
        audit=0xC000003E,
        clone=56,
        refused=(
            101, 310, 311, 312,  # ptrace, process_vm_readv and _writev, kcmp
            248, 249, 250,  # add_key, request_key, keyctl
            29, 30, 68, 240, 319,  # shmget, shmat, msgget, mq_open, memfd_create
            298, 321, 323,  # perf_event_open, bpf, userfaultfd
            155, 161, 165, 166, 272, 308,  # pivot_root, chroot, mount, umount2, unshare, setns
        ),
    ),
    "aarch64": _Machine(
        audit=0xC00000B7,
        clone=220,
        refused=(
            117, 270, 271, 272,
            217, 218, 219,
            194, 196, 186, 180, 279,
            241, 280, 282,
            41, 51, 40, 39, 97, 268,
        ),
    ),
}  # fmt: skip


def program(machine: str = "") -> bytes | None:
    """The filter for this machine; None where we do not know its numbers."""
    known = _MACHINES.get(machine or platform.machine())
    return _assembled(known) if known else None


def _assembled(machine: _Machine) -> bytes:
    refuse = _step(_RETURN, _ERRNO | errno.EPERM)
    absent = _step(_RETURN, _ERRNO | errno.ENOSYS)
    allow = _step(_RETURN, _ALLOW)
    steps = [
        _step(_LOAD_WORD, _ARCHITECTURE_AT),
        _step(_JUMP_EQUAL, machine.audit, yes=1),
        absent,
        _step(_LOAD_WORD, _NUMBER_AT),
        _step(_JUMP_AT_LEAST, _X32, no=1),
        absent,
        # Its flags are behind a pointer, where a filter cannot look: libraries then use clone.
        _step(_JUMP_EQUAL, _CLONE3, no=1),
        absent,
    ]
    for number in (*machine.refused, *_ALIKE):
        steps += [_step(_JUMP_EQUAL, number, no=1), refuse]
    steps += [
        _step(_JUMP_EQUAL, machine.clone, no=3),
        _step(_LOAD_WORD, _FIRST_ARGUMENT_AT),
        _step(_JUMP_ANY_BIT, _NEW_NAMESPACES, no=1),
        refuse,
        allow,
    ]
    return b"".join(steps)


def _step(code: int, value: int, yes: int = 0, no: int = 0) -> bytes:
    return struct.pack("=HBBI", code, yes, no, value)
