"""What a seat says of its own agreement, and what could not be read as such."""

from typing import Literal

from pydantic import Field

from roundtable.core.values import Value


class FileRequest(Value):
    """A file a seat wants to see before it speaks again."""

    path: str
    start: int | None = Field(default=None, ge=1)
    """First line wanted; None means from the beginning."""
    end: int | None = Field(default=None, ge=1)


class Stance(Value):
    """A seat's own block, as read from its own turn."""

    consensus_score: int = Field(ge=0, le=10)
    """0-5 fundamental objections, 6-8 partly agrees, 9-10 agrees."""
    agrees_with: tuple[str, ...] = ()
    pending_issues: tuple[str, ...] = ()
    """Open points; words that mean "none" have been left out."""
    proposal: str = ""
    """What the seat would have the table decide."""
    files_to_modify: tuple[str, ...] = ()
    file_requests: tuple[FileRequest, ...] = ()


class Unparsed(Value):
    """A turn without a readable block: a value, never an agreement."""

    reason: str
    """Said to the seat when it is asked for the block alone."""


class Ballot(Value):
    """How one seat stands at the end of an iteration."""

    seat: str
    status: Literal["voted", "unreadable", "lost"]
    """`lost` gave no answer at all; `unreadable` answered without a readable block."""
    score: int | None = None
    pending_issues: tuple[str, ...] = ()
    why: str = ""
    """For a seat that did not vote: what went wrong."""


class Tally(Value):
    """The vote of one iteration."""

    verdict: Literal["consensus", "rejection", "open", "too_few"]
    ballots: tuple[Ballot, ...]

    @property
    def answered(self) -> tuple[str, ...]:
        return tuple(b.seat for b in self.ballots if b.status == "voted")

    @property
    def silent(self) -> tuple[str, ...]:
        return tuple(b.seat for b in self.ballots if b.status != "voted")


def count(ballots: tuple[Ballot, ...], threshold: int) -> Tally:
    """Read the vote. Unreadable is not agreement, and one seat alone is no table.

    A lost seat is not active: the others may agree without it, and the record names who
    answered. An unreadable seat is active but has not scored, so nothing is agreed.
    """
    voted = [b for b in ballots if b.status == "voted" and b.score is not None]
    everyone_readable = all(b.status != "unreadable" for b in ballots)
    if len(voted) < 2:
        return Tally(verdict="too_few", ballots=ballots)
    scores = [b.score for b in voted if b.score is not None]
    no_issue_left = not any(b.pending_issues for b in voted)
    if everyone_readable and no_issue_left and min(scores) >= threshold:
        return Tally(verdict="consensus", ballots=ballots)
    if everyone_readable and max(scores) <= REJECTION_AT_MOST:
        return Tally(verdict="rejection", ballots=ballots)
    return Tally(verdict="open", ballots=ballots)


REJECTION_AT_MOST = 3
