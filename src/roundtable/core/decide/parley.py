"""Parley: which change comes before the King, what he is asked, and what counts as approved."""

from roundtable.core import events as e
from roundtable.core.applying import PARLEY, ApplyState, is_plain
from roundtable.core.errands import Errand
from roundtable.core.questions import Option, Question

REFUSE = Option(id="refuse", label="Refuse", effect="this file stays as it is")
EDIT = Option(
    id="edit",
    label="Edit it",
    effect="your own version is checked and shown again",
    needs="text",
)
ASK = Option(
    id="ask",
    label="Ask the knight to change it",
    effect="with a word from you; the answer is shown again",
    needs="text",
)
REST = Option(
    id="approve_rest",
    label="Approve this and the rest",
    effect="all further changes against which nothing speaks",
)
STOP = Option(id="stop", label="Stop", effect="nothing at all is written")


def approved(applying: ApplyState, errand: Errand, proposed: e.Proposed) -> bool | None:
    """Whether a change is to be written; None: the King has to say so."""
    digest = proposed.change.digest
    if digest in applying.approved:
        return True
    if digest in applying.declined:
        return False
    if errand.parley:
        return None
    if proposed.outside:
        return False  # nobody is there to widen the scope
    return True if is_plain(proposed) else None


def question(applying: ApplyState, errand: Errand, proposed: e.ChangesProposed) -> Question | None:
    """About the first change that needs an answer; its id binds the answer to these very bytes."""
    total = len(proposed.changes)
    for place, item in enumerate(proposed.changes, 1):
        if approved(applying, errand, item) is None:
            return Question(
                id=f"{PARLEY}-{proposed.number}-{item.change.digest}",
                kind="parley",
                prompt=f"{item.change.path} ({place} of {total}): {_what(item)}",
                options=(_approve(item), REFUSE, EDIT, ASK, REST, STOP),
            )
    return None


def _what(item: e.Proposed) -> str:
    if item.change.text is None:
        deed = "shall be removed"
    else:
        deed = "shall be changed" if item.change.before else "shall be new"
    doubts = [
        *(["the decision does not name it"] if item.outside else []),
        *([item.delicate] if item.delicate else []),
        *(objection.reason for objection in item.objections),
    ]
    return f"{deed}; but {'; '.join(doubts)}" if doubts else deed


def _approve(item: e.Proposed) -> Option:
    effect = "written once all are answered"
    if item.outside:
        effect = "the scope is widened to it, on the record"
    elif item.objections:
        effect = "written in spite of what speaks against it"
    return Option(id="approve", label="Approve", effect=effect)
