"""Sessions: begin one, list them, and read how one stands."""

import asyncio
import json
from typing import Annotated

from fastapi import APIRouter, Query

from roundtable.apps.web import answers, requests
from roundtable.apps.web.drafting import draft
from roundtable.apps.web.problems import documented
from roundtable.apps.web.routes.reaching import InHall, InHouse, Session
from roundtable.views.session_view import SessionView
from roundtable.views.viewing import session_view

router = APIRouter(tags=["sessions"])


@router.post(
    "/session/start",
    status_code=201,
    responses=documented(
        "invalid", "not_founded", "config_wrong", "knight_unavailable", "gone", "too_many",
        "refused", "busy", "log_unavailable",
    ),
)  # fmt: skip
async def start(house: InHouse, wanted: requests.Start) -> answers.Begun:
    """Convene a table. It works in the background; watch its stream.

    Refused while others are at work under rules that were changed since: it shall keep to the new.
    """
    hall = await house.current()
    # Seating may ask the system's keyring, which takes its time.
    drawn = await asyncio.to_thread(draft, hall.fresh(), wanted, house.uploads)
    session = await hall.steward.begin(drawn.start, drawn.given)
    if wanted.upload:
        house.uploads.forget(wanted.upload)
    return answers.Begun(session=session)


@router.get("/sessions", responses=documented("not_founded", "log_unavailable"))
async def sessions(hall: InHall) -> list[answers.SessionListed]:
    """All sessions of this project, those of the terminal included; the newest first."""
    rows = await hall.table.store.sessions()
    return [_listed(hall, json.loads(row.summary)) for row in reversed(rows) if row.summary]


@router.get(
    "/session/{session}",
    responses=documented("unknown_session", "not_founded", "log_unreadable", "log_unavailable"),
)
async def state(hall: InHall, session: Session) -> SessionView:
    """How the session stands: what its events amount to."""
    return session_view(await hall.table.driver.state(session))


@router.get(
    "/session/{session}/events",
    responses=documented(
        "unknown_session", "not_founded", "invalid", "log_unreadable", "log_unavailable"
    ),
)
async def events(
    hall: InHall, session: Session, after: Annotated[int, Query(ge=0, le=2**53)] = 0
) -> list[answers.Event]:
    """The log itself, from its beginning or after an event; what replay reads."""
    return list(await hall.table.store.read(session, after))


def _listed(hall: InHall, told: dict[str, object]) -> answers.SessionListed:
    fields = answers.SessionListed.model_fields
    known = {key: told.get(key) for key in fields}
    known["running"] = hall.steward.running(str(told["session"]))
    known["make_believe"] = bool(told.get("make_believe"))  # rows of old versions do not say
    return answers.SessionListed.model_validate(known)
