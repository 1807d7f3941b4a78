"""A decision becomes an apply: which one is meant, what it may touch, and who carries it out."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from roundtable.adapters.applying.scope import named_files
from roundtable.adapters.workspaces.commits import require_branch
from roundtable.apps.convening import convene, refuse_unpriced, with_models
from roundtable.apps.sessions import find_session
from roundtable.bootstrap import Table, opening, seat_knight
from roundtable.core import memory
from roundtable.core.budget import Budget
from roundtable.core.errands import Errand
from roundtable.core.errors import CommandRefused, KnightUnavailable, UnknownSession, UsageError
from roundtable.core.events import ChangesApplied, ChangesUndone, SessionStart
from roundtable.core.ports import Watcher
from roundtable.core.seats import Seat
from roundtable.core.state import SessionState

DECIDED = ("consensus", "kings_pick", "kings_decree", "diagnosed")

MOST_BRANCHES = 20
"""How many commits of one decision find a branch of its own by themselves."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a decision is carried out."""

    parley: bool = True
    widened: bool = False
    branch: str | None = None
    """None: nothing is committed; empty: on a branch with the session's name."""
    again: bool = False
    knight: str = ""
    models: Mapping[str, str] = field(default_factory=dict)
    """The knight's model, this time, by the knight's name."""


async def decided_session(table: Table, wanted: str | None) -> SessionState:
    """The session whose decision is meant: the one named, or the latest that decided something."""
    if wanted is None:
        for row in reversed(await table.store.sessions()):
            if row.summary and json.loads(row.summary).get("outcome") in DECIDED:
                return await table.driver.state(row.session)
        raise UnknownSession("nothing has been decided here yet", "roundtable discuss …")
    state = await table.driver.state(await find_session(table.store, wanted))
    errand = state.opening.errand
    if errand is None:
        return state
    if state.ended is None:
        raise CommandRefused(
            f"{state.session} is not over yet", f"go on with it: roundtable resume {state.session}"
        )
    return await table.driver.state(errand.session)


async def convene_apply(
    table: Table, decided: SessionState, manner: Manner, caps: Budget, *watchers: Watcher
) -> str:
    """A new session that carries the decision out; its name."""
    decision = decided.decision
    if decision is None or decided.ended is None or decided.opening.agenda:
        raise _nothing_decided(decided)
    await _refuse_if_done(table, decided, manner)
    seat = _who(table, decided, decision.lead, manner)
    seat_knight(seat, table.project)  # an empty chair is found before anything is recorded
    refuse_unpriced((seat,), caps)
    files = await named_files(
        table.project.root,
        tuple(table.config.rules.ignore),
        decision.text,
        decision.files_to_modify,
    )
    if not files and not manner.parley and not manner.widened:
        raise UsageError(
            "the decision names no files, and without parley nothing else may be touched",
            "leave out --no-parley and approve each file, or add --override-scope",
        )
    topic = f"Apply: {decided.opening.topic}"
    errand = Errand(
        session=decided.session,
        decision=decision.text,
        table=tuple(seated.label for seated in decided.seats),
        files=files,
        widened=manner.widened,
        parley=manner.parley,
        branch=await _branch(table, decided, manner.branch),
    )
    start = opening(table, topic, (seat,), table.config.rules.rules(), caps, "apply")
    return await convene(table, start.model_copy(update={"errand": errand}), *watchers)


async def _branch(table: Table, decided: SessionState, wanted: str | None) -> str:
    """The branch for the commit, found before anything is spent; empty: none is wanted."""
    if wanted is None:
        return ""
    root, stem = table.project.root, f"roundtable/{decided.session}"
    own = (stem, *(f"{stem}-{number}" for number in range(2, MOST_BRANCHES)))
    for name in (wanted,) if wanted else own:
        try:
            await require_branch(root, name)
            return name
        except UsageError as error:
            problem = error
    raise problem


def _nothing_decided(state: SessionState) -> CommandRefused:
    name = state.session
    if state.opening.agenda:
        return CommandRefused(
            f"{name} is a {state.opening.workflow}, whose files are taken as they are",
            f"roundtable export {name} --to DIR",
        )
    if state.ended is None:
        return CommandRefused(
            f"{name} has not ended yet", f"go on with it: roundtable resume {name}"
        )
    return CommandRefused(
        f"{name} ended without a decision ({state.ended.outcome})", "discuss it again"
    )


def _who(table: Table, decided: SessionState, lead_name: str, manner: Manner) -> Seat:
    """The lead of the decision, or the knight who was named."""
    seats = (*decided.seats, *table.config.seats())
    name = manner.knight or lead_name
    seat = next((s for s in seats if s.name.casefold() == name.casefold()), None)
    if seat is None:
        known = ", ".join(dict.fromkeys(s.name for s in seats))
        raise KnightUnavailable(f"there is no knight {name!r}", f"one of: {known}")
    return with_models((seat,), manner.models)[0]


async def _refuse_if_done(table: Table, decided: SessionState, manner: Manner) -> None:
    entries = {entry.session: entry for entry in await memory.entries(table.store)}
    entry = entries.get(decided.session)
    if entry and entry.fate == "rejected":
        raise CommandRefused(
            f"you have rejected the decision of {decided.session}",
            "take that back first: roundtable decree list, then roundtable decree revoke D-…",
        )
    standing = [name for name, of in await standing_applies(table) if of == decided.session]
    if standing and not manner.again:
        raise CommandRefused(
            f"{decided.session} has been applied by {standing[-1]}",
            f"take it back: roundtable undo {standing[-1]}; or add --again",
        )


async def standing_applies(table: Table) -> Sequence[tuple[str, str]]:
    """Applies that were written and not undone, with the sessions that decided; oldest first."""
    origins: dict[str, str] = {}
    standing: dict[str, str] = {}
    types = ("session_start", "changes_applied", "changes_undone")
    for event in await table.store.read_types(*types):
        match event:
            case SessionStart() if event.errand:
                origins[event.session] = event.errand.session
            case ChangesApplied():
                standing[event.session] = origins.get(event.session, "")
            case ChangesUndone():
                standing.pop(event.session, None)
            case _:
                pass
    return tuple(standing.items())
