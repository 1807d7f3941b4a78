"""Caps are kept at their worst case, and sums of money are exact."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from roundtable.core.budget import MICRO, Budget, Exceeded, Usage, exceeded

amounts = st.integers(min_value=0, max_value=10**12)
usages = st.builds(Usage, input_tokens=amounts, output_tokens=amounts, cost_microusd=amounts)
caps = st.none() | amounts
budgets = st.builds(Budget, max_cost_microusd=caps, max_tokens=caps, max_minutes=caps)


def test_usage_adds_up_field_by_field() -> None:
    one = Usage(input_tokens=1, output_tokens=20, cost_microusd=300)
    two = Usage(input_tokens=4, output_tokens=50, cost_microusd=600)
    assert one + two == Usage(input_tokens=5, output_tokens=70, cost_microusd=900)


def test_tokens_are_what_went_in_and_what_came_out() -> None:
    assert Usage(input_tokens=30, output_tokens=12, cost_microusd=5).tokens == 42


@pytest.mark.parametrize("field", ["input_tokens", "output_tokens", "cost_microusd"])
def test_nothing_can_be_consumed_backwards(field: str) -> None:
    with pytest.raises(ValidationError):
        Usage.model_validate({field: -1})


@settings(deadline=None)
@given(st.lists(usages, max_size=20))
def test_a_sum_of_many_small_costs_loses_nothing(parts: list[Usage]) -> None:
    whole = sum(parts, Usage())
    assert whole.cost_microusd == sum(part.cost_microusd for part in parts)
    assert whole.tokens == sum(part.tokens for part in parts)


def test_without_caps_nothing_is_exceeded() -> None:
    huge = Usage(input_tokens=10**12, output_tokens=10**12, cost_microusd=10**15)
    assert exceeded(Budget(), huge, huge, active_seconds=10**9) is None


@pytest.mark.parametrize(("spent", "worst"), [(600, 400), (1000, 0), (0, 1000)])
def test_a_call_that_can_just_reach_the_cap_is_allowed(spent: int, worst: int) -> None:
    money = Budget(max_cost_microusd=1000)
    assert exceeded(money, Usage(cost_microusd=spent), Usage(cost_microusd=worst), 0) is None
    tokens = Budget(max_tokens=1000)
    assert exceeded(tokens, Usage(input_tokens=spent), Usage(output_tokens=worst), 0) is None


def test_one_millionth_above_the_cost_cap_is_too_much() -> None:
    found = exceeded(
        Budget(max_cost_microusd=2 * MICRO),
        Usage(cost_microusd=MICRO // 2),
        Usage(cost_microusd=MICRO * 3 // 2 + 1),
        active_seconds=0,
    )
    assert found == Exceeded(cap="cost", limit=2.0, spent=0.5, needed=1.500001)


def test_one_token_above_the_cap_is_too_much_whether_read_or_written() -> None:
    budget = Budget(max_tokens=100)
    for worst in (Usage(input_tokens=41), Usage(output_tokens=41)):
        found = exceeded(budget, Usage(input_tokens=30, output_tokens=30), worst, 0)
        assert found == Exceeded(cap="tokens", limit=100, spent=60, needed=41)


def test_minutes_are_used_up_when_they_are_reached() -> None:
    budget = Budget(max_minutes=2)
    assert exceeded(budget, Usage(), Usage(), active_seconds=119.999) is None
    found = exceeded(budget, Usage(), Usage(), active_seconds=120.0)
    assert found == Exceeded(cap="minutes", limit=2, spent=2, needed=0)


def test_a_cap_of_nothing_allows_only_what_costs_nothing() -> None:
    budget = Budget(max_cost_microusd=0)
    assert exceeded(budget, Usage(), Usage(input_tokens=10**6), 0) is None
    assert exceeded(budget, Usage(), Usage(cost_microusd=1), 0) is not None


def test_money_is_named_first_then_tokens_then_minutes() -> None:
    too_much = Usage(input_tokens=10, cost_microusd=10)
    all_caps = Budget(max_cost_microusd=1, max_tokens=1, max_minutes=1)
    assert getattr(exceeded(all_caps, too_much, Usage(), 61), "cap", None) == "cost"
    later = Budget(max_tokens=1, max_minutes=1)
    assert getattr(exceeded(later, too_much, Usage(), 61), "cap", None) == "tokens"


@settings(deadline=None)
@given(budgets, usages, usages, st.floats(min_value=0, max_value=10**6))
def test_a_larger_worst_case_never_passes_where_a_smaller_one_does_not(
    budget: Budget, spent: Usage, worst: Usage, seconds: float
) -> None:
    more = worst + Usage(input_tokens=1, output_tokens=1, cost_microusd=1)
    if exceeded(budget, spent, worst, seconds):
        assert exceeded(budget, spent, more, seconds)


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (
            Exceeded(cap="cost", limit=2, spent=1.5, needed=0.75),
            "the next turn may need $0.7500, $1.5000 is spent, and the cap is $2.0000",
        ),
        (
            Exceeded(cap="tokens", limit=10_000, spent=9_000, needed=4_096),
            "the next turn may need 4,096 tokens, 9,000 tokens is spent, "
            "and the cap is 10,000 tokens",
        ),
        (
            Exceeded(cap="minutes", limit=2, spent=2.04, needed=0),
            "the next turn may need 0.0 min, 2.0 min is spent, and the cap is 2.0 min",
        ),
    ],
)
def test_a_broken_cap_is_told_in_its_own_unit(found: Exceeded, words: str) -> None:
    assert str(found) == words


def test_new_caps_replace_the_old_ones_and_the_rest_stays() -> None:
    old = Budget(max_cost_microusd=1, max_tokens=2, max_minutes=3)
    assert old.merged(Budget(max_tokens=20)) == Budget(
        max_cost_microusd=1, max_tokens=20, max_minutes=3
    )
    assert old.merged(Budget(max_cost_microusd=0)).max_cost_microusd == 0


@settings(deadline=None)
@given(budgets, budgets)
def test_merging_never_loses_a_cap(old: Budget, new: Budget) -> None:
    merged = old.merged(new).model_dump()
    for name, cap in new.model_dump().items():
        before = old.model_dump()[name]
        assert merged[name] == (before if cap is None else cap)


def test_what_is_left_of_the_caps_is_never_less_than_nothing() -> None:
    budget = Budget(max_cost_microusd=100, max_tokens=50, max_minutes=2)
    spent = Usage(input_tokens=30, output_tokens=40, cost_microusd=60)
    assert budget.left(spent, 90) == Budget(max_cost_microusd=40, max_tokens=0, max_minutes=0.5)
    assert Budget().left(spent, 90) == Budget()
