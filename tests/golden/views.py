"""What a client sees of each kept log: `python -m tests.golden.views` writes it down beside it.

`NAME.view.json` is the view at the end of the log, `NAME.prefixes.json` a digest of the view after
each of its events. `test_golden.py` holds `views/viewing.py` to them, `web/src/fold/golden.test.ts`
the client's own fold.
"""

import hashlib
import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from roundtable.core.events import Event, read_event
from roundtable.core.state import SessionState, evolve
from roundtable.views.viewing import session_view

FOLDER = Path(__file__).parent
DIGITS = 16
"""So many of a digest tell two views apart as surely as all of them, for this purpose."""


def sessions() -> list[Path]:
    """The kept logs that are sessions."""
    logs = sorted(FOLDER.glob("*.jsonl"))
    return [log for log in logs if log.with_suffix(".summary.json").exists()]


def events(log: Path) -> list[Event]:
    return [read_event(line) for line in log.read_text().splitlines()]


def view(log: Path) -> dict[str, Any]:
    """The view at the end of a log, as plain JSON."""
    *_, last = _states(log)
    return _viewed(last)


def prefixes(log: Path) -> list[str]:
    """The digest of the view after each event."""
    return [digest(_viewed(state)) for state in _states(log)]


def digest(value: object) -> str:
    return hashlib.sha256(canonical(value).encode()).hexdigest()[:DIGITS]


def canonical(value: object) -> str:
    """JSON in a form that the client can make as well: keys in order, no blanks.

    A whole number is written as such, any other in millionths, rounded half up: `1500000e-6`.
    """
    match value:
        case dict():
            fields = (f"{canonical(key)}:{canonical(value[key])}" for key in sorted(value))
            return f"{{{','.join(fields)}}}"
        case list():
            return f"[{','.join(map(canonical, value))}]"
        case float() if value.is_integer():
            return str(int(value))
        case float():
            return f"{math.floor(value * 1_000_000 + 0.5)}e-6"
        case _:
            return json.dumps(value, ensure_ascii=False)


def _states(log: Path) -> Iterator[SessionState]:
    state = SessionState()
    for event in events(log):
        state = evolve(state, event)
        yield state


def _viewed(state: SessionState) -> dict[str, Any]:
    return session_view(state).model_dump(mode="json")


def main() -> None:
    for log in sessions():
        for suffix, value in ((".view.json", view(log)), (".prefixes.json", prefixes(log))):
            text = json.dumps(value, ensure_ascii=False, indent=2)
            log.with_suffix(suffix).write_text(f"{text}\n")


if __name__ == "__main__":
    main()
