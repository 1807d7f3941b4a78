"""What the readable files say of a summon: its change, how that was read, and what was dropped."""

from collections.abc import Callable

from roundtable.core import events as e
from roundtable.core.decide.reviewing import chunk_part
from roundtable.core.decide.summon import READING, changed_files, unread
from roundtable.core.state import SessionState
from roundtable.core.turns import Turn
from roundtable.views.summon_sentences import aside_lines, change_line, reading_title

TurnLines = Callable[[SessionState, Turn], list[str]]


def change_lines(state: SessionState) -> list[str]:
    """What the table was given, and what not; for the page of the topic."""
    if state.opening.workflow != "summon" or state.given is None:
        return []
    files = [f"- `{file.path}`" for file in changed_files(state)]
    left = [f"- {item.title}: {item.reason}" for item in state.given.left_out]
    lines = ["", "## The change", "", f"{change_line(state)}:", "", *files]
    return [*lines, "", "### Left out", "", *left] if left else lines


def reading_lines(state: SessionState, turn_lines: TurnLines) -> list[str]:
    """How a large change was read before it was discussed, chunk by chunk."""
    chunks = state.reading.chunks
    if not chunks:
        return []
    lines = [f"## {reading_title(chunks[0].total)}", ""]
    for start in chunks:
        lines += [f"### Chunk {start.chunk} of {start.total}", ""]
        lines += [*(f"- `{path}`" for path in start.paths), ""]
        for turn in _turns(state, start):
            lines += turn_lines(state, turn)
        if start.chunk in unread(state) and state.iterations:
            lines += ["**Nobody's findings on this chunk could be read.**", ""]
    return lines


def _turns(state: SessionState, start: e.ChunkStart) -> list[Turn]:
    part = f"/{chunk_part(start.chunk)}"
    turns = state.turns.values()
    return [t for t in turns if t.iteration == READING and t.key.endswith(part)]


def dropped_lines(state: SessionState) -> list[str]:
    """What was raised on the way and does not stand, once it is known what does."""
    decided = state.decision or state.ended
    listed = [f"- {line}" for line in aside_lines(state)] if decided else []
    return ["", "## Raised on the way, and not upheld in the end", "", *listed] if listed else []
