"""How a route gets at the house it is served in."""

from typing import Annotated

from fastapi import Depends, Path, Request

from roundtable.apps.web.house import Hall, House


def _house(request: Request) -> House:
    house: House = request.app.state.house
    return house


async def _hall(request: Request) -> Hall:
    return await _house(request).settled()


async def _session(hall: "InHall", session: "SessionName") -> str:
    return await hall.require(session)


InHouse = Annotated[House, Depends(_house)]
InHall = Annotated[Hall, Depends(_hall)]
SessionName = Annotated[
    str, Path(max_length=200, description="A session's whole name, as /api/sessions lists it.")
]
Session = Annotated[str, Depends(_session)]
"""The name of a session that is there; anything else has been refused."""
