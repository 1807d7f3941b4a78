"""Programs that do what they must not, each contained."""

import asyncio
import os
import tempfile
import time
from pathlib import Path

import psutil
import pytest

from roundtable.adapters.sandboxes.bounds import MIB, Limits
from roundtable.adapters.sandboxes.bubblewrap import Bubblewrap
from tests.adapters.sandboxes.programs import QUICK, alive, python


async def test_no_file_of_ours_can_be_read(
    box: Bubblewrap, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "secret").write_text("canary-1")
    repository = Path(__file__).resolve().parents[3]
    wanted = [
        "/etc/shadow", "/etc/hostname", tmp_path / "secret", repository / "pyproject.toml",
        Path.home() / ".ssh", "/root", "/home", "/work", "/var/run/docker.sock", "/run", "/sys",
        "/proc/1/root/etc/shadow", "/proc/1/cwd/etc/shadow", "/dev/mem", "/dev/vda", "/dev/tty",
    ]  # fmt: skip
    code = f"""
import os
for path in {[str(path) for path in wanted]}:
    try:
        print(path, os.listdir(path) if os.path.isdir(path) else open(path).read(100))
    except OSError as error:
        pass
"""
    ran = await python(box, code)
    assert (ran.exit_code, ran.stdout, ran.stderr) == (0, b"", b"")


async def test_no_word_of_our_environment_can_be_read(
    box: Bubblewrap, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "canary-2")
    code = """
import glob, os
print(sorted(os.environ))
for path in glob.glob("/proc/*/environ") + glob.glob("/proc/*/cmdline"):
    try:
        print(open(path).read())
    except OSError:
        pass
"""
    ran = await python(box, code)
    assert ran.exit_code == 0
    assert b"canary-2" not in ran.stdout
    names = ran.stdout.splitlines()[0].decode()
    allowed = {
        "HOME", "LANG", "LC_CTYPE", "LD_LIBRARY_PATH", "OLDPWD", "PATH", "PWD",
        "PYTHONDONTWRITEBYTECODE", "PYTHONHASHSEED",
    }  # fmt: skip
    assert {name.strip(" '[]") for name in names.split(",")} <= allowed


async def test_a_descriptor_that_we_hold_is_not_handed_on(box: Bubblewrap) -> None:
    with tempfile.TemporaryFile() as held:
        held.write(b"canary-3")
        held.flush()
        os.set_inheritable(held.fileno(), True)
        ran = await box.run(("sh", "-c", "cat /proc/self/fd/[0-9]* </dev/null; true"), {}, QUICK)
    assert b"canary-3" not in ran.stdout + ran.stderr


async def test_nothing_can_be_written_outside(box: Bubblewrap, tmp_path: Path) -> None:
    code = f"""
import os
for folder in {["/", "/usr", "/usr/bin", "/etc", "/in", "/dev", "/opt", "/home", str(tmp_path)]}:
    try:
        os.makedirs(folder, exist_ok=True)
        open(folder + "/canary-4", "w")
        print("" if folder.startswith("/tmp/") else folder, end="")
    except OSError:
        pass
"""
    ran = await python(box, code, files={"a.txt": "x"})
    assert (ran.exit_code, ran.stdout) == (0, b"")
    assert not list(tmp_path.glob("**/canary-4"))


async def test_a_server_of_ours_on_loopback_is_not_reached(box: Bubblewrap) -> None:
    reached = []
    server = await asyncio.start_server(lambda _, w: reached.append(w), "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    code = f"""
import socket
for address in (("127.0.0.1", {port}), ("192.0.2.1", 80)):
    try:
        print(socket.create_connection(address, 1))
    except OSError as error:
        print(type(error).__name__)
"""
    ran = await python(box, code)
    server.close()
    await server.wait_closed()
    assert ran.stdout == b"ConnectionRefusedError\nOSError\n"
    assert reached == []


async def test_an_abstract_socket_of_ours_is_not_reached(box: Bubblewrap) -> None:
    name = f"\0roundtable-{os.getpid()}"
    server = await asyncio.start_unix_server(lambda *_: None, name)
    code = f"import socket; socket.socket(socket.AF_UNIX).connect({name!r})"
    ran = await python(box, code)
    server.close()
    await server.wait_closed()
    assert b"ConnectionRefusedError" in ran.stderr


async def test_it_cannot_get_rights_or_namespaces_or_keys(box: Bubblewrap) -> None:
    code = """
import ctypes, os, platform
libc = ctypes.CDLL(None, use_errno=True)
def tried(name, *arguments):
    result = getattr(libc, name)(*arguments)
    print(name, result, ctypes.get_errno())
tried("unshare", 0x10000000)
tried("mount", b"none", b"/tmp", b"tmpfs", 0, None)
tried("ptrace", 16, 1, 0, 0)
tried("memfd_create", b"x", 0)
tried("shmget", 0, 1 << 30, 0o1600)
tried("syscall", 250 if platform.machine() == "x86_64" else 219, 0, -3, 0)
tried("setuid", 0)
"""
    ran = await python(box, code)
    lines = [line.split() for line in ran.stdout.decode().splitlines()]
    assert [line[1] for line in lines] == ["-1"] * 7
    assert {line[2] for line in lines} <= {"1", "22"}


async def test_a_fork_bomb_ends_at_its_limit_and_leaves_nobody(box: Bubblewrap) -> None:
    code = """
import os, time
made = 0
while True:
    try:
        if os.fork() == 0:
            while True:
                try:
                    os.fork()
                except OSError:
                    time.sleep(0.01)  # the tests beside this one want the processor too
    except OSError:
        print(made, flush=True)
        time.sleep(0.01)
    made += 1
"""
    ours, watched = psutil.Process(), [0]
    before = len(ours.children(recursive=True))

    async def watch() -> None:
        while True:
            watched.append(len(ours.children(recursive=True)) - before)
            await asyncio.sleep(0.1)

    watching = asyncio.create_task(watch())
    start = time.monotonic()
    ran = await python(box, code, Limits(seconds=12.0, processes=30))
    took = time.monotonic() - start
    watching.cancel()
    assert ran.timed_out
    assert took < 60.0
    assert ran.stdout, "it met its limit"
    assert 0 < max(watched) < 30 + 10, "its own, and the few that guard them"


async def test_a_single_eater_of_memory_is_refused_more(box: Bubblewrap) -> None:
    code = """
kept = []
try:
    while True:
        kept.append(b"x" * (8 << 20))
except MemoryError:
    size = len(kept) * 8
    del kept
    print(size)
"""
    ran = await python(box, code, Limits(seconds=40.0, address_space=256 * MIB))
    assert ran.exit_code == 0
    assert 64 < int(ran.stdout) < 256


async def test_many_eaters_of_memory_are_ended_together(box: Bubblewrap) -> None:
    code = """
import os, time
for _ in range(12):
    if os.fork() == 0:
        kept = b"x" * (100 << 20)
        time.sleep(60)
time.sleep(60)
"""
    ran = await python(box, code, Limits(seconds=40.0, memory=300 * MIB))
    assert ran.stopped == "used more than 300 MiB of memory"
    assert not ran.timed_out


async def test_memory_that_is_shared_is_not_counted_twice(box: Bubblewrap) -> None:
    code = """
import os, time
kept = b"x" * (100 << 20)
for _ in range(6):
    if os.fork() == 0:
        time.sleep(0.5)
        os._exit(0)
time.sleep(0.4)
"""
    ran = await python(box, code, Limits(seconds=40.0, memory=300 * MIB))
    assert (ran.stopped, ran.exit_code) == ("", 0)


@pytest.mark.parametrize("folder", ["/tmp", "/dev/shm"])
async def test_what_it_writes_is_bounded(box: Bubblewrap, folder: str) -> None:
    code = f"""
size = 0
try:
    for number in range(100):
        with open("{folder}/%d" % number, "wb") as file:
            for _ in range(4):
                size += file.write(b"x" * (1 << 20))
except OSError as error:
    print(size >> 20, error.strerror)
"""
    ran = await python(box, code, Limits(seconds=40.0, disk=16 * MIB))
    size, reason = ran.stdout.split(b" ", 1)
    assert int(size) <= 16
    assert reason == b"No space left on device\n"


async def test_a_large_file_is_refused(box: Bubblewrap) -> None:
    code = "open('a', 'wb').write(b'x' * (2 << 20))"
    ran = await python(box, code, Limits(seconds=40.0, file_size=MIB))
    assert ran.exit_code != 0


async def test_a_maker_of_countless_files_is_ended(box: Bubblewrap) -> None:
    code = """
number = 0
while True:
    number += 1
    open(f"/tmp/{number}", "w").close()
"""
    ran = await python(box, code, Limits(seconds=40.0, entries=2000))
    assert ran.stopped == "made more than 2,000 files"


@pytest.mark.parametrize(
    "code",
    [
        "while True: pass",
        "import time; time.sleep(1000)",
        "import signal, time\nfor n in (1, 2, 3, 15): signal.signal(n, signal.SIG_IGN)\n"
        "time.sleep(1000)",
        "import os, signal; os.kill(os.getpid(), signal.SIGSTOP)",
    ],
    ids=["busy", "asleep", "ignores signals", "stopped"],
)
async def test_a_program_without_end_is_ended_in_time(box: Bubblewrap, code: str) -> None:
    ran = await python(box, code, Limits(seconds=0.5))
    assert ran.timed_out
    assert ran.stopped == "ran longer than 0.5 s"
    assert ran.signal == 9
    assert 0.5 <= ran.seconds < 60


async def test_too_much_time_of_the_processor_ends_it(box: Bubblewrap) -> None:
    ran = await python(box, "while True: pass", Limits(seconds=60.0, cpu_seconds=1))
    assert not ran.timed_out
    assert ran.signal in (9, 24)


async def test_of_a_long_output_the_ends_are_kept(box: Bubblewrap) -> None:
    code = "print('first'); print('x' * 1_000_000); print('last')"
    ran = await python(box, code, Limits(seconds=40.0, output=1000))
    assert ran.output_cut
    assert len(ran.stdout) < 1100
    assert ran.stdout.startswith(b"first\nxxx")
    assert ran.stdout.endswith(b"xxx\nlast\n")
    assert b"bytes left out" in ran.stdout
    assert ran.exit_code == 0


async def test_a_flood_is_dammed(box: Bubblewrap) -> None:
    code = "import os\nwhile True: os.write(1, b'x' * 65536); os.write(2, b'y' * 65536)"
    ran = await python(box, code, Limits(seconds=40.0, flood=8 * MIB))
    assert ran.stopped == f"printed more than {8 * MIB:,} bytes"
    assert ran.output_cut
    assert len(ran.stdout) < 300_000


@pytest.mark.parametrize("ends", ["os._exit(0)", "time.sleep(1000)"])
async def test_a_child_in_the_background_does_not_stay(box: Bubblewrap, ends: str) -> None:
    mark = f"98765{os.getpid()}"
    code = f"""
import os, signal, subprocess, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        os.execvp("sleep", ["sleep", "{mark}"])
    os._exit(0)
time.sleep(0.2)
{ends}
"""
    ran = await python(box, code, Limits(seconds=2.0 if "sleep" in ends else 90.0))
    assert ran.timed_out == ("sleep" in ends)
    assert ran.seconds < 60
    assert alive(mark) == []
