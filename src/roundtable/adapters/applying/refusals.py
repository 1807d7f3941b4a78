"""How it is told that a whole change set was refused, and by what."""

from collections.abc import Sequence

from roundtable.adapters.workspaces.visibility import shown
from roundtable.core.changes import Objection
from roundtable.core.errors import UsageError

_MOST_NAMED = 5


class ChangesRefused(UsageError):
    """None of the files was touched, or all are back as they were; `reasons` has every cause."""

    def __init__(self, done: str, reasons: Sequence[Objection]) -> None:
        """`done` is the word for what was not done: written, or undone."""
        named = [f"{shown(o.path)!r}: {o.reason}" for o in reasons[:_MOST_NAMED]]
        if more := len(reasons) - len(named):
            named.append(f"and {more} more")
        super().__init__(
            f"nothing was {done}: {'; '.join(named)}",
            "leave these files out, or put them back as they were, then try again",
        )
        self.reasons = tuple(reasons)


def objection(path: str, reason: str) -> Objection:
    return Objection(path=path, concern="path", reason=reason)
