"""One round of a build as its events have left it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from roundtable.core import build_events as b
from roundtable.core.event_base import TurnEvent
from roundtable.core.events import DebateIteration, Escalation, RoundStart
from roundtable.core.ledger import Ledger

RoundChange = (
    DebateIteration
    | Escalation
    | b.FilesProposed
    | b.ClaimsRead
    | b.CandidatesSurveyed
    | b.Comparison
    | b.VerdictRead
    | b.VerdictUnreadable
    | b.SynthesisStart
    | b.Merged
    | b.FixesPlanned
    | b.FixTried
    | b.SynthesisEnd
    | b.FilesEdited
    | b.ReviewPlanned
    | b.ChunkStart
    | b.FindingsRead
    | b.FindingsUnreadable
    | b.FindingsMerged
    | b.RoundEnd
)
"""The events that belong to a round and change it."""


@dataclass(frozen=True, slots=True)
class RoundState:
    start: RoundStart
    iterations: tuple[DebateIteration, ...] = ()
    proposed: Mapping[str, b.FilesProposed] = field(default_factory=dict)
    """By turn."""
    ledger: Ledger = field(default_factory=Ledger)
    surveys: Mapping[int, b.CandidatesSurveyed] = field(default_factory=dict)
    """By iteration."""
    comparisons: tuple[b.Comparison, ...] = ()
    verdicts: Mapping[int, b.VerdictRead] = field(default_factory=dict)
    """By iteration."""
    judgements: tuple[b.VerdictRead, ...] = ()
    """Every verdict that was read, also those that another one took the place of."""
    unjudged: Mapping[int, str] = field(default_factory=dict)
    """Iterations whose verdict could not be read, not even when its form was asked for alone."""
    plan: b.ReviewPlanned | None = None
    chunks: tuple[b.ChunkStart, ...] = ()
    findings: Mapping[str, b.FindingsRead] = field(default_factory=dict)
    """By turn."""
    no_findings: Mapping[str, b.FindingsUnreadable] = field(default_factory=dict)
    merged_findings: b.FindingsMerged | None = None
    synthesis: b.SynthesisStart | None = None
    merges: int = 0
    """How often a synthesis has begun: more than once where the developer directed it anew."""
    merged: b.Merged | None = None
    fixes: b.FixesPlanned | None = None
    tried: tuple[b.FixTried, ...] = ()
    result: b.SynthesisEnd | None = None
    edits: tuple[b.FilesEdited, ...] = ()
    """What the developer changed in the result, in order."""
    escalated: tuple[int, ...] = ()
    """Iterations after which the developer was asked."""
    granted: int = 0
    """Further iterations that the developer allowed."""
    ended: b.RoundEnd | None = None

    @property
    def key(self) -> str:
        return self.start.round

    @property
    def attempt(self) -> int:
        return self.start.attempt

    @property
    def name(self) -> str:
        """Round and attempt, as the keys of its turns begin."""
        return f"{self.key}.{self.attempt}"

    @property
    def iteration(self) -> DebateIteration | None:
        return self.iterations[-1] if self.iterations else None

    def judged_by(self, seat: str) -> frozenset[int]:
        """The iterations on which this seat has given a readable verdict."""
        return frozenset(read.iteration for read in self.judgements if read.seat == seat)

    def fix_part(self, number: int) -> str:
        """What tells the turn of a fix apart, also from that of an earlier merge of the round."""
        return str(number) if self.merges < 2 else f"{self.merges}-{number}"

    @property
    def seat_of(self) -> Mapping[str, str]:
        """Who is behind each label."""
        return {item.label: item.seat for item in self.start.labels}

    @property
    def label_of(self) -> Mapping[str, str]:
        return {item.seat: item.label for item in self.start.labels}


def project_files(
    given: b.FilesGiven | None, rounds: Iterable[RoundState]
) -> dict[str, b.ProjectFile]:
    """The files given, with what each of these rounds, and then the developer, made of them."""
    files = {file.path: file for file in given.files} if given else {}
    for round_ in rounds:
        for change in (round_.result, *round_.edits):
            if change:
                put(files, change)
    return files


def put(files: dict[str, b.ProjectFile], change: b.SynthesisEnd | b.FilesEdited) -> None:
    """These files, with what a merge or an edit changed in them."""
    files.update({file.path: file for file in change.files})
    for path in change.deleted:
        files.pop(path, None)


def belongs_to(event: RoundChange) -> tuple[str, int]:
    """The round and attempt of an event."""
    if isinstance(event, TurnEvent):
        name, attempt, _ = event.turn_key.split(".", 2)
        return name, int(attempt)
    return event.round, event.attempt


def changed(round_: RoundState, event: RoundChange) -> RoundState:  # noqa: C901 -- one case an event
    """The round after one of its events."""
    match event:
        case DebateIteration():
            return replace(round_, iterations=(*round_.iterations, event))
        case Escalation():
            return replace(round_, escalated=(*round_.escalated, event.iteration))
        case b.FilesProposed():
            return replace(round_, proposed={**round_.proposed, event.turn_key: event})
        case b.ClaimsRead():
            seats = round_.seat_of
            ledger = round_.ledger.moved(event.seat, event.iteration, event.moves, seats)
            return replace(round_, ledger=ledger)
        case b.CandidatesSurveyed():
            return replace(round_, surveys={**round_.surveys, event.iteration: event})
        case b.Comparison():
            return replace(round_, comparisons=(*round_.comparisons, event))
        case b.VerdictRead() | b.VerdictUnreadable():
            return _judged(round_, event)
        case b.ReviewPlanned():
            return replace(round_, plan=event)
        case b.ChunkStart():
            return replace(round_, chunks=(*round_.chunks, event))
        case b.FindingsRead():
            return replace(round_, findings={**round_.findings, event.turn_key: event})
        case b.FindingsUnreadable():
            return replace(round_, no_findings={**round_.no_findings, event.turn_key: event})
        case b.FindingsMerged():
            return replace(round_, merged_findings=event)
        case b.FilesEdited():
            return replace(round_, edits=(*round_.edits, event))
        case b.RoundEnd():
            return replace(round_, ended=event)
        case _:
            return _synthesised(round_, event)


def _judged(round_: RoundState, event: b.VerdictRead | b.VerdictUnreadable) -> RoundState:
    number = event.iteration
    if isinstance(event, b.VerdictUnreadable):
        if not event.final:
            return round_
        return replace(round_, unjudged={**round_.unjudged, number: event.reason})
    ledger = round_.ledger.ruled(event.verdict.rulings, round_.seat_of, event.seat)
    unjudged = {k: v for k, v in round_.unjudged.items() if k != number}
    return replace(
        round_,
        verdicts={**round_.verdicts, number: event},
        judgements=(*round_.judgements, event),
        ledger=ledger,
        unjudged=unjudged,
    )


def _synthesised(
    round_: RoundState,
    event: b.SynthesisStart | b.Merged | b.FixesPlanned | b.FixTried | b.SynthesisEnd,
) -> RoundState:
    match event:
        case b.SynthesisStart():
            # What an earlier merge of the round came to no longer counts, nor edits of it.
            return replace(
                round_,
                synthesis=event,
                merges=round_.merges + 1,
                merged=None,
                fixes=None,
                tried=(),
                result=None,
                edits=(),
                ended=None,
            )
        case b.Merged():
            return replace(round_, merged=event)
        case b.FixesPlanned():
            return replace(round_, fixes=event)
        case b.FixTried():
            return replace(round_, tried=(*round_.tried, event))
        case b.SynthesisEnd():
            return replace(round_, result=event)
        case _:
            assert_never(event)
