"""How far an error goes on below its first line, for each way in which tools print them."""

import re
from collections.abc import Callable
from typing import Literal

from roundtable.core.parsing.run_log_lines import ServiceLog

Extent = Literal[
    "traceback",
    "indented",
    "paragraph",
    "single",
    "coded",
    "logged",
    "pytest",
    "unittest",
    "vitest",
    "jest",
    "go",
    "npm",
    "maven",
    "gradle",
    "rspec",
]

MOST_LINES = 300
_LOOK = 400

_MORE = re.compile(
    r"[ \t]|at \S|Caused by: |Suppressed: |\.\.\. \d+ more|\}|E  |Require stack:|- [/.]|"
    r"Emitted '|Node\.js v\d|[^\s:]{1,200}:\d+(?::\d+)?: (?:note|warning): |In file included|"
    r"compilation terminated|collect2: |note: |Reason: |Root cause|The conflict is caused by:"
)
_BUILD_MORE = re.compile(r"#\d+ \d+\.\d+ [ \t]")
_CHAIN = re.compile(
    r"\s*(?:[|] )*(?:During handling of the above exception|The above exception was the direct)"
)
_TRACEBACK = re.compile(r"\s*(?:[+|] )*(?:Exception Group )?Traceback \(most recent")
_FRAMES = re.compile(r"(?:#\d+ \d+\.\d+ )?(?:[ \t]|$)|[+|]")
_PYTEST_END = re.compile(r"_{3,} .{1,300} _{3,}$|={3,} .{1,300} ={3,}$")
_UNITTEST_END = re.compile(r"={50,}$|Ran \d+ tests? in ")
_VITEST_END = re.compile(r"⎯{5,}|\s*FAIL |\s*Test Files |Test Suites:|PASS ")
_JEST_END = re.compile(r"  ● |Test Suites:|(?:PASS|FAIL) ")


def _line(log: ServiceLog, start: int) -> str:
    return log.text[start : min(log.line_end(start), start + _LOOK)].rstrip("\n")


def _while(log: ServiceLog, start: int, goes_on: Callable[[str], bool]) -> int:
    """The end of the lines below the one at the start that go on with it; blank ones in between."""
    end = at = log.line_end(start)
    for _ in range(MOST_LINES):
        if at >= len(log.text):
            break
        line = _line(log, at)
        at = log.line_end(at)
        if not line.strip():
            continue
        if not goes_on(line):
            break
        end = at
    return end


def _until(log: ServiceLog, start: int, stops: Callable[[str], bool]) -> int:
    at = log.line_end(start)
    for _ in range(MOST_LINES):
        if at >= len(log.text) or stops(_line(log, at)):
            break
        at = log.line_end(at)
    return at


def _indented(log: ServiceLog, start: int) -> tuple[int, int]:
    width = len(_line(log, start)) - len(_line(log, start).lstrip())

    def goes_on(line: str) -> bool:
        deeper = len(line) - len(line.lstrip()) > width
        return deeper or (width == 0 and bool(_MORE.match(line) or _BUILD_MORE.match(line)))

    return _while(log, start, goes_on), start


def _traceback(log: ServiceLog, start: int) -> tuple[int, int]:
    """Frames, the line that names the error, and whatever it is chained to."""
    at, told = start, start
    while True:
        if not _TRACEBACK.match(_line(log, at)):
            at = log.line_end(at)
        grouped = _line(log, at).lstrip().startswith(("+", "|"))
        at = _until(log, at, lambda line: not _FRAMES.match(line))
        if grouped:
            return at, start
        told = at if at < len(log.text) else log.line_start(at - 1)
        at = log.line_end(told)
        after = log.on(at, 1) if _line(log, at) in ("", '"""') else at
        after = log.on(after, 1) if not _line(log, after).strip() else after
        if not _CHAIN.match(_line(log, after)):
            return at, told
        follows = log.on(after, 2)
        if not _TRACEBACK.match(_line(log, follows)):
            return log.line_end(after), told
        at = follows


def _paragraph(log: ServiceLog, start: int) -> tuple[int, int]:
    return _until(log, start, lambda line: not line.strip()), start


def _panic(log: ServiceLog, start: int) -> tuple[int, int]:
    """A Go panic: paragraphs of goroutines, then the exit status."""
    end = _until(log, start, lambda line: not line.strip())
    for _ in range(5):
        if not re.match(r"goroutine \d+ |exit status", _line(log, log.on(end, 1))):
            break
        end = _until(log, log.on(end, 1), lambda line: not line.strip())
    return end, start


def _coded(log: ServiceLog, start: int) -> tuple[int, int]:
    """A message with a picture of the code, which may have blank lines: two at most."""
    at, end, blanks = log.line_end(start), log.line_end(start), 0
    for _ in range(60):
        if at >= len(log.text):
            break
        line = _line(log, at)
        at = log.line_end(at)
        blanks = 0 if line.strip() else blanks + 1
        if blanks > 1 or (blanks == 0 and end < log.back(at, 2) and not line[:1].isspace()):
            break
        if line.strip():
            end = at
    return end, start


def _logged(log: ServiceLog, start: int) -> tuple[int, int]:
    """A line of a logger, with the traceback that it may carry."""
    below = log.line_end(start)
    if _TRACEBACK.match(_line(log, below)):
        return _traceback(log, below)[0], start
    return _indented(log, start)


def _section(stop: re.Pattern[str]) -> Callable[[ServiceLog, int], tuple[int, int]]:
    return lambda log, start: (_until(log, start, lambda line: bool(stop.match(line))), start)


def _same_prefix(prefix: str) -> Callable[[ServiceLog, int], tuple[int, int]]:
    pattern = re.compile(prefix)
    return lambda log, start: (_while(log, start, lambda line: bool(pattern.match(line))), start)


EXTENTS: dict[Extent, Callable[[ServiceLog, int], tuple[int, int]]] = {
    "traceback": _traceback,
    "indented": _indented,
    "paragraph": _paragraph,
    "single": lambda log, start: (log.line_end(start), start),
    "coded": _coded,
    "logged": _logged,
    "pytest": _section(_PYTEST_END),
    "unittest": _section(_UNITTEST_END),
    "vitest": _section(_VITEST_END),
    "jest": _section(_JEST_END),
    "go": _panic,
    "npm": _same_prefix(r"npm (?:ERR!|error)"),
    "maven": _same_prefix(r"\[ERROR\]|\s+\S|\tat "),
    "gradle": _same_prefix(r"\s+\S|\* (?:What|Where|Try|Exception)|> "),
    "rspec": _indented,
}
"""For each: where the error that starts there ends, and which line names it."""
