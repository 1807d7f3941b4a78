"""The filter, run by a small machine of the same instructions."""

import errno
import struct

import pytest

from roundtable.adapters.sandboxes import syscalls

ALLOWED = 0x7FFF0000
REFUSED = 0x00050000 | errno.EPERM
ABSENT = 0x00050000 | errno.ENOSYS
X86 = 0xC000003E
ARM = 0xC00000B7


def judged(machine: str, audit: int, number: int, argument: int = 0) -> int:
    """What the kernel would do with one call."""
    code = syscalls.program(machine)
    assert code is not None
    data = struct.pack("<IIQ6Q", number, audit, 0, argument, 0, 0, 0, 0, 0)
    steps = list(struct.iter_unpack("=HBBI", code))
    at, word = 0, 0
    while True:
        kind, yes, no, value = steps[at]
        at += 1
        match kind:
            case 0x20:
                (word,) = struct.unpack_from("<I", data, value)
            case 0x06:
                return int(value)
            case 0x15:
                at += yes if word == value else no
            case 0x35:
                at += yes if word >= value else no
            case 0x45:
                at += yes if word & value else no
            case _:
                pytest.fail(f"no such instruction: {kind:#x}")


@pytest.mark.parametrize(
    ("machine", "audit", "plain"),
    [("x86_64", X86, (0, 1, 9, 57, 59, 231)), ("aarch64", ARM, (63, 64, 222, 221, 93))],
)
def test_plain_calls_pass(machine: str, audit: int, plain: tuple[int, ...]) -> None:
    assert {judged(machine, audit, number) for number in plain} == {ALLOWED}


@pytest.mark.parametrize(
    ("machine", "audit", "numbers"),
    [
        ("x86_64", X86, (101, 250, 319, 29, 321, 425, 272, 165, 428)),
        ("aarch64", ARM, (117, 219, 279, 194, 280, 425, 97, 40, 428)),
    ],
)
def test_ptrace_keys_hidden_memory_bpf_rings_and_mounts_are_refused(
    machine: str, audit: int, numbers: tuple[int, ...]
) -> None:
    assert {judged(machine, audit, number) for number in numbers} == {REFUSED}


@pytest.mark.parametrize(
    ("machine", "audit", "clone"), [("x86_64", X86, 56), ("aarch64", ARM, 220)]
)
def test_a_thread_may_be_made_and_a_namespace_not(machine: str, audit: int, clone: int) -> None:
    assert judged(machine, audit, clone, 0x003D0F00) == ALLOWED
    assert judged(machine, audit, clone, 0x10000011) == REFUSED
    assert judged(machine, audit, clone, 0x00020011) == REFUSED
    assert judged(machine, audit, 435) == ABSENT


def test_numbers_of_another_convention_do_not_pass_the_list_by() -> None:
    assert judged("x86_64", 0x40000003, 26) == ABSENT
    assert judged("x86_64", X86, 0x40000000 | 101) == ABSENT


def test_an_unknown_machine_has_no_filter() -> None:
    assert syscalls.program("pdp11") is None
