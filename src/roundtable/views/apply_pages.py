"""What decisions.md says of an apply: the decision, its changes as diffs, what became of it."""

from roundtable.core import events as e
from roundtable.core.parsing.text import one_line
from roundtable.core.state import SessionState
from roundtable.views.apply_sentences import apply_lines, change_line, comparison, doubts
from roundtable.views.diffs import visible


def apply_page_lines(state: SessionState) -> list[str]:
    """Empty for a session that applies nothing."""
    errand, applying = state.opening.errand, state.applying
    if errand is None:
        return []
    lines = [errand.decision.strip(), "", f"- Decided in: {errand.session}"]
    if errand.table:
        lines.append(f"- By: {', '.join(errand.table)}")
    if errand.files:
        lines.append("- Files: " + ", ".join(f"`{one_line(path, 300)}`" for path in errand.files))
    ends = (applying.written, applying.failed, applying.committed, applying.undone)
    for event in (event for event in ends if event is not None):
        first, *rest = [line.strip() for line in apply_lines(event, state) if line]
        lines += [f"- {first}", *(f"  - {line}" for line in rest)]
    for item in applying.proposed.changes if applying.proposed else ():
        lines += ["", *_change_lines(item, state)]
    return [*lines, ""]


def _change_lines(item: e.Proposed, state: SessionState) -> list[str]:
    runs, instead = comparison(item, state)
    text = visible("\n".join(run.text for run in runs)) or instead
    fence = "```"
    while fence in text:
        fence += "`"
    against = [f"- {one_line(doubt, 500)}" for doubt in doubts(item)]
    return [f"## {visible(change_line(item, state))}", "", *against, f"{fence}diff", text, fence]
