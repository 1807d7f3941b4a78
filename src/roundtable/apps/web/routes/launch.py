"""Letting a browser in, and what it finds."""

import asyncio

from fastapi import APIRouter, Response

from roundtable import __version__
from roundtable.adapters.knights.discovery import discover
from roundtable.apps.founding import found_knights, found_table, rehearsal_knights
from roundtable.apps.web import answers, requests
from roundtable.apps.web.passes import LASTS
from roundtable.apps.web.problems import Refusal, documented, remedy_of
from roundtable.apps.web.routes.reaching import InHouse
from roundtable.bootstrap import load_config, seat_knight
from roundtable.core.config import Config, KnightConfig, RulesConfig
from roundtable.core.errors import ConfigError, KnightUnavailable
from roundtable.core.seats import Seat

router = APIRouter(tags=["the place"])


@router.post("/launch", status_code=204, responses=documented("invalid"))
async def launch(house: InHouse, given: requests.Launch, response: Response) -> None:
    """Exchange the link's token for the cookie that all other requests need; it is good once."""
    passed = house.passes.exchange(given.token)
    if passed is None:
        raise Refusal(
            "not_signed_in",
            "this link has been used, or is of an earlier start",
            "open the newest link that `roundtable serve` has printed",
            "token",
        )
    response.set_cookie(
        house.passes.cookie, passed, max_age=LASTS, path="/", httponly=True, samesite="strict"
    )
    house.tell_link()


@router.get("/project", responses=documented("log_unavailable"))
async def project(house: InHouse) -> answers.Place:
    """Where this server stands, who could sit down, and what is missing."""
    root = house.project.root
    config, problem = None, ""
    try:
        config = load_config(house.project) if house.founded else None
    except ConfigError as error:
        problem = f"{error.message}; {remedy_of(error)}"
    hall = await house.settled() if house.founded else None
    rows = await hall.table.store.sessions() if hall else ()
    sessions = sum(bool(row.summary) for row in rows)  # the project's own log has none
    knights = config.knights if config else ()
    seats = await asyncio.to_thread(lambda: tuple(_offered(house, knight) for knight in knights))
    return answers.Place(
        version=__version__,
        root=str(root),
        name=config.project if config else root.name,
        founded=house.founded,
        sessions=sessions,
        seats=seats,
        problem=problem,
    )


@router.post(
    "/project",
    status_code=201,
    responses=documented("refused", "knight_unavailable", "log_unavailable", "keys_unavailable"),
)
async def found(house: InHouse, wanted: requests.Found) -> answers.Place:
    """Make the `.roundtable` folder; one that is there already stays as it is."""
    if house.founded:
        raise Refusal("refused", "there is a table here already", "change it in the settings")
    if wanted.knights == "rehearsal":
        knights = rehearsal_knights()
    else:
        knights = found_knights(await discover())
        if not knights:
            raise KnightUnavailable(
                "fewer than two knights can be reached from this machine",
                "install a vendor's command or keep a key, or begin with the rehearsal",
            )
    name = house.project.root.name or "project"
    found_table(
        house.project,
        Config(version="1.0", project=name, language="en", knights=knights, rules=RulesConfig()),
    )
    await house.move_in()
    return await project(house)


def _offered(house: InHouse, knight: KnightConfig) -> answers.SeatOffered:
    try:
        seat_knight(Seat.model_validate(knight.model_dump()), house.project)
    except (KnightUnavailable, ConfigError) as error:
        return answers.SeatOffered(
            knight=knight, ready=False, problem=error.message, remedy=remedy_of(error)
        )
    return answers.SeatOffered(knight=knight, ready=True)
