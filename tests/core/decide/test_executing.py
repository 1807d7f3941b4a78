"""The execution round and its run: when there is one, which one counts, and when again."""

from collections.abc import Sequence
from typing import Any

import pytest

from roundtable.core import events as e
from roundtable.core.commands import Analyse, Choose, EditFiles, Reopen, handle
from roundtable.core.decide.executing import SETTLE_SECONDS, owed, run_text, the_run, verdict
from roundtable.core.errors import CommandRefused
from roundtable.core.questions import Question
from roundtable.core.runs import RunState
from roundtable.core.state import SessionState, fold
from roundtable.core.steps import Execute, PlannedTurn
from roundtable.testing.builders import build_start
from roundtable.testing.builds import Said, answers, reading_workshop, said
from roundtable.testing.builds import verdict as judged
from roundtable.testing.rehearsal import King, Runs, go_on, no_engine, play
from roundtable.testing.runs import (
    FAILED,
    REFUSALS,
    TRACE,
    a_run,
    begun,
    by_turns,
    came,
    nothing,
    number_of,
    refused,
)

TREE = {"cart.py": "def total(items):\n    return sum(items) + 1\n"}
WRONG = {
    "severity": "critical",
    "file": "cart.py",
    "line": 2,
    "claim": "total adds one to the sum",
    "evidence": "assert 1 == 0",
    "fix": "leave the one out",
    "cause": "code",
}


def nobody(_: Question) -> None:
    return None


def reruns(most: int = 1) -> King:
    """Runs it again so often, then leaves it."""
    left = [most]

    def king(question: Question) -> Choose | None:
        if not question.id.startswith("rerun-"):
            return None
        left[0] -= 1
        return Choose("rerun", "Mind the empty cart.") if left[0] >= 0 else Choose("continue")

    return king


def mending(turn: PlannedTurn) -> str | None:
    """One finds something in every run, the judge has it mended, each time otherwise."""
    if turn.key.split(".")[0] != "execution":
        return None
    attempt = turn.key.split(".")[1]
    if turn.part.startswith("chunk") and turn.purpose == "speak":
        found = [WRONG] if turn.seat == "Gawain" else []
        return said("I looked.", agent=turn.seat, findings=found, clean=[])
    if turn.purpose == "judge":
        return judged(turn, critical=["F1"], warnings=[], confirmed_clean=[])
    if turn.purpose == "fix":
        return f"```python\ndef total(items):\n    return sum(items) + 0 * {attempt}\n```"
    return None


def held(run: Runs, king: King = nobody, special: Said = mending, **settings: Any) -> list[e.Event]:
    start = build_start("execution", **settings)
    return play(start, answers(special), king, reading_workshop(), TREE, run=run)


def rounds(log: Sequence[e.Event]) -> list[tuple[int, bool]]:
    return [(x.attempt, x.automatic) for x in log if isinstance(x, e.RoundStart)]


def ends(log: Sequence[e.Event]) -> list[e.RoundEnd]:
    return [x for x in log if isinstance(x, e.RoundEnd)]


def test_the_round_begins_with_a_run_that_does_not_wait_for_a_service_to_end() -> None:
    demands: list[Execute] = []

    def noted(step: Execute, state: SessionState) -> Sequence[e.Event]:
        demands.append(step)
        return came("succeeded")(step, state)

    log = held(noted, network="build")
    (step,) = demands
    assert (step.round, step.attempt) == ("execution", 1)
    assert step.demand.settle_seconds == SETTLE_SECONDS
    assert step.demand.network == "build"
    kinds = [event.type for event in log]
    assert kinds.index("exec_done") < kinds.index("review_planned")


@pytest.mark.parametrize("outcome", ["succeeded", "served"])
def test_a_good_run_leaves_nothing_to_discuss(outcome: Any) -> None:
    log = held(came(outcome))
    assert [end.outcome for end in ends(log)] == ["clean"]
    assert not any(isinstance(event, e.AgentStart) for event in log)
    assert isinstance(log[-1], e.SessionEnd)


@pytest.mark.parametrize("outcome", ["failed", "build_failed", "out_of_memory", "unhealthy"])
def test_a_bad_run_is_looked_at(outcome: Any) -> None:
    log = held(came(outcome))
    assert any(isinstance(event, e.FindingsMerged) for event in log)


def test_a_good_end_with_a_failed_test_is_no_good_run() -> None:
    log = held(came("succeeded", tests=(FAILED,)))
    assert any(isinstance(event, e.FindingsMerged) for event in log)


def test_a_run_for_which_there_was_no_place_is_not_the_round_s() -> None:
    log = held(by_turns(nothing("busy", "4 runs are going on"), came("succeeded")))
    assert [event.type for event in log].count("exec_error") == 1
    assert [end.outcome for end in ends(log)] == ["clean"]


def test_a_run_that_the_developer_stopped_tells_nothing() -> None:
    log = held(came("stopped"))
    (end,) = ends(log)
    assert end.outcome == "skipped"
    assert "stopped" in end.summary


def test_without_an_engine_the_round_is_not_held() -> None:
    log = held(no_engine)
    (end,) = ends(log)
    assert end.outcome == "skipped"
    assert "no container engine was found" in end.summary
    assert sum(isinstance(event, e.ExecError) for event in log) == 1


def test_the_remedy_of_a_run_that_came_to_nothing_is_told() -> None:
    log = held(nothing("nothing_to_run", "there is no Dockerfile", "hold the devops round"))
    assert "there is no Dockerfile (hold the devops round)" in ends(log)[0].summary


def test_files_that_are_refused_are_looked_at_and_run_again_when_mended() -> None:
    log = held(by_turns(refused(), came("succeeded")), reruns())
    assert rounds(log) == [(1, False), (2, False)]
    assert [end.outcome for end in ends(log)] == ["consensus", "clean"]


def test_a_run_that_broke_off_does_not_count_and_is_made_again() -> None:
    def broken(step: Execute, state: SessionState) -> Sequence[e.Event]:
        start = begun(state, step.round, step.attempt)
        return (start, e.ExecError(run=start.run, kind="broken_off", reason="it was broken off"))

    log = held(by_turns(broken, came("succeeded")))
    assert [x.run for x in log if isinstance(x, e.ExecStart)] == [1, 2]
    assert [end.outcome for end in ends(log)] == ["clean"]


def test_before_what_was_mended_is_run_again_the_developer_is_asked() -> None:
    log = held(came("failed"))
    asked = log[-1]
    assert isinstance(asked, e.ChoiceOffered)
    assert asked.question.id == "rerun-execution.1"
    assert asked.question.unattended == "continue"
    assert "1 fix of what came of the run is in the files" in asked.question.prompt


def test_at_the_developers_word_it_is_run_again_with_the_fixes_in_its_files() -> None:
    log = held(by_turns(came("failed"), came("succeeded")), reruns())
    assert rounds(log) == [(1, False), (2, False)]
    state = fold(log)
    assert [round_.attempt for round_ in state.rounds] == [1, 2]
    assert state.superseded == ()
    assert state.rounds[1].start.instructions == "Mind the empty cart."
    assert state.tree["cart.py"] == "def total(items):\n    return sum(items) + 0 * 1\n"
    first, second = (run.start for run in state.runs)
    assert first and second
    assert first.files != second.files
    assert state.ended
    assert state.ended.outcome == "built"


def test_fixes_of_the_first_round_stay_where_the_second_mends_as_well() -> None:
    log = held(came("failed"), reruns())
    state = fold(log)
    assert rounds(log) == [(1, False), (2, False)]
    assert "0 * 2" in state.tree["cart.py"]
    tried = [x for x in log if isinstance(x, e.FixTried)]
    assert [x.kept for x in tried] == [True, True]
    planned = [x for x in log if isinstance(x, e.FixesPlanned)][1]
    assert "0 * 1" in planned.fixes[0].text


def test_what_the_developer_leaves_ends_the_session() -> None:
    log = held(came("failed"), reruns(0))
    assert rounds(log) == [(1, False)]
    assert isinstance(log[-1], e.SessionEnd)


def test_nothing_is_run_again_where_nothing_was_mended() -> None:
    def finding_nothing(turn: PlannedTurn) -> str | None:
        if turn.purpose == "judge":
            return judged(turn, critical=[], warnings=[], confirmed_clean=[])
        return None

    log = held(came("failed"), reruns(), finding_nothing)
    assert rounds(log) == [(1, False)]


@pytest.mark.parametrize("most", [1, 2, 3])
def test_by_the_setting_it_is_run_again_unasked_and_no_oftener(most: int) -> None:
    log = held(came("failed"), auto_retry=most)
    assert rounds(log) == [(1, False), *((n + 2, True) for n in range(most))]
    assert isinstance(log[-1], e.ChoiceOffered)
    assert log[-1].question.id == f"rerun-execution.{most + 1}"


def test_the_developers_answer_starts_the_count_anew() -> None:
    log = held(came("failed"), reruns(), auto_retry=1)
    assert rounds(log) == [(1, False), (2, True), (3, False), (4, True)]


def test_an_automatic_retry_stops_at_a_good_run() -> None:
    log = held(by_turns(came("failed"), came("succeeded")), auto_retry=3)
    assert rounds(log) == [(1, False), (2, True)]
    assert isinstance(log[-1], e.SessionEnd)


def test_going_on_unasked_is_not_running_again_unasked() -> None:
    log = held(came("failed"), auto_advance=True)
    assert rounds(log) == [(1, False)]
    assert isinstance(log[-1], e.SessionEnd)


def test_both_settings_together_never_ask() -> None:
    log = held(came("failed"), auto_advance=True, auto_retry=2)
    assert rounds(log) == [(1, False), (2, True), (3, True)]
    assert not any(isinstance(event, e.ChoiceOffered) for event in log)


def built(auto_advance: bool = True) -> list[e.Event]:
    """A build that has ended without an execution round."""
    start = build_start("development", auto_advance=auto_advance)
    return play(start, answers(lambda _: None), craft=reading_workshop())


def analysed(log: list[e.Event], run: Runs = no_engine, king: King = nobody) -> list[e.Event]:
    state = fold(log)
    begin = handle(state, Analyse("Why?"))
    return go_on([*log, *begin], answers(mending), king, reading_workshop(), run=run)


def numbered(log: Sequence[e.Event]) -> list[e.Event]:
    return [event.model_copy(update={"seq": i}) for i, event in enumerate(log, 1)]


def test_a_run_of_the_developers_on_the_files_as_they_are_is_the_rounds() -> None:
    log = built()
    log = numbered([*log, *a_run(fold(log), "failed")])
    after = analysed(log)
    state = fold(after)
    assert len(state.runs) == 1
    assert state.agenda.plan("execution").kind == "findings"
    assert any(isinstance(event, e.FindingsMerged) for event in after)
    assert [r.key for r in state.rounds] == ["development", "execution"]


def test_a_run_of_other_files_is_made_again() -> None:
    log = built()
    log = numbered([*log, *a_run(fold(log), "failed")])
    edit = handle(fold(log), EditFiles((e.ProjectFile(path="cart.py", text="x = 1\n"),)))
    after = analysed(numbered([*log, *edit]), came("succeeded"))
    assert [x.round for x in after if isinstance(x, e.ExecStart)] == ["", "execution"]


def test_a_run_that_an_earlier_round_has_looked_at_is_not_looked_at_twice() -> None:
    log = built()
    log = numbered([*log, *a_run(fold(log), "failed")])

    def finds_nothing(turn: PlannedTurn) -> str | None:
        if turn.purpose == "judge":
            return judged(turn, critical=[], warnings=[], confirmed_clean=[])
        return None

    first = [*log, *handle(fold(log), Analyse())]
    once = go_on(first, answers(finds_nothing), nobody, reading_workshop(), run=came("failed"))
    assert fold(once).ended
    twice = analysed(once, came("succeeded"))
    assert [x.round for x in twice if isinstance(x, e.ExecStart)] == ["", "execution"]


def test_a_run_that_another_process_has_open_is_not_taken_for_the_rounds() -> None:
    log = numbered([build_start("execution"), e.RoundStart(round="execution", attempt=1, seed=7)])
    state = fold(log)
    open_run = begun(state, "execution", 1)
    state = fold([open_run.model_copy(update={"seq": 3})], state)
    round_ = state.rounds[0]
    assert the_run(state, round_) is None
    assert owed(state, round_) is not None


def test_only_a_build_that_has_ended_with_files_is_analysed() -> None:
    start = build_start("execution", auto_advance=True)
    log = play(start, answers(lambda _: None), craft=reading_workshop(), run=no_engine)
    with pytest.raises(CommandRefused, match="no files"):
        handle(fold(log), Analyse())
    with pytest.raises(CommandRefused, match="not over"):
        handle(fold(held(came("failed"))), Analyse())


def test_the_verdict_on_a_run_is_good_bad_or_none() -> None:
    assert verdict(None) == (None, "")
    state = fold(numbered([build_start("execution")]))
    for outcome, good in (("succeeded", True), ("failed", False), ("stopped", None)):
        run = fold(a_run(state, outcome), state).runs[-1]  # type: ignore[arg-type]
        assert verdict(run)[0] is good
    refusal = e.ExecError(run=1, kind="refused", reason="no", remedy="do")
    assert verdict(RunState(1, error=refusal)) == (False, "no (do)")
    gone = e.ExecError(run=1, kind="engine_failed", reason="gone")
    assert verdict(RunState(1, error=gone)) == (None, "gone")


def test_an_agent_reads_how_it_was_run_how_it_ended_and_what_of_the_log_matters() -> None:
    state = fold(numbered([build_start("execution")]))
    run = fold(a_run(state, "failed", tests=(FAILED,), log_dropped=7), state).runs[-1]
    text = run_text(run)
    assert "Made from Dockerfile, run by docker" in text
    assert "no network" in text
    assert "512 MB of memory" in text
    assert "Outcome: failed, exit code 1." in text
    assert "Tests (pytest): 1 passed, 1 failed, 0 skipped" in text
    assert "  failed: tests/test_cart.py::test_total" in text
    assert "7 bytes more were not kept" in text
    assert TRACE in text


def test_an_agent_reads_every_line_for_which_it_is_not_run() -> None:
    error = e.ExecError(run=1, kind="refused", reason="no", refusals=REFUSALS)
    text = run_text(RunState(1, error=error))
    assert "It was not run: no" in text
    assert "compose.yaml:4: privileged: true: it would have all rights on this machine" in text


def test_runs_are_numbered_through() -> None:
    log = held(by_turns(came("failed"), came("succeeded")), reruns())
    assert number_of(fold(log)) == 3


def test_a_round_that_was_not_planned_can_be_held_anew() -> None:
    log = built()
    once = analysed(numbered([*log, *a_run(fold(log), "failed")]))
    ended = fold(once)
    assert ended.ended
    assert "0 * 1" in ended.tree["cart.py"]
    reopened = numbered([*once, *handle(ended, Reopen("execution", "Look again."))])
    again = go_on(reopened, answers(mending), nobody, reading_workshop(), run=came("succeeded"))
    state = fold(again)
    assert [(r.key, r.attempt) for r in state.rounds] == [("development", 1), ("execution", 2)]
    assert state.rounds[1].start.instructions == "Look again."
    assert "0 * 1" not in state.tree["cart.py"]
    assert state.ended


def test_what_is_mended_after_a_run_of_the_developers_is_run_again_when_asked() -> None:
    log = built(auto_advance=False)
    log = numbered([*log, *a_run(fold(log), "failed")])
    asked = analysed(log)[-1]
    assert isinstance(asked, e.ChoiceOffered)
    assert asked.question.id.startswith("rerun-")
    after = analysed(log, came("succeeded"), reruns())
    assert [x.round for x in after if isinstance(x, e.ExecStart)] == ["", "execution"]
    assert isinstance(after[-1], e.SessionEnd)


def test_a_run_of_the_developers_does_not_stand_in_for_the_one_he_asked_for() -> None:
    log = numbered(held(came("failed")))
    log = numbered([*log, *a_run(fold(log), "succeeded")])
    after = go_on(
        [*log, *handle(fold(log), Choose("rerun"))],
        answers(mending),
        nobody,
        reading_workshop(),
        run=came("succeeded"),
    )
    assert [x.round for x in after if isinstance(x, e.ExecStart)] == ["execution", "", "execution"]
