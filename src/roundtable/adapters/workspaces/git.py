"""Runs git so that it cannot run anything else, and so that its time and output are bounded.

Nothing of the caller's environment that steers git reaches it, and no transport is allowed. All
that is ever written through it is a commit on a branch of its own.
"""

import asyncio
import os
import shutil
import signal
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from roundtable.adapters.search_path import search_path
from roundtable.core.parsing.text import one_line

SECONDS = 5.0
"""For one call; a repository on a slow disk loses its git part, never the session."""

_SETTINGS = (
    "core.hooksPath=/dev/null",
    "core.fsmonitor=",
    "protocol.ext.allow=never",
    # A folder that merely looks like a bare repository brings its own configuration along.
    "safe.bareRepository=explicit",
)
_ENVIRONMENT = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    # A partial clone fetches missing objects while it reads: by no protocol, and not at all.
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_NO_LAZY_FETCH": "1",
    "LC_ALL": "C",
}
_INHERITED = ("HOME", "XDG_CONFIG_HOME", "TMPDIR", "SYSTEMROOT")
_PIECE = 64 * 1024
_MOST_COMPLAINT = 4096


class GitFailed(Exception):
    """Git gave no answer; the message says why, for people."""


@dataclass(frozen=True, slots=True)
class Output:
    data: bytes
    code: int
    cut: bool
    """True when there was more than was asked for; the code is then git's death, not its word."""
    complaint: str
    """The first line that git wrote about a problem."""


async def run(
    cwd: Path,
    *arguments: str,
    most: int,
    environment: Mapping[str, str] | None = None,
    given: bytes | None = None,
) -> Output:
    """What a git command prints, up to so many bytes, whatever its exit code.

    `given` is what it reads from its standard input.
    """
    path = search_path()
    program = shutil.which("git", path=path)
    if not program:
        raise GitFailed("git is not installed")
    settings = [word for setting in _SETTINGS for word in ("-c", setting)]
    try:
        process = await asyncio.create_subprocess_exec(
            *(program, "--no-pager", *settings, *arguments),
            cwd=cwd,
            env={**_inherited(), "PATH": path, **_ENVIRONMENT, **(environment or {})},
            stdin=asyncio.subprocess.DEVNULL if given is None else asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        raise GitFailed(f"git could not be started: {error}") from error
    try:
        async with asyncio.timeout(SECONDS):
            return await _converse(process, given, most)
    except TimeoutError:
        raise GitFailed(f"git took longer than {SECONDS:g} s") from None
    finally:
        await _end(process)


async def ask(
    cwd: Path,
    *arguments: str,
    most: int,
    environment: Mapping[str, str] | None = None,
    given: bytes | None = None,
) -> Output:
    """The same for a command that must succeed."""
    output = await run(cwd, *arguments, most=most, environment=environment, given=given)
    if output.code and not output.cut:
        raise GitFailed(output.complaint or f"git ended with code {output.code}")
    return output


async def _converse(process: asyncio.subprocess.Process, given: bytes | None, most: int) -> Output:
    """Tell it what it is given while listening, so that neither waits for the other."""
    if given is None:
        return await _listen(process, most)
    telling = asyncio.ensure_future(_tell(process, given))
    try:
        output = await _listen(process, most)
        await telling
        return output
    finally:
        telling.cancel()


async def _tell(process: asyncio.subprocess.Process, given: bytes) -> None:
    assert process.stdin
    # Git may end before it has read everything; its exit code tells why.
    with suppress(BrokenPipeError, ConnectionResetError):
        process.stdin.write(given)
        await process.stdin.drain()
    process.stdin.close()


async def _listen(process: asyncio.subprocess.Process, most: int) -> Output:
    assert process.stdout and process.stderr
    complaints = asyncio.ensure_future(_take(process.stderr, _MOST_COMPLAINT, drain=True))
    try:
        data = await _take(process.stdout, most + 1)
        cut = len(data) > most
        if cut:
            _kill(process)
        complaint = (await complaints).decode("utf-8", "replace")
    finally:
        complaints.cancel()
    code = await process.wait()
    return Output(data=data[:most], code=code, cut=cut, complaint=_first_problem(complaint))


async def _take(stream: asyncio.StreamReader, most: int, *, drain: bool = False) -> bytes:
    """The first bytes of a stream; with `drain`, the rest is read too and forgotten."""
    taken = bytearray()
    while drain or len(taken) < most:
        piece = await stream.read(_PIECE)
        if not piece:
            break
        taken += piece[: max(0, most - len(taken))]
    return bytes(taken)


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        _kill(process)
    # Reads what is left in the pipes, so that they are closed with the process.
    await process.communicate()


def _kill(process: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _first_problem(complaint: str) -> str:
    lines = [line for line in complaint.splitlines() if line.strip()]
    fatal = [line for line in lines if line.startswith(("fatal:", "error:"))]
    line = (fatal or lines or [""])[0]
    return one_line(line.removeprefix("fatal: ").removeprefix("error: "), 200)


def _inherited() -> dict[str, str]:
    return {name: os.environ[name] for name in _INHERITED if name in os.environ}
