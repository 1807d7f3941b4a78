"""Finds the session that somebody means: a whole name, a part of one, or the latest.

Imports stay light: `status` comes through here.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from roundtable.core.errors import UnknownSession

if TYPE_CHECKING:
    from roundtable.core.ports import EventStore


async def find_session(store: "EventStore", wanted: str | None) -> str:
    """The one meant among the sessions of a log."""
    rows = await store.sessions()
    return resolve([row.session for row in rows if row.summary], wanted)


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
