"""Whatever an event of a build leaves half finished, every view can show it."""

import io

import pytest
from rich.console import Console

from roundtable.apps.cli.exits import exit_code
from roundtable.apps.cli.leading import next_steps
from roundtable.core import events as e
from roundtable.core.decide.reviewing import reported
from roundtable.core.state import SessionState, evolve
from roundtable.core.summary import summarise
from roundtable.views import pages
from roundtable.views.account import account_lines
from roundtable.views.blame import blame_lines
from roundtable.views.findings_formats import FORMATS, findings_report
from roundtable.views.plain import PlainLines
from roundtable.views.report import report_page
from roundtable.views.transcript import kept
from tests.core.decide.test_build_chaos import build

REPORTED = 25
"""The large page is made after every so many events."""


def shown(log: list[e.Event], state: SessionState, console: Console) -> None:
    for rendered in kept(log[-1], state):
        console.print(rendered)
    for page in (pages.topic_page, pages.discussion_page, pages.decisions_page, pages.status_page):
        assert page(state)
    assert summarise(state)["session"] == "played"
    assert account_lines(state)
    assert next_steps(state)
    assert exit_code(state) in (0, 20, 21, 22, 24)
    for path in list(state.tree)[:1]:
        assert blame_lines(state, path)
    if len(log) % REPORTED == 0:
        assert "</html>" in report_page(log, state)
        for form in FORMATS:
            assert findings_report(form, state, reported(state))


@pytest.mark.parametrize("seed", [0, 3, 6, 9, 14])
def test_a_log_that_ends_anywhere_can_be_shown_in_every_way(seed: int) -> None:
    state, seen = SessionState(session="played"), list[e.Event]()
    console, out = Console(file=io.StringIO(), width=80), io.StringIO()
    plain = PlainLines(out)
    for event in build(seed)[:160]:
        state = evolve(state, event)
        seen.append(event)
        plain.see(event)
        shown(seen, state, console)
    assert "== Round 1 of" in out.getvalue()
