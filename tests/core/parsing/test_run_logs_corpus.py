"""What tools really print when something breaks, amid hundreds of calm lines."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from roundtable.core.parsing.run_log_errors import troubles
from roundtable.core.parsing.run_log_lines import chunks, service_logs
from roundtable.core.parsing.run_logs import Piece, excerpt

FOLDER = Path(__file__).parent / "run_logs"
CASES: list[dict[str, Any]] = yaml.safe_load((FOLDER / "cases.yaml").read_text(encoding="utf-8"))
MOST = 12_000
CALM = (
    "INFO request {} handled in 3 ms, 0 errors",
    'GET /static/error_handler.py?v={} HTTP/1.1" 200',
    "checked {} files, no errors found",
    "2026-01-01 10:00:00,{} INFO app: error budget is 99.9 percent",
    "queue {} is empty: 0 failed, 12 passed on",
    "Collecting exceptiongroup {}",
    "[INFO] 0 errors and {} warnings",
    "copied src/errors/panic_{}.go",
    "worker {} is up, nothing failed so far",
    'level=info msg="error page {} registered"',
)


def calm_lines(first: int, count: int) -> list[str]:
    return [CALM[n % len(CALM)].format(n) for n in range(first, first + count)]


def read(name: str) -> str:
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def long_log(name: str) -> str:
    before, after = calm_lines(1000, 150), calm_lines(5000, 450)
    return "\n".join([*before, read(name).rstrip("\n"), *after]) + "\n"


def test_the_corpus_is_large_mostly_real_and_uses_every_file() -> None:
    named = {case["log"] for case in CASES}
    assert len(named) == len(CASES) >= 100
    assert sum(name.endswith(".real") for name in named) >= 80
    unused = {path.stem for path in FOLDER.glob("*.txt")} - named
    assert unused == {"perl_die.real", "py_sysexit.real"}, "words alone, which nothing marks"


@pytest.mark.parametrize("case", CASES, ids=[case["log"] for case in CASES])
def test_the_error_is_in_the_excerpt_and_the_calm_lines_are_not_needed(
    case: dict[str, Any],
) -> None:
    told = excerpt([Piece("app", "stdout", long_log(case["log"]))], MOST)
    assert len(told) <= MOST
    for words in case.get("shows", []):
        assert words in told, words
    assert "lines left out …" in told
    assert told.endswith(calm_lines(5449, 1)[0]), "the end of the output is there"
    for needless in (*calm_lines(1010, 10), *calm_lines(5100, 10)):
        assert needless not in told


@pytest.mark.parametrize("case", CASES, ids=[case["log"] for case in CASES])
def test_an_error_is_seen_where_there_is_one_and_only_there(case: dict[str, Any]) -> None:
    (log,) = service_logs(chunks([Piece("app", "stdout", long_log(case["log"]))]))
    found = troubles(log)
    assert bool(found) is not case.get("calm", False)
    for trouble in found:
        told = log.text[trouble.start : trouble.end]
        assert not any(line in told for line in calm_lines(1000, 150))


@pytest.mark.parametrize("case", CASES, ids=[case["log"] for case in CASES])
def test_a_log_that_is_short_enough_is_given_whole(case: dict[str, Any]) -> None:
    told = excerpt([Piece("app", "stderr", read(case["log"]))], 50_000)
    assert "left out" not in told
    for words in case.get("shows", []):
        assert words in told or "printed" in words
    assert "\x1b" not in told


def attempts() -> list[tuple[str, int, int, bool, bool]]:
    """For each long log: lines, how far its first error is from the end, and who has it."""
    rows = []
    for case in [case for case in CASES if case.get("shows") and not case.get("calm")]:
        lines = excerpt([Piece("app", "stdout", long_log(case["log"]))], 10**9).split("\n")
        words = case["shows"][0]
        at = next((n for n, line in enumerate(lines) if words in line), -1)
        told = excerpt([Piece("app", "stdout", long_log(case["log"]))], MOST)
        in_tail = any(words in line for line in lines[-50:])
        rows.append((case["log"], len(lines), len(lines) - at, words in told, in_tail))
    return rows


def test_the_first_error_is_found_where_the_last_fifty_lines_do_not_have_it() -> None:
    rows = attempts()
    far = [row for row in rows if row[2] > 200 and row[3] and not row[4]]
    assert len(far) >= 20
    assert far == rows
    table = ["| log | lines | first error, lines from the end | in the excerpt | in tail -n 50 |"]
    table.append("|---|---|---|---|---|")
    for name, lines, distance, told, tail in rows[:: len(rows) // 24]:
        yes = {True: "yes", False: "no"}
        table.append(f"| {name} | {lines} | {distance} | {yes[told]} | {yes[tail]} |")
    assert (FOLDER / "attempts.md").read_text(encoding="utf-8") == "\n".join(table) + "\n"
