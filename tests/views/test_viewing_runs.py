"""Runs as a client sees them."""

from roundtable.core import events as e
from roundtable.core.running import Address, RunLimits
from roundtable.core.state import SessionState, fold
from roundtable.testing.builders import build_start, session_start
from roundtable.testing.runs import FAILED, REFUSALS, a_run, begun, wrote
from roundtable.views.session_view import RunView
from roundtable.views.viewing import session_view
from roundtable.views.viewing_runs import run_views

START = fold([build_start("development", auto_retry=2, network="build")])


def seen(*events: e.Event, state: SessionState = START) -> RunView:
    return run_views(fold(events, state))[-1]


def test_a_run_that_goes_on_shows_its_bounds_and_how_much_it_wrote() -> None:
    start = begun(START, "execution", 2, services=("web", "db"), notes=("n",))
    address = Address(service="web", port=80, url="http://127.0.0.1:4915")
    view = seen(start, wrote(1, "abc"), e.ExecReady(run=1, addresses=(address,)))
    assert (view.number, view.begun, view.open, view.written) == (1, True, True, 3)
    assert (view.round, view.attempt, view.services) == ("execution", 2, ("web", "db"))
    assert (view.network, view.limits, view.notes) == ("none", RunLimits(), ("n",))
    assert view.addresses == (address,)
    assert (view.outcome, view.error, view.good) == (None, None, False)


def test_a_run_that_ended_shows_what_came_of_it_and_is_reached_no_more() -> None:
    view = seen(*a_run(START, "served"))
    assert (view.outcome, view.open, view.good, view.addresses) == ("served", False, True, ())
    view = seen(*a_run(START, "failed", tests=(FAILED,), log_dropped=3))
    assert (view.exit_code, view.tests, view.log_dropped) == (1, (FAILED,), 3)
    assert view.ended[0].name == "app"
    assert "AssertionError" in view.excerpt
    assert not view.good


def test_a_run_that_came_to_nothing_shows_why_and_has_no_bounds() -> None:
    error = e.ExecError(run=1, kind="refused", reason="no", remedy="do", refusals=REFUSALS)
    view = seen(error)
    assert (view.begun, view.open, view.limits, view.network) == (False, False, None, None)
    assert (view.error, view.reason, view.remedy) == ("refused", "no", "do")
    assert view.refusals == REFUSALS


def test_the_agenda_has_the_execution_round_once_it_is_held() -> None:
    before = session_view(START)
    assert [plan.key for plan in before.agenda] == ["development"]
    assert (before.auto_retry, before.network, before.runs) == (2, "build", ())
    held = e.RoundStart(round="execution", attempt=1, seed=7, automatic=True)
    after = session_view(fold([held], START))
    assert [plan.key for plan in after.agenda] == ["development", "execution"]
    assert after.rounds[0].automatic
    anew = session_view(fold([held, e.RoundReopened(round="execution")], START))
    assert anew.agenda == after.agenda
    first = held.model_copy(update={"round": "development"})
    gone = session_view(fold([first, held, e.RoundReopened(round="development")], START))
    assert [plan.key for plan in gone.agenda] == ["development"]


def test_a_session_without_an_agenda_has_no_setting_of_the_kind() -> None:
    view = session_view(fold([session_start()]))
    assert (view.auto_retry, view.network, view.runs) == (0, "none", ())
