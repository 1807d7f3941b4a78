"""What was checked of a tree of files, by which means, and what came of it."""

from collections.abc import Mapping
from typing import Literal

from roundtable.core.values import Value

Tree = Mapping[str, str]
"""A project as text: its files by relative path with forward slashes."""

CheckKind = Literal["parse", "lint", "tests"]
CheckStatus = Literal["passed", "failed", "not_run"]
Place = Literal["static", "bubblewrap", "container"]
"""Where code was run; `static`: nothing was run, the files were only read."""


class Check(Value):
    kind: CheckKind
    status: CheckStatus
    detail: str = ""
    """What went wrong, or why it was not run, in words for a person and for an agent."""


class CheckReport(Value):
    """The evidence on one tree. A test that was not run has not passed."""

    place: Place
    checks: tuple[Check, ...]
    passed: tuple[str, ...] = ()
    """The names of the tests that passed."""
    failed: tuple[str, ...] = ()
    """The names of those that failed, could not be loaded, or never ended."""
    seconds: float = 0.0

    def check(self, kind: CheckKind) -> Check | None:
        return next((check for check in self.checks if check.kind == kind), None)

    @property
    def parses(self) -> bool:
        found = self.check("parse")
        return found is None or found.status != "failed"

    @property
    def rank(self) -> tuple[int, int, int]:
        """More is better: whether it parses, how many tests pass, how few fail."""
        return (int(self.parses), len(self.passed), -len(self.failed))

    def holds(self, floor: "CheckReport") -> bool:
        """Whether this tree may take the other's place: all that passed there passes here."""
        return (self.parses or not floor.parses) and set(floor.passed) <= set(self.passed)
