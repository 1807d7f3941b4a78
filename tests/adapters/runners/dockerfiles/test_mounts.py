"""Mounts of a RUN as values."""

import pytest

from roundtable.adapters.runners.dockerfiles.mounts import (
    Bind,
    Cache,
    Memory,
    Mount,
    inner_path,
    mounts,
    safe_place,
)
from roundtable.adapters.runners.dockerfiles.reading import read
from roundtable.adapters.runners.dockerfiles.scopes import scopes
from roundtable.adapters.runners.dockerfiles.syntax import Unreadable
from roundtable.adapters.runners.plans import BuildSource


def of(options: str) -> tuple[Mount, ...]:
    text = f"FROM a AS tools\nFROM b\nWORKDIR /w\nARG size=2k\nRUN {options} true\n"
    dockerfile = read(BuildSource("Dockerfile", text))
    instruction, scope = scopes(dockerfile)[1][-1]
    return mounts(instruction, scope, dockerfile, 1)


@pytest.mark.parametrize(
    ("options", "mount"),
    [
        ("type=cache,target=/root/.cache", Cache("/root/.cache")),
        ("type=cache,dst=x,id=y,sharing=locked,rw", Cache("/w/x")),
        ("type=tmpfs,target=/t", Memory("/t")),
        ("type=tmpfs,target=/t,size=$size", Memory("/t", 2048)),
        ("target=.", Bind(None, "", "/w")),
        ("type=bind,source=/a/b,destination=/c/", Bind(None, "a/b", "/c")),
        ("source=a,target=a,rw=true", Bind(None, "a", "/w/a", writable=True)),
        ("source=a,target=a,ro=false", Bind(None, "a", "/w/a", writable=True)),
        ("from=TOOLS,target=/t,ro", Bind(0, "", "/t")),
        ("from=0,src=bin,target=/t", Bind(0, "bin", "/t")),
    ],
)
def test_a_mount_is_read(options: str, mount: Mount) -> None:
    assert of(f"--mount={options}") == (mount,)


@pytest.mark.parametrize(
    "options",
    [
        "type=tmpfs,target=/t,size=x",
        "target=/t,ro=maybe",
        "target=/t,ro,rw",
        "source=a,target=a,mode=1",
        "type=cache,target=/t,uid=x",
        "type=cache,target=/t,sharing=all",
        "target",
        "from=1,target=/t",
        *("source=*,target=/t", "source=a?,target=/t", "source=[a],target=/t", "target=/t*"),
        *(r"source=\\\$F,target=/t", r"source=\\\'a,target=/t", r"source=a,target=/\\\$F"),
    ],
)
def test_an_option_without_meaning_is_not_read(options: str) -> None:
    with pytest.raises(Unreadable):
        of(f"--mount={options}")


def test_two_mounts_have_two_places() -> None:
    assert len(of("--mount=type=cache,target=/a --mount=type=cache,target=/b")) == 2
    with pytest.raises(Unreadable):
        of("--mount=type=cache,target=/w/a --mount=type=tmpfs,target=a")


def test_a_place_is_written_in_one_way() -> None:
    assert safe_place("//a/./b/") == "/a/b"
    for place in ("/", "/.", "/proc", "//sys/x", "/dev/shm", "/a/../b", "/a:b", "/a,b"):
        with pytest.raises(Unreadable):
            safe_place(place)


def test_a_path_stays_within() -> None:
    assert inner_path("./a//b/.") == "a/b"
    assert inner_path("/") == ""
    assert inner_path("..a/b..") == "..a/b.."
    for path in ("..", "a/..", "C:x", "a\\b", "-a", "./-a", "a\x07"):
        with pytest.raises(Unreadable):
            inner_path(path)
