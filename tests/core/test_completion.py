"""A session that the developer calls complete: its outcome says what it has come to, no more."""

from pathlib import Path
from typing import Any

import pytest

from roundtable.core import events as e
from roundtable.core.budget import Usage
from roundtable.core.commands import Choose, Complete, EditFiles, Reopen, handle
from roundtable.core.completion import completed
from roundtable.core.errors import CommandRefused, ErrorKind, KnightError
from roundtable.core.questions import Question
from roundtable.core.rules import Rules
from roundtable.core.state import SessionState, fold
from roundtable.core.steps import PlannedTurn
from roundtable.core.workflows import WORKFLOWS
from roundtable.testing import applies, diagnoses
from roundtable.testing.builders import NAMES, block, build_start, session_start
from roundtable.testing.builds import answers, anybody, reading_workshop, said, verdict
from roundtable.testing.rehearsal import King, play
from tests.core import summons


def nobody(_: Question) -> None:
    return None


def ended(state: SessionState) -> e.SessionEnd:
    """How the session ends at the developer's word; nothing goes on after it."""
    after = fold(handle(state, Complete()), state)
    assert after.ended is not None
    assert (after.question, after.paused) == (None, None)
    return after.ended


def refusal(state: SessionState) -> CommandRefused:
    with pytest.raises(CommandRefused) as caught:
        handle(state, Complete())
    assert caught.value.remedy, "a refusal says what to do instead"
    return caught.value


def built(*rounds: str) -> SessionState:
    return fold(play(build_start(*rounds), anybody, craft=reading_workshop()))


def test_a_build_with_files_of_a_round_that_has_ended_is_built() -> None:
    end = ended(built("development", "review"))
    assert end.outcome == "built"
    assert end.answered == ("Gawain", "Lancelot", "Percival")
    assert end.summary.startswith("development: It is agreed.")


def test_it_names_who_was_silent_as_every_end_does() -> None:
    def two(turn: PlannedTurn) -> str | None:
        if turn.seat == "Percival" and turn.purpose == "speak":
            raise KnightError(ErrorKind.TIMED_OUT, "gone")
        return None

    log = play(build_start("development", "review"), answers(two), craft=reading_workshop())
    end = ended(fold(log))
    assert (end.answered, end.silent) == (("Gawain", "Lancelot"), ("Percival",))


def test_a_build_that_has_made_no_file_is_stopped() -> None:
    (end,) = handle(built("requirements", "development"), Complete())
    assert isinstance(end, e.SessionEnd)
    assert end.outcome == "stopped"
    assert ended(fold([build_start("development")])).outcome == "stopped"


def test_the_files_that_a_build_started_from_are_not_its_own() -> None:
    start = build_start("requirements", "development")
    state = fold(play(start, anybody, given={"a.py": "x = 1\n"}))
    assert state.project
    assert ended(state).outcome == "stopped"


def test_what_the_developer_wrote_himself_into_a_build_is_a_file_of_it() -> None:
    state = built("requirements", "development")
    mine = EditFiles((e.ProjectFile(path="a.py", text="x = 1\n"),))
    assert ended(fold(handle(state, mine), state)).outcome == "built"


def test_files_that_are_gone_again_do_not_count() -> None:
    state = built("development", "review")
    gone = fold(handle(state, EditFiles((), ("cart.py",))), state)
    assert ended(gone).outcome == "stopped"


def test_a_round_in_the_middle_does_not_count_and_an_earlier_one_does() -> None:
    start = build_start("development", "qa", auto_advance=True)
    log = play(start, anybody, craft=reading_workshop())
    kinds = [(event.type, getattr(event, "round", "")) for event in log]
    state = fold([*log[: kinds.index(("debate_iteration", "qa")) + 1]])
    assert state.current is not None
    assert state.current.key == "qa"
    assert ended(state).outcome == "built"
    held = fold(log[: kinds.index(("round_end", "development"))])
    assert held.project, "the merge is there, and the round is not over"
    assert ended(held).outcome == "stopped"


def test_a_review_is_reviewed_once_its_findings_are_merged() -> None:
    def undecided(turn: PlannedTurn) -> str | None:
        if turn.part:
            found = {"severity": "critical", "file": "a.py", "line": 1, "claim": "it is wrong"}
            return said("I looked.", agent=turn.seat, findings=[found], clean=[])
        return verdict(turn, "DISCUSS", options=["x"]) if turn.purpose == "judge" else None

    start = build_start("review").model_copy(update={"workflow": "review"})
    log = play(start, answers(undecided), nobody, reading_workshop(), {"a.py": "x = 1\n"})
    assert fold(log).question is not None
    assert ended(fold(log)).outcome == "reviewed"
    merged = next(i for i, x in enumerate(log) if isinstance(x, e.FindingsMerged))
    assert ended(fold(log[:merged])).outcome == "stopped"


def speech(turn: PlannedTurn, score: int = 5) -> str:
    return block(turn.seat, turn.iteration, score, *(["the cost"] if score < 9 else []))


def test_a_discussion_without_a_decision_is_stopped_with_the_kings_own_decree() -> None:
    rules = Rules(max_rounds=2, escalate_to_user_after=2)
    asked = play(session_start(rules=rules), speech)
    state = fold(asked)
    assert state.question is not None
    by_answer = play(session_start(rules=rules), speech, lambda _: Choose("stop"))
    assert [event.model_copy(update={"session": "", "seq": 0}) for event in by_answer[-2:]] == list(
        handle(state, Complete())
    )


def test_before_the_first_vote_those_count_who_have_spoken() -> None:
    log = play(session_start(), speech)
    first = next(i for i, x in enumerate(log) if isinstance(x, e.AgentEnd))
    decree, end = handle(fold(log[: first + 1]), Complete())
    assert isinstance(decree, e.DecreeAdded)
    assert isinstance(end, e.SessionEnd)
    assert (end.outcome, end.answered) == ("stopped", ("Gawain",))


def test_a_decision_that_stands_is_kept_and_deferred() -> None:
    state = fold(play(session_start(), lambda turn: speech(turn, 9)))
    assert state.question is not None
    assert state.question.kind == "kings_choice"
    decree, end = handle(state, Complete())
    assert isinstance(decree, e.DecreeAdded)
    assert isinstance(end, e.SessionEnd)
    assert (decree.kind, end.outcome) == ("deferred", "consensus")
    assert state.decision is not None
    assert decree.text == state.decision.text


def test_a_diagnosis_that_stands_is_kept_and_logged() -> None:
    said: dict[str, diagnoses.Said] = dict.fromkeys(NAMES, ("db-timeout", 9))
    state = fold(play(diagnoses.code_red_start(), diagnoses.doctors(said)))
    assert state.decision is not None
    decree, end = handle(state, Complete())
    assert isinstance(decree, e.DecreeAdded)
    assert isinstance(end, e.SessionEnd)
    assert (decree.kind, end.outcome) == ("logged", "diagnosed")


def test_a_summon_is_stopped_with_what_the_table_has_found() -> None:
    rules = Rules(max_rounds=2, escalate_to_user_after=2)

    def finding(turn: PlannedTurn) -> str:
        return summons.speech(turn, 5, summons.finding(), issues=("the sum",))

    log = summons.summon(finding, rules=rules)
    by_answer = summons.summon(finding, lambda _: Choose("stop"), rules=rules)
    assert [x.type for x in handle(fold(log), Complete())] == [x.type for x in by_answer[-3:]]
    merged, _, end = handle(fold(log), Complete())
    assert isinstance(merged, e.FindingsMerged)
    assert [found.file for found in merged.findings] == ["cart.py"]
    assert isinstance(end, e.SessionEnd)
    assert end.outcome == "stopped"


def test_a_summon_that_has_only_read_is_stopped_all_the_same() -> None:
    assert ended(fold(summons.opening())).outcome == "stopped"


def applying(tmp_path: Path, king: King = nobody, **errand: Any) -> list[e.Event]:
    desk = applies.fill(tmp_path, {"a.py": "x = 1\n"})
    start = applies.apply_start("a.py", **errand)
    answer = applies.given({"a.py": "x = 2\n"})
    return play(start, lambda _: answer, king, deed=desk.perform)


def test_an_apply_is_not_completed_while_its_question_is_open(tmp_path: Path) -> None:
    state = fold(applying(tmp_path))
    assert state.question is not None
    error = refusal(state)
    assert "neither written all nor been stopped" in error.message
    assert "answer its question" in error.remedy
    assert (tmp_path / "a.py").read_text() == "x = 1\n"


@pytest.mark.parametrize(("answer", "outcome"), [("approve", "applied"), ("stop", "not_applied")])
def test_an_apply_that_has_written_or_was_stopped_ends_as_it_would(
    tmp_path: Path, answer: str, outcome: str
) -> None:
    log = applying(tmp_path, lambda _: Choose(answer))
    last = log[-1]
    assert isinstance(last, e.SessionEnd)
    assert handle(fold(log[:-1]), Complete()) == (
        last.model_copy(update={"session": "", "seq": 0}),
    )
    assert last.outcome == outcome
    error = refusal(fold(log[:3]))
    assert "go on with it" in error.remedy


def test_an_apply_that_has_a_commit_to_make_is_not_complete(tmp_path: Path) -> None:
    log = applying(tmp_path, lambda _: Choose("approve"), branch="decided")
    kinds = [event.type for event in log]
    written = kinds.index("changes_applied") + 1
    assert "go on with it" in refusal(fold(log[:written])).remedy
    assert ended(fold(log[: written + 1])).outcome == "applied"


@pytest.mark.parametrize("workflow", WORKFLOWS)
def test_every_workflow_can_be_completed_or_says_why_not(workflow: str) -> None:
    agenda = build_start("review").agenda if workflow in ("build", "review") else None
    start = applies.apply_start("a.py") if workflow == "apply" else session_start()
    state = fold([start.model_copy(update={"workflow": workflow, "agenda": agenda})])
    if workflow == "apply":
        refusal(state)
    else:
        assert isinstance(completed(state)[-1], e.SessionEnd)
        assert ended(state).outcome == "stopped"


def open_turn() -> e.AgentStart:
    return e.AgentStart(
        turn_key="discussion.1.1.Gawain",
        seat="Gawain",
        iteration=1,
        purpose="speak",
        adapter="scripted",
        reserved=Usage(),
    )


def test_a_session_at_work_is_stopped_first() -> None:
    state = fold([session_start(), open_turn()])
    error = refusal(state)
    assert "at work" in error.message
    assert "stop it first" in error.remedy


@pytest.mark.parametrize("reason", ["user", "budget", "failure"])
def test_a_paused_session_can_be_completed(reason: str) -> None:
    paused = e.SessionPaused.model_validate({"reason": reason})
    broken = e.AgentInterrupted(turn_key="discussion.1.1.Gawain", seat="Gawain", cause="pause")
    state = fold([session_start(), open_turn(), broken, paused])
    assert ended(state).outcome == "stopped"


def test_what_is_complete_is_not_completed_again() -> None:
    state = built("development", "review")
    state = fold(handle(state, Complete()), state)
    error = refusal(state)
    assert "complete already (built)" in error.message
    assert "roundtable show" in error.remedy


def test_a_completed_build_can_be_taken_up_again_by_its_rounds() -> None:
    state = built("development", "review")
    state = fold(handle(state, Complete()), state)
    again = fold(handle(state, Reopen("development")), state)
    assert again.ended is None
