"""kill -9 at every call of a recovery, and of the recovery after that: the next one gets there."""

from pathlib import Path

import pytest

from tests.adapters.applying.kills import CALLS, Found, When, killed

ENDS = {
    "recover a write": ("before", "nothing"),
    "recover an undo": ("after", "written"),
    "finish an undo": ("before", "undone"),
}


def recovered(tmp_path: Path, scenario: str, when: When) -> list[Found]:
    found = killed(scenario, when, tmp_path)
    for one in found:
        assert (one["tree"], one["state"]) == ENDS[scenario], one
    return found


@pytest.mark.parametrize("scenario", ["recover a write", "recover an undo"])
def test_a_recovery_may_be_killed_before_every_call(tmp_path: Path, scenario: str) -> None:
    found = recovered(tmp_path, scenario, "before")
    assert len(found) > 100
    assert {"open", "write", "rename", "unlink", "fchmod", "fsync"} <= {o["call"] for o in found}


@pytest.mark.parametrize("scenario", ["recover a write", "recover an undo"])
def test_a_recovery_may_be_killed_with_half_a_file_written(tmp_path: Path, scenario: str) -> None:
    assert len(recovered(tmp_path, scenario, "torn")) > 10


@pytest.mark.parametrize("when", ["before", "after"])
def test_the_end_of_an_undo_may_be_killed_at_every_call(tmp_path: Path, when: When) -> None:
    found = recovered(tmp_path, "finish an undo", when)
    assert {"rmdir", "unlink", "fsync"} <= {one["call"] for one in found}


def test_one_kill_may_follow_another(tmp_path: Path) -> None:
    agreed = {("nothing", "before"), ("written", "after"), ("undone", "before")}
    found = killed("chains", "before", tmp_path)
    assert {(one["state"], one["tree"]) for one in found} == agreed
    assert {one["call"] for one in found} <= {*CALLS}


@pytest.mark.soak
@pytest.mark.parametrize("scenario", ["recover a write", "recover an undo"])
def test_a_recovery_may_be_killed_after_every_call(tmp_path: Path, scenario: str) -> None:
    assert len(recovered(tmp_path, scenario, "after")) > 100
