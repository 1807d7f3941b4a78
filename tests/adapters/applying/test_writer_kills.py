"""kill -9 at every call of a write or an undo of twenty files: the tree before, or that after."""

from pathlib import Path

import pytest

from tests.adapters.applying.kills import Found, When, killed

AGREED = {
    "write": {("nothing", "before"), ("written", "after")},
    "undo": {("written", "after"), ("undone", "before")},
}
CALLS = {
    "write": {"open", "write", "fchmod", "fsync", "rename", "unlink", "mkdir"},
    "undo": {"open", "write", "fchmod", "fsync", "rename", "unlink", "rmdir"},
}


def survivors(tmp_path: Path, scenario: str, when: When) -> list[Found]:
    found = killed(scenario, when, tmp_path)
    assert {(one["state"], one["tree"]) for one in found} == AGREED[scenario]
    return found


@pytest.mark.parametrize("scenario", ["write", "undo"])
@pytest.mark.parametrize("when", ["before", "after"])
def test_the_tree_is_the_one_before_or_the_one_after(
    tmp_path: Path, scenario: str, when: When
) -> None:
    found = survivors(tmp_path, scenario, when)
    assert len(found) > 100
    assert {one["call"] for one in found} >= CALLS[scenario]


@pytest.mark.parametrize("scenario", ["write", "undo"])
def test_half_a_journal_or_half_a_file_is_none(tmp_path: Path, scenario: str) -> None:
    found = survivors(tmp_path, scenario, "torn")
    assert {one["call"] for one in found} == {"write", ""}
    assert len(found) > 10
