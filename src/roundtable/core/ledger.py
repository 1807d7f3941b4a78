"""The ledger of claims: every contested point of a round, who raised it and how it stands.

A claim is open until its raiser takes it back, the one it concerns grants it, or the judge settles
it by evidence. An answer alone does not close it, and a verdict of agreement counts only when no
claim is left open.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from roundtable.core.values import Value
from roundtable.core.verdicts import Ruling

ClaimStatus = Literal["open", "answered", "conceded", "settled"]


class Raised(Value):
    """A point that a seat contests, in its own words."""

    about: str = ""
    """Whose work, or which part: a label, a path, a unit."""
    claim: str
    evidence: str = ""


class Reply(Value):
    """What a seat says to a claim on the ledger: an answer, or that it gives in."""

    claim: str
    """The claim's number, such as C3."""
    text: str = ""
    evidence: str = ""
    """What speaks for it; giving in without it is shown as such."""


class ClaimMoves(Value):
    """What one turn does to the ledger."""

    raised: tuple[Raised, ...] = ()
    answered: tuple[Reply, ...] = ()
    conceded: tuple[Reply, ...] = ()
    ignored: tuple[str, ...] = ()
    """Moves that mean nothing here, each with its reason."""


@dataclass(frozen=True, slots=True)
class Claim:
    id: str
    by: str
    """The seat that raised it."""
    iteration: int
    about: str
    text: str
    evidence: str
    status: ClaimStatus = "open"
    answers: tuple[tuple[str, str, str], ...] = ()
    """Who answered, what, and by which evidence."""
    closed_by: str = ""
    """The seat that gave in, or `judge`."""
    upheld: bool | None = None
    """Once closed: whether the raiser was right; None where nobody said."""
    closing_evidence: str = ""

    @property
    def is_open(self) -> bool:
        return self.status in ("open", "answered")

    @property
    def yielded_without_evidence(self) -> bool:
        """Somebody gave in and named nothing new that convinced them."""
        return self.status == "conceded" and not self.closing_evidence


@dataclass(frozen=True, slots=True)
class Ledger:
    claims: tuple[Claim, ...] = ()

    @property
    def open(self) -> tuple[Claim, ...]:
        return tuple(claim for claim in self.claims if claim.is_open)

    def moved(
        self, seat: str, iteration: int, moves: ClaimMoves, seat_of: Mapping[str, str]
    ) -> "Ledger":
        """The ledger after a seat's turn; `seat_of` knows who is behind a label."""
        claims = {claim.id: claim for claim in self.claims}
        for reply in moves.answered:
            _change(claims, reply.claim, partial(_answered, seat=seat, reply=reply))
        for reply in moves.conceded:
            _change(claims, reply.claim, partial(_conceded, seat=seat, reply=reply, of=seat_of))
        for raised in moves.raised:
            number = f"C{len(claims) + 1}"
            claims[number] = Claim(
                id=number,
                by=seat,
                iteration=iteration,
                about=raised.about,
                text=raised.claim,
                evidence=raised.evidence,
            )
        return Ledger(tuple(claims.values()))

    def ruled(
        self, rulings: Iterable[Ruling], seat_of: Mapping[str, str], judge: str = ""
    ) -> "Ledger":
        """The ledger after the judge: a ruling without evidence settles nothing.

        Nor does one in which the seat that judges finds for itself.
        """
        claims = {claim.id: claim for claim in self.claims}
        for ruling in rulings:
            if is_founded(ruling):
                settle = partial(_settled, ruling=ruling, of=seat_of, judge=judge)
                _change(claims, ruling.claim, settle)
        return Ledger(tuple(claims.values()))


def is_founded(ruling: Ruling) -> bool:
    return ruling.status == "settled" and bool(ruling.evidence.strip())


def _change(claims: dict[str, Claim], claim_id: str, change: Callable[[Claim], Claim]) -> None:
    claim = claims.get(claim_id.strip().upper())
    if claim and claim.is_open:
        claims[claim.id] = change(claim)


def _answered(claim: Claim, seat: str, reply: Reply) -> Claim:
    answers = (*claim.answers, (seat, reply.text, reply.evidence))
    return replace(claim, status="answered", answers=answers)


def _conceded(claim: Claim, seat: str, reply: Reply, of: Mapping[str, str]) -> Claim:
    """The raiser takes it back, or the one whom it concerns grants it. A third seat only speaks."""
    if seat != claim.by and not _concerns(claim, seat, of):
        return _answered(claim, seat, reply)
    return replace(
        claim,
        status="conceded",
        closed_by=seat,
        upheld=seat != claim.by,
        closing_evidence=reply.evidence,
    )


def _concerns(claim: Claim, seat: str, of: Mapping[str, str]) -> bool:
    """Whether the claim is about this seat's work; one that names nobody is about everybody's."""
    named = _named(claim, of)
    return seat in named or not named


def _named(claim: Claim, of: Mapping[str, str]) -> set[str]:
    """The seats whose work the claim is about by name or letter."""
    words = re.findall(r"\w+", claim.about)
    named = {of[word] for word in words if word in of}
    return named | {other for other in of.values() if other.casefold() in claim.about.casefold()}


def _settled(claim: Claim, ruling: Ruling, of: Mapping[str, str], judge: str) -> Claim:
    prevails = of.get(ruling.by.strip().upper(), ruling.by.strip())
    against = judge == claim.by and prevails not in (judge, "")
    granted = judge != claim.by and prevails == claim.by
    if (judge == claim.by or judge in _named(claim, of)) and not (against or granted):
        return claim
    return replace(
        claim,
        status="settled",
        closed_by="judge",
        upheld=prevails == claim.by if prevails else None,
        closing_evidence=ruling.evidence,
    )
