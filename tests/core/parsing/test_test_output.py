"""What runners of tests really print, and words that only look like it."""

import time
from pathlib import Path
from typing import Any

import pytest
import yaml

from roundtable.core.parsing import test_output as reading

FOLDER = Path(__file__).parent / "test_output"
CASES: list[dict[str, Any]] = yaml.safe_load((FOLDER / "cases.yaml").read_text(encoding="utf-8"))
NEAR: list[str] = yaml.safe_load((FOLDER / "near_misses.yaml").read_text(encoding="utf-8"))


def read(name: str) -> str:
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def numbers(text: str) -> list[list[str | int]]:
    return [[r.runner, r.passed, r.failed, r.skipped] for r in reading.test_results(text)]


def test_the_corpus_is_large_mostly_real_and_has_every_file_once() -> None:
    named = [case["log"] for case in CASES]
    assert sorted(named) == sorted(path.stem for path in FOLDER.glob("*.txt"))
    assert len(named) >= 60
    assert sum(name.endswith(".real") for name in named) >= 50
    assert len(NEAR) >= 40


@pytest.mark.parametrize("case", CASES, ids=[case["log"] for case in CASES])
def test_the_runners_own_summary_is_read(case: dict[str, Any]) -> None:
    text = read(case["log"])
    assert numbers(text) == case["results"]
    names = [name for r in reading.test_results(text) for name in r.failures]
    assert names == case.get("names", [])


@pytest.mark.parametrize("case", CASES, ids=[case["log"] for case in CASES])
def test_a_summary_is_read_amid_other_output_and_with_other_line_ends(
    case: dict[str, Any],
) -> None:
    text = (
        "booting\n5 passed is our goal\n" + read(case["log"]).rstrip("\n") + "\n\nbye: 3 failed\n"
    )
    assert numbers(text) == case["results"]
    assert numbers(text.replace("\n", "\r\n")) == case["results"]


@pytest.mark.parametrize("text", NEAR)
def test_what_only_looks_like_a_result_is_none(text: str) -> None:
    assert reading.test_results(text) == ()
    assert reading.test_results(f"before\n\n{text}\nafter\n") == ()


@pytest.mark.parametrize(
    ("log", "summary"),
    [
        ("pytest_plain.real", "========== 3 failed"),
        ("pytest_good_q.real", "2 passed"),
        ("ut_fail.real", "FAILED ("),
        ("nodetest_tap.real", "# duration_ms 176"),
        ("nodetest_spec.real", "\u2139 duration_ms"),
        ("jest_fail.written", "Tests:  "),
        ("mocha_fail.written", "  1 passing"),
        ("go_v.written", "FAIL\texample"),
        ("cargo_test_q.real", "test result:"),
        ("mvn_fail.real", "[ERROR] Tests run: 5"),
        ("gradle_fail.written", "4 tests completed"),
        ("rspec_fail.written", "3 examples"),
        ("junit_launcher.written", "[         1 tests failed"),
    ],
)
def test_output_that_breaks_off_before_its_summary_has_no_result(log: str, summary: str) -> None:
    text = read(log)
    assert summary in text
    assert numbers(text[: text.index(summary)]) == []


def test_several_runs_in_one_log_are_several_results_in_their_order() -> None:
    text = read("pytest_q.real") + read("vitest_good.real") + read("pytest_good.real")
    assert [row[:3] for row in numbers(text)] == [
        ["pytest", 3, 4],
        ["vitest", 1, 0],
        ["pytest", 2, 0],
    ]
    again = reading.test_results(text)
    assert again[2].failures == (), "names of the first run are not those of the last"


def test_a_go_package_that_comes_again_is_another_run() -> None:
    assert len(reading.test_results(read("go_good.written") * 2)) == 2


def test_a_run_inside_the_build_of_an_image_is_read() -> None:
    lines = read("pytest_q.real").splitlines()
    text = "#1 [internal] load\n" + "".join(
        f"#7 0.{n % 1000:03d} {x}\n" for n, x in enumerate(lines)
    )
    assert numbers(text) == [["pytest", 3, 4, 2]]
    late = text.replace("#7 0.", "#7 12.")
    assert numbers(late) == [["pytest", 3, 4, 2]]


def test_names_are_bounded_in_number_and_in_length() -> None:
    names = "".join(f"FAILED t.py::test_{n}_{'x' * 400} - assert 0\n" for n in range(80))
    bars = "=" * 20
    text = f"{bars} short test summary info {bars}\n{names}{bars} 80 failed in 1.00s {bars}\n"
    (result,) = reading.test_results(text)
    assert result.failed == 80
    assert len(result.failures) == 50
    assert {len(name) for name in result.failures} == {300}


@pytest.mark.parametrize(
    "line",
    [
        "5 passed in prose\n",
        "Ran Ran Ran Ran \n",
        "--- FAIL: x\n",
        "not ok 1 - a\n",
        "FAIL: a\n",
        " FAIL  a\n",
        "ok  \ta\t0.1s\n",
        "Tests run: 1, Failures: 0, Errors: 0, Skipped: 0\n",
        "1 failed, " * 30 + "\n",
        "\n",
    ],
)
def test_a_flood_is_read_in_time_that_grows_with_its_length(line: str) -> None:
    text = line * (4_000_000 // len(line))
    start = time.process_time()
    reading.test_results(text)
    assert time.process_time() - start < 30
