"""The only place that picks concrete adapters."""

import random
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from roundtable import __version__
from roundtable.adapters.clocks import SystemClock
from roundtable.adapters.drivers.local import LocalDriver
from roundtable.adapters.knights.script import ANYBODY, load_script
from roundtable.adapters.knights.scripted import ScriptedKnight
from roundtable.adapters.limits import LocalLimits
from roundtable.adapters.project import Project
from roundtable.adapters.stores.schema import explain_os
from roundtable.adapters.stores.sqlite import SqliteStore
from roundtable.adapters.workspaces.repository import Repository
from roundtable.core.budget import Budget
from roundtable.core.config import Config, read_config
from roundtable.core.errors import KnightUnavailable
from roundtable.core.events import SessionStart
from roundtable.core.ports import Clock, EventStore, Knight, Workspace
from roundtable.core.rules import Rules
from roundtable.core.seats import Seat

SEATABLE = ("scripted",)
"""The adapters that this version can seat."""


@dataclass(frozen=True, slots=True)
class Table:
    """Everything that a front door needs to convene knights in a project."""

    project: Project
    config: Config
    store: EventStore
    driver: LocalDriver
    clock: Clock


def load_config(project: Project) -> Config:
    path = project.config_path
    shown = path.relative_to(project.root)
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        content = b""
    except OSError as error:
        raise explain_os(error, path) from error
    return read_config(content, str(shown))


@asynccontextmanager
async def open_table(project: Project) -> AsyncIterator[Table]:
    """The table of a project, on its embedded log; what runs is paused when it is left."""
    config = load_config(project)
    store, clock = SqliteStore(project.log), SystemClock()

    def seating(seats: Sequence[Seat]) -> Mapping[str, Knight]:
        return {seat.name: seat_knight(seat, project) for seat in seats}

    workspace = repository(project, config)
    driver = LocalDriver(store, clock, workspace, seating, LocalLimits())
    try:
        yield Table(project, config, store, driver, clock)
    finally:
        await driver.close()


def repository(project: Project, config: Config) -> Workspace:
    return Repository(project.root, tuple(config.rules.ignore))


def seat_knight(seat: Seat, project: Project) -> Knight:
    """A voice for a seat, or the reason why there is none."""
    if seat.adapter not in SEATABLE:
        raise KnightUnavailable(
            f"{seat.name} speaks through {seat.adapter}, which this version cannot seat yet",
            "seat a scripted knight: roundtable init --knight Gawain=scripted",
        )
    assert seat.script is not None, "the config requires it"
    script = load_script(seat.script, project.root)
    part = script.knights.get(seat.name) or script.knights.get(ANYBODY)
    if part is None:
        known = ", ".join(script.knights)
        raise KnightUnavailable(
            f"the script {seat.script} has no part for {seat.name}", f"it has parts for: {known}"
        )
    return ScriptedKnight(part)


def opening(
    table: Table, topic: str, seats: Sequence[Seat], rules: Rules, budget: Budget
) -> SessionStart:
    """The first event of a new discussion, its seed drawn here and recorded in it."""
    return SessionStart(
        topic=topic,
        project=table.config.project,
        language=table.config.language,
        seats=tuple(seats),
        rules=rules,
        budget=budget,
        seed=random.SystemRandom().randrange(2**53),
        product=__version__,
    )
