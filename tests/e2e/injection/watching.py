"""What this process does to the world: every program, connection and write, as Python audits it."""

import contextlib
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

_READING = frozenset(
    {
        *("cat-file", "check-attr", "check-ignore", "config", "diff", "hash-object", "log"),
        *("ls-files", "merge-base", "rev-parse", "symbolic-ref"),
    }
)
_WRITING_WORDS = frozenset({"-w", "--add", "--unset", "--replace-all", "--edit", "--stdin-paths"})
_STARTS = frozenset({"os.exec", "os.posix_spawn", "os.spawn", "os.system", "os.fork", "pty.spawn"})
_CONNECTS = frozenset({"socket.connect", "socket.sendto", "socket.getaddrinfo", "socket.bind"})
_CHANGES = frozenset(
    {
        *("os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.truncate"),
        *("os.chmod", "os.chown", "os.setxattr", "os.removexattr", "shutil.rmtree", "shutil.move"),
    }
)
_WRITE_FLAGS = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


@dataclass
class Deeds:
    """What was done while somebody watched."""

    programs: list[tuple[str, ...]] = field(default_factory=list)
    connections: list[str] = field(default_factory=list)
    writes: list[Path] = field(default_factory=list)

    def strange_programs(self) -> list[str]:
        """All but git, asked for something that it only reads."""
        return [" ".join(words) for words in self.programs if not _only_reads(words)]

    def see(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "subprocess.Popen":
            self.programs.append(tuple(map(os.fsdecode, arguments[1])))
        elif event in _STARTS:
            self.programs.append((event, *map(str, arguments[:2])))
        elif event in _CONNECTS:
            self.connections.append(f"{event} {arguments[1:]}")
        elif event == "open":
            path, mode, flags = arguments
            if isinstance(path, str | bytes) and (_writes(mode) or (flags or 0) & _WRITE_FLAGS):
                self.writes.append(_absolute(path))
        elif event in _CHANGES:
            self.writes.extend(_absolute(a, arguments) for a in arguments if _is_path(a))


def _only_reads(words: tuple[str, ...]) -> bool:
    if Path(words[0]).name != "git":
        return False
    command = _command(words[1:])
    return command in _READING and _WRITING_WORDS.isdisjoint(words)


def _command(words: tuple[str, ...]) -> str:
    """What git is asked for, behind its own options."""
    left = iter(words)
    for word in left:
        if word in ("-c", "-C"):
            next(left, "")
        elif not word.startswith("-"):
            return word
    return ""


def _writes(mode: object) -> bool:
    return isinstance(mode, str) and not {"w", "a", "x", "+"}.isdisjoint(mode)


def _is_path(argument: object) -> bool:
    return isinstance(argument, str | bytes | os.PathLike)


def _absolute(path: Any, arguments: tuple[Any, ...] = ()) -> Path:
    """Where a path lies; a relative one below the folder whose descriptor was given with it."""
    name = Path(os.fsdecode(path))
    if not name.is_absolute() and arguments and isinstance(arguments[-1], int):
        with contextlib.suppress(OSError):
            return Path(f"/proc/self/fd/{arguments[-1]}").readlink() / name
    return name.absolute()


_watching: list[Deeds] = []


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    for deeds in _watching:
        deeds.see(event, arguments)


@cache
def _install() -> None:
    sys.addaudithook(_hook)


@contextlib.contextmanager
def watched() -> Iterator[Deeds]:
    """Note everything until the context is left. The hook itself stays, and is idle outside."""
    _install()
    deeds = Deeds()
    _watching.append(deeds)
    try:
        yield deeds
    finally:
        _watching.remove(deeds)
