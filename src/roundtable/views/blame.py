"""A built file, by ranges of lines, with the seat from which each unit came and why."""

from roundtable.core.parsing.text import one_line
from roundtable.core.provenance import DEVELOPER
from roundtable.core.state import SessionState
from roundtable.views.authorship import Authored, authors_of


def blame_lines(state: SessionState, path: str) -> list[str]:
    """One line for each unit: its lines, its name, its seat, its round and the reason."""
    rows = authors_of(state, path)
    lines = [f"{row.start}-{row.end}" for row in rows]
    wide = max(map(len, lines))
    named = min(48, max(len(row.unit) for row in rows))
    return [
        f"{span:>{wide}}  {one_line(row.unit, 48):<{named}}  {_whose(state, row)}"
        for span, row in zip(lines, rows, strict=True)
    ]


def _whose(state: SessionState, row: Authored) -> str:
    if not row.seat:
        return row.why
    again = f", attempt {row.attempt}" if row.attempt > 1 else ""
    if row.seat == DEVELOPER:
        return f"the developer, after {row.round}{again}"
    return f"{state.named((row.seat,))}, {row.round}{again}: {one_line(row.why, 120)}"
