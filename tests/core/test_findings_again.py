"""Whether something that was found is among other findings, whoever says it."""

import pytest

from roundtable.core.findings import MergedFinding, said_again

SUM = "The sum that total returns is one too high for an empty list."


def merged(claim: str, line: int | None = 10, file: str = "cart.py", *also: str) -> MergedFinding:
    return MergedFinding(
        id="F1",
        severity="warning",
        file=file,
        line=line,
        claim=claim,
        who=("Gawain",),
        support="single",
        also=also,
    )


@pytest.mark.parametrize(
    "other",
    [
        merged(SUM),
        merged(SUM, 12),
        merged(SUM, None),
        merged("For an empty list, total returns a sum that is one too high."),
        merged("total is wrong", 10, "cart.py", SUM),
    ],
)
def test_the_same_thing_at_the_same_place_is_said_again(other: MergedFinding) -> None:
    assert said_again(merged(SUM), [merged("something else entirely", 90), other])
    assert said_again(other, [merged(SUM)])


@pytest.mark.parametrize(
    "other",
    [
        merged(SUM, 300),
        merged(SUM, 10, "shop.py"),
        merged("The lock is never released when reading fails.", 10),
    ],
)
def test_another_place_or_another_thing_is_not(other: MergedFinding) -> None:
    assert not said_again(merged(SUM), [other])


def test_among_nothing_there_is_nothing() -> None:
    assert not said_again(merged(SUM), [])
