"""Sessions as resources to read: rendered from the log, so that no path of a client is opened."""

import re
from collections.abc import Callable

from roundtable.apps.mcp.results import PAGES, resource
from roundtable.apps.mcp.tools import Hall
from roundtable.apps.mcp.words import quoted
from roundtable.core.errors import UnknownSession
from roundtable.core.parsing.text import one_line, printable
from roundtable.core.state import SessionState
from roundtable.views.pages import decisions_page, discussion_page

MOST_LISTED = 50
"""So many sessions are listed, the newest first; any other can be read by its name."""

_WHAT = ("What a session decided, and its last vote", "Every turn of a session, as it was said")
TEMPLATES = {resource("{name}", page): what for page, what in zip(PAGES, _WHAT, strict=True)}
_ADDRESS = re.compile(r"roundtable://sessions/([0-9a-z-]{1,200})/([a-z]+\.md)")
_RENDER: dict[str, Callable[[SessionState], str]] = dict(
    zip(PAGES, (decisions_page, discussion_page), strict=True)
)


async def listed(hall: Hall) -> list[str]:
    """The addresses of the newest sessions' pages."""
    async with hall.table() as table:
        rows = await table.store.sessions()
    names = [row.session for row in reversed(rows) if row.summary]
    return [resource(name, page) for name in names[:MOST_LISTED] for page in PAGES]


async def page(hall: Hall, address: str) -> str:
    """The page that an address names; UnknownSession for any address that is not one of ours."""
    match = _ADDRESS.fullmatch(address)
    render = _RENDER.get(match[2]) if match else None
    if match is None or render is None:
        raise UnknownSession(
            f"there is no resource {one_line(address, 80)!r}", f"one of: {', '.join(TEMPLATES)}"
        )
    async with hall.table() as table:
        state = await table.driver.state(match[1])
    return "\n".join(quoted([(address, printable(render(state)))]))
