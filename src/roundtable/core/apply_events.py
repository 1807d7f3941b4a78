"""The events of an apply: what is proposed, what is written, and what is taken back."""

from typing import Literal

from roundtable.core.changes import Change, Objection, WrittenFile
from roundtable.core.event_base import Base
from roundtable.core.values import Value


class Proposed(Value):
    """One change as it comes before the King."""

    change: Change
    outside: bool = False
    """True: the decision does not name this file."""
    delicate: str = ""
    """Why it is asked for by itself whatever was approved with the rest; mostly empty."""
    objections: tuple[Objection, ...] = ()
    units: tuple[str, ...] = ()
    """What it does to which units, in words for people."""


class ChangesProposed(Base):
    """The change set as it stands after a turn of the lead, or after the King's own edit."""

    type: Literal["changes_proposed"] = "changes_proposed"
    number: int
    """From 1; the last one counts."""
    iteration: int
    """The lead's turn that it rests on."""
    changes: tuple[Proposed, ...]
    rejected: tuple[Objection, ...] = ()
    """What could not be taken from the answer."""


class ScopeWidened(Base):
    """The King lets files be touched that the decision does not name."""

    type: Literal["scope_widened"] = "scope_widened"
    paths: tuple[str, ...] = ()
    """Empty: any."""


class ChangesApplied(Base):
    """All of it is written."""

    type: Literal["changes_applied"] = "changes_applied"
    files: tuple[WrittenFile, ...]


class ChangesNotApplied(Base):
    """Nothing is written."""

    type: Literal["changes_not_applied"] = "changes_not_applied"
    reason: str
    objections: tuple[Objection, ...] = ()


class ChangesCommitted(Base):
    """What was written is on a branch as well; the developer's index and HEAD are untouched."""

    type: Literal["changes_committed"] = "changes_committed"
    branch: str
    commit: str = ""
    """Empty when it could not be made."""
    problem: str = ""


class ChangesUndone(Base):
    """Every file is again as it was before, byte for byte."""

    type: Literal["changes_undone"] = "changes_undone"
    files: tuple[WrittenFile, ...]
