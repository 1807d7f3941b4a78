"""What is drawn depends on the recorded seed and the purpose, and on nothing else."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from roundtable.core.chance import shuffled

items = st.lists(st.integers(), max_size=30)
seeds = st.integers(min_value=0, max_value=2**53)


@settings(deadline=None)
@given(items, seeds, st.text())
def test_the_order_is_a_permutation(things: list[int], seed: int, purpose: str) -> None:
    assert sorted(shuffled(things, seed, purpose)) == sorted(things)


@settings(deadline=None)
@given(items, seeds, st.text(), st.integers())
def test_the_same_seed_and_purpose_draw_the_same_order(
    things: list[int], seed: int, purpose: str, number: int
) -> None:
    random.seed(number)
    first = shuffled(things, seed, purpose, number)
    random.seed(number + 1)
    assert shuffled(things, seed, purpose, number) == first


def test_another_round_or_seed_draws_another_order() -> None:
    table = range(30)
    drawn = {
        shuffled(table, 7, "discussion", 1, 2),
        shuffled(table, 7, "discussion", 1, 3),
        shuffled(table, 7, "discussion", 2, 2),
        shuffled(table, 8, "discussion", 1, 2),
    }
    assert len(drawn) == 4


def test_every_order_of_three_can_come_up() -> None:
    drawn = {shuffled("abc", seed, "order") for seed in range(200)}
    assert len(drawn) == 6


def test_drawing_leaves_the_items_and_the_common_source_of_chance_alone() -> None:
    things, before = [1, 2, 3, 4, 5], random.getstate()
    shuffled(things, 7, "order")
    assert things == [1, 2, 3, 4, 5]
    assert random.getstate() == before
