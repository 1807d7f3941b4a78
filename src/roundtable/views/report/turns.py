"""One ask of one seat: what was said, what broke off, and what was read from the words."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from markupsafe import Markup

from roundtable.core import events as e
from roundtable.core.ledger import ClaimMoves, Ledger
from roundtable.core.parsing.text import one_line
from roundtable.core.verdicts import Verdict
from roundtable.views.report.prose import blocks, shown

LONG: Final = 2_400
"""Characters on the page from which a turn is folded."""
_LEDE: Final = 260

ROLES: Final[dict[str, str]] = {
    "block": "gives the block alone",
    "files": "gives files once more",
    "compare": "compares two candidates",
    "judge": "judges",
    "rejudge": "gives the verdict's form alone",
    "fix": "rewrites a unit",
    "chat": "answers",
}
"""What a seat does in a turn in which it does not simply speak."""


@dataclass(frozen=True, slots=True)
class Said:
    """A text ready for the page."""

    html: Markup
    long: bool
    lede: str
    """Its first words, for the line that unfolds it."""
    words: int


@dataclass(frozen=True, slots=True)
class Move:
    """What a turn did to one claim of the ledger."""

    what: str
    claim: str
    text: str
    evidence: str = ""
    about: str = ""
    whom: str = ""
    """The seat behind the letter that it is about."""
    bare: bool = False
    """It gave in and named no new evidence."""


@dataclass(frozen=True, slots=True)
class VerdictTold:
    """A verdict with all that is needed to read it without the letters of the round."""

    read: e.VerdictRead
    verdict: Verdict
    form: str
    seat_of: dict[str, str]
    findings: dict[str, str]
    """What each number of a finding stands for."""
    waiting: tuple[str, ...]
    """Claims that keep an agreement from counting."""
    own: bool
    """The judge chose its own work as the base."""


@dataclass(slots=True)
class TurnCard:
    """One ask; it fills as the log is read."""

    anchor: str
    start: e.AgentStart
    place: str = ""
    """For a rewrite: which unit of which file."""
    end: e.AgentEnd | None = None
    error: e.AgentError | None = None
    broken: e.AgentInterrupted | None = None
    troubles: list[e.AgentRetry | e.Fallback] = field(default_factory=list)
    unreadable: list[tuple[str, bool]] = field(default_factory=list)
    """Why it could not be read, and whether that was final."""
    stance: e.StanceRead | None = None
    diagnosis: e.DiagnosisRead | None = None
    files: e.FilesProposed | None = None
    moves: list[Move] = field(default_factory=list)
    comparison: e.Comparison | None = None
    verdict: VerdictTold | None = None
    findings: e.FindingsRead | None = None

    @property
    def role(self) -> str:
        role = ROLES.get(self.start.purpose, "")
        return f"rewrites {self.place}" if self.place else role

    @property
    def adapter(self) -> str:
        """Through what it spoke in the end."""
        changed = [t.to for t in self.troubles if isinstance(t, e.Fallback)]
        return changed[-1] if changed else self.start.adapter

    @property
    def text(self) -> str:
        parts = (
            self.end and self.end.text,
            self.error and self.error.partial,
            self.broken and self.broken.partial,
        )
        return next((part for part in parts if part), "")

    @property
    def said(self) -> Said:
        return said(self.text)

    @property
    def waits(self) -> bool:
        return not (self.end or self.error or self.broken)


def said(text: str) -> Said:
    found = blocks(text)
    first = next((b for b in found if b.kind in ("words", "list", "heading", "quote")), None)
    words = " ".join(first.lines) if first else ""
    return Said(
        html=shown(found),
        long=sum(block.weight for block in found) > LONG,
        lede=one_line(re.sub(r"[`*#>]+", "", words), _LEDE),
        words=len(text.split()),
    )


def moves_of(moves: ClaimMoves, before: Ledger, seat_of: Mapping[str, str]) -> list[Move]:
    """The moves with the numbers that the ledger gives to new claims."""
    found = [
        Move(
            what="contests",
            claim=f"C{number}",
            text=raised.claim,
            evidence=raised.evidence,
            about=raised.about,
            whom=seat_of.get(raised.about, ""),
        )
        for number, raised in enumerate(moves.raised, len(before.claims) + 1)
    ]
    found += [Move("answers", r.claim, r.text, r.evidence) for r in moves.answered]
    found += [
        Move("concedes", r.claim, r.text, r.evidence, bare=not r.evidence.strip())
        for r in moves.conceded
    ]
    return found + [Move("ignored", "", reason) for reason in moves.ignored]
