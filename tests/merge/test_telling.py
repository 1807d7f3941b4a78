"""How a merge is told: what was touched, by whom, and why."""

from roundtable.core.steps import Merge
from roundtable.core.units import UnitSource
from roundtable.merge.splice import Choice, splice
from roundtable.merge.telling import touched

BEFORE = {"old.py": "def old():\n    return 1\n"}
GAWAIN = BEFORE | {"cart.py": "def total():\n    return 1\n\n\ndef free():\n    return 0\n"}
LANCELOT = BEFORE | {"cart.py": "def total():\n    return 2\n\n\ndef free():\n    return 0\n"}


def told(*take: UnitSource) -> dict[tuple[str, str], tuple[str, str]]:
    candidates = {"Gawain": GAWAIN, "Lancelot": LANCELOT}
    craft = Merge("development", 1, "Gawain", BEFORE, candidates, take)
    choices = [Choice(item.path, item.unit, item.source) for item in take]
    made = splice(GAWAIN, candidates, choices, "Gawain")
    sources = touched(craft, made.files, made.provenance, take)
    return {(s.path, s.unit): (s.source, s.why) for s in sources}


def test_what_stands_as_it_stood_keeps_its_earlier_author() -> None:
    assert set(told()) == {("cart.py", "total"), ("cart.py", "free")}


def test_a_reason_is_for_whose_code_it_was_given() -> None:
    taken = UnitSource(path="cart.py", unit="total", source="Lancelot", why="it counts")
    found = told(taken)
    assert found["cart.py", "total"] == ("Lancelot", "it counts")
    assert found["cart.py", "free"] == ("Gawain", "base")
