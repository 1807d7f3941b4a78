"""What an event of an apply means, in lines for people. Every view shares these words."""

from collections import Counter
from typing import assert_never

from roundtable.core import events as e
from roundtable.core.applying import asked_about
from roundtable.core.changes import Objection
from roundtable.core.parsing.text import one_line
from roundtable.core.questions import Question
from roundtable.core.state import SessionState
from roundtable.views.diffs import DiffRun, difference, visible
from roundtable.views.figures import plural

MOST_DIFF = 2_000_000

ApplyEvent = (
    e.ChangesProposed
    | e.ScopeWidened
    | e.ChangesApplied
    | e.ChangesNotApplied
    | e.ChangesCommitted
    | e.ChangesUndone
)


def apply_lines(event: ApplyEvent, state: SessionState) -> list[str]:
    """The event in plain lines; the state is the one after it."""
    match event:
        case e.ChangesProposed():
            return ["", *_proposal_lines(event, state)]
        case e.ScopeWidened():
            what = ", ".join(event.paths) or "any file that it takes"
            return [f"The King widens the scope: {what}"]
        case e.ChangesApplied():
            return ["", f"Written: {plural(len(event.files), 'file')}", *_file_lines(event)]
        case e.ChangesNotApplied():
            against = [f"   {objection_line(o)}" for o in event.objections]
            return ["", f"Nothing was written: {event.reason}", *against]
        case e.ChangesCommitted():
            if event.commit:
                return [f"Committed as {event.commit[:10]} on {event.branch}"]
            return [f"Not committed on {event.branch}: {event.problem}"]
        case e.ChangesUndone():
            return ["", f"Undone: {plural(len(event.files), 'file')}", *_file_lines(event)]
        case _:
            assert_never(event)


def _proposal_lines(event: e.ChangesProposed, state: SessionState) -> list[str]:
    lines = [f"Proposed: {plural(len(event.changes), 'change')}"]
    for item in event.changes:
        lines.append(f"   {change_line(item, state)}")
        lines += [f"      ! {doubt}" for doubt in doubts(item)]
    return [*lines, *(f"   not taken: {objection_line(o)}" for o in event.rejected)]


def change_line(item: e.Proposed, state: SessionState) -> str:
    """What would become of a file, with how many lines come and go."""
    change = item.change
    runs, _ = comparison(item, state)
    count = Counter(
        line[:1] for run in runs if run.kind != "place" for line in run.text.split("\n")
    )
    deed = "removed" if change.text is None else "changed" if change.before else "new"
    figures = f", +{count['+']} -{count['-']}" if runs else ""
    return f"{change.path} ({deed}{figures})"


def doubts(item: e.Proposed) -> list[str]:
    """What the King should know before he approves it."""
    return [
        *(["the decision does not name this file"] if item.outside else []),
        *([item.delicate] if item.delicate else []),
        *(objection.reason for objection in item.objections),
    ]


def objection_line(objection: Objection) -> str:
    return f"{objection.path}: {objection.reason}" if objection.path else objection.reason


def base_text(change_path: str, state: SessionState) -> str:
    base = state.applying.bases.get(change_path)
    return base.text if base is not None and not base.binary else ""


def comparison(item: e.Proposed, state: SessionState) -> tuple[tuple[DiffRun, ...], str]:
    """What would change in a file, and a word where it is not told line by line."""
    path = item.change.path
    base = state.applying.bases.get(path)
    if base is not None and base.binary:
        return (), "It is a binary file."
    return difference(base_text(path, state), item.change.text or "", MOST_DIFF)


def _file_lines(event: e.ChangesApplied | e.ChangesUndone) -> list[str]:
    def deed(before: str, after: str) -> str:
        return "removed" if not after else "changed" if before else "new"

    return [f"   {one_line(f.path, 300)} ({deed(f.before, f.after)})" for f in event.files]


def parley_lines(question: Question, state: SessionState) -> list[str]:
    """The change that a question is about, as a diff, with what speaks against it."""
    asked = asked_about(question.id, state.applying.proposed)
    if asked is None:
        return []
    runs, instead = comparison(asked, state)
    diff = [line for run in runs for line in visible(run.text).split("\n")]
    return ["", change_line(asked, state), *(diff or [instead]), *(f"! {d}" for d in doubts(asked))]
