"""What the developer is asked in a build, and what he can answer."""

from dataclasses import replace

import pytest

from roundtable.core.decide import gates
from roundtable.core.decide.build import open_round
from roundtable.core.decide.discussing import open_iteration
from roundtable.core.events import Escalation, FindingsMerged
from roundtable.core.rounds import RoundState, changed
from roundtable.core.state import SessionState, fold
from roundtable.testing.builders import build_start


def asked(key: str, workflow: str = "build", **positions: str) -> set[str]:
    start = build_start(key).model_copy(update={"workflow": workflow})
    state = fold([start])
    round_ = RoundState(open_round(state, state.agenda.rounds[0]))
    round_ = changed(round_, open_iteration(state, round_, 1))
    question = gates.escalation(state, round_, "No agreement.", positions).question
    return {option.id for option in question.options}


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("requirements", {"pick:Gawain", "decree", "send_back", "stop"}),
        ("development", {"pick:Gawain", "decree", "send_back", "stop"}),
        ("review", {"keep", "pick:Gawain", "decree", "send_back", "stop"}),
    ],
)
def test_each_kind_of_round_has_its_answers(key: str, options: set[str]) -> None:
    assert asked(key, Gawain="words") == options


def test_without_files_there_is_no_verdict_to_give_on_code() -> None:
    assert asked("development") == {"send_back", "stop"}


def unattended(*events: FindingsMerged) -> Escalation:
    start = build_start("review").model_copy(update={"workflow": "review"})
    state: SessionState = fold([start])
    round_ = RoundState(open_round(state, state.agenda.rounds[0]))
    round_ = changed(round_, open_iteration(state, round_, 1))
    for event in events:
        round_ = changed(round_, event)
    return gates.escalation(state, round_, "No verdict.", {"Gawain": "words"})


def test_a_review_that_nobody_attends_keeps_its_findings() -> None:
    escalation = unattended(FindingsMerged(round="review", attempt=1, findings=()))
    assert escalation.question.unattended == "keep"
    assert not escalation.must


def test_a_review_of_which_something_could_not_be_read_waits_for_the_developer() -> None:
    escalation = unattended()
    assert escalation.question.unattended is None
    assert escalation.must


def test_there_is_nothing_to_keep_where_nobodys_findings_could_be_read() -> None:
    assert asked("review") == {"decree", "send_back", "stop"}


def test_a_build_that_nobody_attends_waits() -> None:
    start = build_start("review")
    state = fold([start])
    round_ = RoundState(open_round(state, state.agenda.rounds[0]))
    round_ = changed(round_, open_iteration(state, round_, 1))
    assert gates.escalation(state, round_, "No verdict.", {}).question.unattended is None


def test_questions_are_told_apart_by_round_attempt_and_iteration() -> None:
    state = fold([build_start("requirements")])
    round_ = RoundState(open_round(state, state.agenda.rounds[0]))
    assert gates.confirm_id(round_) == "confirm-requirements.1"
    assert gates.escalation_id(round_, 2) == "escalation-requirements.1.2"


def test_each_merge_of_a_round_is_confirmed_by_a_question_of_its_own() -> None:
    state = fold([build_start("development", "qa")])
    round_ = RoundState(open_round(state, state.agenda.rounds[0]))
    ids = [gates.confirm_id(replace(round_, merges=merges)) for merges in range(4)]
    first = "confirm-development.1"
    assert ids == [first, first, f"{first}.2", f"{first}.3"]
    assert gates.confirm_id(replace(round_, merges=3), 2) == f"{first}.2"


def test_the_merge_can_be_changed_where_there_are_directives() -> None:
    state = fold([build_start("development", "qa")])
    round_ = RoundState(open_round(state, state.agenda.rounds[0]))
    following = state.agenda.rounds[1]
    bare = gates.confirmation(state, round_, following).question
    assert [option.id for option in bare.options] == ["continue", "retry", "stop"]
    asked = gates.confirmation(state, round_, following, "BASE=Gawain.").question
    assert [option.id for option in asked.options] == ["continue", "retry", "remerge", "stop"]
    option = asked.option(gates.REMERGE)
    assert option is not None
    assert (option.detail, option.needs) == ("BASE=Gawain.", "text")
    assert "your edits of it are dropped" in option.effect
