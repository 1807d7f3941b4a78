"""The right to lead a session, as a lock on a file: it ends with the process, even by kill -9."""

import contextlib
import errno
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

from roundtable.adapters.stores.schema import explain_os
from roundtable.core.errors import SessionBusy


@contextlib.contextmanager
def claim_file(folder: Path, session: str) -> Iterator[None]:
    """Hold the session's lock, or say who holds it."""
    path = folder / f"{session}.lock"
    try:
        folder.mkdir(exist_ok=True)
        descriptor = _lock(path)
    except OSError as error:
        raise explain_os(error, path) from error
    if descriptor is None and _is_ours(path):
        raise SessionBusy(f"session {session} is at work here already", "wait until it rests")
    if descriptor is None:
        raise SessionBusy(
            f"session {session} is being led by another process{_holder(path)}",
            "wait for it, or pause it there with Ctrl-C; then: roundtable resume " + session,
        )
    try:
        with contextlib.suppress(OSError):  # who holds it is told where there is room to write it
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, str(os.getpid()).encode(), 0)
        yield
    finally:
        path.unlink(missing_ok=True)
        os.close(descriptor)


def _lock(path: Path) -> int | None:
    """A descriptor that holds the lock of the file that has this name now, or None."""
    while True:
        descriptor = os.open(path, os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with contextlib.suppress(FileNotFoundError):
                if os.fstat(descriptor).st_ino == path.stat().st_ino:
                    return descriptor
        except OSError as error:
            if error.errno not in (errno.EWOULDBLOCK, errno.EACCES):
                os.close(descriptor)
                raise
            os.close(descriptor)
            return None
        os.close(descriptor)  # its last holder removed the name: lock the new file


def _is_ours(path: Path) -> bool:
    with contextlib.suppress(OSError, ValueError):
        return int(path.read_text()) == os.getpid()
    return False


def _holder(path: Path) -> str:
    with contextlib.suppress(OSError, ValueError):
        return f" (process {int(path.read_text())})"
    return ""
