"""Results that go test, cargo test, Surefire, Gradle, JUnit's own runners and RSpec print."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from roundtable.core.parsing.results_found import (
    Found,
    Tally,
    captured,
    line_end,
    lines_with,
    numbers,
)

_CARGO = re.compile(
    r"test result: (?:ok|FAILED)\. (\d{1,9}) passed; (\d{1,9}) failed; (\d{1,9}) ignored; "
    r"\d{1,9} measured; \d{1,9} filtered out(?:; finished in [\d.]+s)?$"
)
_CARGO_NAME = re.compile(r"\n {4}(\S[^\n]*)")
_SUREFIRE = re.compile(
    r"(?:\[[A-Z]+\] )?Tests run: (\d{1,9}), Failures: (\d{1,9}), Errors: (\d{1,9}),"
    r" Skipped: (\d{1,9})\s*$"
)
_SUREFIRE_NAME = re.compile(
    r"(?:\[ERROR\] |Failed tests: |Tests in error: )? {2}"
    r"([\w$.\[\]{}()-]+?)(?::\d+|:)?(?:->\S*)?(?: .*|».*)?$"
)
_NEAR = 20_000
"""So far above its summary JUnit's first line is looked for."""
_JUNIT = re.compile(r"Tests run: (\d{1,9}), {2}Failures: (\d{1,9})$")
_JUNIT_OK = re.compile(r"OK \((\d{1,9}) tests?\)$")
_JUNIT_NAME = re.compile(r"\d+\) (\S+\(\S+\))$")
_LAUNCHER = re.compile(
    r"\[ +(\d{1,9}) tests skipped +\]\n(?:\[ +\d{1,9} tests started +\]\n)"
    r"(?:\[ +\d{1,9} tests aborted +\]\n)\[ +(\d{1,9}) tests successful +\]\n"
    r"\[ +(\d{1,9}) tests failed +\]"
)
_GRADLE = re.compile(r"(\d{1,9}) tests? completed(?:, (\d{1,9}) failed)?(?:, (\d{1,9}) skipped)?$")
_GRADLE_NAME = re.compile(r"(\S.* > .+) FAILED$")
_RSPEC = re.compile(
    r"(\d{1,9}) examples?, (\d{1,9}) failures?(?:, (\d{1,9}) pending)?"
    r"(?:, (\d{1,9}) errors? occurred outside of examples)?$"
)
_RSPEC_NAME = re.compile(r"rspec (\S+ # .+)$")
_GO_PACKAGE = re.compile(
    r"(ok|FAIL) *\t(\S+)(?:\t(?:[\d.]+s|\(cached\))(?:\t.*| .*)?| \[(?:build|setup) failed\])$"
)
_GO_TEST = re.compile(r" *--- (PASS|FAIL|SKIP): (\S+) \([\d.]+s\)$")


def cargo_results(text: str) -> Iterator[Found]:
    after = 0
    for start, line in lines_with(text, "test result: "):
        match = _CARGO.match(line)
        if match:
            passed, failed, skipped = (int(number) for number in match.groups())
            tally = Tally("cargo test", passed, failed, skipped)
            names = _cargo_names(text, after, start) if failed else ()
            after = start + len(line)
            yield tally.found(start, after, names)


def _cargo_names(text: str, start: int, end: int) -> Iterator[str]:
    at = text.rfind("\nfailures:\n", start, end)
    at = at + len("\nfailures:") if at >= 0 else end
    while match := _CARGO_NAME.match(text, at):
        yield match[1]
        at = match.end()


def surefire_results(text: str) -> Iterator[Found]:
    after = 0
    for start, line in lines_with(text, "Tests run: "):
        match = _SUREFIRE.match(line)
        if not match:
            continue
        ran, failures, errors, skipped = (int(number) for number in match.groups())
        failed = failures + errors
        tally = Tally("surefire", ran - failed - skipped, failed, skipped)
        head = max(text.rfind("Results:\n", after, start), text.rfind("Results :\n", after, start))
        names = captured(text, "  ", _SUREFIRE_NAME, head, start) if head >= 0 and failed else ()
        after = start + len(line)
        yield tally.found(start, after, names)


def junit_results(text: str) -> Iterator[Found]:
    """JUnit 4's text runner and the console launcher of JUnit 5."""
    after = 0 if "JUnit version " in text else len(text)
    for start, line in lines_with(text, "Tests run: ", after):
        match = _JUNIT.match(line)
        if match and text.rfind("JUnit version ", max(after, start - _NEAR), start) >= 0:
            ran, failed = int(match[1]), int(match[2])
            names = captured(text, ") ", _JUNIT_NAME, after, start)
            after = start + len(line)
            yield Tally("junit", ran - failed, failed).found(start, after, names)
    for start, line in lines_with(text, "OK ("):
        match = _JUNIT_OK.match(line)
        if match and text.rfind("JUnit version ", max(0, start - _NEAR), start) >= 0:
            yield Tally("junit", int(match[1])).found(start, start + len(line), ())
    for start, _ in lines_with(text, " tests skipped "):
        match = _LAUNCHER.match(text, start)
        if match:
            skipped, passed, failed = (int(number) for number in match.groups())
            yield Tally("junit", passed, failed, skipped).found(start, match.end(), ())


def gradle_results(text: str) -> Iterator[Found]:
    """Gradle tells its numbers only where something failed."""
    after = 0
    for start, line in lines_with(text, " completed"):
        match = _GRADLE.match(line)
        if match:
            ran, failed, skipped = (int(number or 0) for number in match.groups())
            names = captured(text, " FAILED", _GRADLE_NAME, after, start)
            after = start + len(line)
            yield Tally("gradle", ran - failed - skipped, failed, skipped).found(
                start, after, names
            )


def rspec_results(text: str) -> Iterator[Found]:
    for start, line in lines_with(text, " example"):
        match = _RSPEC.match(line)
        if match and text.rfind("Finished in ", max(0, start - 300), start) >= 0:
            ran, failed, pending, outside = (int(number or 0) for number in match.groups())
            tally = Tally("rspec", ran - failed - pending, failed + outside, pending)
            end = start + len(line)
            names = captured(text, "rspec ", _RSPEC_NAME, end, end + 20_000) if failed else ()
            yield tally.found(start, end, names)


@dataclass(slots=True)
class _GoRun:
    """The packages of one call of go test; a package that comes again begins another."""

    start: int = 0
    end: int = 0
    packages: dict[str, bool] = field(default_factory=dict)
    tests: dict[str, str] = field(default_factory=dict)
    verbose: bool = False

    def found(self) -> Found:
        names = [test for test, how in self.tests.items() if how == "FAIL"]
        names += [name for name, good in self.packages.items() if not good and not names]
        if not self.verbose:
            good = sum(self.packages.values())
            tally = Tally("go test (packages)", good, len(self.packages) - good)
            return tally.found(self.start, self.end, names)
        counts = numbers(" ".join(f"{n} {w}" for w, n in self._leaves().items()))
        broken = (
            sum(not good for good in self.packages.values())
            if not names or not counts.get("fail")
            else 0
        )
        tally = Tally(
            "go test", counts.get("pass", 0), counts.get("fail", 0) + broken, counts.get("skip", 0)
        )
        return tally.found(self.start, self.end, names)

    def _leaves(self) -> dict[str, int]:
        """A test with parts is told by its parts."""
        parents = {test.rpartition("/")[0] for test in self.tests}
        counts: dict[str, int] = {}
        for test, how in self.tests.items():
            if test not in parents:
                counts[how.lower()] = counts.get(how.lower(), 0) + 1
        return counts


def go_results(text: str) -> Iterator[Found]:
    packages = [
        (start, line, match)
        for hint in ("ok  \t", "FAIL\t")
        for start, line in lines_with(text, hint)
        if (match := _GO_PACKAGE.match(line))
    ]
    run, after = _GoRun(), 0
    for start, line, match in sorted(packages, key=lambda package: package[0]):
        if match[2] in run.packages:
            yield run.found()
            run = _GoRun()
        run.start = run.start or start
        run.end = start + len(line)
        run.packages[match[2]] = match[1] == "ok"
        for _, told in lines_with(text, "--- ", after, start):
            test = _GO_TEST.match(told)
            if test:
                run.tests[test[2]] = test[1]
        run.verbose = run.verbose or text.find("=== RUN", after, start) >= 0
        after = line_end(text, start)
    if run.packages:
        yield run.found()
