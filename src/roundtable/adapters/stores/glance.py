"""The list of sessions at a glance, for commands that must start at once: no event is read."""

import contextlib
import json
import sqlite3
from pathlib import Path
from typing import Any

from roundtable.adapters.stores.schema import connect_to_read, explain
from roundtable.core.errors import LogDamaged


def glance(path: Path) -> list[dict[str, Any]]:
    """Every session's summary, oldest first; an absent log is an empty list."""
    if not path.exists():
        return []
    try:
        with contextlib.closing(connect_to_read(path)) as connection:
            tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
            if not tables:
                return []
            rows = connection.execute("SELECT summary FROM sessions ORDER BY key").fetchall()
        return [json.loads(summary) for (summary,) in rows if summary]
    except sqlite3.Error as error:
        raise explain(error, path) from error
    except ValueError as error:
        raise LogDamaged(
            f"the list of sessions in {path} cannot be read", "run `roundtable rebuild --salvage`"
        ) from error
