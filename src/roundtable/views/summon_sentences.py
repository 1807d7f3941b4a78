"""What an event of a summon means, in lines for people. Every view shares these words."""

from collections.abc import Iterable

from roundtable.core import events as e
from roundtable.core.decide.summon import changed_files, left_aside, unread
from roundtable.core.findings import Finding, MergedFinding, place
from roundtable.core.parsing.text import one_line
from roundtable.core.state import SessionState
from roundtable.core.tokens import estimate
from roundtable.views.figures import count, plural

SummonEvent = e.FilesGiven | e.ChunkStart | e.FindingsRead | e.FindingsUnreadable | e.FindingsMerged
_WIDTH = 300
_MOST_PATHS = 12


def summon_lines(event: SummonEvent, state: SessionState) -> list[str]:
    """The event in plain lines; the state is the one after it."""
    match event:
        case e.FilesGiven():
            left = [f"   left out: {item.title}: {item.reason}" for item in event.left_out]
            return [f"The change: {change_line(state)}", *left]
        case e.ChunkStart():
            more = len(event.paths) - _MOST_PATHS
            listed = ", ".join(event.paths[:_MOST_PATHS]) + (
                f" and {more} more" if more > 0 else ""
            )
            reading = ["", f"== {reading_title(event.total)}"] if event.chunk == 1 else []
            return [*reading, "", f"-- Chunk {event.chunk} of {event.total}: {listed}"]
        case e.FindingsRead():
            return _found_lines(event)
        case e.FindingsUnreadable():
            return [f"   {_unreadable_line(event, state)}"]
        case e.FindingsMerged():
            return _merged_lines(event, state)


def change_line(state: SessionState) -> str:
    """`uncommitted changes, 3 files, about 1,200 tokens`."""
    given = state.given
    assert given is not None
    files = plural(len(changed_files(state)), "file")
    return f"{given.origin}, {files}, about {count(estimate(given.patch))} tokens"


def reading_title(chunks: int) -> str:
    return f"The change is read first, in {plural(chunks, 'chunk')}: all at once, each knight alone"


def _found_lines(event: e.FindingsRead) -> list[str]:
    """What the seat that has just spoken found."""
    lines = [f"   {plural(len(event.findings), 'finding') if event.findings else 'nothing found'}"]
    lines += [f"      {_finding_line(finding)}" for finding in event.findings]
    return lines + [f"      not taken: {one_line(reason, _WIDTH)}" for reason in event.rejected]


def _finding_line(finding: Finding | MergedFinding) -> str:
    return f"[{finding.severity}] {place(finding)}: {one_line(finding.claim, _WIDTH)}"


def _unreadable_line(event: e.FindingsUnreadable, state: SessionState) -> str:
    who, why = state.named((event.seat,)), one_line(event.reason, _WIDTH)
    if event.chunk:
        again = "they do not count" if event.final else "they are asked for once more"
        return f"{who}'s findings cannot be read, {again}: {why}"
    again = "has no vote in this round" if event.final else "is asked for the block alone"
    return f"{who} {again}: {why}"


def _merged_lines(event: e.FindingsMerged, state: SessionState) -> list[str]:
    """After the reading, all of them; in the end those that stand, and those that do not."""
    number = plural(len(event.findings), "finding")
    if not state.tallies:
        listed = _listed(event.findings, state)
        return ["", f"{number} before the discussion:", *listed, *_unread_lines(state)]
    stands = "stands" if len(event.findings) == 1 else "stand"
    lines = ["", f"{number} {stands} in the end"]
    if not _is_in_the_decision(state):
        lines += _listed(event.findings, state)
    aside = aside_lines(state)
    if aside:
        lines += ["Raised on the way, and not upheld in the end:", *(f"   {x}" for x in aside)]
    return lines


def aside_lines(state: SessionState) -> list[str]:
    """Without a number: those of the end are theirs."""
    return [f"{_finding_line(f)} ({state.named(f.who)})" for f in left_aside(state)]


def _is_in_the_decision(state: SessionState) -> bool:
    """Whether the decision that follows at once lists the findings itself."""
    taken = state.choices[-1].option.startswith("pick:") if state.choices else False
    return state.tallies[-1].verdict == "consensus" or taken


def _listed(findings: Iterable[MergedFinding], state: SessionState) -> list[str]:
    return [
        f"   {finding.id} {_finding_line(finding)} ({state.named(finding.who)})"
        for finding in findings
    ]


def _unread_lines(state: SessionState) -> list[str]:
    return [
        f"   chunk {number}: nobody's findings could be read; the discussion is shown its lines"
        for number in unread(state)
    ]
