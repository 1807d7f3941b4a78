"""Which decision is meant, who carries it out, and what of it stands."""

from collections.abc import Callable
from pathlib import Path

import pytest

from roundtable.adapters.project import find_project
from roundtable.apps.applying import Manner, convene_apply, decided_session, standing_applies
from roundtable.bootstrap import open_table
from roundtable.core.budget import Budget
from roundtable.core.errors import UsageError
from tests.apps.conftest import given, script

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


async def test_the_knight_gets_the_model_that_is_named_for_it(agreed: Path) -> None:
    async with open_table(find_project()) as table:
        decided = await decided_session(table, None)
        manner = Manner(knight="Lancelot", models={"lancelot": "big"})
        name = await convene_apply(table, decided, manner, Budget(), lambda _: None)
        (seat,) = (await table.driver.state(name)).seats
    assert (seat.name, seat.model) == ("Lancelot", "big")


async def test_a_model_for_another_knight_is_refused_before_anything_is_recorded(
    agreed: Path,
) -> None:
    async with open_table(find_project()) as table:
        before = await table.store.sessions()
        decided = await decided_session(table, None)
        manner = Manner(knight="Lancelot", models={"Percival": "big"})
        with pytest.raises(UsageError, match="'Percival', who is not seated"):
            await convene_apply(table, decided, manner, Budget(), lambda _: None)
        assert await table.store.sessions() == before
