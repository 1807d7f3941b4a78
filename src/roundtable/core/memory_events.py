"""What the repository's history says of decisions: the commits that hold them, and the reverts."""

from typing import Literal

from roundtable.core.event_base import Base


class DecisionCommitted(Base):
    """A commit of the developer's history holds what a decision had written."""

    type: Literal["decision_committed"] = "decision_committed"
    decision_session: str
    """The session that decided."""
    apply_session: str
    """The session that wrote it."""
    commit: str
    """The commit that holds it, or that takes a revert back."""
    subject: str = ""
    whole: bool = True
    """False: not all of the written files have the written bytes there."""


class DecisionReverted(Base):
    """What a decision had written was taken back: by a later commit, or by `undo`."""

    type: Literal["decision_reverted"] = "decision_reverted"
    decision_session: str
    apply_session: str
    commit: str = ""
    """The commit that takes it back; empty when it was undone in the work tree."""
    subject: str = ""
