"""What a client asks for becomes a session's first event; what cannot be meant is refused here."""

from collections.abc import Sequence
from dataclasses import dataclass

from roundtable.apps.convening import about, pick_seats, refuse_unpriced, seated_judge, with_models
from roundtable.apps.rehearsing import SEED, TASK, TOPIC, rehearsal_seats
from roundtable.apps.web.requests import Caps, RoundChoice, Start
from roundtable.apps.web.uploads import Uploads
from roundtable.bootstrap import Table, opening, seat_knight
from roundtable.core.agenda import ROUNDS, Agenda, RoundPlan
from roundtable.core.budget import MICRO, Budget
from roundtable.core.errors import UsageError
from roundtable.core.events import FilesGiven, ProjectFile, SessionStart
from roundtable.core.parsing.text import clean
from roundtable.core.rules import Rules
from roundtable.core.seats import Seat
from roundtable.core.symptoms import readable_log, topic_of
from roundtable.core.voice import Voice


@dataclass(frozen=True, slots=True)
class Draft:
    """A session that could begin."""

    start: SessionStart
    given: FilesGiven | None
    knights: dict[str, Voice]


def draft(table: Table, wanted: Start, uploads: Uploads) -> Draft:
    """Everything up to the record; an empty chair is found before anything is written."""
    topic = _topic(wanted)
    seats = _seats(table, wanted)
    knights = {seat.name: seat_knight(seat, table.project) for seat in seats}
    caps = budget(wanted.caps)
    agenda = _agenda(wanted, seats) if wanted.workflow == "build" else None
    with about("caps"):
        refuse_unpriced(seats, caps, agenda)
    start = opening(table, topic, seats, _rules(table, wanted), caps, wanted.workflow, agenda)
    if wanted.rehearsal:
        start = start.model_copy(update={"seed": SEED})
    return Draft(start, _given(wanted, uploads), knights)


def budget(caps: Caps) -> Budget:
    cost = caps.max_cost_usd
    return Budget(
        max_cost_microusd=None if cost is None else round(cost * MICRO),
        max_tokens=caps.max_tokens,
        max_minutes=caps.max_minutes,
    )


def _topic(wanted: Start) -> str:
    topic = clean(wanted.topic).replace("\r\n", "\n").strip("\ufeff \t\n")
    if not _is_said(topic) and wanted.rehearsal:
        return TASK if wanted.workflow == "build" else TOPIC
    if not _is_said(topic) and wanted.workflow == "code-red" and wanted.log.strip():
        topic = topic_of(_log(wanted))
    if not _is_said(topic):
        what = {"build": "task", "discuss": "question", "code-red": "symptom"}[wanted.workflow]
        raise UsageError(f"topic: the {what} is empty", "say it in words")
    return topic


def _is_said(topic: str) -> bool:
    """Whether there is anything to be seen in it."""
    return any(c.isprintable() and not c.isspace() for c in topic)


def _log(wanted: Start) -> str:
    return readable_log(wanted.log.encode("utf-8", "replace"))


def _seats(table: Table, wanted: Start) -> tuple[Seat, ...]:
    if wanted.rehearsal:
        if wanted.workflow == "code-red":
            raise UsageError("rehearsal: there is no script for a code-red", "rehearse a build")
        return rehearsal_seats(wanted.workflow)
    models = {choice.name: choice.model for choice in wanted.seats if choice.model}
    with about("seats"):
        return with_models(
            pick_seats(table.config, [choice.name for choice in wanted.seats]), models
        )


def _rules(table: Table, wanted: Start) -> Rules:
    rules = table.config.rules.rules(blind=wanted.blind)
    most = wanted.max_rounds
    return rules if most is None else rules.model_copy(update={"max_rounds": most})


def _agenda(wanted: Start, seats: Sequence[Seat]) -> Agenda:
    choices = {choice.key: choice for choice in wanted.rounds}
    if len(choices) != len(wanted.rounds):
        raise UsageError("rounds: a round is named twice", "name each round once")
    keys = choices or ROUNDS
    if wanted.judges > len(seats):
        raise UsageError(f"judges: there are only {len(seats)} seats", "ask for fewer judges")
    held = [plan for plan in ROUNDS.values() if plan.key in keys]
    with about("judge"):
        judge = seated_judge(wanted.judge, seats)
    return Agenda(
        rounds=tuple(_plan(plan, choices.get(plan.key)) for plan in held),
        judge=judge,
        judge_model=wanted.judge_model or None,
        judges=wanted.judges,
        auto_advance=wanted.auto_advance,
        chunk_tokens=wanted.chunk_tokens,
        auto_retry=wanted.auto_retry,
        network=wanted.network,
    )


def _plan(plan: RoundPlan, choice: RoundChoice | None) -> RoundPlan:
    if choice is None:
        return plan
    changes = choice.model_dump(exclude={"key"}, exclude_none=True)
    return plan.model_copy(update={**changes, "instructions": choice.instructions.strip()})


def _given(wanted: Start, uploads: Uploads) -> FilesGiven | None:
    if wanted.workflow == "code-red" and wanted.log.strip():
        log = ProjectFile(path="given.log", text=_log(wanted))
        return FilesGiven(origin="log", files=(log,))
    if wanted.upload is None:
        return None
    if wanted.workflow != "build":
        raise UsageError("upload: only a build starts from files", "leave the upload out")
    found = uploads.find(wanted.upload)
    return FilesGiven(origin=found.origin, files=found.files, left_out=found.left_out)
