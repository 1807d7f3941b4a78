"""Cuts the wanted lines out of a file's beginning, within bounds and saying so."""

from dataclasses import dataclass

from roundtable.adapters.workspaces.reading import Beginning, Refused

MOST_LINES = 400
MOST_BYTES = 32 * 1024


@dataclass(frozen=True, slots=True)
class Lines:
    text: str
    start: int | None
    """First line, counted from 1; None, like the end, for a whole file."""
    end: int | None
    cut: bool
    """True when more lines were wanted; the text's last line says so."""


def take_lines(
    file: Beginning,
    start: int | None,
    end: int | None,
    most_lines: int = MOST_LINES,
    most_bytes: int = MOST_BYTES,
) -> Lines:
    """The lines from `start` to `end`, both included; Refused where there are none."""
    lines = file.text.removesuffix("\n").split("\n")
    first = start or 1
    if end is not None and end < first:
        raise Refused("the range of lines ends before it begins")
    if not file.text:
        raise Refused("the file is empty")
    if first > len(lines) and file.whole:
        raise Refused(f"the file has only {len(lines)} lines")
    if first > len(lines):
        raise Refused(f"the file is too large: only its first {len(lines)} lines can be read")
    wanted = lines[first - 1 : end]
    taken, torn = _within(wanted[:most_lines], most_bytes)
    last = first + len(taken) - 1
    goes_on = not file.whole and (end is None or end > len(lines))
    cut = torn or len(taken) < len(wanted) or goes_on
    if cut:
        where = f"within line {last}" if torn else f"after line {last}"
        taken.append(f"[cut {where}: the rest is not shown here]")
    everything = start is None and end is None and not cut
    text = "\n".join(taken)
    return Lines(text, None, None, cut) if everything else Lines(text, first, last, cut)


def _within(lines: list[str], most_bytes: int) -> tuple[list[str], bool]:
    """As many lines as fit; if not even the first does, its beginning (True)."""
    taken: list[str] = []
    room = most_bytes
    for line in lines:
        room -= len(line.encode("utf-8", "replace")) + 1
        if room < 0:
            break
        taken.append(line)
    if taken:
        return taken, False
    return [lines[0].encode("utf-8", "replace")[:most_bytes].decode("utf-8", "ignore")], True
