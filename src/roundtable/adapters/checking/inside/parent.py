"""Runs test files in children of its own, watches them, and alone reports what came of them.

The project's code never runs in this process. A child that dies or hangs costs the one test that
it was at; the next child goes on after it. Every child gets the files as they were at first.
"""

import json
import os
import select
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from .loading import load, open_libraries, open_paths
from .speech import MOST_LINE, heard, speaker

_GIVEN = "/in"
_FIRST = "/tmp/work"  # noqa: S108 -- inside the sandbox
_NONCE = 32
_NOT_DUMPABLE = 4
"""PR_SET_DUMPABLE: without it a child can write to our descriptors through /proc."""
_MOST_OUTPUT = 1000
_DYING_SECONDS = 5.0
"""At most; it is milliseconds, unless the machine is busy."""


class Voice:
    """Our words to the one outside. A child has no copy of what signs them."""

    def __init__(self) -> None:
        self._nonce = bytearray(_NONCE)
        got = 0
        while got < _NONCE:
            got += os.readv(0, [memoryview(self._nonce)[got:]])

    def say(self, **words: object) -> None:
        line = b" " + json.dumps(words).encode() + b"\n"
        sent = os.writev(1, [self._nonce, line]) - _NONCE
        while sent < len(line):
            sent += os.write(1, line[sent:])

    def forget(self) -> None:
        self._nonce[:] = bytes(_NONCE)


class Watched:
    """One child and what it has said so far."""

    def __init__(self, pid: int, token: bytes, words: int, output: int) -> None:
        self.pid = pid
        self._token = token
        self._pipes = {words: bytearray(), output: bytearray()}
        self._words = words
        self._output = output
        self.at = ""
        """The test that has begun and not ended."""
        self.ended = False
        self.silent = False
        """It will say no more."""
        self.since = time.monotonic()

    def listen(self, until: float) -> list[tuple[str, str, str]] | None:
        """What it says next; None when it is silent for ever, or until the time is over."""
        ready, _, _ = select.select(list(self._pipes), [], [], max(0, until - time.monotonic()))
        if not ready:
            return None
        said: list[tuple[str, str, str]] = []
        for pipe in ready:
            data = os.read(pipe, 65536)
            if not data and pipe == self._words:
                self.silent = True
                return said or None
            if not data:
                del self._pipes[pipe]
                os.close(pipe)
                continue
            self._pipes[pipe] += data
            if pipe == self._words:
                said += self._lines()
        if self._output in self._pipes:
            del self._pipes[self._output][:-_MOST_OUTPUT]
        return said

    def _lines(self) -> list[tuple[str, str, str]]:
        buffer = self._pipes[self._words]
        *lines, rest = bytes(buffer).split(b"\n")
        buffer[:] = rest[-MOST_LINE:]
        return [said for line in lines if (said := heard(line, self._token))]

    def end(self) -> str:
        """Kills it with all that it has started; says how it ended and what it printed last."""
        found, status = os.waitpid(self.pid, os.WNOHANG)
        # Its pipes are closed a moment before its end can be read.
        last = time.monotonic() + (_DYING_SECONDS if self.silent else 0)
        while not found and time.monotonic() < last:
            time.sleep(0.001)
            found, status = os.waitpid(self.pid, os.WNOHANG)
        if not found:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        with suppress(ProcessLookupError):
            os.kill(-1, signal.SIGKILL)
        with suppress(ChildProcessError):
            # We are the first process: all that it has left behind is ours to bury.
            while True:
                os.waitpid(-1, 0)
        printed = self._rest()
        for pipe in self._pipes:
            os.close(pipe)
        how = _ending(status) if found else "it was ended"
        words = printed.decode("utf-8", "replace").strip()
        return f"{how}; its last output: {words}" if words else how

    def _rest(self) -> bytes:
        """The end of its output; who could add to it is dead."""
        buffer = self._pipes.get(self._output, bytearray())
        while self._output in self._pipes and (data := os.read(self._output, 65536)):
            buffer += data
        return bytes(buffer[-_MOST_OUTPUT:])


class Parent:
    def __init__(self, job: dict[str, Any], voice: Voice) -> None:
        self._job = job
        self._voice = voice
        self._last = time.monotonic() + job["seconds"]
        self._copies = 0
        # A container shows us the files at no place that its programs cannot write to.
        self._given = None if os.path.isdir(_GIVEN) else _read(_FIRST)  # noqa: PTH112
        self._libc = _closed_to_others()

    def run(self) -> None:
        for file in self._job["files"]:
            if time.monotonic() < self._last:
                self._run_file(file["path"], file["how"])
        self._voice.say(end=True)

    def _run_file(self, path: str, how: str) -> None:
        """Child after child, until every test of the file has a result."""
        found: dict[str, None] = {}
        done: dict[str, None] = {}

        def tell(name: str, outcome: str, detail: str) -> None:
            if name not in done:
                done[name] = None
                self._voice.say(path=path, name=name, outcome=outcome, detail=detail)

        while True:
            child = self._child(path, how, done)
            late = self._hear(child, path, found, tell)
            ending = child.end()
            if child.at:
                tell(child.at, "fail", late or f"the process ended in the middle: {ending}")
                if time.monotonic() < self._last:
                    continue
            break
        if not child.ended and not found:
            self._voice.say(path=path, load=late or f"the process ended: {ending}")
        for name in found:
            tell(name, "fail", late or ("it never began" if child.ended else ending))
        self._voice.say(path=path, done=True)

    def _hear(
        self,
        child: Watched,
        path: str,
        found: dict[str, None],
        tell: Callable[[str, str, str], None],
    ) -> str:
        """Follows a child to its end; says what was too late, if something was."""
        while not child.ended:
            patience = self._job["test_seconds"] if child.at else self._job["load_seconds"]
            until = min(child.since + patience, self._last)
            said = child.listen(until)
            if said is None:
                if child.silent:
                    return ""
                if until == self._last:
                    return "the time for all tests was over"
                return f"it had not ended after {patience:g} s"
            for kind, name, detail in said:
                self._take(child, path, (kind, name, detail), found, tell)
        return ""

    def _take(
        self,
        child: Watched,
        path: str,
        said: tuple[str, str, str],
        found: dict[str, None],
        tell: Callable[[str, str, str], None],
    ) -> None:
        kind, name, detail = said
        child.since = time.monotonic()
        if kind == "found":
            found[name] = None
        elif kind == "load":
            self._voice.say(path=path, load=detail)
        elif kind == "start":
            child.at = name
        elif kind == "end":
            child.ended = True
        elif kind != "pass" or name == child.at:
            tell(name, kind, detail)
            child.at = "" if name == child.at else child.at

    def _child(self, path: str, how: str, done: dict[str, None]) -> Watched:
        root = self._fresh()
        words, words_in = os.pipe()
        output, output_in = os.pipe()
        token = os.urandom(16).hex().encode()
        pid = os.fork()
        if pid == 0:
            try:
                self._voice.forget()
                for descriptor in (words, output):
                    os.close(descriptor)
                self._be_child(root, path, how, done, speaker(_moved(words_in, output_in), token))
            finally:
                os._exit(98)
        os.close(words_in)
        os.close(output_in)
        return Watched(pid, token, words, output)

    def _be_child(self, root: str, path: str, how: str, done: dict[str, None], say: Any) -> None:
        from .plain import Task

        signal.signal(signal.SIGINT, signal.default_int_handler)
        self._libc.prctl(_NOT_DUMPABLE, 1, 0, 0, 0)
        os.chdir(root)
        open_paths(root, self._job["folders"])
        open_libraries(self._job.get("libraries", ()))
        task = Task(root, path, done, [file["path"] for file in self._job["files"]])
        sys.argv = [path]
        if how == "pytest":
            from . import under_pytest

            under_pytest.serve(say, task, tuple(self._job["plugins"]))
        else:
            from . import plain

            plain.serve(say, task, load)

    def _fresh(self) -> str:
        """A folder with the files as they were given: a child may have rewritten its own."""
        self._copies += 1
        if self._copies == 1:
            return _FIRST
        root = f"{_FIRST}-{self._copies}"
        _remove(_FIRST if self._copies == 2 else f"{_FIRST}-{self._copies - 1}")
        if self._given is None:
            _copy(_GIVEN, root)
        else:
            _write(self._given, root)
        return root


def main() -> None:
    # The first process of a namespace is deaf to what it has no ear for; this ear Python gave it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    voice = Voice()
    job = json.loads(sys.stdin.buffer.read())
    null = os.open("/dev/null", os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    sys.path.remove(job["home"])
    if any(file["how"] == "pytest" for file in job["files"]):
        import pytest  # noqa: F401 -- once for all children
    import unittest  # noqa: F401

    from . import plain  # noqa: F401

    Parent(job, voice).run()


def _closed_to_others() -> Any:
    import ctypes

    libc = ctypes.CDLL(None)
    if libc.prctl(_NOT_DUMPABLE, 0, 0, 0, 0) != 0:
        raise SystemExit("this process cannot be closed to its children")
    return libc


def _moved(words: int, output: int) -> int:
    """Puts the output where programs print, and the words where nobody looks for them."""
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.close(output)
    place = 60 + int.from_bytes(os.urandom(1)) % 60
    os.dup2(words, place, inheritable=False)
    os.close(words)
    return place


def _ending(status: int) -> str:
    code = os.waitstatus_to_exitcode(status)
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


def _copy(source: str, target: str) -> None:
    os.mkdir(target)  # noqa: PTH102 -- pathlib costs more than the tests of a small file
    with os.scandir(source) as entries:
        for entry in entries:
            inner = f"{target}/{entry.name}"
            if entry.is_dir():
                _copy(entry.path, inner)
            else:
                with open(entry.path, "rb") as old, open(inner, "wb") as new:  # noqa: PTH123
                    new.write(old.read())


def _read(root: str) -> dict[str, bytes]:
    """All files below, by their paths there, before any code of the project has run."""
    files = {}
    for folder, _, names in os.walk(root):
        for name in names:
            path = f"{folder}/{name}"
            with open(path, "rb") as file:  # noqa: PTH123
                files[path[len(root) + 1 :]] = file.read()
    return files


def _write(files: dict[str, bytes], root: str) -> None:
    os.mkdir(root)  # noqa: PTH102
    for path, data in files.items():
        os.makedirs(os.path.dirname(f"{root}/{path}"), exist_ok=True)  # noqa: PTH103, PTH120
        with open(f"{root}/{path}", "wb") as file:  # noqa: PTH123
            file.write(data)


def _remove(root: str) -> None:
    """As far as it goes: it is gone with the sandbox anyway."""
    with suppress(OSError, RecursionError):
        for folder, folders, files in os.walk(root, topdown=False):
            for name in files:
                os.unlink(f"{folder}/{name}")  # noqa: PTH108
            for name in folders:
                os.rmdir(f"{folder}/{name}")  # noqa: PTH106
