"""The tools: what each is for, what it takes, what it answers, and how it is done."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any

from roundtable.adapters.limits import LocalLimits
from roundtable.adapters.project import Project
from roundtable.adapters.trees.given import from_diff, from_path
from roundtable.apps.convening import about, pick_seats, refuse_unpriced
from roundtable.apps.mcp.arguments import (
    Arguments,
    CodeRed,
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
from roundtable.apps.sessions import find_session
from roundtable.bootstrap import Table, open_table, opening, seat_knight
from roundtable.core import memory
from roundtable.core.agenda import ROUNDS, Agenda
from roundtable.core.budget import Budget
from roundtable.core.errors import UsageError
from roundtable.core.events import FilesGiven, ProjectFile, WorkflowName
from roundtable.core.ports import Limits, Watcher
from roundtable.core.rules import Rules
from roundtable.core.state import SessionState
from roundtable.core.symptoms import readable_log, topic_of


@dataclass(frozen=True, slots=True)
class Hall:
    """What was fixed when the server was launched; no call can change it."""

    project: Project
    caps: Budget
    limits: Limits = field(default_factory=LocalLimits)
    """What all sessions of the server share."""

    def table(self) -> AbstractAsyncContextManager[Table]:
        """The table for one call, with the config of now; it cannot write into the project."""
        return open_table(self.project, self.limits, writes=False)


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


@dataclass(frozen=True, slots=True)
class Matter:
    """What a table is convened about."""

    topic: str
    rules: Rules
    workflow: WorkflowName = "discuss"
    agenda: Agenda | None = None
    files: FilesGiven | None = None


async def _discuss(hall: Hall, given: Discuss, watcher: Watcher) -> Answer:
    async with hall.table() as table:
        rules = _rules(table, given.rounds, given.blind)
        return await _convene(hall, table, given, Matter(given.topic, rules), watcher)


async def _review(hall: Hall, given: Review, watcher: Watcher) -> Answer:
    async with hall.table() as table:
        files = await _material(table, given)
        if all(file.binary for file in files.files):
            raise UsageError(
                f"path: there is nothing to review in {files.origin}", "name another folder"
            )
        plan = ROUNDS["review"].model_copy(update={"instructions": given.instruct or ""})
        agenda = Agenda(rounds=(plan,), auto_advance=True)
        topic, rules = f"Review of {files.origin}", _rules(table)
        matter = Matter(topic, rules, "review", agenda, files)
        return await _convene(hall, table, given, matter, watcher)


async def _code_red(hall: Hall, given: CodeRed, watcher: Watcher) -> Answer:
    log = readable_log((given.log or "").encode())
    topic = given.symptom or topic_of(log)
    if not topic:
        raise UsageError(
            "symptom and log are both missing", "symptom: say what fails; or log: give its text"
        )
    shown = FilesGiven(origin="log", files=(ProjectFile(path="given.log", text=log),))
    async with hall.table() as table:
        rules = _rules(table, given.rounds)
        matter = Matter(topic, rules, "code-red", files=shown if log else None)
        return await _convene(hall, table, given, matter, watcher)


async def _status(hall: Hall, given: Status, watcher: Watcher) -> Answer:
    async with hall.table() as table:
        with about("session"):
            name = await find_session(table.store, given.session)
        return _answer(await table.driver.state(name))


async def _decisions(hall: Hall, given: Decisions, watcher: Watcher) -> Answer:
    async with hall.table() as table:
        entries, decrees = await memory.entries(table.store), await memory.all_decrees(table.store)
    found = chronicle(entries, decrees, given.words or "", given.limit)
    return Answer(found, chronicle_text(found, given.words or ""))


async def _convene(
    hall: Hall, table: Table, given: Convening, matter: Matter, watcher: Watcher
) -> Answer:
    """Seat the knights, an empty chair found before anything is recorded, and lead the session."""
    with about("knights"):
        seats = pick_seats(table.config, list(given.knights or ()))
    for seat in seats:
        seat_knight(seat, table.project)
    caps = given.caps(hall.caps)
    with about("max_cost_usd"):
        refuse_unpriced(seats, caps, matter.agenda)
    start = opening(table, matter.topic, seats, matter.rules, caps, matter.workflow, matter.agenda)
    return _answer(await sit(table, start, watcher, matter.files))


def _rules(table: Table, rounds: int | None = None, blind: bool = False) -> Rules:
    """The project's rules, with what the call says instead."""
    rules = table.config.rules.rules(blind=blind)
    return rules if rounds is None else rules.model_copy(update={"max_rounds": rounds})


async def _material(table: Table, given: Review) -> FilesGiven:
    """The files to look at; with a commit, those that differ from it, and how."""
    root, ignore = table.project.root, tuple(table.config.rules.ignore)
    place, patch = inside(root, given.path, ignore), ""
    if given.diff:
        with about("diff"):
            found, patch = await from_diff(place, given.diff, ignore)
        origin = found.origin
    else:
        with about("path"):
            found = await from_path(place, ignore)
        origin = place.relative_to(root).as_posix()
    return FilesGiven(origin=origin, files=found.files, left_out=found.left_out, patch=patch)


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
    "code_red": Tool(
        "Find the cause of a failure",
        "Several models look for the root cause of a failure, first each for itself, until they "
        f"converge; the case is logged for later. {_COSTS}",
        CodeRed,
        SessionTold,
        _code_red,
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
        "The chronicle of this project's earlier decisions, newest first or nearest to your words, "
        "and the developer's standing decrees. Look here before you propose something. Reads only.",
        Decisions,
        ChronicleTold,
        _decisions,
    ),
}
