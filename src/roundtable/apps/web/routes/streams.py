"""The stream of a session: the log from where the client left, and then as it happens."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Header, Query
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from roundtable.apps.web.channels import Channels, Viewer
from roundtable.apps.web.problems import documented
from roundtable.apps.web.routes.reaching import InHall, Session
from roundtable.views.stream import HEARTBEAT, RETRY

router = APIRouter(tags=["sessions"])
HEARTBEAT_SECONDS = 15.0
_ID = r"^\d{1,16}$"


class EventStream(Response):
    """Frames until the client goes, or cannot keep up."""

    media_type = "text/event-stream"

    def __init__(self, channels: Channels, session: str, after: int) -> None:
        self._channels = channels
        self._session = session
        self._after = after
        self.background = None
        self.status_code = 200
        self.body = b""
        self.init_headers({"cache-control": "no-store", "x-accel-buffering": "no"})
        del self.headers["content-length"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with self._channels.viewing(self._session, self._after) as (viewer, last, missed):
            sending = asyncio.create_task(self._send(send, viewer, last, missed))
            leaving = [
                asyncio.create_task(_gone(receive)),
                asyncio.create_task(viewer.dropped.wait()),
            ]
            try:
                await asyncio.wait({sending, *leaving}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in (sending, *leaving):
                    task.cancel()
                await asyncio.gather(sending, *leaving, return_exceptions=True)

    async def _send(self, send: Send, viewer: Viewer, last: int, missed: bytes) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        await send({"type": "http.response.body", "body": RETRY + missed, "more_body": True})
        while not viewer.over:
            last, waiting = await viewer.take(last, HEARTBEAT_SECONDS)
            await send(
                {"type": "http.response.body", "body": waiting or HEARTBEAT, "more_body": True}
            )
        await send({"type": "http.response.body", "body": b""})


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


@router.get(
    "/session/{session}/stream",
    response_class=Response,
    responses={
        **documented(
            "unknown_session", "not_founded", "invalid", "log_unreadable", "log_unavailable"
        ),
        200: {
            "description": "Server-sent events. `event` is the event's type, `id` its place in the "
            "log, `data` the event as /events has it. `token` has no id: it may be lost, and "
            "`agent_end` holds the text. A comment comes every 15 seconds.",
            "content": {"text/event-stream": {"schema": {"type": "string"}}},
        },
    },
)
async def stream(
    hall: InHall,
    session: Session,
    after: Annotated[int, Query(ge=0, le=2**53, description="Only events after this one.")] = 0,
    last_event_id: Annotated[
        str | None, Header(pattern=_ID, description="Where the client left; wins over `after`.")
    ] = None,
) -> EventStream:
    """Watch the session. Whoever leaves and comes back with `Last-Event-ID` misses nothing."""
    start = int(last_event_id) if last_event_id else after
    return EventStream(hall.channels, session, start)
