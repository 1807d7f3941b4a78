"""Where a problem lies, and what may take the place of a unit."""

import pytest

from roundtable.core.events import Fix
from roundtable.core.steps import Problem, TryFix
from roundtable.merge.fixing import locate, rewritten

TREE = {
    "cart.py": "class Cart:\n    def total(self):\n        return 1\n\n\n"
    "def free():\n    return 0\n",
    "notes.txt": "words\n",
}


@pytest.mark.parametrize(
    ("problem", "place"),
    [
        (Problem("x", "Gawain", path="cart.py", unit="Cart.total"), ("cart.py", "Cart.total")),
        (Problem("x", "Gawain", path="cart.py", line=3), ("cart.py", "Cart.total")),
        (Problem("x", "Gawain", unit="free"), ("cart.py", "free")),
        (Problem("x", "Gawain", path="cart.py"), ("cart.py", "")),
        (Problem("x", "Gawain", path="notes.txt", line=1), ("notes.txt", "")),
        (Problem("x", "Gawain", path="new.py"), ("new.py", "")),
    ],
)
def test_a_problem_lies_in_a_unit_or_in_a_whole_file(
    problem: Problem, place: tuple[str, str]
) -> None:
    found = locate(TREE, problem)
    assert found is not None
    assert found[:2] == place


def test_a_problem_without_a_place_lies_nowhere() -> None:
    assert locate(TREE, Problem("x", "Gawain")) is None


def tried(code: str, unit: str = "free", path: str = "cart.py") -> dict[str, str] | str:
    fix = Fix(number=1, path=path, unit=unit, problem="x", text="", seat="Gawain")
    return rewritten(TryFix("review", 1, fix, TREE, f"```\n{code}```", {}, None))


def test_only_the_unit_changes() -> None:
    after = tried("def free():\n    return 1\n")
    assert isinstance(after, dict)
    assert after["cart.py"] == TREE["cart.py"].replace("return 0", "return 1")


@pytest.mark.parametrize(
    ("code", "unit", "reason"),
    [
        ("def free():\n    return 0\n", "free", "changes nothing"),
        ("def other():\n    return 0\n", "free", "does not hold free"),
        ("def free():\n    return 1\n", "", "would remove Cart"),
        ("def free(:\n", "", "would not parse"),
    ],
)
def test_what_cannot_be_taken_is_told(code: str, unit: str, reason: str) -> None:
    told = tried(code, unit)
    assert isinstance(told, str)
    assert reason in told


NOTES = "# Notes\n\n" + "".join(f"- point {number}\n" for number in range(40))


def answered(text: str) -> dict[str, str] | str:
    fix = Fix(number=1, path="notes.md", unit="", problem="x", text=NOTES, seat="Gawain")
    return rewritten(TryFix("review", 1, fix, {"notes.md": NOTES}, text, {}, None))


def test_a_file_without_units_is_taken_whole() -> None:
    better = NOTES.replace("point 3\n", "point three\n")
    after = answered(f"```markdown\n{better}```\n")
    assert after == {"notes.md": better}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"```markdown\n{NOTES[:200]}", "breaks off"),
        ("```markdown\n# Notes\n\n- point three\n\n<!-- rest unchanged -->\n```\n", "rest"),
    ],
)
def test_less_than_the_whole_file_is_refused_where_nothing_else_would_tell(
    text: str, reason: str
) -> None:
    told = answered(text)
    assert isinstance(told, str)
    assert reason in told
