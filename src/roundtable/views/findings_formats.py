"""The findings of a review in the forms that a build server or a person asks for."""

from collections.abc import Callable, Mapping, Sequence

from roundtable.core.chunks import Part
from roundtable.core.decide.summon import changed_files, unread
from roundtable.core.findings import MergedFinding, ReviewHeader
from roundtable.core.rounds import RoundState
from roundtable.core.state import SessionState
from roundtable.views.findings_json import findings_json
from roundtable.views.findings_markdown import findings_markdown
from roundtable.views.findings_sarif import findings_sarif

Form = Callable[[Sequence[MergedFinding], ReviewHeader], str]

_FORMS: Mapping[str, Form] = {
    "json": findings_json,
    "sarif": findings_sarif,
    "markdown": findings_markdown,
}
FORMATS = tuple(_FORMS)


def findings_report(form: str, state: SessionState, findings: Sequence[MergedFinding]) -> str:
    return _FORMS[form](findings, review_header(state))


def review_header(state: SessionState) -> ReviewHeader:
    """Who read how much, and what nobody has seen."""
    if state.opening.workflow == "summon":
        return _summon_header(state)
    round_ = state.current
    reads = round_.findings.values() if round_ else ()
    readers = {read.seat for read in reads}
    left_out = state.given.left_out if state.given else ()
    binaries = [path for path, file in state.project.items() if file.binary]
    unread = _unread(round_) if round_ else {}
    return ReviewHeader(
        title=state.opening.topic,
        reviewers=tuple(seat.label for seat in state.seats if seat.name in readers),
        files=sum(1 for path in state.tree if unread.get(path) != ""),
        not_reviewed=(
            *(f"{item.title}: {item.reason}" for item in left_out),
            *(f"{path}: a binary file" for path in binaries),
            *(f"{path}{lines}: nobody's findings could be read" for path, lines in unread.items()),
        ),
    )


def _summon_header(state: SessionState) -> ReviewHeader:
    readers = {read.seat for read in state.reading.read.values()}
    left_out = state.given.left_out if state.given else ()
    chunks = {start.chunk: start.paths for start in state.reading.chunks}
    return ReviewHeader(
        title=state.opening.topic,
        reviewers=tuple(seat.label for seat in state.seats if seat.name in readers),
        files=len(changed_files(state)),
        not_reviewed=(
            *(f"{item.title}: {item.reason}" for item in left_out),
            *(
                f"{path}, in chunk {number}: nobody's findings could be read"
                for number in unread(state)
                for path in chunks[number]
            ),
        ),
    )


def _unread(round_: RoundState) -> dict[str, str]:
    """Files of which nobody's findings are there, with the lines where it is not all of them."""
    chunks = round_.plan.chunks if round_.plan else ()
    seen = {read.chunk for read in round_.findings.values()}
    parts: dict[str, list[Part]] = {}
    for part in (part for chunk in chunks if chunk.index not in seen for part in chunk.parts):
        parts.setdefault(part.path, []).append(part)
    return {path: _lines(missing) for path, missing in parts.items()}


def _lines(parts: Sequence[Part]) -> str:
    """Empty: all of the file."""
    if sum(part.end_line - part.start_line + 1 for part in parts) >= parts[0].lines:
        return ""
    return " lines " + ", ".join(f"{part.start_line}-{part.end_line}" for part in parts)
