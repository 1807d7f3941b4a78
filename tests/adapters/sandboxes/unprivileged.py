"""Run as root by a test: becomes a plain user, then puts programs into the sandbox.

The system's Python is used inside: a plain user may not be able to read ours.
"""

import asyncio
import json
import os
import sys

from roundtable.adapters.checking import python_tests
from roundtable.adapters.checking.plans import plan
from roundtable.adapters.sandboxes.bounds import MIB, Limits, Ran
from roundtable.adapters.sandboxes.box import Identity
from roundtable.adapters.sandboxes.bubblewrap import Bubblewrap, _fault
from roundtable.adapters.sandboxes.interpreters import Interpreter

USER = 61234
BOMB = """
import os, time
while True:
    try:
        os.fork()
    except OSError:
        print("refused", flush=True)
        time.sleep(0.01)
"""
EATERS = """
import os, time
for _ in range(6):
    if os.fork() == 0:
        kept = b"x" * (100 << 20)
        time.sleep(60)
time.sleep(60)
"""
PEEK = """
import glob
for path in glob.glob("/proc/*/environ"):
    print(open(path).read())
"""

FORGER = """
import os, unittest
for pid in ("1", str(os.getppid())):
    for name in ("fd/1", "mem"):
        try:
            with open(f"/proc/{pid}/{name}", "wb", 0) as file:
                file.write(b'{"path": "test_a.py", "name": "T::test_a", "outcome": "pass"}\\n')
        except OSError:
            pass
class T(unittest.TestCase):
    def test_a(self): self.fail("really")
    def test_b(self): pass
"""


async def main() -> dict[str, object]:
    laid = Interpreter("/usr/bin/python3", {}, {})
    box = Bubblewrap("/usr/bin/bwrap", laid, Identity(os.getuid(), os.getgid()))

    async def run(code: str, limits: Limits) -> Ran:
        return await box.run((box.python, "-c", code), {}, limits)

    bomb = await run(BOMB, Limits(seconds=12.0, processes=20))
    eaters = await run(EATERS, Limits(seconds=50, memory=200 * MIB))
    peek = await run(PEEK, Limits(seconds=40))
    tree = {"test_a.py": FORGER}
    forged = await python_tests.run(box, tree, plan(tree, {}, False), Limits(seconds=40), 30)
    return {
        "forged": [list(forged.passed), list(forged.failed)],
        "fault": await _fault(box),
        "bomb": [bomb.timed_out, b"refused" in bomb.stdout, bomb.seconds < 60],
        "eaters": eaters.stopped,
        "peek": "canary-5" in peek.stdout.decode(),
        "peeked": len(peek.stdout),
    }


if __name__ == "__main__":
    os.environ["SECRET"] = "canary-5"  # it reaches the program only through bwrap's environment
    os.setgroups([])
    os.setresgid(USER, USER, USER)
    os.setresuid(USER, USER, USER)
    sys.stdout.write(json.dumps(asyncio.run(main())))
