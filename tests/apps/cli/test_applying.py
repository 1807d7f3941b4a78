"""Which decision is meant, who carries it out, and what an earlier crash left behind."""

from collections.abc import Callable
from pathlib import Path

import pytest

from roundtable.adapters.applying.recovery import Kept, Recovered
from roundtable.adapters.project import find_project
from roundtable.apps.cli.applying import decided_session, standing_applies, tell_recovered
from roundtable.bootstrap import open_table
from tests.apps.cli.conftest import given, script

Run = Callable[..., tuple[int, str, str]]


async def test_without_a_name_the_latest_decision_is_meant(agreed: Path, run: Run) -> None:
    async with open_table(find_project()) as table:
        state = await decided_session(table, None)
    assert "how-shall-we-save" in state.session


def test_an_apply_stands_for_the_decision_that_it_carries_out(agreed: Path, run: Run) -> None:
    assert run("apply", "--on-parley", "refuse")[0] == 20
    assert run("apply", "apply", "--on-parley", "approve")[0] == 0


def test_an_apply_that_waits_is_gone_on_with_instead(agreed: Path, run: Run) -> None:
    assert run("apply")[0] == 22
    code, _, err = run("apply", "apply-how")
    assert code == 8
    assert "roundtable resume" in err


def test_a_build_is_exported_instead(building: Path, run: Run) -> None:
    assert run("build", "A cart", "--rounds", "development", "--yes")[0] == 0
    code, _, err = run("apply", "cart")
    assert code == 8
    assert "roundtable export" in err


def test_another_knight_can_carry_it_out(agreed: Path, run: Run) -> None:
    code, out, _ = run("apply", "--knight", "lancelot", "--no-parley")
    assert code == 0
    assert "At the table: Lancelot" in out


async def test_what_stands_is_what_was_written_and_not_undone(agreed: Path, run: Run) -> None:
    async def standing() -> int:
        async with open_table(find_project()) as table:
            return len(await standing_applies(table))

    assert await standing() == 0


def test_what_stands_after_an_apply(agreed: Path, run: Run) -> None:
    script(agreed, given(**{"store.py": "x = 1\n"}))
    assert run("apply", "--on-parley", "approve")[0] == 0
    assert run("undo")[0] == 0
    assert run("undo")[0] == 8


async def test_what_was_taken_back_is_told(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = Kept(path="b.py", old=".roundtable/applied/x.1")
    found = Recovered(name="x", what="write", restored=("a.py",), kept=(kept,))
    async with open_table(find_project()) as table:
        object.__setattr__(table, "recovered", (found,))
        tell_recovered(table)
    told = capsys.readouterr().err
    assert "put back: a.py" in told
    assert "b.py was edited since and stays; what was there before is in .roundtable" in told
