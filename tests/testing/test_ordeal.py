"""A round with a faulty seat: what is told of the fault, and whether the others went on."""

from pathlib import Path

from roundtable.adapters.knights.absent import AbsentKnight
from roundtable.adapters.knights.script import Part, Reply
from roundtable.adapters.knights.scripted import ScriptedKnight
from roundtable.core.errors import ErrorKind
from roundtable.testing.ordeal import AGREES, ordeal


async def test_a_lost_seat_is_told_by_kind_and_the_others_agree(tmp_path: Path) -> None:
    found = await ordeal(lambda: AbsentKnight(ErrorKind.REFUSED, "no"), 60, tmp_path)
    assert found.right(frozenset({ErrorKind.REFUSED}))
    assert not found.right(frozenset({ErrorKind.OVERLOADED}))


async def test_a_seat_that_hangs_is_told_in_time(tmp_path: Path) -> None:
    part = Part(replies=(Reply(say="x", hang_after_words=0),))
    found = await ordeal(lambda: ScriptedKnight(part), 0.5, tmp_path, grace=30)
    assert found.kind is ErrorKind.TIMED_OUT
    assert found.in_time
    assert found.others_agreed


async def test_a_healthy_seat_is_no_fault(tmp_path: Path) -> None:
    part = Part(replies=(Reply.model_validate(AGREES),))
    found = await ordeal(lambda: ScriptedKnight(part), 60, tmp_path)
    assert found.kind is None
    assert not found.right(frozenset(ErrorKind))
