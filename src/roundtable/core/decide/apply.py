"""The policy of `apply`: the lead turns a decision into a change set, the King approves it.

Nothing is written but changes whose digests the King approved: one by one, or, where he does not
want to be asked, those against which nothing speaks.
"""

from roundtable.core import events as e
from roundtable.core.applying import ApplyState, parted
from roundtable.core.changes import Objection
from roundtable.core.commit_messages import commit_message
from roundtable.core.decide import parley
from roundtable.core.decide.around import owed, turn_of
from roundtable.core.errands import Errand
from roundtable.core.errors import LogDamaged
from roundtable.core.state import SessionState
from roundtable.core.steps import (
    AskHuman,
    BuildContext,
    CommitChanges,
    Finish,
    PrepareChanges,
    Record,
    Speak,
    Step,
    TakeFiles,
    WriteChanges,
)

ROUND = "apply"
SENT_BACK = 1
"""The iteration whose objections go back to the lead; later ones go before the King."""
_UNNAMED = "the decision does not name it; --override-scope lets it be touched"


def decide(state: SessionState) -> Step:
    """What has to happen next."""
    if state.ended:
        return Finish(state.ended)
    if state.question:
        return AskHuman(state.question)
    if state.context is None:
        return BuildContext()
    applying, errand = state.applying, errand_of(state)
    if applying.failed:
        return _end(state, "not_applied", applying.failed.reason)
    if applying.written:
        return _after_writing(state, applying.written)
    if state.round is None:
        return Record(_opening(state))
    untaken = _untaken(applying, errand.files)
    if untaken:
        return TakeFiles(untaken)
    if state.iteration is None:
        return Record((_iteration(state, 1),))
    return _speech(state, state.iteration) or _change_set(state, state.iteration)


def errand_of(state: SessionState) -> Errand:
    errand = state.opening.errand
    if errand is None:
        raise LogDamaged(
            f"session {state.session} is an apply without an errand",
            "run `roundtable rebuild --salvage`",
        )
    return errand


def _opening(state: SessionState) -> tuple[e.Event, ...]:
    start = e.RoundStart(round=ROUND, attempt=1, seed=state.opening.seed)
    return (start, e.ScopeWidened()) if errand_of(state).widened else (start,)


def _iteration(state: SessionState, number: int) -> e.DebateIteration:
    order = tuple(seat.name for seat in state.seats)
    return e.DebateIteration(round=ROUND, attempt=1, iteration=number, order=order, blind=False)


def _untaken(applying: ApplyState, paths: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(p for p in paths if p not in applying.bases and p not in applying.refused)


def _speech(state: SessionState, iteration: e.DebateIteration) -> Step | None:
    """The lead's turn, until it has been read."""
    lead = iteration.order[0]
    turn = owed(state, iteration, lead, "speak")
    if turn:
        return Speak((turn,))
    if iteration.iteration == 1 and 1 not in state.applying.answers:
        return Record((e.ChangesNotApplied(reason=_no_answer(state, iteration)),))
    return None


def _no_answer(state: SessionState, iteration: e.DebateIteration) -> str:
    lead = iteration.order[0]
    said = turn_of(state, iteration, lead, "speak")
    why = f"{said.error}: {said.detail}" if said and said.error else "it was lost"
    return f"{state.named((lead,))} did not answer: {why}"


def _change_set(state: SessionState, iteration: e.DebateIteration) -> Step:
    """The answer becomes a change set, which is mended, asked about, narrowed and written."""
    applying = state.applying
    untaken = _untaken(applying, tuple(sorted(_touched(applying, iteration.iteration))))
    if untaken:
        return TakeFiles(untaken)
    proposed = applying.proposed
    if proposed is None or proposed.iteration < iteration.iteration:
        return _prepare(state, iteration, _rejected(state, iteration))
    answer = applying.last.option if applying.last else ""
    if answer == "edit":
        return _prepare(state, iteration)
    if answer == "ask" or _goes_back(proposed):
        return Record((_iteration(state, iteration.iteration + 1),))
    if answer == "stop":
        return Record((e.ChangesNotApplied(reason="The King stopped it."),))
    return _before_the_king(state, iteration, proposed)


def _touched(applying: ApplyState, iteration: int) -> frozenset[str]:
    """The files that the lead's turn would change."""
    answer = applying.answers.get(iteration)
    if answer is None:
        return frozenset()
    paths = (*(file.path for file in answer.files), *answer.deleted)
    return frozenset(parted(path, applying.bases)[0] for path in paths)


def _rejected(state: SessionState, iteration: e.DebateIteration) -> tuple[Objection, ...]:
    """What could not be taken from the lead's turn; or that there was none."""
    answer = state.applying.answers.get(iteration.iteration)
    if answer is None:
        why = _no_answer(state, iteration)
        return (Objection(path="", concern="unreadable", reason=why),)
    told = (
        Objection(path=item.path, concern="unreadable", reason=item.reason)
        for item in answer.rejected
    )
    return tuple(dict.fromkeys(told))


def _goes_back(proposed: e.ChangesProposed) -> bool:
    """Whether the lead is told, once, what speaks against its answer."""
    if proposed.iteration != SENT_BACK or proposed.number != 1:
        return False
    return bool(objections(proposed)) or not proposed.changes


def objections(proposed: e.ChangesProposed) -> tuple[Objection, ...]:
    """All that speaks against a change set."""
    return (*proposed.rejected, *(o for p in proposed.changes for o in p.objections))


def _prepare(
    state: SessionState,
    iteration: e.DebateIteration,
    rejected: tuple[Objection, ...] = (),
    only: frozenset[str] | None = None,
) -> PrepareChanges:
    applying = state.applying
    return PrepareChanges(
        number=applying.proposed.number + 1 if applying.proposed else 1,
        iteration=iteration.iteration,
        errand=errand_of(state),
        bases=applying.bases,
        refused=applying.refused,
        overlays=applying.overlays,
        rejected=rejected,
        widened=applying.widened,
        only=only,
    )


def _before_the_king(
    state: SessionState, iteration: e.DebateIteration, proposed: e.ChangesProposed
) -> Step:
    """Ask about each change that needs an answer; then write what is approved."""
    applying, errand = state.applying, errand_of(state)
    question = parley.question(applying, errand, proposed)
    if question:
        return Record((e.ChoiceOffered(question=question),))
    approved = tuple(p for p in proposed.changes if parley.approved(applying, errand, p) is True)
    if not approved:
        return Record((e.ChangesNotApplied(reason=_nothing(errand, proposed)),))
    if len(approved) < len(proposed.changes):
        left = (*proposed.rejected, *(() if errand.parley else _beyond(proposed)))
        return _prepare(state, iteration, left, frozenset(p.change.path for p in approved))
    beyond = tuple(
        p.change.path for p in approved if p.outside and p.change.path not in applying.widened
    )
    if beyond and not applying.any_path:
        return Record((e.ScopeWidened(paths=beyond),))
    return WriteChanges(state.session, tuple(p.change for p in approved))


def _beyond(proposed: e.ChangesProposed) -> tuple[Objection, ...]:
    """What is left out where nobody is asked whether the scope shall be widened."""
    return tuple(
        Objection(path=p.change.path, concern="path", reason=_UNNAMED)
        for p in proposed.changes
        if p.outside
    )


def _nothing(errand: Errand, proposed: e.ChangesProposed) -> str:
    if not proposed.changes:
        told = "; ".join(f"{o.path}: {o.reason}" if o.path else o.reason for o in proposed.rejected)
        return f"The answer holds no change that could be taken{f': {told}' if told else '.'}"
    if errand.parley or not _beyond(proposed):
        return "No change was approved."
    paths = ", ".join(p.change.path for p in proposed.changes if p.outside)
    return f"The decision does not name {paths}; --override-scope lets it be touched."


def _after_writing(state: SessionState, written: e.ChangesApplied) -> Step:
    errand, applying = errand_of(state), state.applying
    if errand.branch and applying.committed is None and applying.proposed:
        lead = state.seats[0]
        message = commit_message(errand.decision, errand.session, errand.table, lead.label)
        paths = {file.path for file in written.files}
        changes = tuple(p.change for p in applying.proposed.changes if p.change.path in paths)
        return CommitChanges(errand.branch, message, changes)
    count = len(written.files)
    return _end(state, "applied", f"{count} file{'s' * (count != 1)} written")


def _end(state: SessionState, outcome: e.OutcomeName, summary: str) -> Step:
    answered = tuple(
        seat.name
        for seat in state.seats
        if any(t.seat == seat.name and t.status == "done" for t in state.turns.values())
    )
    return Record((e.SessionEnd(outcome=outcome, summary=summary, answered=answered),))
