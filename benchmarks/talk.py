"""A project whose three knights speak at once, fast and at length; a session with a long diff."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx2

from roundtable.adapters.stores.sqlite import SqliteStore
from roundtable.core.events import Event, read_event
from roundtable.core.state import fold
from roundtable.core.summary import summary_text

KNIGHTS = ("Gawain", "Lancelot", "Percival")
SECONDS = 10
WORDS_A_SECOND = 300
"""What is held against the goal. A word is at least one token."""
_ASKED_PACE = 340
"""A script's pace is made of sleeps, each of which is a little late: what comes is measured."""
_SETTLES = 4
"""Seconds for the page to be there before the first word."""
_SENTENCES = (
    "The store **appends** before it answers, so a `kill -9` loses nothing that was said",
    "I would keep the *reducer* pure; see [the note](https://example.com/n) on how replays go",
    "A cap that is checked after the call is no cap, and the ledger shows three such calls",
    "Evidence first: the test fails on `main`, passes here, and fails again without the lock",
)
_CODE = (
    "async def append(self, events: Sequence[Event], *, expected: int) -> int:",
    "    async with self._lock:",
    "        rows = [(self._name, number, event.text) for number, event in events]",
    "        if expected != self._last and not self._forced:",
    '            raise Stale(f"the log has moved on: {self._last} > {expected}")',
    "        return self._last + len(rows) * 1_000",
)
_LOG = Path(__file__).parents[1] / "tests" / "golden" / "v3-review.jsonl"
"""A kept log of a review that has changed the files it was given."""


def found(root: Path) -> None:
    """Set the project up; whoever is asked says the same, and agrees."""
    part = {"words_per_second": _ASKED_PACE, "first_word_after": _SETTLES}
    parts = {
        name: {**part, "replies": [{"say": speech(lane), "block": _agrees()}]}
        for lane, name in enumerate(KNIGHTS)
    }
    (root / "script.yaml").write_text(json.dumps({"knights": parts}))
    knights = [f"--knight={name}=scripted:script.yaml" for name in KNIGHTS]
    subprocess.run(
        [sys.executable, "-m", "roundtable", "init", "--yes", "--project", "shop", *knights],
        cwd=root,
        check=True,
        capture_output=True,
    )


def _agrees() -> dict[str, object]:
    return {
        "consensus_score": 9,
        "agrees_with": ["all"],
        "pending_issues": [],
        "proposal": "Keep them in SQLite.",
        "files_to_modify": ["store.py"],
    }


def speech(lane: int) -> str:
    """Markdown of every kind; sentences and lines of code end with a mark of their own."""
    parts: list[str] = []
    words, marks = 0, iter(range(1_000_000))
    for number in range(1_000_000):
        parts.append(_part(number + 3 * lane, lane, marks))
        words += len(parts[-1].split())
        if words > _ASKED_PACE * SECONDS:
            break
    return "\n\n".join(parts)


def _part(number: int, lane: int, marks: Iterator[int]) -> str:
    def said(place: int) -> str:
        return f"{_SENTENCES[(number + place) % 4]} mark{lane}n{next(marks)}x."

    kind = number % 9
    if kind == 0:
        return f"## Point {number}\n\n{said(0)}"
    if kind == 4:
        return f"- {said(0)}\n- {said(1)}\n  1. {said(2)}\n  2. {said(3)}"
    if kind == 6:
        return f"| case | before | after |\n|---|---:|---:|\n| {number} | 12 | 7 |\n| b | 3 | 1 |"
    if kind == 7:
        lines = (f"{line}  # mark{lane}n{next(marks)}x" for line in _CODE * 4)
        return "```python\n" + "\n".join(lines) + "\n```"
    return f"> {said(0)}" if kind == 8 else " ".join(map(said, range(4)))


async def begin(client: httpx2.AsyncClient) -> str:
    """A discussion whose opening is blind: all speak at once."""
    body = {"workflow": "discuss", "topic": "Where do the sessions live?", "blind": True}
    begun = await client.post("/api/session/start", json=body)
    begun.raise_for_status()
    return str(begun.json()["session"])


async def put_diff(root: Path, session: str, path: str, before: str, after: str) -> None:
    """A session that has changed this file, and a small one; nobody may be serving the folder."""
    store = SqliteStore(root / ".roundtable" / "roundtable.db")
    try:
        events = list(_changed(session, {path: before, "a.py": "A = 1\n"}, path, after))
        await store.append(events, summary_text(fold(events)))
    finally:
        await store.close()


def _changed(session: str, given: dict[str, str], path: str, after: str) -> Iterator[Event]:
    for seq, line in enumerate(_LOG.read_text(encoding="utf-8").splitlines(), 1):
        body = json.loads(line)
        if body["type"] == "files_given":
            body["files"] = [_file(*each) for each in given.items()]
        if body["type"] == "synthesis_end":
            body["files"] = [_file("a.py", "A = 2\n"), _file(path, after)]
            body["provenance"] = []
        yield read_event(json.dumps({**body, "session": session}), session, seq)


def _file(path: str, text: str) -> dict[str, object]:
    return {"path": path, "text": text, "binary": False}
