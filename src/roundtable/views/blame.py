"""A built file, line by line ranges, with the seat from which each unit came and why."""

from roundtable.core.parsing.text import one_line
from roundtable.core.provenance import Origin, origins
from roundtable.core.state import SessionState
from roundtable.core.units import WHOLE
from roundtable.merge.units import Split, Unit, split_text


def blame_lines(state: SessionState, path: str) -> list[str]:
    """One line for each unit: its lines, its name, its seat, its round and the reason."""
    known = {unit: origin for (where, unit), origin in origins(state).items() if where == path}
    text = state.tree[path]
    parts = split_text(path, text)
    whole = known.get(WHOLE)
    rows = [(_lines(parts, unit), unit.name, known.get(unit.name, whole)) for unit in parts.units]
    if not rows or parts.language is None:
        last = max(1, len(text.splitlines()))
        rows = [(f"1-{last}", WHOLE, whole or next(iter(known.values()), None))]
    stood = _given_units(state, path)
    wide = max(len(lines) for lines, _, _ in rows)
    named = min(48, max(len(name) for _, name, _ in rows))
    return [
        f"{lines:>{wide}}  {one_line(name, 48):<{named}}  {_whose(state, origin, name in stood)}"
        for lines, name, origin in rows
    ]


def _given_units(state: SessionState, path: str) -> frozenset[str]:
    """What stood in the file when the session began."""
    given = state.given.files if state.given else ()
    texts = [file.text for file in given if file.path == path]
    return frozenset(u.name for text in texts for u in split_text(path, text).units) | (
        {WHOLE} if texts else frozenset()
    )


def _lines(parts: Split, unit: Unit) -> str:
    first = parts.source.count(b"\n", 0, unit.start) + 1
    last = parts.source.count(b"\n", 0, max(unit.start, unit.end - 1)) + 1
    return f"{first}-{last}"


def _whose(state: SessionState, origin: Origin | None, stood: bool) -> str:
    if origin is None or not origin.seat:
        return "the starting files" if stood else "came along with another unit"
    again = f", attempt {origin.attempt}" if origin.attempt > 1 else ""
    who = state.named((origin.seat,))
    return f"{who}, {origin.round}{again}: {one_line(origin.why, 120)}"
