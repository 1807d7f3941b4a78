"""An apply as a client sees it: each change with what the King said to it, and what was written."""

from collections.abc import Iterator
from typing import Literal

from roundtable.core.applying import ApplyState
from roundtable.core.session_state import SessionState
from roundtable.views import session_view as v


def apply_view(state: SessionState) -> v.ApplyView | None:
    """None where the session carries out no decision."""
    if state.opening.workflow != "apply":
        return None
    errand, now = state.opening.errand, state.applying
    committed = now.committed
    return v.ApplyView(
        decided_by=errand.session if errand else "",
        changes=tuple(_changes(now)),
        rejected=now.proposed.rejected if now.proposed else (),
        written=now.written.files if now.written else None,
        failed=now.failed.reason if now.failed else "",
        objections=now.failed.objections if now.failed else (),
        branch=committed.branch if committed else "",
        commit=committed.commit if committed else "",
        problem=committed.problem if committed else "",
        undone=now.undone is not None,
    )


def _changes(now: ApplyState) -> Iterator[v.ChangeView]:
    for item in now.proposed.changes if now.proposed else ():
        digest = item.change.digest
        yield v.ChangeView(proposed=item, digest=digest, answer=_answer(now, digest))


def _answer(now: ApplyState, digest: str) -> Literal["approved", "declined"] | None:
    """An approval outlives a refusal, as in the policy that writes."""
    if digest in now.approved:
        return "approved"
    return "declined" if digest in now.declined else None
