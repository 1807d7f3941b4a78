"""The policy of `summon`: a discussion of a change, and what the table holds to be wrong in it.

A change that does not fit into one prompt is read first: chunk by chunk, every seat by itself. What
follows is the discussion of `debate`. When it closes, the findings of the last turns are merged and
become a part of the decision, so that it can be carried out.
"""

from collections.abc import Iterable, Sequence

from roundtable.core import events as e
from roundtable.core.decide import debate
from roundtable.core.decide.around import ask_around, opened, owed_findings
from roundtable.core.decide.reviewing import chunk_part
from roundtable.core.errands import NEW, plain_path
from roundtable.core.findings import MergedFinding, merge_findings, place, said_again
from roundtable.core.patches import FilePatch, Piece, pack, split
from roundtable.core.state import SessionState
from roundtable.core.steps import BuildContext, Record, Step

ROUND = "summon"
READING = 0
"""The iteration of the turns in which the change is read, before it is discussed."""
MOST_TOKENS = 20_000
"""The most of a change that is shown at once; less where a seat's context is small."""


def decide(state: SessionState) -> Step:
    """What has to happen next."""
    if state.ended or state.question:
        return debate.decide(state)
    if state.context is None:
        return BuildContext(diff=False)
    if state.round is None:
        return Record((e.RoundStart(round=ROUND, attempt=1, seed=state.opening.seed),))
    return _read(state) or with_findings(state, debate.decide(state))


def changed_files(state: SessionState) -> tuple[FilePatch, ...]:
    return split(state.given.patch) if state.given else ()


def chunks_of(state: SessionState) -> tuple[tuple[Piece, ...], ...]:
    """The change as it is read; a single chunk is only discussed."""
    return pack(state.given.patch, room(state)) if state.given else ()


def room(state: SessionState) -> int:
    """How many tokens of the change are shown at once."""
    assert state.context is not None
    return min(MOST_TOKENS, state.context.limit_tokens)


def _read(state: SessionState) -> Step | None:
    """The next step of the reading; None when there is none, or it is over."""
    if state.iterations or state.reading.merged:
        return None
    chunks = chunks_of(state)
    if len(chunks) < 2:
        return None
    alone = opened(state, READING, blind=True)
    for number, pieces in enumerate(chunks, 1):
        if number > len(state.reading.chunks):
            paths = tuple(dict.fromkeys(piece.path for piece in pieces))
            total = len(chunks)
            started = e.ChunkStart(round=ROUND, attempt=1, chunk=number, total=total, paths=paths)
            return Record((started,))
        part = chunk_part(number)
        asking = ask_around(
            alone.order,
            alone.blind,
            lambda seat, part=part: owed_findings(  # type: ignore[misc]
                state, alone, seat, part, state.reading.read
            ),
        )
        if asking:
            return asking
    return Record((_merged(state, state.reading.read.values()),))


def unread(state: SessionState) -> tuple[int, ...]:
    """The chunks on which nobody's findings could be read."""
    read = {found.chunk for found in state.reading.read.values()}
    return tuple(start.chunk for start in state.reading.chunks if start.chunk not in read)


def _merged(state: SessionState, reads: Iterable[e.FindingsRead]) -> e.FindingsMerged:
    """All that these say, each thing once; support is counted over those who read the file."""
    reads = tuple(reads)
    readers: dict[str, set[str]] = {}
    for read in reads:
        for path in state.reading.chunks[read.chunk - 1].paths if read.chunk else ():
            readers.setdefault(path, set()).add(read.seat)
    found = [finding for read in reads for finding in read.findings]
    merged = merge_findings(found, {read.seat for read in reads}, readers)
    return e.FindingsMerged(round=ROUND, attempt=1, findings=merged)


def with_findings(state: SessionState, step: Step) -> Step:
    """The step of the discussion; where that closes, with what the table has found."""
    closing = (e.Consensus, e.KingsDecision, e.SessionEnd)
    if state.decision or not isinstance(step, Record):
        return step
    ends = next((event for event in step.events if isinstance(event, closing)), None)
    if ends is None:
        return step
    picked = ends.lead if isinstance(ends, e.KingsDecision) and not _is_decree(ends) else ""
    merged = _merged(state, _last_reads(state, picked))
    if picked:
        theirs = [finding for finding in merged.findings if picked in finding.who]
        merged = merged.model_copy(update={"findings": _renumbered(theirs)})
    events = (_decided(state, event, merged.findings) for event in step.events)
    return Record((merged, *events))


def _last_reads(state: SessionState, picked: str) -> list[e.FindingsRead]:
    """What the seats found in their last turns: those who voted, and the one that is picked."""
    answered = {*state.tallies[-1].answered, picked}
    last = {read.seat: read for read in state.reading.read.values() if not read.chunk}
    return [last[seat.name] for seat in state.seats if seat.name in answered & last.keys()]


def _renumbered(findings: Sequence[MergedFinding]) -> tuple[MergedFinding, ...]:
    return tuple(f.model_copy(update={"id": f"F{n}"}) for n, f in enumerate(findings, 1))


def _decided(state: SessionState, event: e.Event, findings: Sequence[MergedFinding]) -> e.Event:
    """A decision with its findings and their files; the King's own words stay as they are."""
    if not isinstance(event, e.Consensus | e.KingsDecision) or _is_decree(event):
        return event
    gone = {file.path for file in changed_files(state) if file.gone}
    files = {plain_path(name): name for name in event.files_to_modify}
    for finding in findings:
        prefix = NEW if finding.file in gone else ""
        files.setdefault(finding.file, f"{prefix}{finding.file}")
    words = (event.decision.strip(), _list_of(findings), _unread_words(state))
    text = "\n\n".join(part for part in words if part)
    return event.model_copy(update={"decision": text, "files_to_modify": tuple(files.values())})


def _is_decree(event: e.Event) -> bool:
    return isinstance(event, e.KingsDecision) and event.how == "decree"


def _list_of(findings: Sequence[MergedFinding]) -> str:
    """The findings as a list that a person reads and a knight carries out."""
    if not findings:
        return "No finding stands."
    return "\n".join(["Findings to be mended:", "", *(_entry(f) for f in findings)])


def _entry(finding: MergedFinding) -> str:
    lines = [f"- {finding.id} ({finding.severity}) `{place(finding)}`: {_inside(finding.claim)}"]
    lines += [f"  - evidence: {_inside(text)}" for text in finding.evidence]
    lines += [f"  - fix: {_inside(finding.fix)}"] if finding.fix else []
    return "\n".join(lines)


def _inside(text: str) -> str:
    """Its further lines set in, so that none of them becomes an entry of the list."""
    return text.strip().replace("\n", "\n    ")


def _unread_words(state: SessionState) -> str:
    """What a decision cannot speak for."""
    missing = unread(state)
    paths = {path: None for c in state.reading.chunks if c.chunk in missing for path in c.paths}
    listed = ", ".join(f"`{path}`" for path in paths)
    return f"Nobody's findings could be read when these were read: {listed}." if paths else ""


def upheld(state: SessionState) -> tuple[MergedFinding, ...]:
    """What the table holds to be wrong; before the discussion has closed, what was read."""
    return state.reading.merged.findings if state.reading.merged else ()


def left_aside(state: SessionState) -> tuple[MergedFinding, ...]:
    """What somebody held to be wrong at some time, and is not among the findings of the end."""
    found: list[MergedFinding] = []
    for finding in _merged(state, state.reading.read.values()).findings:
        if not said_again(finding, (*upheld(state), *found)):
            found.append(finding)
    return tuple(found)
