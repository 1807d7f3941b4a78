"""Who is let in: a token for each link, exchanged once for a cookie that no script can read."""

import hashlib
import secrets
import time
from collections.abc import Callable
from pathlib import Path

from roundtable.apps.web.served import Served

LASTS = 7 * 24 * 3600
"""Seconds for which a browser is known."""
_BYTES = 32


class Passes:
    """The launch token that is good now, and the passes that were given for earlier ones."""

    def __init__(self, root: Path, served: Served, now: Callable[[], float] = time.time) -> None:
        # Ports share a host's cookies, so that servers of two projects must name theirs apart.
        self.cookie = f"roundtable-{_digest(str(root))[:12]}"
        self._served = served
        self._now = now
        self.token = secrets.token_urlsafe(_BYTES)

    def exchange(self, token: str) -> str | None:
        """A pass for the launch token, which is spent with it; None for anything else."""
        if not secrets.compare_digest(_digest(token), _digest(self.token)):
            return None
        self.token = secrets.token_urlsafe(_BYTES)
        given = secrets.token_urlsafe(_BYTES)
        now = self._now()
        still_good = {k: until for k, until in self._served.passes.items() if until > now}
        self._served.keep_passes({**still_good, _digest(given): now + LASTS})
        return given

    def admits(self, given: str | None) -> bool:
        """Whether this is a pass of ours that is still good."""
        if not given:
            return False
        return self._served.passes.get(_digest(given), 0.0) > self._now()


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
