"""The findings of a review in the forms that a build server or a person asks for."""

from collections.abc import Callable, Mapping, Sequence

from roundtable.core.findings import MergedFinding, ReviewHeader
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
    round_ = state.current
    reads = round_.findings.values() if round_ else ()
    readers = {read.seat for read in reads}
    left_out = state.given.left_out if state.given else ()
    binaries = [path for path, file in state.project.items() if file.binary]
    return ReviewHeader(
        title=state.opening.topic,
        reviewers=tuple(seat.label for seat in state.seats if seat.name in readers),
        files=len(state.tree),
        not_reviewed=(
            *(f"{item.title}: {item.reason}" for item in left_out),
            *(f"{path}: a binary file" for path in binaries),
        ),
    )
