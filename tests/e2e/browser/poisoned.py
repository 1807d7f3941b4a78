"""Sessions in which every text is one of the payloads, put into a project's log by its store."""

import json
from collections.abc import Iterator, Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

from roundtable.adapters.stores.sqlite import SqliteStore
from roundtable.core.config import read_config
from roundtable.core.errors import LogDamaged
from roundtable.core.events import Event, read_event
from roundtable.core.state import fold
from roundtable.core.summary import summary_text
from tests.e2e.browser.payloads import HTML
from tests.e2e.browser.payloads_foreign import FOREIGN
from tests.e2e.browser.payloads_written import WRITTEN
from tests.views.report.attacks import poisoned_log

FAMILIES = {**HTML, **FOREIGN, **WRITTEN}
PAYLOADS = tuple(
    text.replace("§", str(number))
    for number, text in enumerate((text for family in FAMILIES.values() for text in family), 1)
)
ENDED, ASKING, BUILT = "poisoned-ended", "poisoned-asking", "poisoned-built"
NAMED = "<script>__pwned(0)<!--"
_MARK = "\ue123"
LONG = 32
"""Files that hold all payloads between them; the others hold one line, for their names' sake."""
_KINDS = ("py", "js", "html", "md", "json", "css", "tsx", "yaml", "sh", "txt")


async def poison(root: Path) -> None:
    """Put the sessions into the log of this project, which nobody may be serving."""
    _poison_config(root / ".roundtable" / "config.json")
    store = SqliteStore(root / ".roundtable" / "roundtable.db")
    try:
        for session, seed, last in (
            (ENDED, 0, None),
            (ASKING, 163, "chat_asked"),
            (NAMED, 317, "files_read"),
            (BUILT, 89, "synthesis_end"),
        ):
            events = list(session_events(session, seed, last))
            await store.append(events, summary_text(fold(events)))
    finally:
        await store.close()


def _poison_config(path: Path) -> None:
    """As many payloads in the settings as the config lets in: most of its fields take none."""
    told = json.loads(path.read_text())
    lines = [text for text in PAYLOADS if text.isprintable() and len(text) <= 60]
    told["project"] = lines[0]
    told["rules"]["ignore"] = lines
    for knight in told["knights"]:
        knight["capabilities"] = lines[:40]
    read_config(json.dumps(told), str(path))
    path.write_text(json.dumps(told))


def session_events(session: str, seed: int, last: str | None) -> Iterator[Event]:
    """The poisoned log up to the first event of the kind `last`, with a payload in every place."""
    source = cycle([*PAYLOADS[seed:], *PAYLOADS[:seed]])
    said = cycle(texts(12))
    seq = 0
    for event in poisoned_log(_MARK):
        body = event.model_dump(mode="json")
        if session == BUILT:  # a round that runs what was built, so that its findings are shown
            body = json.loads(json.dumps(body).replace('"development', '"execution'))
        for told in _told(body, said, session == ASKING):
            seq += 1
            yield _filled(told, source, session, seq)
        if event.type == last:
            return


def _told(body: dict[str, Any], said: Iterator[str], everything: bool) -> list[dict[str, Any]]:
    """The event; where all payloads belong on a surface, as often and as long as they need."""
    match body["type"]:
        case "session_start" if everything:
            return [{**body, "topic": "\n".join(PAYLOADS)}]
        case "agent_end":
            return [{**body, "text": next(said)}]
        case "note_added":
            return [{**body, "text": text} for text in texts(24)]
        case "files_given":
            return [{**body, "files": _files(body["files"][0], 1)}]
        case "synthesis_end":
            return [{**body, "files": _files(body["files"][0], 2)}]
        case "exec_output" if body["stream"] == "stdout":
            return [{**body, "text": "".join(f"{payload}\n" for payload in PAYLOADS)}]
        case _:
            return [body]


def _filled(body: dict[str, Any], source: Iterator[str], session: str, seq: int) -> Event:
    """With several things in each list, as far as the event may have several."""
    for copies in (1,) if body["type"] == "session_start" else (4, 1):
        try:
            return read_event(json.dumps(_fill(body, source, copies)), session, seq)
        except LogDamaged:
            if copies == 1:
                raise
    raise AssertionError


def _fill(value: Any, source: Iterator[str], copies: int) -> Any:
    match value:
        case str():
            return value.replace(_MARK, next(source)) if _MARK in value else value
        case dict():
            return {
                _fill(key, source, copies): _fill(inner, source, copies)
                for key, inner in value.items()
            }
        case list():
            return [
                _fill(inner, source, copies)
                for inner in value
                for _ in range(copies if _MARK in json.dumps(inner, ensure_ascii=False) else 1)
            ]
        case _:
            return value


def texts(count: int) -> list[str]:
    """All payloads in so many texts of markdown, each in paragraphs of its own."""
    return ["\n\n".join(map(_closed, PAYLOADS[i::count])) + "\n" for i in range(count)]


def _closed(payload: str) -> str:
    """A fence that was left open would hide what follows it."""
    return f"{payload}\n```" if payload.count("```") % 2 else payload


def path_of(number: int) -> str:
    """The path of the file that is named by this payload."""
    if number < LONG:
        return f"{PAYLOADS[number]}.{_KINDS[number % len(_KINDS)]}"
    return PAYLOADS[number].rstrip("/")  # no path that the product has let in ends with a slash


def _files(like: dict[str, Any], turn: int) -> list[dict[str, Any]]:
    """A file for each payload, named by it; `turn` makes the texts of two rounds differ."""
    contents = _contents(turn)
    return [
        {
            **like,
            "path": path_of(i),
            "text": contents[i] if i < LONG else f"{payload}\n{turn}\n",
            "binary": False,
        }
        for i, payload in enumerate(PAYLOADS)
    ]


def _contents(turn: int) -> Sequence[str]:
    return [
        "".join(f"{payload}\n" for payload in PAYLOADS[(i + turn) % LONG :: LONG])
        for i in range(LONG)
    ]
