"""The rules a session carries."""

import pytest
from pydantic import ValidationError

from roundtable.core.rules import Rules


def test_silence_is_noticed_within_two_minutes_and_never_after_the_deadline() -> None:
    assert Rules(timeout_per_turn_seconds=600).idle_seconds == 120
    assert Rules(timeout_per_turn_seconds=5).idle_seconds == 5


@pytest.mark.parametrize(
    "wrong",
    [
        {"max_rounds": 0},
        {"consensus_threshold": 11},
        {"timeout_per_turn_seconds": 0},
        {"max_output_tokens": 1},
        {"unknown": 1},
    ],
)
def test_rules_out_of_bounds_are_no_rules(wrong: dict[str, float]) -> None:
    with pytest.raises(ValidationError):
        Rules.model_validate(wrong)
