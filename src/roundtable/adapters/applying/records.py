"""The folder of the journals, by its descriptor. What a journal is called says how far it came.

NAME.writing   files are being written, or a process died over it
NAME.written   the commit mark: all files are written
NAME.undoing   the journal of an undo; it stands for nothing once NAME.written is gone
NAME.undone    the commit mark of an undo: what was NAME.written
NAME.HASH.old  what a file held that could not be put back
"""

import fcntl
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from roundtable.adapters.applying.journal import Damaged, Journal, decode
from roundtable.adapters.applying.transaction import write_all
from roundtable.adapters.trees.beneath import inside, kind, regular, replace
from roundtable.adapters.workspaces.reading import Refused, up_to
from roundtable.core.changes import sha256
from roundtable.core.errors import LogDamaged, SessionBusy, UsageError

Unfinished = Literal["writing", "undoing"]
Stage = Unfinished | Literal["written", "undone"]

_COMMITS: dict[Unfinished, tuple[Stage, Stage]] = {
    "writing": ("writing", "written"),
    "undoing": ("written", "undone"),
}
"""Which journal gets which name when what is unfinished is done."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,119}")
_FOLDER_MODE = 0o700
_FILE_MODE = 0o600
_LOCK = "lock"
_PID_WIDTH = 10


def require_name(name: str) -> None:
    """UsageError unless a file can be called so."""
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"{name[:80]!r} cannot be the name of a record",
            "use at most 120 letters, digits, dots, dashes and underscores",
        )


@contextmanager
def opened_records(root: int, place: str) -> Iterator["Records"]:
    """The records below a root; their folder is made if it is not there."""
    parts = place.split("/")
    new = not kind(root, place)
    with inside(root, parts, make=True) as folder:
        if stat.S_IMODE(os.fstat(folder).st_mode) != _FOLDER_MODE:
            os.fchmod(folder, _FOLDER_MODE)  # journals hold what is in the developer's files
        for end in range(len(parts)) if new else ():
            with inside(root, parts[:end]) as above:
                os.fsync(above)
        yield Records(folder, place)


class Records:
    """The journals by name and stage."""

    def __init__(self, folder: int, place: str) -> None:
        self._folder = folder
        self._place = place

    @contextmanager
    def locked(self) -> Iterator[None]:
        """No other process writes to the project, until the end of this one even by kill -9."""
        flags = os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC
        descriptor = os.open(_LOCK, flags, _FILE_MODE, dir_fd=self._folder)
        try:
            _take(descriptor)
            yield
        finally:
            os.close(descriptor)

    def read(self, name: str, stage: Stage) -> Journal | None:
        """A journal; None: there is no such one; LogDamaged: it is not as we wrote it."""
        file = f"{name}.{stage}"
        try:
            with regular(self._folder, file) as descriptor:
                return decode(up_to(descriptor, os.fstat(descriptor).st_size + 1))
        except FileNotFoundError:
            return None
        except (Damaged, Refused) as error:
            raise LogDamaged(
                f"{self._place}/{file} is damaged ({error})",
                "compare the project's files with your last commit, then move this record away",
            ) from error

    def has(self, name: str, stage: Stage) -> bool:
        return bool(kind(self._folder, f"{name}.{stage}"))

    def unfinished(self) -> list[tuple[str, Unfinished]]:
        """The journals that somebody may have died over."""
        return [
            (file.removesuffix(f".{stage}"), stage)
            for file in self._files()
            for stage in _COMMITS
            if file.endswith(f".{stage}")
        ]

    def litter(self) -> bool:
        """Whether a process that is at work, or that died, has left anything unfinished here."""
        return any(file.endswith((".part", *(f".{s}" for s in _COMMITS))) for file in self._files())

    def begin(self, name: str, stage: Unfinished, journal: Journal) -> None:
        """From here on the files may be touched."""
        self._store(f"{name}.{stage}", journal.encode())

    def commit(self, name: str, stage: Unfinished) -> None:
        """The one step by which it is done; `sync` makes it last."""
        old, mark = _COMMITS[stage]
        here = self._folder
        os.rename(f"{name}.{old}", f"{name}.{mark}", src_dir_fd=here, dst_dir_fd=here)

    def sync(self) -> None:
        os.fsync(self._folder)

    def drop(self, name: str, stage: Stage) -> None:
        os.unlink(f"{name}.{stage}", dir_fd=self._folder)
        self.sync()

    def set_aside(self, name: str, data: bytes) -> str:
        """Keep the old bytes of a file; where they are, below the root."""
        file = f"{name}.{sha256(data)[:12]}.old"
        self._store(file, data)
        return f"{self._place}/{file}"

    def sweep(self) -> None:
        """Remove what was never finished: nothing had been touched for it."""
        for file in self._files():
            if file.endswith(".part"):
                os.unlink(file, dir_fd=self._folder)

    def _files(self) -> list[str]:
        with os.scandir(self._folder) as found:
            return sorted(entry.name for entry in found)

    def _store(self, file: str, data: bytes) -> None:
        """Lasting, and whole or not at all: a torn one never gets the name."""
        replace(self._folder, file, _FILE_MODE, lambda into: write_all(into.fileno(), data))
        self.sync()


def _take(descriptor: int) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        holder = os.pread(descriptor, _PID_WIDTH, 0).decode("ascii", "replace").strip()
        raise SessionBusy(
            f"another process is writing to this project (process {holder})",
            "wait for it, then try again",
        ) from error
    # Always as wide: to cut the file first would make some file systems write it out at once.
    os.pwrite(descriptor, str(os.getpid()).ljust(_PID_WIDTH).encode(), 0)
