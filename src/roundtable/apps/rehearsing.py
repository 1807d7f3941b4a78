"""The rehearsals that come with the program: what is asked, and the scripted knights who answer."""

from typing import Literal

from roundtable.apps.founding import rehearsal_knights
from roundtable.core.config import KnightConfig
from roundtable.core.seats import Seat

TOPIC = "How should we limit failed sign-ins in shop/login.py?"
TASK = "A command that splits a bill among friends so that no cent is lost"
DISCUSSION, BUILD = "login_limits", "bill_splitter"
SEED = 30
"""The script of the build names claims by number, so the order of speaking must be this one."""


def rehearsal_seats(kind: Literal["build", "discuss"]) -> tuple[Seat, ...]:
    """The three knights with the script for a build or for a discussion."""
    knights = rehearsing_knights(BUILD if kind == "build" else DISCUSSION)
    return tuple(Seat.model_validate(knight.model_dump()) for knight in knights)


def rehearsing_knights(script: str) -> tuple[KnightConfig, ...]:
    """The same, as a config holds them."""
    return tuple(
        knight.model_copy(update={"script": f"builtin:{script}"}) for knight in rehearsal_knights()
    )
