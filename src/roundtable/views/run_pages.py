"""The readable record of a session's runs: what came of each, and what of its log matters."""

from roundtable.core.parsing.text import one_line, printable
from roundtable.core.runs import RunState
from roundtable.core.state import SessionState
from roundtable.views.build_pages import fenced
from roundtable.views.run_sentences import (
    bounds_line,
    done_details,
    done_line,
    error_details,
    error_line,
    start_line,
)


def runs_lines(state: SessionState) -> list[str]:
    """A section of its own; the whole log stays in the record."""
    if not state.runs:
        return []
    return ["## Runs", "", *(line for run in state.runs for line in _run_lines(run))]


def _run_lines(run: RunState) -> list[str]:
    lines = [f"### Run {run.number}{_place(run)}", ""]
    if run.start:
        lines += [f"- {start_line(run.start)}", f"- {bounds_line(run.start)}"]
        lines += [f"- note: {one_line(note, 300)}" for note in run.start.notes]
    if run.done:
        lines += [f"- {done_line(run.done)}", *(f"- {x}" for x in done_details(run.done))]
    if run.error:
        lines += [f"- {error_line(run.error)}", *(f"- {x}" for x in error_details(run.error))]
    if run.open:
        lines.append("- under way")
    if run.done and run.done.excerpt.strip():
        size = f"The log has {run.done.log_bytes:,} bytes; what matters of it:"
        lines += ["", size, "", *fenced(printable(run.done.excerpt).rstrip("\n"))]
    return [*lines, ""]


def _place(run: RunState) -> str:
    if run.start is None:
        return ""
    again = f", attempt {run.start.attempt}" if run.start.attempt > 1 else ""
    return f" ({run.start.round}{again})" if run.start.round else " (by the developer)"
