from roundtable.core.parsing.results_javascript import (
    jest_results,
    mocha_results,
    node_results,
    vitest_results,
)

NODE = (
    "{0} tests 3\n{0} suites 0\n{0} pass 1\n{0} fail 1\n{0} cancelled 1\n"
    "{0} skipped 0\n{0} todo 0\n"
)


def test_a_cancelled_test_has_not_passed() -> None:
    (found,) = node_results(NODE.format("#") + "# duration_ms 1.5\n")
    assert (found.results.passed, found.results.failed) == (1, 2)


def test_signs_of_two_reporters_are_not_one_summary() -> None:
    mixed = NODE.format("#").replace("# fail", "\u2139 fail") + "# duration_ms 1.5\n"
    assert list(node_results(mixed)) == []


def test_jest_repeats_a_failure_and_it_is_named_once() -> None:
    text = "  ● a \u203a b\n\nSummary of all failing tests\n  ● a \u203a b\n"
    text += "Test Suites: 1 failed, 1 total\nTests:       1 failed, 1 total\n"
    (found,) = jest_results(text)
    assert found.results.failures == ("a \u203a b",)


def test_a_suite_that_could_not_be_loaded_is_a_failure_of_vitest() -> None:
    text = "⎯⎯ Failed Suites 2 ⎯⎯\n\n"
    text += " Test Files  2 failed (2)\n      Tests  no tests\n   Start at  1\n"
    (found,) = vitest_results(text)
    assert (found.results.passed, found.results.failed) == (0, 2)


def test_mocha_names_each_failure_by_its_whole_title() -> None:
    text = (
        "  0 passing (3ms)\n  2 failing\n\n  1) a\n       b:\n     Error\n\n  2) c:\n     Error\n"
    )
    (found,) = mocha_results(text)
    assert found.results.failures == ("a b", "c")
