"""The part of a run's log that an engineer would want to see first."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from roundtable.core.parsing.run_log_errors import Trouble, troubles
from roundtable.core.parsing.run_log_lines import (
    Chunk,
    Piece,
    ServiceLog,
    chunks,
    service_logs,
)
from roundtable.core.parsing.test_output import found_results

__all__ = ["Piece", "excerpt"]

_GAP = len("… 99,999,999 lines left out …\n")
_MOST_FURTHER = 60
_SUMMARY_LINES = 12


def excerpt(pieces: Sequence[Piece], most: int = 12_000) -> str:
    """The first error with its surroundings, further ones, test results, and each service's end.

    At most so many characters; a log that is short enough is given whole. What is left out is
    marked. Lines of several services are labelled.
    """
    parts = chunks(pieces)
    labelled = len({chunk.service for chunk in parts}) > 1
    whole = _whole(parts, labelled, most)
    if whole is not None:
        return whole
    logs = service_logs(parts)
    selection = _Selection(most, labelled)
    for wish in _wishes(logs, most):
        selection.take(wish)
    return selection.rendered()[:most]


def _whole(parts: Sequence[Chunk], labelled: bool, most: int) -> str | None:
    if sum(len(chunk.text) for chunk in parts) > most + 1:
        return None
    lines = [
        f"{chunk.service} | {line}" if labelled else line
        for chunk in parts
        for line in chunk.text.splitlines()
    ]
    text = "\n".join(lines)
    return text if len(text) <= most else None


@dataclass(frozen=True, slots=True)
class _Wish:
    """Lines of a service that should be shown, and how many characters they may take."""

    log: ServiceLog
    start: int
    end: int
    room: int
    note: str = ""
    """Shown below them."""
    last: bool = False
    """Where there is no room for all of them: the last ones alone."""


def _wishes(logs: Sequence[ServiceLog], most: int) -> Iterator[_Wish]:
    """What is to be shown, the most important first."""
    found = [trouble for log in logs for trouble in troubles(log)]
    found.sort(key=lambda trouble: trouble.log.arrival(trouble.start))
    first = found[:1]
    if first and not first[0].strong:
        first += [trouble for trouble in found if trouble.strong][:1]
    for trouble in first:
        log = trouble.log
        yield _Wish(log, trouble.told, log.line_end(trouble.told), most)
    for log in logs:
        yield _end(log, 3, most // (6 * len(logs)))
    for trouble in first:
        yield _block(trouble, most * 2 // 5)
        log = trouble.log
        yield _Wish(log, log.back(trouble.start, 8), log.on(trouble.end, 2), most // 2)
    yield from _small_things(logs, most)
    for log in logs:
        yield _end(log, 12, most // (5 * len(logs)))
    for trouble in [t for t in found if t not in first][:_MOST_FURTHER]:
        log = trouble.log
        block = _block(trouble, most // 8)
        yield _Wish(log, log.back(block.start, 2), block.end, block.room, block.note)
    for trouble in first[:1]:
        log = trouble.log
        yield _Wish(log, log.back(trouble.start, 25), log.on(trouble.end, 2), most // 2)
    for log in logs:
        yield _end(log, 60, most // (2 * len(logs)))


def _small_things(logs: Sequence[ServiceLog], most: int) -> Iterator[_Wish]:
    """Our own notices, and the summaries of test runners."""
    for log in logs:
        for start, end in log.notices[-8:]:
            yield _Wish(log, start, end, most // 20)
        summaries = found_results(log.text)
        for found in (*summaries[-6:], *summaries[:-6]):
            start = log.line_start(found.start)
            yield _Wish(log, start, log.line_end(found.end), most // 10)
        for found in summaries[-2:]:
            start = log.back(log.line_start(found.start), _SUMMARY_LINES)
            yield _Wish(log, start, log.on(log.line_end(found.end), 2), most // 8)


def _end(log: ServiceLog, lines: int, room: int) -> _Wish:
    return _Wish(log, log.back(len(log.text), lines), len(log.text), room, last=True)


def _block(trouble: Trouble, room: int) -> _Wish:
    least = "" if trouble.counted else "at least "
    note = f"… this error was printed {least}{trouble.times:,} times …" if trouble.times > 1 else ""
    return _Wish(trouble.log, trouble.start, trouble.end, room, note)


@dataclass(slots=True)
class _Shown:
    """What is shown of one service: ranges of whole lines, apart from one another and in order."""

    log: ServiceLog
    ranges: list[tuple[int, int]] = field(default_factory=list)
    notes: dict[int, str] = field(default_factory=dict)
    """By the end of the line that each stands below."""

    def with_range(self, start: int, end: int) -> list[tuple[int, int]]:
        merged: list[tuple[int, int]] = []
        for one in sorted([*self.ranges, (start, end)]):
            if merged and one[0] <= merged[-1][1]:
                merged[-1] = (merged[-1][0], max(merged[-1][1], one[1]))
            else:
                merged.append(one)
        return merged


class _Selection:
    """Ranges are taken one after the other as long as all of them fit."""

    def __init__(self, most: int, labelled: bool) -> None:
        self._most = most
        self._labelled = labelled
        self._widest = max(40, most // 12)
        self._shown: dict[str, _Shown] = {}

    def take(self, wish: _Wish) -> None:
        """The whole of it if there is room, else its beginning and its end."""
        if wish.start >= wish.end:
            return
        shown = self._shown.setdefault(wish.log.name, _Shown(wish.log))
        if wish.note:
            shown.notes[wish.end] = wish.note
        spare = self._most - self._size() - 2 * _GAP
        room = min(wish.room, spare)
        size = self._cost(wish.log, wish.start, wish.end)
        if size <= room or self._fits(shown, wish.start, wish.end, wish.room):
            shown.ranges = shown.with_range(wish.start, wish.end)
        elif room > 0:
            for start, end in self._ends(wish, room):
                if start < end and self._fits(shown, start, end, self._most):
                    shown.ranges = shown.with_range(start, end)

    def _fits(self, shown: _Shown, start: int, end: int, room: int) -> bool:
        before, ranges = self._size(), shown.ranges
        shown.ranges = shown.with_range(start, end)
        after = self._size()
        shown.ranges = ranges
        return after <= self._most and after - before <= room

    def _ends(self, wish: _Wish, room: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """A third of the room for the first lines, if wanted; the rest for the last ones."""
        log, head, tail = wish.log, wish.start, wish.end
        first = 0 if wish.last else room // 3
        used = 0
        while head < wish.end:
            used += self._cost(log, head, log.line_end(head))
            if used > first:
                break
            head = log.line_end(head)
        used = 0
        while tail > head:
            before = log.back(tail, 1)
            used += self._cost(log, before, tail)
            if used > room - first or before < head:
                break
            tail = before
        return (tail, wish.end), (wish.start, head)

    def _size(self) -> int:
        size = 0
        for shown in self._shown.values():
            for start, end in shown.ranges:
                size += self._cost(shown.log, start, end) + _GAP + self._label(shown.log)
                for at, note in shown.notes.items():
                    if start < at <= end:
                        size += len(note) + 1 + self._label(shown.log)
            size += _GAP + self._label(shown.log)
        return size

    def _label(self, log: ServiceLog) -> int:
        return len(log.name) + 3 if self._labelled else 0

    def _cost(self, log: ServiceLog, start: int, end: int) -> int:
        cost, label = 0, self._label(log) + 1
        for at, stop in _spans(log, start, end):
            cost += min(stop - at, self._widest) + label
            if cost > self._most:
                break
        return cost

    def rendered(self) -> str:
        blocks: list[tuple[tuple[int, int], list[str]]] = []
        for shown in self._shown.values():
            blocks.extend(self._service(shown))
        blocks.sort(key=lambda block: block[0])
        return "\n".join(line for _, lines in blocks for line in lines)

    def _service(self, shown: _Shown) -> Iterator[tuple[tuple[int, int], list[str]]]:
        log, at = shown.log, 0
        label = f"{log.name} | " if self._labelled else ""
        for start, end in shown.ranges:
            lines = [label + gap] if (gap := _gap(log, at, start)) else []
            lines += [label + line for line in self._lines(shown, start, end)]
            at = end
            if end == shown.ranges[-1][1] and (gap := _gap(log, end, len(log.text))):
                lines.append(label + gap)
            yield log.arrival(start), lines

    def _lines(self, shown: _Shown, start: int, end: int) -> Iterator[str]:
        text = shown.log.text
        for at, stop in _spans(shown.log, start, end):
            if stop - at <= self._widest:
                yield text[at:stop]
            else:
                cut = f" … {stop - at:,} characters"
                yield text[at : at + self._widest - len(cut)] + cut
            if stop + 1 in shown.notes:
                yield shown.notes[stop + 1]


def _spans(log: ServiceLog, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where each line between the offsets begins and ends; no line is copied."""
    while start < end:
        stop = log.line_end(start)
        yield start, stop - 1
        start = stop


def _gap(log: ServiceLog, start: int, end: int) -> str:
    left = log.text.count("\n", start, end)
    return f"… {left:,} {'line' if left == 1 else 'lines'} left out …" if left else ""
