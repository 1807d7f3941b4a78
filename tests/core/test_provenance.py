"""Whose each unit is, over all rounds."""

from roundtable.core.provenance import origins, units_by_seat
from roundtable.core.state import fold
from roundtable.core.steps import PlannedTurn
from roundtable.testing.builders import build_start
from roundtable.testing.builds import answers, reading_workshop, said, verdict
from roundtable.testing.rehearsal import play


def review(turn: PlannedTurn) -> str | None:
    if turn.part.startswith("chunk"):
        wrong = {"severity": "critical", "file": "cart.py", "line": 1, "claim": "total is wrong"}
        found = [wrong] if turn.seat == "Percival" else []
        return said("I looked.", agent=turn.seat, findings=found, clean=[])
    if turn.purpose == "judge" and turn.key.startswith("review"):
        return verdict(turn, critical=["F1"], warnings=[], confirmed_clean=[])
    if turn.purpose == "fix":
        return "```python\ndef total(items):\n    return sum(items) + 0\n```"
    return None


def test_the_last_round_that_touched_a_unit_owns_it() -> None:
    start = build_start("development", "review", auto_advance=True)
    state = fold(play(start, answers(review), craft=reading_workshop()))
    found = origins(state)
    base = state.rounds[0].result
    assert base is not None
    assert found[("cart.py", "label")].seat == base.base
    assert found[("cart.py", "label")].round == "development"
    assert found[("cart.py", "total")].seat == "Percival"
    assert found[("cart.py", "total")].round == "review"


def test_units_are_counted_by_seat_and_starting_files_by_nobody() -> None:
    start = build_start("development", auto_advance=True)
    given = {"old.py": "def old():\n    return 1\n"}
    state = fold(play(start, answers(lambda _: None), craft=reading_workshop(), given=given))
    counted = units_by_seat(state)
    assert sum(counted.values()) == 2
    assert ("old.py", "old") not in origins(state)
