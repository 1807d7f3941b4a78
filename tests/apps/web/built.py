"""A session that has built something, and words for it that several tests use."""

from typing import Any

from tests.apps.web.conftest import Served


async def built(served: Served, *rounds: str, **fields: Any) -> str:
    """A build of these rounds by the scripted knights, held to its end."""
    body = {
        "workflow": "build",
        "topic": "a cart",
        "rounds": [{"key": key} for key in rounds],
        "auto_advance": True,
        **fields,
    }
    session = await served.start(**body)
    told = await served.until(session, "ended", "awaiting_king", "paused", seconds=60)
    assert told["outcome"] == "built", told
    return session


async def put(served: Served, path: str, body: object) -> Any:
    return await served.client.put(f"/api{path}", json=body)
