"""Files that a browser has sent and no session has taken yet: in memory, few, and not for long."""

import contextlib
import secrets
import time
from collections.abc import Callable, Iterator

from roundtable.adapters.trees.tally import Given
from roundtable.apps.web.problems import Refusal

MOST_KEPT = 4
MOST_AT_ONCE = 2
"""Uploads that are being received: each may be as large as the gate lets it be."""
LASTS = 3600.0
"""Seconds for which an upload waits to be taken."""


class Uploads:
    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._kept: dict[str, tuple[float, Given]] = {}
        self._receiving = 0

    @contextlib.contextmanager
    def receiving(self) -> Iterator[None]:
        """Room for one upload while it is read; refused where there is none."""
        if self._receiving >= MOST_AT_ONCE:
            raise Refusal(
                "too_many",
                f"{MOST_AT_ONCE} uploads are being received",
                "wait until one of them is here",
                "files",
            )
        self._receiving += 1
        try:
            yield
        finally:
            self._receiving -= 1

    def keep(self, given: Given) -> str:
        """Keep it; the oldest gives way when there are too many."""
        self._sweep()
        while len(self._kept) >= MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        name = secrets.token_urlsafe(12)
        self._kept[name] = (self._now(), given)
        return name

    def find(self, name: str) -> Given:
        self._sweep()
        if name not in self._kept:
            raise Refusal("gone", "this upload is no longer kept", "upload it again", "upload")
        return self._kept[name][1]

    def forget(self, name: str) -> None:
        self._kept.pop(name, None)

    async def close(self) -> None:
        self._kept.clear()

    def _sweep(self) -> None:
        now = self._now()
        self._kept = {k: v for k, v in self._kept.items() if now - v[0] < LASTS}
