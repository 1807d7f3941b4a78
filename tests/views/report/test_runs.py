"""All that a run wrote is one log, whatever came in between."""

from roundtable.core import events as e
from roundtable.core.state import fold
from roundtable.testing.builders import build_start
from roundtable.testing.runs import begun, done, wrote
from roundtable.views.report.runs import MOST_CHARACTERS, RunLog, RunLogs
from roundtable.views.run_sentences import RunText
from tests.views.report.sessions import golden, report

STATE = fold([build_start("execution")])


def test_the_first_word_begins_the_log_and_all_others_go_into_it() -> None:
    logs = RunLogs()
    assert logs.see(begun(STATE, services=("web", "db"))) is None
    log = logs.see(wrote(1, "one\ntw", service="web"))
    assert log is not None
    assert logs.see(e.NoteAdded(text="hm")) is None
    assert logs.see(wrote(1, "o", service="web")) is None
    assert str(log) == "web | one"
    assert logs.see(done(1, "failed")) is None
    assert str(log) == "web | one\nweb | two"
    assert (log.number, log.count("stderr")) == (2, 0)


def test_two_runs_have_two_logs() -> None:
    logs = RunLogs()
    first, second = logs.see(wrote(1, "a\n")), logs.see(wrote(2, "b\n", "stderr"))
    assert (str(first), str(second)) == ("| a", "! b")


def test_a_log_that_is_too_long_loses_its_middle_and_says_so() -> None:
    log = RunLog(RunText())
    log.see(wrote(1, "the beginning\n"))
    for number in range(MOST_CHARACTERS // 50):
        log.see(wrote(1, f"{number:<80}.\n"))
    log.see(wrote(1, "the end\n"))
    text = str(log)
    assert len(text) < MOST_CHARACTERS + 200
    assert text.startswith("| the beginning")
    assert text.endswith("| the end")
    assert "characters are left out here" in text


def test_the_report_tells_a_run_its_log_once_and_whose_fault_it_was() -> None:
    page = report(golden("v6-rerun"))
    assert page.count("what it wrote: ") == 2
    assert "a bug of the test" in page
    assert "not the project&#39;s own fault" in page
    assert "run that did not go well" in page
    assert "FAILED tests/test_cart.py::test_total" in page


def test_the_report_names_every_line_that_is_refused() -> None:
    page = report(golden("v6-refused"))
    assert "compose.yaml:4" in page
    assert "it would command the engine itself" in page


def test_a_round_that_was_held_again_unasked_is_told_so() -> None:
    page = report(golden("v6-retried"))
    assert "execution, attempt 2, by the setting and unasked" in page
