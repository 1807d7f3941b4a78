import pytest

from roundtable.core.parsing.run_log_errors import Trouble, troubles
from roundtable.core.parsing.run_log_lines import Piece, chunks, service_logs


def found(text: str) -> list[Trouble]:
    (log,) = service_logs(chunks([Piece("app", "stdout", text)]))
    return troubles(log)


@pytest.mark.parametrize(
    "line",
    [
        "Build finished: 0 errors, 0 warnings",
        "no errors found",
        "loading error_handler.py",
        "src/errors.py is up to date",
        "INFO error reporting is on",
        "[INFO] 1 error page was rendered",
        "2026-01-01 10:00:00,123 INFO app: request failed over to node 2",
        '{"level":"info","msg":"error page registered"}',
        'time="t" level=debug msg="permission denied is handled"',
        "WARNING: Retrying after an error",
        "npm warn deprecated errors@1.0.0",
        "a.c:3:7: warning: unused variable 'error'",
        "t.py::test_error PASSED",
        "ok 3 - handles the error: case",
        "test tests::panics ... ok",
        "Successfully installed exceptiongroup-1.2",
        "GET /errors/404 200",
        "0 failed, 3 passed",
        "The killed process list is empty",
        "an exception proves the rule",
        "errors = 0",
        "DEBUG Traceback is off",
    ],
)
def test_calm_words_are_no_error(line: str) -> None:
    assert found(f"before\n{line}\nafter\n") == []


@pytest.mark.parametrize(
    "line",
    [
        "sh: 1: uvicorn: not found",
        "/bin/sh: 3: cd: can't cd to /nowhere",
        "OSError: [Errno 98] Address already in use",
        "Error: listen EADDRINUSE: address already in use :::3000",
        "bash: fork: Resource temporarily unavailable",
        "mkdir: cannot create directory '/x': Read-only file system",
        "#9 1.234 sh: 1: make: not found",
        "2026-01-01T10:00:00Z ERROR could not start",
        "app.exceptions.ConfigError: no port",
        "Killed",
        "src/a.ts(1,2): error TS2322: no",
        "ERROR: ResolutionImpossible: for help visit the manual",
        "KeyboardInterrupt",
        "npm ERR! code E404",
        "E: Unable to locate package curl",
        "make[2]: *** [Makefile:3: a.o] Error 1",
    ],
)
def test_an_error_on_one_line_is_seen(line: str) -> None:
    (trouble,) = found(f"before\n{line}\nafter\n")
    assert trouble.log.text[trouble.start : trouble.end] == f"{line}\n"


def test_errors_that_differ_only_in_numbers_are_the_same() -> None:
    (trouble,) = found("".join(f"worker{n}: 0x{n:x}\nsh: {n}: x: not found\n" for n in range(7)))
    assert trouble.times == 7
    assert trouble.counted


def test_beyond_a_bound_they_are_no_longer_counted_and_that_is_known() -> None:
    (trouble,) = found("".join(f"sh: {n}: x: not found\nfine {n}\n" for n in range(20_010)))
    assert trouble.times == 20_000
    assert not trouble.counted


def test_a_logged_error_is_weaker_than_a_crash() -> None:
    logged, crash = found("ERROR cache is cold\nfine\nTraceback (most recent call last):\nE: x\n")
    assert not logged.strong
    assert crash.strong


def test_none_that_failed_does_not_make_those_that_did_calm() -> None:
    (trouble,) = found("ERROR 0 failed\nfine\nERROR 3 failed\n")
    assert trouble.times == 1
    assert trouble.start > 0
