"""No image brings along a disk to write to: wherever it declares a volume, a bounded one stands."""

import os
import shlex
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from roundtable.adapters.runners.plans import Image, Mount, Service
from roundtable.adapters.runners.volumes import covered
from roundtable.core.running import RunLimits
from tests.container_bench import Bench

_BASE = f"tests-of-roundtable-volume-{os.getpid()}:1"
_LOOK = (
    "grep ' /data ' /proc/mounts | cut -d' ' -f3,4; cat /data/seed; echo more >> /data/seed; "
    "dd if=/dev/zero of=/data/big bs=1M count=8 2>&1 | grep -o 'No space left on device'"
)
"""What stands there, what is in it, and what becomes of one who writes more than he may."""


@pytest.fixture
def base(bench: Bench) -> Iterator[str]:
    """An image that declares a volume, with something in it."""
    yield from _image(bench, _BASE, "RUN mkdir /data && echo seed > /data/seed", "VOLUME /data/")


@pytest.fixture
def heavy_base(bench: Bench) -> Iterator[str]:
    """The same with more than a volume may hold, where anybody could write."""
    filled = "RUN mkdir -m 777 /data && dd if=/dev/zero of=/data/seed bs=1M count=2"
    yield from _image(bench, _BASE.replace("volume", "heavy"), filled, "VOLUME /data")


@pytest.fixture
def tricky_base(bench: Bench) -> Iterator[str]:
    """One whose volume would be read as further words of an option."""
    name = _BASE.replace("volume", "tricky")
    yield from _image(bench, name, 'VOLUME ["/data,type=bind,source=/etc"]')


@pytest.fixture
def telling_base(bench: Bench) -> Iterator[str]:
    """One whose shell, whatever it is asked, tells by its answers whether it could write there."""
    shell = (
        "#!/bin/busybox sh",
        "/bin/busybox sleep 0.2",  # an engine may lose the words of one that ends at once
        "/bin/busybox touch /data/new 2>/dev/null && wrote=yes",
        'case "$*" in *tool*) [ $wrote ] && echo /bin/nc;;',
        "*) [ $wrote ] && echo 1 full || echo 1 part;; esac",
    )
    laid = (
        f"RUN mkdir -m 777 /data && printf '%s\\n' {' '.join(map(shlex.quote, shell))} > /telling"
    )
    name = _BASE.replace("volume", "telling")
    taken = "RUN chmod +x /telling && mv /telling /bin/sh"
    yield from _image(bench, name, laid, taken, "VOLUME /data")


def _image(bench: Bench, name: str, *lines: str) -> Iterator[str]:
    recipe = "\n".join(("FROM busybox", "LABEL tests-of-roundtable=volumes", *lines, ""))
    bench.docker("build", "--quiet", "--network", "none", "--tag", name, "-", stdin=recipe.encode())
    assert bench.docker("image", "inspect", "--format", "x", name) == "x\n"
    yield name
    bench.docker("rmi", "--force", name)


def composed(image: str, command: str, *more: str) -> dict[str, str]:
    service = ("services:", "  app:", f"    image: {image}", *(f"    {line}" for line in more))
    asked = command.replace("$", "$$").replace('"', '\\"')
    return {"compose.yaml": "\n".join((*service, f'    command: ["sh", "-c", "{asked}"]', ""))}


def based_on(image: str, command: str) -> dict[str, str]:
    return {"Dockerfile": f'FROM {image}\nCMD ["sh", "-c", "{command}"]\n'}


@pytest.mark.parametrize("written", [based_on, composed])
async def test_a_volume_that_only_the_image_declares_is_in_memory_and_bounded(
    bench: Bench, base: str, written: Callable[[str, str], dict[str, str]]
) -> None:
    seen = await bench.run(written(base, _LOOK), RunLimits(seconds=30, disk_mb=4))
    mounted, *rest = seen.text().splitlines()
    assert mounted.startswith("tmpfs rw,nosuid,nodev,noexec")
    assert "size=4096k" in mounted
    assert rest == ["seed", "No space left on device"], "it has what the image has there"
    assert seen.text("notice").count("/data") == 0


async def test_where_the_file_says_what_stands_there_that_stands_there(
    bench: Bench, base: str
) -> None:
    shown = "grep ' /data ' /proc/mounts | cut -d' ' -f3; ls /data"
    seen = await bench.run(composed(base, shown, "tmpfs: [/data]"))
    assert seen.text() == "tmpfs\n"
    seen = await bench.run(composed(base, shown, "volumes: ['/data']"))
    assert seen.text() == "tmpfs\nseed\n"


async def test_more_than_a_volume_may_hold_can_be_read_and_not_be_added_to(
    bench: Bench, heavy_base: str
) -> None:
    shown = "wc -c < /data/seed; touch /data/new || echo no"
    seen = await bench.run(composed(heavy_base, shown), RunLimits(seconds=30, disk_mb=1))
    assert seen.text("stdout") == "2097152\nno\n"
    assert "/data: the image has more there than 1 MB: it is read-only" in seen.text("notice")


async def test_who_looks_for_a_program_or_fills_a_volume_has_no_disk_either(
    bench: Bench, telling_base: str
) -> None:
    files = composed(telling_base, "x", "ports: [80]", 'entrypoint: ["/bin/busybox"]')
    files["compose.yaml"] = files["compose.yaml"].replace('"sh", "-c", "x"', '"true"')
    seen = await bench.run(files)
    assert "no program (python, node, nc)" in seen.text("notice"), "it could not write"
    assert "not all that the image has there could be copied" in seen.text("notice"), "nor here"


async def test_a_place_that_could_be_read_as_an_option_is_not_run(
    bench: Bench, tricky_base: str
) -> None:
    seen = await bench.run(composed(tricky_base, "ls /data"))
    assert seen.outcome == "build_failed"
    assert seen.ended is not None
    assert "declares a volume" in seen.ended.detail


def test_only_what_nothing_stands_on_is_covered() -> None:
    image = Image("i", tuple(Mount("v", place, True) for place in ("/a", "/b", "/c", "/tmp")))
    service = Service("app", mounts=(Mount("own", "/a"),), tmpfs=("/b",))
    targets = [mount.target for mount in covered(service, image).mounts]
    assert targets == ["/a", "/c"]
    assert covered(service, replace(image, declared=())) == service


async def test_a_volume_is_its_first_users_who_may_change_its_mode(bench: Bench) -> None:
    files = {
        "compose.yaml": """
services:
  reader:
    image: busybox
    user: "1001"
    command: sleep 100
    volumes: ["d:/data:ro"]
  keeper:
    image: busybox
    user: "1234:50"
    command: ["sh", "-c", "chmod 700 /data /own && stat -c '%A %u %g' /data /own"]
    volumes: ["d:/data", "/own"]
    depends_on: [reader]
volumes: {d: {}}
"""
    }
    seen = await bench.run(files)
    lines = [line.split() for line in seen.text("stdout").splitlines()]
    assert lines == [["drwx------", "1234", "50"]] * 2, seen.text()


async def test_others_may_write_to_a_volume_that_they_share(bench: Bench) -> None:
    files = {
        "compose.yaml": """
services:
  first: {image: busybox, user: "1001", command: touch /data/first, volumes: ["d:/data"]}
  second:
    image: busybox
    user: "1002"
    command: ["sh", "-c", "touch /data/second && ls /data"]
    volumes: ["d:/data"]
    depends_on: {first: {condition: service_completed_successfully}}
volumes: {d: {}}
"""
    }
    seen = await bench.run(files)
    assert (seen.outcome, seen.text()) == ("succeeded", "first\nsecond\n")


@pytest.mark.parametrize("written", [("VOLUME /tmp", ""), ("", "volumes: ['/tmp']")])
async def test_a_volume_at_the_place_of_memory_is_the_volume(
    bench: Bench, written: tuple[str, str]
) -> None:
    said, mounted = written
    recipe = f"FROM busybox\nCOPY seed /tmp/seed\n{said}\n"
    command = 'command: ["sh", "-c", "cat /tmp/seed; echo x > /tmp/new && cat /tmp/new"]'
    service = ("services:", "  app:", "    build: .", f"    {mounted}", f"    {command}", "")
    files = {"compose.yaml": "\n".join(service), "Dockerfile": recipe, "seed": "seed\n"}
    seen = await bench.run(files)
    assert seen.text() == "seed\nx\n"
