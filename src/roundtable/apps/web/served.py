"""What a server keeps for the next one: who was let in, and what it was leading when it died.

So an open page comes back after a crash by itself, and so does what it was watching. It stands in
the user's own state folder: a repository that is cloned must neither let anybody in nor set
anything to work. No secret is kept: a pass stands there as its digest.
"""

import hashlib
import json
import logging
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from roundtable.adapters.runners.marks import is_alive, ourselves

_log = logging.getLogger(__name__)


def state_file(root: Path) -> Path:
    """The file of one project, below the user's state folder."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    name = hashlib.sha256(os.fsencode(root)).hexdigest()[:24]
    return Path(state) / "roundtable" / f"served-{name}.json"


class Served:
    """Kept in mind, and in the file as far as that can be written: nothing here may fail a request.

    Several servers of one project share the file; each adds and takes away only what is its own.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._passes: dict[str, float] = {}
        self._me = ourselves()

    @property
    def passes(self) -> Mapping[str, float]:
        """Digests of passes, and until when each is good, in seconds since the epoch."""
        kept = self._read().get("passes")
        found = kept if isinstance(kept, dict) else {}
        told = {k: float(v) for k, v in found.items() if isinstance(v, int | float)}
        return {**told, **self._passes}

    @property
    def leading(self) -> tuple[str, ...]:
        """What this server leads, as the next one would find it."""
        return tuple(self._leading().get(self._me, ()))

    def orphans(self) -> tuple[str, ...]:
        """The sessions of servers that are no longer there; they are told once."""
        leading = self._leading()
        gone = [owner for owner in leading if owner != self._me and not is_alive(owner)]
        found = [name for owner in gone for name in leading.pop(owner)]
        if gone:
            self._write({"passes": dict(self.passes), "leading": leading})
        return tuple(dict.fromkeys(found))

    def keep_passes(self, passes: Mapping[str, float]) -> None:
        self._passes = dict(passes)
        self._write({"passes": dict(passes), "leading": self._leading()})

    def keep_leading(self, sessions: Sequence[str]) -> None:
        leading = self._leading()
        if leading.get(self._me, []) != list(sessions):
            others = {owner: names for owner, names in leading.items() if owner != self._me}
            mine = {self._me: list(sessions)} if sessions else {}
            self._write({"passes": dict(self.passes), "leading": {**others, **mine}})

    def _leading(self) -> dict[str, list[str]]:
        kept = self._read().get("leading")
        found = kept if isinstance(kept, dict) else {}
        return {
            owner: [name for name in names if isinstance(name, str)]
            for owner, names in found.items()
            if isinstance(names, list)
        }

    def _read(self) -> dict[str, object]:
        """What was left there; a file that cannot be read lets nobody in."""
        try:
            found = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def _write(self, kept: Mapping[str, object]) -> None:
        temporary = self._path.with_name(f".{self._path.name}.{os.getpid()}.tmp")
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with os.fdopen(os.open(temporary, flags, 0o600), "w", encoding="utf-8") as out:
                json.dump(kept, out)
            temporary.replace(self._path)
        except OSError as error:
            _log.warning("%s cannot be written (%s)", self._path, error.strerror)
