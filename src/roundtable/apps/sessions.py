"""Finds the session that somebody means: a whole name, a part of one, or the latest.

Imports stay light: `status` comes through here.
"""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from roundtable.core.errors import UnknownSession

if TYPE_CHECKING:
    from roundtable.core.ports import EventStore


async def find_session(store: "EventStore", wanted: str | None, going: bool = False) -> str:
    """The one meant among the sessions of a log.

    A part of a name that a decision shares with its applies means the decision; with `going`, it
    means what is not over yet.
    """
    known = {row.session: json.loads(row.summary) for row in await store.sessions() if row.summary}
    if wanted in (*known, None, "", "last", "latest"):
        return resolve(list(known), wanted)
    fitting = {name: told for name, told in known.items() if str(wanted).lower() in name}
    meant = [
        name
        for name, told in fitting.items()
        if (told.get("phase") != "ended" if going else told.get("workflow") != "apply")
    ]
    return resolve(meant if len(meant) == 1 else list(fitting or known), wanted)


def resolve(names: Sequence[str], wanted: str | None) -> str:
    """The one session meant; names are in the order in which the sessions began."""
    if not names:
        raise UnknownSession("there are no sessions here yet", "convene one: roundtable discuss …")
    if wanted in (None, "", "last", "latest"):
        return names[-1]
    if wanted in names:
        return str(wanted)
    matches = [name for name in names if str(wanted).lower() in name]
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise UnknownSession(
            f"{wanted!r} could be any of: {', '.join(matches)}", "name one in full"
        )
    raise UnknownSession(f"there is no session {wanted!r}", "see: roundtable list")
