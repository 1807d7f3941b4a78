import pytest

from roundtable.core.parsing.results_python import pytest_results, unittest_results

BAR = "=" * 12


def test_a_name_with_a_dash_or_a_bracket_in_it_is_whole() -> None:
    text = (
        f"{BAR} short test summary info {BAR}\nFAILED t.py::test_a[x - y] - assert 0\n"
        f"FAILED t.py::test_b - KeyError: '[1]'\n{BAR} 2 failed in 0.10s {BAR}\n"
    )
    (found,) = pytest_results(text)
    assert found.results.failures == ("t.py::test_a[x - y]", "t.py::test_b")
    assert text[found.start : found.end] == f"{BAR} 2 failed in 0.10s {BAR}"


def test_a_long_run_tells_its_minutes() -> None:
    (found,) = pytest_results(f"{BAR} 9 passed, 2 rerun in 75.31s (0:01:15) {BAR}\n")
    assert found.results.passed == 9


def test_a_bar_on_one_side_alone_is_not_pytests() -> None:
    assert list(pytest_results(f"{BAR} 9 passed in 1.00s\n")) == []


def test_names_of_unittest_count_only_below_its_rule() -> None:
    rule = "=" * 70
    text = f"FAIL: not one\n{rule}\nFAIL: test_a (m.T)\n\n"
    text += "Ran 2 tests in 0.001s\n\nFAILED (failures=1)\n"
    (found,) = unittest_results(text)
    assert found.results.failures == ("test_a (m.T)",)
    assert (found.results.passed, found.results.failed) == (1, 1)


LETTERS = ".Fssss\n"
LINES = """test_a (test_s.T.test_a) ... ok
test_b (test_s.T.test_b)
Its own words ... FAIL
test_c (test_s.T.test_c) ... skipped 'later'
test_d (test_s.T.test_d) ... skipped 'in'
test_e (test_s.U.test_e) ... skipped 'cls'
setUpClass (test_s.V) ... skipped 'no db'
"""


@pytest.mark.parametrize("told", [LETTERS, LINES])
@pytest.mark.parametrize("ran", [3, 5], ids=["Python 3.12.1", "Python 3.11.7"])
def test_skips_that_are_not_among_those_that_ran_take_nothing_from_what_passed(
    told: str, ran: int
) -> None:
    summary = f"Ran {ran} tests in 0.007s\n\nFAILED (failures=1, skipped=4)\n"
    rule = "=" * 70
    text = f"{told}\n{rule}\nFAIL: test_b (test_s.T.test_b)\n{'-' * 70}\n.....\n\n{summary}"
    (found,) = unittest_results(text)
    results = found.results
    assert (results.passed, results.failed, results.skipped) == (1, 1, 4)


def test_what_was_told_of_each_counts_only_where_it_agrees_with_the_summary() -> None:
    summary = "Ran 3 tests in 0.007s\n\nOK (skipped=1)\n"
    for told, passed in (("..s", 2), (".. a word of its own\n", 2), (".....s", 2), ("...s", 3)):
        (found,) = unittest_results(f"{told}\n\n{summary}")
        assert found.results.passed == passed, told
