"""What a hostile project tries from inside a real container, and does not get."""

import secrets

import pytest

from roundtable.core.running import RunLimits
from tests.container_bench import Bench

pytestmark = pytest.mark.allow_hosts(["127.0.0.1", "172.16.0.0/12", "192.168.0.0/16"])

_TRY = """
import ctypes, os, socket, sys

def attempt(name, do):
    try:
        told = do()
    except BaseException as error:
        told = None
    print(name, "GOT" if told else "nothing", flush=True)

def connects(host, port):
    with socket.socket() as s:
        s.settimeout(1)
        s.connect((host, port))
        return True

def connects_unix(path):
    with socket.socket(socket.AF_UNIX) as s:
        s.connect(path)
        return True

def resolves(name):
    return socket.gethostbyname(name)

def mounts():
    libc = ctypes.CDLL(None, use_errno=True)
    return libc.mount(b"none", b"/tmp", b"tmpfs", 0, None) == 0

def unshares():
    libc = ctypes.CDLL(None, use_errno=True)
    return libc.unshare(0x10000000 | 0x00020000) == 0

def writes(path):
    with open(path, "w") as f:
        f.write("x")
    return True

def reads(path):
    with open(path, "rb") as f:
        return f.read(1)

def capabilities():
    status = dict(line.split(":", 1) for line in open("/proc/self/status"))
    return any(int(status[k], 16) for k in ("CapEff", "CapPrm", "CapInh", "CapBnd", "CapAmb"))

def new_privileges():
    return "NoNewPrivs:\\t0" in open("/proc/self/status").read()

def executes_in_tmp():
    path = "/tmp/x"
    with open(path, "w") as f:
        f.write("#!/bin/sh\\nexit 0\\n")
    os.chmod(path, 0o755)
    return os.spawnl(os.P_WAIT, path, path) == 0

def device():
    os.mknod("/tmp/sda", 0o600 | 0o060000, os.makedev(8, 0))
    return True

def interfaces():
    return [name for _, name in socket.if_nameindex() if name != "lo"]

def fills_tmp():
    with open("/tmp/big", "wb") as f:
        for _ in range(200):
            f.write(bytes(1024 * 1024))
    return True

for name, do in {
    "root": lambda: os.getuid() == 0 or os.geteuid() == 0,
    "capabilities": capabilities,
    "new privileges": new_privileges,
    "becoming root": lambda: os.setuid(0) is None,
    "the docker socket": lambda: connects_unix("/var/run/docker.sock"),
    "the socket elsewhere": lambda: os.path.exists("/var/lib/ci-containers/docker.sock"),
    "a file of the host": lambda: reads("/etc/shadow"),
    "the host's processes": lambda: any(int(p) > 100 for p in os.listdir("/proc") if p.isdigit()),
    "writing beside itself": lambda: writes("/app/x"),
    "writing to the root": lambda: writes("/x"),
    "mounting": mounts,
    "a namespace of its own": unshares,
    "a device": device,
    "memory of the kernel": lambda: reads("/proc/kcore"),
    "the kernel's settings": lambda: writes("/proc/sys/kernel/core_pattern"),
    "the sysrq trigger": lambda: writes("/proc/sysrq-trigger"),
    "its own group's bounds": lambda: writes("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
    "a release agent": lambda: writes("/sys/fs/cgroup/release_agent"),
    "more of /tmp than it may": fills_tmp,
    "running a file from /tmp": executes_in_tmp,
    "a network": interfaces,
    "a name": lambda: resolves("example.com"),
    "an address": lambda: connects("1.1.1.1", 53),
    "the host by its bridge": lambda: connects("172.30.0.1", 22) or connects("172.17.0.1", 22),
    "the metadata service": lambda: connects("169.254.169.254", 80),
    "our environment": lambda: [k for k in os.environ if "KEY" in k or "DOCKER" in k],
}.items():
    attempt(name, do)
"""
ATTEMPTS = 26


async def test_from_inside_nothing_is_got(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sesame")
    files = {
        "Dockerfile": "FROM python:3.12-slim\nWORKDIR /app\nCOPY . .\nUSER 0\nCMD python try.py\n",
        "try.py": _TRY,
    }
    seen = await bench.run(files, RunLimits(seconds=60))
    lines = seen.text("stdout").splitlines()
    assert len(lines) == ATTEMPTS, seen.text()
    assert [line for line in lines if not line.endswith(" nothing")] == []


async def test_a_command_of_a_build_gets_no_more(bench: Bench) -> None:
    script = (
        f"# {secrets.token_hex()}\n"  # or what it printed last time would be kept
        "import os, socket\n"
        "status = open('/proc/self/status').read()\n"
        "print('rights', [l.split()[1] for l in status.splitlines() if l.startswith('CapEff')])\n"
        "print('nnp', 'NoNewPrivs:\\t1' in status)\n"
        "print('net', [n for _, n in socket.if_nameindex()])\n"
        "print('socket', os.path.exists('/var/run/docker.sock'))\n"
        "def bound(*names):\n"
        "    found = [n for n in names if os.path.exists('/sys/fs/cgroup/' + n)]\n"
        "    return open('/sys/fs/cgroup/' + found[0]).read().strip()\n"
        "print('memory', bound('memory/memory.limit_in_bytes', 'memory.max'))\n"
        "print('pids', bound('pids/pids.max', 'pids.max'))\n"
    )
    files = {
        "Dockerfile": 'FROM python:3.12-slim\nCOPY t.py /t.py\nRUN python /t.py\nCMD ["true"]\n',
        "t.py": script,
    }
    seen = await bench.run(files, RunLimits(memory_mb=300, processes=99))
    told = dict(line.split(" ", 1) for line in seen.text("build").splitlines())
    assert told == {
        "rights": "['00000000000000db']",
        "nnp": "True",
        "net": "['lo']",
        "socket": "False",
        "memory": str(600 * 1024 * 1024),
        "pids": "99",
    }


async def test_a_service_with_a_port_reaches_nobody_outside(bench: Bench) -> None:
    script = (
        "import http.server, socket\n"
        "def connects(host, port):\n"
        "    try:\n        socket.create_connection((host, port), 1).close()\n        return True\n"
        "    except OSError:\n        return False\n"
        "print('out', connects('1.1.1.1', 53), connects('8.8.8.8', 53), flush=True)\n"
        "try:\n    socket.gethostbyname('example.com'); print('name True')\n"
        "except OSError:\n    print('name False')\n"
        "print('network', [name for _, name in socket.if_nameindex()])\n"
        "http.server.HTTPServer(('', 8000), http.server.SimpleHTTPRequestHandler).serve_forever()\n"
    )
    files = {
        "Dockerfile": "FROM python:3.12-slim\nCOPY s.py /s.py\nEXPOSE 8000\nCMD python /s.py\n",
        "s.py": script,
    }
    seen = await bench.run(files, RunLimits(seconds=40))
    assert seen.outcome == "served"
    assert seen.text("stdout").startswith("out False False\nname False\nnetwork ['lo']\n")


async def test_a_port_that_cannot_be_reached_from_inside_is_no_reason_for_a_network(
    bench: Bench,
) -> None:
    files = {
        "Dockerfile": "FROM busybox\nRUN rm /bin/nc\nCOPY i /www/i\nEXPOSE 8080\n"
        'CMD ["sh", "-c", "ip -o link | wc -l; exec httpd -f -p 8080 -h /www"]\n',
        "i": "hello",
    }
    seen = await bench.run(files, RunLimits(seconds=30))
    assert seen.outcome == "served", "it is seen to listen, from outside"
    assert seen.up is not None
    assert seen.up.addresses == ()
    assert seen.text("stdout").strip() == "1", "lo alone"
    assert "--network all gives it one" in seen.text("notice")
