"""A repository in which a decision is written and the developer goes on, minute by minute."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from roundtable.adapters.workspaces.lineage import ChangeSet, Station, trace
from roundtable.core.changes import WrittenFile, sha256

Git = Callable[..., str]


@dataclass
class Story:
    root: Path
    git: Git
    monkeypatch: pytest.MonkeyPatch
    now: int = field(default_factory=lambda: int(time.time()) + 1_000)

    def tick(self) -> int:
        """A minute later, for git too."""
        self.now += 60
        for role in ("AUTHOR", "COMMITTER"):
            self.monkeypatch.setenv(f"GIT_{role}_DATE", f"{self.now} +0000")
        return self.now

    def write(self, files: Mapping[str, str | None]) -> None:
        for name, text in files.items():
            path = self.root / name
            if text is None:
                path.unlink()
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(text.encode())

    def apply(self, files: Mapping[str, str | None], session: str = "a", **more: str) -> ChangeSet:
        """A decision is carried out in the work tree."""
        before = {name: self._hash(name) for name in files}
        self.write(files)
        written = tuple(
            WrittenFile(path=name, before=before[name], after=self._hash(name)) for name in files
        )
        return ChangeSet(session, more.get("decision", "d"), written, self.tick())

    def commit(self, message: str = "by the developer", *paths: str) -> str:
        self.tick()
        self.git("add", "-A", "--", *(paths or (".",)))
        self.git("commit", "-q", "-m", message)
        return self.head()

    def run(self, *arguments: str) -> str:
        """A git command a minute later, and the commit that it led to."""
        self.tick()
        self.git(*arguments)
        return self.head()

    def head(self) -> str:
        return self.git("rev-parse", "HEAD")

    async def told(self, *sets: ChangeSet) -> tuple[Station, ...]:
        """What HEAD's history says of the first of these change sets."""
        found = await trace(self.root, self.head(), sets)
        return found.get(sets[0].session, ())

    def _hash(self, name: str) -> str:
        path = self.root / name
        return sha256(path.read_bytes()) if path.exists() else ""


def kinds(stations: tuple[Station, ...]) -> list[tuple[str, str]]:
    return [(station.kind, station.commit) for station in stations]
