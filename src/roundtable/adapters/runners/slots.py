"""How many runs a user has at once on this machine, whoever leads them: places, held by locks."""

import asyncio
import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from roundtable.core.running import RunFailed

MOST_RUNS = 4
"""Each may take the memory of all its services."""
_LOOK_SECONDS = 0.25


class Place:
    """The place of one run, once it has one. It ends with the process, however."""

    def __init__(self, folder: Path, most: int) -> None:
        self._folder = folder
        self._most = most
        self._held: int | None = None

    @property
    def taken(self) -> bool:
        return self._held is not None

    def take(self) -> bool:
        """Whether it has one now."""
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        for number in range(self._most):
            path = self._folder / f"slot-{number}"
            flags = os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC
            descriptor = os.open(path, flags, 0o600)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                os.close(descriptor)
                continue
            self._held = descriptor
            return True
        return False

    async def wait(self) -> None:
        """Until it has one. Who comes first is not sure of being served first."""
        while True:
            if self.take():
                return
            await asyncio.sleep(_LOOK_SECONDS)

    def leave(self) -> None:
        if self._held is not None:
            os.close(self._held)
            self._held = None


@contextmanager
def slot(folder: Path, most: int = MOST_RUNS, waits: bool = False) -> Iterator[Place]:
    """A place for one run; RunFailed where all are taken, unless it is to wait for one."""
    place = Place(folder, most)
    try:
        if not place.take() and not waits:
            remedy = "wait until one of them has ended, or stop one"
            raise RunFailed("busy", told(most), remedy)
        yield place
    finally:
        place.leave()


def told(most: int = MOST_RUNS) -> str:
    return f"{most} runs are going on on this machine"


def slots_folder() -> Path:
    """Where the places are kept, for all processes of this user.

    Not for all users: whoever could lock a place of everybody's could keep everybody from running.
    """
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "roundtable" / "runs"
