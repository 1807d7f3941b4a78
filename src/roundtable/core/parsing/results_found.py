"""What all readers of test results share: where a summary stands, and lines found by a hint."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from roundtable.core.running import TestResults

MOST_NAMES = 50
LONGEST_NAME = 300
_LONGEST_LINE = 1_000


@dataclass(frozen=True, slots=True)
class Found:
    """The results of one run of tests, and where its summary stands in the text."""

    start: int
    end: int
    results: TestResults


@dataclass(slots=True)
class Tally:
    """The numbers of a summary before they are results."""

    runner: str
    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def found(self, start: int, end: int, names: Iterable[str]) -> Found:
        results = TestResults(
            runner=self.runner,
            passed=max(0, self.passed),
            failed=self.failed,
            skipped=self.skipped,
            failures=bounded(names),
        )
        return Found(start, end, results)


def bounded(names: Iterable[str]) -> tuple[str, ...]:
    """Each name once, in order, no more and no longer than is kept."""
    unique: dict[str, None] = {}
    for name in names:
        if len(unique) >= MOST_NAMES:
            break
        unique.setdefault(name.strip()[:LONGEST_NAME])
    return tuple(name for name in unique if name)


def lines_with(text: str, hint: str, start: int = 0, end: int = -1) -> Iterator[tuple[int, str]]:
    """Every line between the offsets that has the hint, with its start.

    The search runs over the whole text at once, which is many times faster than line by line.
    """
    stop = len(text) if end < 0 else end
    at = text.find(hint, start, stop)
    while at >= 0:
        begin = text.rfind("\n", 0, at) + 1
        close = text.find("\n", at)
        close = len(text) if close < 0 else close
        yield begin, text[begin : min(close, begin + _LONGEST_LINE)]
        at = text.find(hint, close, stop)


def captured(
    text: str, hint: str, pattern: re.Pattern[str], start: int = 0, end: int = -1
) -> Iterator[str]:
    """The first group of each line between the offsets that has the hint and is of the pattern."""
    for _, line in lines_with(text, hint, start, end):
        match = pattern.match(line)
        if match:
            yield match[1]


def numbers(listing: str) -> dict[str, int]:
    """`2 failed, 1 passed` or `2 failed | 1 passed` as numbers by word."""
    return {word: int(number) for number, word in re.findall(r"(\d{1,9}) ([a-z]+)", listing)}


def line_end(text: str, offset: int) -> int:
    found = text.find("\n", offset)
    return len(text) if found < 0 else found


def lines_before(text: str, offset: int, most: int) -> list[str]:
    """Up to so many lines that end before the offset, the nearest first."""
    lines: list[str] = []
    while offset > 0 and len(lines) < most:
        start = text.rfind("\n", 0, offset - 1) + 1
        lines.append(text[start : min(offset - 1, start + _LONGEST_LINE)])
        offset = start
    return lines
