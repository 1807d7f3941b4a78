"""The tools: what each is for, what it takes, what it answers, and how it is done."""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from roundtable.adapters.project import Project
from roundtable.adapters.trees.given import from_diff, from_path
from roundtable.adapters.trees.tally import Given
from roundtable.apps.cli.convening import pick_seats, refuse_unpriced
from roundtable.apps.cli.sessions import find_session
from roundtable.apps.mcp.arguments import (
    Arguments,
    Convening,
    Decisions,
    Discuss,
    Review,
    Status,
    inside,
    read_arguments,
)
from roundtable.apps.mcp.results import ChronicleTold, SessionTold, chronicle, told
from roundtable.apps.mcp.sitting import sit
from roundtable.apps.mcp.words import chronicle_text, session_text
from roundtable.bootstrap import Table, open_table, opening, seat_knight
from roundtable.core import memory
from roundtable.core.agenda import ROUNDS, Agenda
from roundtable.core.budget import Budget
from roundtable.core.errors import RoundtableError, UsageError
from roundtable.core.events import FilesGiven
from roundtable.core.ports import Watcher
from roundtable.core.seats import Seat
from roundtable.core.state import SessionState


@dataclass(frozen=True, slots=True)
class Hall:
    """What was fixed when the server was launched; no call can change it."""

    project: Project
    caps: Budget


@dataclass(frozen=True, slots=True)
class Answer:
    told: SessionTold | ChronicleTold
    text: str


Run = Callable[[Hall, Any, Watcher], Awaitable[Answer]]


@dataclass(frozen=True, slots=True)
class Tool:
    title: str
    description: str
    takes: type[Arguments]
    answers: type[SessionTold | ChronicleTold]
    run: Run

    @property
    def convenes(self) -> bool:
        """Whether models may be asked, which costs; all others only read."""
        return issubclass(self.takes, Convening)

    async def call(self, hall: Hall, given: Mapping[str, Any] | None, watcher: Watcher) -> Answer:
        return await self.run(hall, read_arguments(self.takes, given), watcher)


async def _discuss(hall: Hall, given: Discuss, watcher: Watcher) -> Answer:
    async with open_table(hall.project) as table:
        seats, caps = _seats(table, given), given.caps(hall.caps)
        with _about("max_cost_usd"):
            refuse_unpriced(seats, caps)
        rules = table.config.rules.rules(blind=given.blind)
        if given.rounds is not None:
            rules = rules.model_copy(update={"max_rounds": given.rounds})
        return _answer(await sit(table, opening(table, given.topic, seats, rules, caps), watcher))


async def _review(hall: Hall, given: Review, watcher: Watcher) -> Answer:
    async with open_table(hall.project) as table:
        files, patch = await _material(table, given)
        if all(file.binary for file in files.files):
            raise UsageError(
                f"path: there is nothing to review in {files.origin}", "name another folder"
            )
        seats, caps = _seats(table, given), given.caps(hall.caps)
        plan = ROUNDS["review"].model_copy(update={"instructions": given.instruct or ""})
        agenda = Agenda(rounds=(plan,), auto_advance=True)
        with _about("max_cost_usd"):
            refuse_unpriced(seats, caps, agenda)
        topic, rules = f"Review of {files.origin}", table.config.rules.rules()
        start = opening(table, topic, seats, rules, caps, "review", agenda)
        reviewed = FilesGiven(
            origin=files.origin, files=files.files, left_out=files.left_out, patch=patch
        )
        return _answer(await sit(table, start, watcher, reviewed))


async def _status(hall: Hall, given: Status, watcher: Watcher) -> Answer:
    async with open_table(hall.project) as table:
        with _about("session"):
            name = await find_session(table.store, given.session)
        return _answer(await table.driver.state(name))


async def _decisions(hall: Hall, given: Decisions, watcher: Watcher) -> Answer:
    async with open_table(hall.project) as table:
        entries, decrees = await memory.entries(table.store), await memory.all_decrees(table.store)
    found = chronicle(entries, decrees, given.words or "", given.limit)
    return Answer(found, chronicle_text(found))


def _seats(table: Table, given: Convening) -> tuple[Seat, ...]:
    """The knights of the table; an empty chair is found before anything is recorded."""
    with _about("knights"):
        seats = pick_seats(table.config, list(given.knights or ()))
    for seat in seats:
        seat_knight(seat, table.project)
    return seats


async def _material(table: Table, given: Review) -> tuple[Given, str]:
    """The files to look at; with a commit, those that differ from it, and how."""
    ignore = tuple(table.config.rules.ignore)
    place = inside(table.project.root, given.path, ignore)
    if given.diff:
        with _about("diff"):
            return await from_diff(place, given.diff, ignore)
    with _about("path"):
        files = await from_path(place, ignore)
    return replace(files, origin=place.relative_to(table.project.root).as_posix()), ""


@contextmanager
def _about(field: str) -> Iterator[None]:
    """What is refused in here is refused by the name of this field."""
    try:
        yield
    except RoundtableError as error:
        raise type(error)(f"{field}: {error.message}", error.remedy) from error


def _answer(state: SessionState) -> Answer:
    found = told(state)
    return Answer(found, session_text(found))


_COSTS = (
    "Asks several AI models, takes minutes and may cost money; it changes no file of the project. "
    "The decision stays with the developer: the result says which command he runs."
)

TOOLS: Mapping[str, Tool] = {
    "discuss": Tool(
        "Convene the table",
        "Several models discuss a question about this project until they agree, or until the "
        f"developer must decide. {_COSTS}",
        Discuss,
        SessionTold,
        _discuss,
    ),
    "review": Tool(
        "Have code reviewed",
        "Several models review a folder of this project, or what differs from a commit; what the "
        f"same place is blamed for by several is one finding. {_COSTS}",
        Review,
        SessionTold,
        _review,
    ),
    "status": Tool(
        "Where a session stands",
        "One session, or the latest: its decision, votes, findings, cost, and the question that "
        "waits for the developer, if any. Reads only.",
        Status,
        SessionTold,
        _status,
    ),
    "decisions": Tool(
        "What has been decided",
        "The chronicle of this project's earlier decisions, newest first, and the developer's "
        "standing decrees. Look here before you propose something. Reads only.",
        Decisions,
        ChronicleTold,
        _decisions,
    ),
}
