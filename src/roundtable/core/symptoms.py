"""What a code-red starts from: the symptom in words, and the log that shows it.

A log that is too long keeps its first error with what surrounds it, and its end; what lies before
and between is left out, and it is said which lines these are.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from roundtable.core.events import FilesGiven
from roundtable.core.parsing.text import clean, one_line
from roundtable.core.state import SessionState

MOST_TOPIC = 200
"""How much of a line stands for a symptom that was not given."""
ONLY_THE_LOG = "What the log below shows; the King has said nothing beside it."
_MOST_LINE = 2_000
_BEFORE = 12
"""Lines before the first error that are kept with it."""
_HEAD_SHARE = 0.6
"""How much of an excerpt is for the first error; the rest is for the end."""
_NOTICE = 60
"""What a line about lines left out takes at most."""

_ESCAPE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
_TROUBLE = re.compile(
    r"\b\w*(?:Error|Exception|Panic|Fault)\b|\b(?:errors?|exceptions?|panic|panicked|fatal|failed|"
    r"failures?|segfault|segmentation fault|abort(?:ed)?|unhandled|uncaught|traceback|critical|"
    r"cannot|denied|refused)\b|\berr!|^E {2,}\S|^FAIL\b",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"\b\w*(?:Error|Exception|Panic)\b\s*[:(]|\b(?i:error|fatal|panic|critical)\b\s*[:\[]|\bERR!|"
    r"^(?:E\s+)?[\w.]*\w(?:Error|Exception)\s*$"
)
"""A trouble that says what it is; an exception without a message stands alone in its line."""
_NO_TROUBLE = re.compile(
    r"\b(?:0|no|zero|without) (?:errors?|failures?|failed|exceptions?)\b|\b(?:errors?|failures?|"
    r"failed)\s*[:=]\s*0\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A log, or the parts of it that matter most."""

    text: str
    left_out: tuple[str, ...] = ()
    """Which lines are not in it, in words."""


def readable_log(data: bytes) -> str:
    """A log as text: without what only a terminal obeys, every line on its own."""
    code = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    text = clean(data.decode(code, "replace"))
    text = _ESCAPE.sub("", text).replace("\r\n", "\n").replace("\r", "\n")
    return "".join(c if c.isprintable() or c in "\n\t" else "\ufffd" for c in text).strip("\n")


def log_of(state: SessionState) -> str:
    """The log that the session was given; empty if none was."""
    return log_text(state.given) if state.given else ""


def log_text(given: FilesGiven) -> str:
    return "\n".join(file.text for file in given.files if not file.binary)


def about(state: SessionState, most: int) -> str:
    """What the context is gathered for: the symptom, and so much of the log."""
    return f"{state.opening.topic}\n{log_excerpt(log_of(state), most).text}".strip()


def symptom_of(state: SessionState) -> str:
    """The symptom in the developer's words; a line of a log never speaks in his place."""
    topic = state.opening.topic
    return ONLY_THE_LOG if topic == (_first_told(state.given) if state.given else "") else topic


@lru_cache(maxsize=16)
def _first_told(given: FilesGiven) -> str:
    """Asked for by every prompt of a session; a log may be large."""
    return topic_of(log_text(given))


def topic_of(log: str) -> str:
    """The first error of a log in one line, for a symptom that was not given in words."""
    lines = [line for line in log.split("\n") if line.strip()]
    first = _first_trouble(lines)
    if first is None:
        return one_line(lines[0], MOST_TOPIC) if lines else ""
    named = (line for line in lines[first:] if _NAMED.search(line[:_MOST_LINE]))
    told = next(named, lines[first])
    return one_line(told.removeprefix("E "), MOST_TOPIC)


def log_excerpt(log: str, most: int) -> Excerpt:
    """The whole log, or its first error with what surrounds it and its end, in so many characters.

    A line that is too long is cut; the cut is marked in the line itself.
    """
    if len(log) <= most:
        return Excerpt(log)
    room = max(_NOTICE, most - 3 * _NOTICE)
    width = min(_MOST_LINE, room // 4)
    whole = log.split("\n")
    lines = [_shortened(line, width) for line in whole]
    start = max(0, (_first_trouble(lines) or 0) - _BEFORE)
    head_end = _reach(lines[start:], int(room * _HEAD_SHARE)) + start
    head = sum(len(line) + 1 for line in lines[start:head_end])
    tail_start = max(head_end, len(lines) - _reach(lines[::-1], room - head))
    gaps = ((0, start), (head_end, tail_start))
    pieces = (lines[start:head_end], lines[tail_start:])
    shown: list[str] = []
    for (first, last), piece in zip(gaps, pieces, strict=True):
        shown += [f"[{_range(first, last)} left out]"] if last > first else []
        shown += piece
    left_out = [f"{_range(a, b)} of the log" for a, b in gaps if b > a]
    kept = (*range(start, head_end), *range(tail_start, len(lines)))
    if any(len(whole[number]) > width for number in kept):
        left_out.append("the ends of long lines of the log")
    return Excerpt("\n".join(shown), tuple(left_out))


def _reach(lines: Sequence[str], room: int) -> int:
    """How many of these lines fit, from the first on."""
    for number, line in enumerate(lines):
        room -= len(line) + 1
        if room < 0:
            return number
    return len(lines)


def _range(first: int, last: int) -> str:
    return f"line {last}" if last == first + 1 else f"lines {first + 1}-{last}"


def _shortened(line: str, width: int) -> str:
    return line if len(line) <= width else f"{line[:width]} [{len(line) - width} more characters]"


def _first_trouble(lines: Sequence[str]) -> int | None:
    for number, line in enumerate(lines):
        probed = line[:_MOST_LINE]
        if _TROUBLE.search(probed) and not _NO_TROUBLE.search(probed):
            return number
    return None
