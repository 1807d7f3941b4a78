"""How far an apply has come: what was taken, proposed, answered, written."""

from collections.abc import Container, Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from roundtable.core.apply_events import (
    ChangesApplied,
    ChangesCommitted,
    ChangesNotApplied,
    ChangesProposed,
    ChangesUndone,
    Proposed,
    ScopeWidened,
)
from roundtable.core.build_events import FilesGiven, FilesProposed, ProjectFile
from roundtable.core.changes import Objection
from roundtable.core.court_events import HumanChoice

PARLEY = "parley"
"""How the id of a question about one change begins; its number and its digest follow."""

UNIT = "#"
"""What stands between a path and the name of one unit in it."""

ApplyChange = (
    FilesGiven
    | FilesProposed
    | HumanChoice
    | ChangesProposed
    | ScopeWidened
    | ChangesApplied
    | ChangesNotApplied
    | ChangesCommitted
    | ChangesUndone
)


@dataclass(frozen=True, slots=True)
class Overlay:
    """Files as the lead or the King would have them, over what came before."""

    iteration: int
    files: Mapping[str, str]
    """By path, or by path, UNIT and the name of one unit."""
    deleted: tuple[str, ...] = ()
    by_king: bool = False


@dataclass(frozen=True, slots=True)
class ApplyState:
    bases: Mapping[str, ProjectFile | None] = field(default_factory=dict)
    """Files as they were when they were taken; None: there was none of that name."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """Files that cannot be taken, and why."""
    answers: Mapping[int, FilesProposed] = field(default_factory=dict)
    """What was read from the lead's turns, by iteration."""
    overlays: tuple[Overlay, ...] = ()
    proposed: ChangesProposed | None = None
    approved: frozenset[str] = frozenset()
    """Digests of changes that the King approved."""
    declined: frozenset[str] = frozenset()
    told: frozenset[Objection] = frozenset()
    """What the King has been told; an approval does not outlive an objection that is new."""
    last: HumanChoice | None = None
    """The answer that no new proposal has followed yet."""
    widened: frozenset[str] = frozenset()
    any_path: bool = False
    written: ChangesApplied | None = None
    failed: ChangesNotApplied | None = None
    committed: ChangesCommitted | None = None
    undone: ChangesUndone | None = None

    @property
    def files(self) -> dict[str, ProjectFile]:
        """The taken files as they are now: with what was written, unless it was undone."""
        files = {path: file for path, file in self.bases.items() if file is not None}
        if self.written is None or self.undone is not None or self.proposed is None:
            return files
        for item in self.proposed.changes:
            files.pop(item.change.path, None)
            if item.change.text is not None:
                files[item.change.path] = ProjectFile(path=item.change.path, text=item.change.text)
        return files


def parted(name: str, paths: Container[str]) -> tuple[str, str]:
    """The path and the unit that a name stands for; the unit is empty where it is a whole file.

    The sign between the two may stand in the name of a file: what is known by it comes first.
    """
    parts = name.split(UNIT)
    for end in range(len(parts), 0, -1):
        path = UNIT.join(parts[:end])
        if path in paths:
            return path, UNIT.join(parts[end:])
    path, _, unit = name.partition(UNIT)
    return (name, "") if "/" in unit or unit.startswith(".") else (path, unit)


def is_plain(proposed: Proposed) -> bool:
    """Whether a change may be approved together with others, without a look at it alone."""
    return not (proposed.outside or proposed.delicate or proposed.objections)


def asked_about(question_id: str, proposed: ChangesProposed | None) -> Proposed | None:
    """The change that a question is about."""
    digest = question_id.rpartition("-")[2]
    if not question_id.startswith(f"{PARLEY}-") or proposed is None:
        return None
    return next((p for p in proposed.changes if p.change.digest == digest), None)


def advanced(state: ApplyState, event: ApplyChange) -> ApplyState:
    """The apply, one event further."""
    match event:
        case FilesGiven():
            taken = {file.path: file for file in event.files}
            absent = dict.fromkeys(event.absent)
            refused = {item.title: item.reason for item in event.left_out}
            return replace(
                state,
                bases={**state.bases, **taken, **absent},
                refused={**state.refused, **refused},
            )
        case FilesProposed():
            files = {file.path: file.text for file in event.files}
            overlay = Overlay(event.iteration, files, event.deleted)
            answers = {**state.answers, event.iteration: event}
            return replace(state, answers=answers, overlays=(*state.overlays, overlay))
        case HumanChoice():
            return _answered(state, event)
        case ChangesProposed():
            return _proposed(state, event)
        case ScopeWidened():
            anything = state.any_path or not event.paths
            return replace(state, widened=state.widened | set(event.paths), any_path=anything)
        case ChangesApplied():
            return replace(state, written=event)
        case ChangesNotApplied():
            return replace(state, failed=event)
        case ChangesCommitted():
            return replace(state, committed=event)
        case ChangesUndone():
            return replace(state, undone=event)
        case _:
            assert_never(event)


def _proposed(state: ApplyState, event: ChangesProposed) -> ApplyState:
    doubted = {p.change.digest for p in event.changes if set(p.objections) - state.told}
    told = state.told.union(*(p.objections for p in event.changes))
    approved = state.approved - doubted
    return replace(state, proposed=event, last=None, told=told, approved=approved)


def _answered(state: ApplyState, choice: HumanChoice) -> ApplyState:
    state = replace(state, last=choice)
    asked = asked_about(choice.question_id, state.proposed)
    if asked is None or state.proposed is None:
        return state
    digest, path = asked.change.digest, asked.change.path
    match choice.option:
        case "approve":
            return replace(state, approved=state.approved | {digest})
        case "approve_rest":
            plain = {p.change.digest for p in state.proposed.changes if is_plain(p)}
            rest = plain - state.declined
            return replace(state, approved=state.approved | rest | {digest})
        case "refuse":
            return replace(state, declined=state.declined | {digest})
        case "edit":
            overlay = Overlay(state.proposed.iteration, {path: choice.text}, by_king=True)
            return replace(state, overlays=(*state.overlays, overlay))
        case _:
            return state
