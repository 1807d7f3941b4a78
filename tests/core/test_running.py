"""What a run may use has bounds, and why it came to nothing is told whole."""

import pytest
from pydantic import ValidationError

from roundtable.core.running import GOOD, RunFailed, RunLimits, RunRefusal


@pytest.mark.parametrize(
    "limits",
    [{"memory_mb": 1}, {"cpus": 0}, {"processes": 0}, {"seconds": 4000}, {"log_bytes": 10}],
)
def test_limits_beyond_what_is_sane_are_refused(limits: dict[str, float]) -> None:
    with pytest.raises(ValidationError):
        RunLimits.model_validate(limits)


def test_only_what_succeeded_or_served_is_good() -> None:
    assert {"succeeded", "served"} == GOOD


def test_a_failure_says_what_is_refused_where_and_why() -> None:
    refusal = RunRefusal(path="compose.yaml", line=4, what="privileged: true", reason="all rights")
    failure = RunFailed("refused", "no run may have that", "take it out", (refusal,))
    assert str(failure) == "no run may have that"
    assert (failure.kind, failure.remedy) == ("refused", "take it out")
    assert failure.refusals == (refusal,)
