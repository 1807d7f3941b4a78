"""The seven rounds and what can be made of them."""

import pytest
from pydantic import ValidationError

from roundtable.core.agenda import PRESETS, ROUNDS, Agenda, plan_rounds


def test_the_seven_rounds_have_the_budgets_and_roles_of_the_book() -> None:
    assert [(p.key, p.max_output_tokens, p.kind) for p in ROUNDS.values()] == [
        ("requirements", 2048, "discussion"),
        ("architecture", 4096, "discussion"),
        ("development", 8192, "code"),
        ("review", 4096, "findings"),
        ("qa", 8192, "code"),
        ("devops", 4096, "code"),
        ("execution", 8192, "findings"),
    ]
    assert all(plan.role and plan.iterations == 3 for plan in ROUNDS.values())


def test_code_and_review_open_blind_and_the_others_in_turn() -> None:
    assert {key for key, plan in ROUNDS.items() if plan.blind} == {"development", "review"}


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_names_rounds_in_the_order_in_which_they_are_held(preset: str) -> None:
    keys = PRESETS[preset]
    assert tuple(plan.key for plan in plan_rounds(keys)) == keys


def test_rounds_are_held_in_their_order_whatever_order_they_are_named_in() -> None:
    assert [plan.key for plan in plan_rounds(["qa", "requirements"])] == ["requirements", "qa"]


def test_after_the_last_round_comes_none() -> None:
    agenda = Agenda(rounds=plan_rounds(["requirements", "qa"]))
    following = agenda.after("requirements")
    assert following is not None
    assert following.key == "qa"
    assert agenda.after("qa") is None
    assert agenda.plan("qa").role == "Principal QA Engineer"


def test_the_execution_round_can_be_held_whatever_was_planned() -> None:
    agenda = Agenda(rounds=plan_rounds(["development"])).with_execution()
    assert [plan.key for plan in agenda.rounds] == ["development", "execution"]
    assert agenda.with_execution() is agenda
    assert agenda.after("execution") is None


@pytest.mark.parametrize("often", [-1, 4])
def test_nothing_is_run_again_unasked_without_end(often: int) -> None:
    with pytest.raises(ValidationError, match="auto_retry"):
        Agenda(rounds=plan_rounds(["execution"]), auto_retry=often)
