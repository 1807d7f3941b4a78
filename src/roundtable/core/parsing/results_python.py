"""Results that pytest and unittest (and runners with its form) print."""

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

_WORD = (
    r"(?:failed|passed|skipped|deselected|xfailed|xpassed|errors?|warnings?|rerun|subtests passed)"
)
_PYTEST = re.compile(
    rf"(?P<bar>=+ )?(?P<what>(?:\d{{1,9}} {_WORD}(?:, )?){{1,12}}|no tests ran)"
    r" in \d+\.\d+s(?: \([\d:, day]{1,30}\))?(?(bar) =+)$"
)
_PYTEST_HINTS = (
    *("passed in ", "failed in ", "error in ", "errors in ", "skipped in ", "deselected in "),
    *("warning in ", "warnings in ", "rerun in ", "no tests ran in "),
)
# A summary without bars (-q) stands below something that only pytest prints.
_PYTEST_ABOVE = re.compile(
    r".{0,200}\[ *\d+%\]$|[.FEsxXR]{1,200}$|(?:FAILED|ERROR|SKIPPED|XFAIL|XPASS|PASSED|RERUN) |"
    r"!{3,} .* !{3,}$|-- Docs: |={3,} .* ={3,}$|\d+\.\d\ds (?:call|setup|teardown) "
)
_PYTEST_NAME = re.compile(r"(?:FAILED|ERROR) ([^\s\[]\S*?(?:\[.*?\])?|[^\[]*?)(?: - .*)?$")
_SHORT_SUMMARY = "= short test summary info ="

_RAN = re.compile(r"Ran (\d{1,9}) tests? in \d+\.\d+s$")
_VERDICT = re.compile(r"\n{1,2}(OK|FAILED|NO TESTS RAN)(?: \(([^()\n]{1,200})\))?(?=\n|$)")
_UNITTEST_NAME = re.compile(r"(?:FAIL|ERROR|UNEXPECTED SUCCESS): (\S.*)$")
_FIXTURE = re.compile(r"(?:setUp|tearDown)(?:Class|Module) \(")
_ONE_BY_ONE = re.compile(r" \.\.\. (ok|skipped\b.*)\r?$", re.MULTILINE)
_LETTERS = re.compile(r"^[.FEsxu]+\r?$", re.MULTILINE)
"""What is told of each test when it ends: on a line of its own (-v), or by a letter."""
_SUBTEST = re.compile(r"^(\S+ \([^)]*\)).*$")


def pytest_results(text: str) -> Iterator[Found]:
    summaries: dict[int, re.Match[str]] = {}
    for hint in _PYTEST_HINTS:
        for start, line in lines_with(text, hint):
            match = _PYTEST.match(line)
            if match and (match["bar"] or _below_pytest(text, start, match["what"])):
                summaries[start] = match
    after = 0
    for start, match in sorted(summaries.items()):
        what = numbers(match["what"])
        tally = Tally(
            "pytest",
            passed=what.get("passed", 0) + what.get("xpassed", 0),
            failed=what.get("failed", 0) + what.get("error", 0) + what.get("errors", 0),
            skipped=what.get("skipped", 0) + what.get("xfailed", 0),
        )
        end = line_end(text, start)
        yield tally.found(start, end, _pytest_names(text, after, start))
        after = end


def _below_pytest(text: str, start: int, what: str) -> bool:
    if what == "no tests ran":
        return True
    return any(_PYTEST_ABOVE.match(line) for line in lines_before(text, start, 3))


def _pytest_names(text: str, start: int, end: int) -> Iterator[str]:
    head = text.rfind(_SHORT_SUMMARY, start, end)
    if head < 0:
        return
    for line in text[line_end(text, head) + 1 : end].splitlines():
        match = _PYTEST_NAME.match(line)
        if match:
            yield match[1]


def unittest_results(text: str) -> Iterator[Found]:
    after = 0
    for start, line in lines_with(text, "Ran "):
        ran = _RAN.match(line)
        verdict = _VERDICT.match(text, start + len(line)) if ran else None
        if not ran or not verdict:
            continue
        names = _unittest_names(text, after, start)
        told = _told(text, after, start)
        tally = _unittest_tally(int(ran[1]), verdict[2] or "", names, told)
        yield tally.found(start, verdict.end(), names)
        after = verdict.end()


def _unittest_names(text: str, start: int, end: int) -> list[str]:
    names: list[str] = []
    for sign in ("\nFAIL: ", "\nERROR: ", "\nUNEXPECTED SUCCESS: "):
        at = text.find(sign, start, end)
        while at >= 0:
            if text.endswith("=====", start, at):
                names.extend(
                    captured(text, sign[1:], _UNITTEST_NAME, at + 1, line_end(text, at + 1))
                )
            at = text.find(sign, at + 1, end)
    return names


def _told(text: str, start: int, end: int) -> tuple[int, int]:
    """How many tests were said to pass and to be skipped, each as it ended."""
    rule = text.find("\n=====", start, end)
    stop = end if rule < 0 else rule
    words = [match[1] for match in _ONE_BY_ONE.finditer(text, start, stop)]
    letters = "".join(match[0] for match in _LETTERS.finditer(text, start, stop))
    passed = words.count("ok")
    return passed + letters.count("."), len(words) - passed + letters.count("s")


def _unittest_tally(ran: int, listing: str, names: list[str], told: tuple[int, int]) -> Tally:
    """A test of which several parts failed is one, and a class's set-up is none.

    Whether those that were skipped are among those that ran depends on the version of Python and
    on who skipped them, so that what was told of each counts where it agrees with the summary.
    """
    what = {
        key.strip().lower(): int(number)
        for key, _, number in (part.partition("=") for part in listing.split(","))
        if number.isdecimal()
    }
    unexpected = what.get("unexpected successes", 0)
    failed = what.get("failures", 0) + what.get("errors", 0) + unexpected
    skipped = what.get("skipped", 0) + what.get("skip", 0)
    expected = what.get("expected failures", 0)
    tests = {_SUBTEST.sub(r"\1", name) for name in names if not _FIXTURE.match(name)}
    lost = len(tests) if len(names) >= failed - unexpected else failed
    most = ran - lost - expected
    passed, left_out = told
    agrees = left_out == skipped and most - skipped <= passed <= most
    passed = passed if agrees else most - skipped
    return Tally("unittest", passed=passed, failed=failed, skipped=skipped + expected)
