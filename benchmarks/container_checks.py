"""How much faster the second candidate is verified in a container than the first.

The first has a layer of dependencies to be made; our own tools are there already. Its packages are
small, carried along as wheels, and installed offline: with larger ones the ratio only grows.
"""

import asyncio
import io
import secrets
import time
import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution

from benchmarks.goals import Line, middle
from roundtable.adapters.checking.checker import Checker
from roundtable.adapters.checking.containers import Containers
from roundtable.adapters.checking.images import CHECKS
from roundtable.adapters.runners.engines import Engine, NoEngine, find_engine
from roundtable.adapters.runners.marks import CACHE_NAME
from roundtable.core.checks import Tree

_PACKAGES = ("pathspec", "shtab", "mdurl")
_ROUNDS = 3
GOAL = 3.0
_TESTS = """\
import unittest
import mdurl, pathspec, shtab


class TestIt(unittest.TestCase):
    def test_it(self):
        self.assertEqual(mdurl.encode("a b"), "a%20b")
"""


def run() -> Iterator[Line]:
    yield from asyncio.run(_measured())


async def _measured() -> list[Line]:
    engine = await find_engine()
    if isinstance(engine, NoEngine):
        return [f"container checks: not measured: {engine.reason}"]
    before = await _kept(engine)
    try:
        await Checker(None, containers=Containers()).check({"test_it.py": "def test_a(): pass\n"})
        rounds = [await _round() for _ in range(_ROUNDS)]
    finally:
        for name in sorted(await _kept(engine) - before):
            await engine.command.call("rmi", "--force", name)
    firsts, seconds = ([pair[n] for pair in rounds] for n in (0, 1))
    ratios = [first / second for first, second in rounds]
    return [
        f"container checks ({engine.name}), {len(_PACKAGES)} packages, {_ROUNDS} rounds:",
        f"  first candidate   {min(firsts):6.2f} to {max(firsts):.2f} s",
        f"  second candidate  {min(seconds):6.2f} to {max(seconds):.2f} s",
        middle("container checks: the second is as fast", ratios, "at least", GOAL, "x"),
    ]


async def _round() -> tuple[float, float]:
    """Two candidates with the same requirements, which nobody has had before."""
    checker = Checker(None, containers=Containers())
    word = secrets.token_hex(8)
    wheels = {f"wheels/{name}": data for name, data in (_wheel(p, word) for p in _PACKAGES)}
    taken = []
    for number in range(2):
        tree: Tree = {
            "requirements.txt": "--find-links wheels\n" + "\n".join(_PACKAGES) + "\n",
            "app.py": f"NUMBER = {number}\n",
            "test_it.py": _TESTS,
        }
        start = time.monotonic()
        report = await checker.check(tree, {}, wheels)
        taken.append(time.monotonic() - start)
        if report.place != "container" or len(report.passed) != 1:
            raise SystemExit(f"it was not verified: {report}")
    return taken[0], taken[1]


def _wheel(package: str, word: str) -> tuple[str, bytes]:
    """An installed package as a wheel again; the word makes it one of its own."""
    found = distribution(package)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for file in found.files or ():
            if file.suffix != ".pyc" and ".." not in file.parts:
                archive.write(str(file.locate()), str(file))
        archive.comment = word.encode()
    return f"{package}-{found.version}-py3-none-any.whl", packed.getvalue()


async def _kept(engine: Engine) -> set[str]:
    shown = ("--format", "{{.Repository}}:{{.Tag}}")
    listed = [await engine.command.call("images", *shown, name) for name in (CACHE_NAME, CHECKS)]
    return {line for called in listed for line in called.lines}
