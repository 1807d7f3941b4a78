"""Results that Node's own runner, Jest, Vitest and Mocha print."""

import re
from collections.abc import Iterator

from roundtable.core.parsing.results_found import (
    Found,
    Tally,
    captured,
    line_end,
    lines_before,
    lines_with,
    numbers,
)

_NODE = re.compile(
    r"(?P<sign>\u2139|#) tests (?P<tests>\d{1,9})\n(?:(?P=sign) suites \d{1,9}\n)?"
    r"(?P=sign) pass (?P<pass>\d{1,9})\n(?P=sign) fail (?P<fail>\d{1,9})\n"
    r"(?:(?P=sign) cancelled (?P<cancelled>\d{1,9})\n)?(?P=sign) skipped (?P<skipped>\d{1,9})\n"
    r"(?P=sign) todo (?P<todo>\d{1,9})\n(?P=sign) duration_ms [\d.]{1,30}"
)
_NODE_SPEC_NAME = re.compile(r"\s*✖ (.+) \([\d.]+m?s\)")
_NODE_TAP_NAME = re.compile(r"\s*not ok \d+ - (.+)$")
_NODE_SUITE = re.compile(r"type: 'suite'|failureType: 'subtestsFailed'")

_JEST_TESTS = re.compile(r"Tests: {2,12}((?:\d{1,9} [a-z]+(?:, )?)+)$")
_JEST_NAME = re.compile(r" {2}● (?!Test suite failed to run|Console$)(\S.*)$")
_JEST_SUITE = re.compile(r"FAIL (\S+)")
_JEST_BROKEN = "● Test suite failed to run"

_VITEST_FILES = re.compile(r" {1,3}Test Files {2}(?:[\d a-z|]+\(\d+\)|no tests)$")
_VITEST_TESTS = re.compile(r"\n {4,8}Tests {2}([\d a-z|]+\(\d+\)|no tests)(?=\n)")
_VITEST_ERRORS = re.compile(r"\n {4,8}Errors {2}(\d{1,9}) errors?(?=\n)")
_VITEST_NAME = re.compile(r" FAIL {2}(\S.*)$")
_VITEST_SUITES = re.compile(r"⎯+ Failed Suites (\d{1,9}) ⎯+")

_MOCHA = re.compile(
    r" {2}(\d{1,9}) passing(?: \(\d+(?:ms|s|m|h|d)\))\n(?: {2}(\d{1,9}) pending\n)?"
    r"(?: {2}(\d{1,9}) failing\n)?"
)
_MOCHA_TITLE = re.compile(r" {2}\d{1,6}\) (\S.*)$")


def node_results(text: str) -> Iterator[Found]:
    matches = [
        match
        for hint in ("\u2139 tests ", "# tests ")
        for start, _ in lines_with(text, hint)
        if (match := _NODE.match(text, start))
    ]
    matches.sort(key=lambda match: match.start())
    before = 0
    for index, match in enumerate(matches):
        follows = matches[index + 1].start() if index + 1 < len(matches) else len(text)
        spec = match["sign"] == "\u2139"
        names = (
            _spec_names(text, match.end(), follows)
            if spec
            else _tap_names(text, before, match.start())
        )
        tally = Tally(
            "node --test",
            passed=int(match["pass"]),
            failed=int(match["fail"]) + int(match["cancelled"] or 0),
            skipped=int(match["skipped"]) + int(match["todo"]),
        )
        yield tally.found(match.start(), match.end(), names)
        before = match.end()


def _spec_names(text: str, start: int, end: int) -> Iterator[str]:
    head = text.find("✖ failing tests:", start, min(end, start + 40))
    if head >= 0:
        yield from captured(text, "✖ ", _NODE_SPEC_NAME, line_end(text, head), end)


def _tap_names(text: str, start: int, end: int) -> Iterator[str]:
    """A suite that failed for one of its tests is not one more."""
    for at, line in lines_with(text, "not ok ", start, end):
        match = _NODE_TAP_NAME.match(line)
        close = text.find("...\n", at, min(end, at + 2_000))
        if match and not _NODE_SUITE.search(text, at, close if close >= 0 else at):
            yield match[1]


def jest_results(text: str) -> Iterator[Found]:
    after = 0
    for start, line in lines_with(text, "Tests:  "):
        match = _JEST_TESTS.match(line)
        above = lines_before(text, start, 1)
        if not match or not above or not above[0].startswith("Test Suites: "):
            continue
        what = numbers(match[1])
        broken = [name for _, name in _broken_suites(text, after, start)]
        names = [*captured(text, "  ● ", _JEST_NAME, after, start), *broken]
        tally = Tally(
            "jest",
            passed=what.get("passed", 0),
            failed=what.get("failed", 0) + len(set(broken)),
            skipped=what.get("skipped", 0) + what.get("todo", 0),
        )
        end = start + len(line)
        yield tally.found(start, end, names)
        after = end


def _broken_suites(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    """Files of which no test was run, by the line above their message."""
    for at, _ in lines_with(text, _JEST_BROKEN, start, end):
        for line in lines_before(text, at, 3):
            match = _JEST_SUITE.match(line)
            if match:
                yield at, match[1]
                break


def vitest_results(text: str) -> Iterator[Found]:
    after = 0
    for start, line in lines_with(text, "Test Files  "):
        tests = _VITEST_TESTS.match(text, start + len(line)) if _VITEST_FILES.match(line) else None
        if not tests:
            continue
        what = numbers(tests[1])
        errors = _VITEST_ERRORS.match(text, tests.end())
        broken = captured(text, "Failed Suites ", _VITEST_SUITES, after, start)
        tally = Tally(
            "vitest",
            passed=what.get("passed", 0),
            failed=what.get("failed", 0)
            + sum(int(number) for number in broken)
            + (int(errors[1]) if errors else 0),
            skipped=what.get("skipped", 0) + what.get("todo", 0),
        )
        names = captured(text, " FAIL  ", _VITEST_NAME, after, start)
        yield tally.found(start, tests.end(), names)
        after = tests.end()


def mocha_results(text: str) -> Iterator[Found]:
    for start, _ in lines_with(text, " passing ("):
        match = _MOCHA.match(text, start)
        if match:
            passed, pending, failed = (int(number or 0) for number in match.groups())
            names = _mocha_names(text, match.end(), failed)
            tally = Tally("mocha", passed=passed, failed=failed, skipped=pending)
            yield tally.found(match.start(), match.end(), names)


def _mocha_names(text: str, at: int, failed: int) -> Iterator[str]:
    """Each failure's title: its suites and its name, one below the other, up to a colon."""
    left, stop = min(failed, 50), min(len(text), at + 100_000)
    while left and at < stop:
        line = text[at : line_end(text, at)]
        match = _MOCHA_TITLE.match(line)
        at = line_end(text, at) + 1
        if not match:
            continue
        left -= 1
        title = [match[1]]
        while not title[-1].endswith(":") and at < len(text) and len(title) < 12:
            title.append(text[at : line_end(text, at)].strip())
            at = line_end(text, at) + 1
        yield " ".join(title).rstrip(":")
