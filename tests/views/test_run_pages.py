"""The record of runs: what came of each and what matters of its log, not the whole of it."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from roundtable.core import events as e
from roundtable.core.parsing.text import printable
from roundtable.core.state import SessionState, fold
from roundtable.testing.builders import build_start
from roundtable.testing.runs import FAILED, REFUSALS, TRACE, a_run, begun, wrote
from roundtable.views.lanes import LiveTable
from roundtable.views.pages import decisions_page, discussion_page
from roundtable.views.plain import PlainLines
from roundtable.views.run_pages import runs_lines

START = fold([build_start("execution")])


def page(*events: e.Event) -> str:
    return "\n".join(runs_lines(fold(events, START)))


def test_without_a_run_there_is_no_section() -> None:
    assert runs_lines(START) == []
    assert "## Runs" not in discussion_page(START)


def test_a_run_is_told_with_its_source_engine_outcome_and_tests() -> None:
    text = page(*a_run(START, "failed", "execution", 2, tests=(FAILED,)))
    assert text.startswith("## Runs\n\n### Run 1 (execution, attempt 2)\n")
    assert "- Run 1 of Dockerfile, docker 27.3.1\n" in text
    assert "- run 1 failed, exit code 1 (1s)" in text
    assert "- tests (pytest): 1 passed, 1 failed\n- failed: tests/test_cart.py::test_total" in text


def test_what_matters_of_the_log_is_there_and_the_rest_is_not() -> None:
    text = page(*a_run(START, "failed"))
    assert "### Run 1 (by the developer)" in text
    assert f"```\n{TRACE}```" in text
    assert "COPY . /app" not in text


def test_nothing_in_the_log_ends_its_block_or_drives_a_terminal() -> None:
    text = page(*a_run(START, "failed", excerpt="```\n# forged\n\x1b[2J"))
    assert "````\n```\n# forged\n[2J\n````" in text


def test_a_run_that_came_to_nothing_says_why_and_where() -> None:
    error = e.ExecError(run=1, kind="refused", reason="no", remedy="do", refusals=REFUSALS)
    text = page(error)
    assert "### Run 1\n\n- run 1 was refused: no\n- do\n- compose.yaml:4: privileged" in text


def test_a_run_that_goes_on_says_so_and_its_output_changes_no_page() -> None:
    state: SessionState = fold([begun(START)], START)
    assert "- under way" in "\n".join(runs_lines(state))
    after = fold([wrote(1, "more\n")], state)
    assert discussion_page(after) == discussion_page(state)
    assert "## Runs" in discussion_page(state)


KEPT = sorted((Path(__file__).parents[1] / "golden").glob("v6-*.jsonl"))


@pytest.mark.parametrize("log", KEPT, ids=lambda path: path.stem)
def test_at_every_moment_of_a_session_with_runs_it_can_be_shown(log: Path) -> None:
    """Also once a round of execution that was not planned no longer counts."""
    state, out = SessionState(), io.StringIO()
    plain, table = PlainLines(out), LiveTable(Console(file=out, width=100))
    for line in log.read_text().splitlines():
        event = e.read_event(line)
        state = fold([event], state)
        plain.see(event)
        table.see(event)
        numbers = [f"### Run {run.number}" for run in state.runs]
        page = discussion_page(state)
        assert [number for number in numbers if number not in page] == []
        assert decisions_page(state)
    assert printable(out.getvalue()) == out.getvalue()
