"""A container for each run: what is inside, how it ends, and that nothing of it is left."""

import asyncio
import json
import signal
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from roundtable.adapters.checking import bases
from roundtable.adapters.runners.engines import Engine
from roundtable.adapters.sandboxes.bounds import MIB, Limits, Ran
from roundtable.adapters.sandboxes.box import SandboxFailed
from roundtable.adapters.sandboxes.containers import ContainerBox, packed
from roundtable.adapters.sandboxes.packing import Refused
from roundtable.core.checks import Tree
from tests.adapters.containing import left
from tests.container_needs import need_images, not_run

QUICK = Limits(seconds=40.0)
WALLS = """
import json, os, resource, socket, sys
status = dict(line.split(":", 1) for line in open("/proc/self/status"))
def writes(path):
    try:
        open(path, "w").close()
    except OSError:
        return False
    return True
try:
    socket.create_connection(("192.0.2.1", 80), 1)
    reached = True
except OSError:
    reached = False
print(json.dumps({
    "user": os.getuid(), "groups": os.getgroups(), "first": os.getpid(),
    "rights": int(status["CapEff"], 16) + int(status["CapPrm"], 16) + int(status["CapBnd"], 16),
    "new rights": status["NoNewPrivs"].strip(), "filter": status["Seccomp"].strip(),
    "network": [name for _, name in socket.if_nameindex()], "reached": reached,
    "writes": [path for path in ("/x", "/usr/x", "/opt/x", "/etc/x") if writes(path)],
    "here": os.getcwd(), "files": sorted(os.listdir()),
    "space": resource.getrlimit(resource.RLIMIT_AS)[0],
    "open": resource.getrlimit(resource.RLIMIT_NOFILE)[1],
    "names": sorted(n for n in os.environ if n.startswith(("DOCKER", "ROUNDTABLE", "SECRET"))),
    "disk": os.statvfs("/tmp").f_blocks * os.statvfs("/tmp").f_frsize,
    "input": sys.stdin.read(),
}))
"""


@pytest.fixture
async def inside(containers: Engine) -> AsyncIterator[ContainerBox]:
    base = await bases.python_base(containers, {})
    if isinstance(base, str):
        not_run(base)
    yield ContainerBox(containers, base.name)
    assert await left(containers) == []


async def python(
    box: ContainerBox, code: str, limits: Limits = QUICK, files: Tree | None = None
) -> Ran:
    return await box.run((box.python, "-c", code), files or {}, limits, first=True)


async def test_the_walls_are_those_of_the_light_sandbox(
    inside: ContainerBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_OF_OURS", "x")
    files = {"a.txt": "é", f"{'long' * 40}/b.py": "", "sh": "#!/bin/sh\n"}
    stdin = "the program's own input\n" * 5000
    ran = await inside.run(
        (inside.python, "-c", WALLS), files, QUICK, stdin=stdin.encode(), first=True
    )
    assert (ran.exit_code, ran.stderr, ran.stopped) == (0, b"", "")
    seen = json.loads(ran.stdout)
    assert seen.pop("input") == stdin
    assert seen == {
        "user": 65534, "groups": [65534], "first": 1, "rights": 0, "new rights": "1",
        "filter": "2", "network": ["lo"], "reached": False, "writes": [], "here": "/tmp/work",
        "files": sorted(("a.txt", "long" * 40, "sh")), "space": QUICK.address_space,
        "open": QUICK.open_files, "names": [], "disk": QUICK.disk,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("code", "exit_code", "number"),
    [
        ("import sys; print('out'); print('err', file=sys.stderr); sys.exit(3)", 3, None),
        ("import os, signal; os.kill(os.getpid(), signal.SIGTERM)", 143, signal.SIGTERM),
        ("import sys; sys.exit(125)", 125, None),
    ],
)
async def test_an_end_is_told_as_the_light_sandbox_tells_it(
    inside: ContainerBox, code: str, exit_code: int, number: int | None
) -> None:
    """Not the first process: a signal of its own does not reach that one."""
    ran = await inside.run((inside.python, "-c", code), {}, QUICK)
    assert (ran.exit_code, ran.signal, ran.timed_out, ran.stopped) == (exit_code, number, False, "")
    if exit_code == 3:
        assert (ran.stdout, ran.stderr) == (b"out\n", b"err\n")


async def test_the_smallest_of_shells_lays_out_the_files_too(inside: ContainerBox) -> None:
    """Its tools are others: not a byte of what follows the files may be taken with them."""
    await need_images(inside.engine, "busybox")
    files = {f"{'long' * 30}/{'name' * 30}.txt": "deep ", "b.txt": "x" * 70_000}
    show = "cat */*.txt; wc -c < b.txt; ulimit -v; cat"
    ran = await replace(inside, image="busybox").run(
        ("sh", "-c", show), files, QUICK, stdin=b"and what follows", first=True
    )
    assert ran.stdout == b"deep 70000\n%d\nand what follows" % (QUICK.address_space // 1024)
    assert (ran.exit_code, ran.stderr) == (0, b"")


async def test_who_does_not_end_is_ended(inside: ContainerBox) -> None:
    start = time.monotonic()
    code = "import os, time\nprint('before', flush=True)\nos.fork()\ntime.sleep(600)"
    ran = await python(inside, code, replace(QUICK, seconds=12.0))
    assert (ran.timed_out, ran.stopped) == (True, "ran longer than 12 s")
    assert (ran.signal, ran.stdout) == (signal.SIGKILL, b"before\n")
    assert time.monotonic() - start < 60


async def test_output_is_capped_and_a_flood_is_ended(inside: ContainerBox) -> None:
    small = replace(QUICK, output=1000, flood=5 * MIB, seconds=60.0)
    ran = await python(inside, "import os\nwhile True: os.write(1, b'x' * 65536)", small)
    assert ran.stopped == f"printed more than {5 * MIB:,} bytes"
    assert ran.output_cut
    assert len(ran.stdout) < 1100


async def test_all_processes_together_have_one_memory(inside: ContainerBox) -> None:
    # After a moment: an engine may not see why one is killed that it has only just started.
    eater = "import time\ntime.sleep(0.5)\nheld = []\nwhile True: held.append(bytearray(8 << 20))"
    ran = await python(inside, eater, replace(QUICK, memory=64 * MIB, address_space=0))
    assert (ran.signal, ran.stopped) == (signal.SIGKILL, "used more than 64 MiB of memory")
    one = await python(inside, eater, replace(QUICK, address_space=128 * MIB))
    assert b"MemoryError" in one.stderr


async def test_files_and_processes_are_counted(inside: ContainerBox) -> None:
    code = """
import os, time
made = forks = 0
try:
    while True:
        open(f"/tmp/{made}", "w").close()
        made += 1
except OSError:
    pass
try:
    while forks < 99:
        if os.fork() == 0:
            time.sleep(60)
        forks += 1
except OSError:
    pass
print(made < 500, forks < 12, flush=True)
os._exit(0)
"""
    ran = await python(inside, code, replace(QUICK, entries=500, processes=12))
    # Only docker is asked to count files; where none are counted, memory ends it.
    assert ran.stdout == b"True True\n" or inside.engine.kind != "docker"


async def test_who_cancels_leaves_nothing_whenever_that_is(inside: ContainerBox) -> None:
    for pause in (0.0, 0.1, 1.2):
        work = asyncio.create_task(python(inside, "import time; time.sleep(600)"))
        await asyncio.sleep(pause)
        work.cancel()
        with pytest.raises(asyncio.CancelledError):
            await work
        assert await left(inside.engine) == [], pause


async def test_what_does_not_come_to_be_is_said_to_be_so(inside: ContainerBox) -> None:
    nowhere = replace(inside, image="roundtable-cache:no-such-image")
    with pytest.raises(SandboxFailed, match=r"did not come to be: .*no-such-image"):
        await nowhere.run(("true",), {}, QUICK)
    with pytest.raises(SandboxFailed, match="did not come to be"):
        many = {str(n): "x" for n in range(40)}  # a page each
        await inside.run(("true",), many, replace(QUICK, disk=8192))
    with pytest.raises(SandboxFailed, match="the image does not hold /opt/ruff"):
        await inside.run(("true",), {}, QUICK, shown={"/opt/ruff": Path("/")})


def test_files_are_packed_in_whole_blocks_and_unfit_ones_are_refused() -> None:
    assert len(packed({}, 0)) == 64 * 1024
    assert len(packed({"a": "x" * 65_536}, 65_536)) == 128 * 1024
    with pytest.raises(Refused, match="it leads upwards"):
        packed({"../a": ""}, 100)
    with pytest.raises(Refused, match="3 bytes; 2 are allowed"):
        packed({"a": "xyz"}, 2)
    assert b"a?b" in packed({"a": "a\ud800b"}, 10)
