"""Sessions that others have held, put into the log of a folder by its store: builds of a given
project, and kept logs up to a moment of theirs."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from roundtable.adapters.stores.sqlite import SqliteStore
from roundtable.core.events import Event, read_event
from roundtable.core.state import fold
from roundtable.core.summary import summary_text

GOLDEN = Path(__file__).parents[2] / "golden"
LOG = GOLDEN / "v3-build.jsonl"
"""A kept log of a build that was carried to its end."""


async def put(root: Path, projects: Mapping[str, Mapping[str, str]]) -> None:
    """A session for each of these projects, by its name; nobody may be serving the folder."""
    await _append(root, [list(_events(session, files)) for session, files in projects.items()])


async def put_kept(root: Path, session: str, log: str, until: int) -> None:
    """A kept log up to one of its events, as a session of this name."""
    lines = (GOLDEN / f"{log}.jsonl").read_text(encoding="utf-8").splitlines()[:until]
    bodies = [json.dumps({**json.loads(line), "session": session}) for line in lines]
    await _append(root, [[read_event(body, session, seq) for seq, body in enumerate(bodies, 1)]])


async def _append(root: Path, sessions: Sequence[Sequence[Event]]) -> None:
    store = SqliteStore(root / ".roundtable" / "roundtable.db")
    try:
        for events in sessions:
            await store.append(list(events), summary_text(fold(events)))
    finally:
        await store.close()


def _events(session: str, files: Mapping[str, str]) -> Iterator[Event]:
    for seq, line in enumerate(LOG.read_text(encoding="utf-8").splitlines(), 1):
        body = json.loads(line)
        if body["type"] == "session_start":
            body["topic"] = f"Build {session}"
        if body["type"] == "synthesis_end":
            body["provenance"] = []
            body["files"] = [
                {"path": path, "text": text, "binary": False} for path, text in files.items()
            ]
        yield read_event(json.dumps({**body, "session": session}), session, seq)
