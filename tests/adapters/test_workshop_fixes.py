"""Fixes: where a problem lies, which rewrites are kept, and how a tree is made ready for review."""

from typing import Any

import pytest

from roundtable.adapters.workshop import SandboxedWorkshop
from roundtable.core import events as e
from roundtable.core.checks import Check, CheckReport, Tree
from roundtable.core.steps import PlanFixes, PlanReview, Problem, TryFix
from tests.adapters.carts import checks, code

CART = """\
import math

RATE = 2


class Cart:
    name = "cart"

    def total(self):
        return math.floor(RATE)

    def label(self):
        return self.name


def free():
    return 0
"""
SOUND = {"cart.py": CART, "deploy.conf": "replicas=1\n"}
TREE = {**SOUND, "broken.py": "def f(:\n    pass\n"}
PARSES = CheckReport(place="static", checks=(Check(kind="parse", status="passed"),))


async def planned(shop: SandboxedWorkshop, *problems: dict[str, Any]) -> e.FixesPlanned:
    given = tuple(Problem(**({"what": "it is wrong", "seat": "Gawain"} | p)) for p in problems)
    event = await shop.perform(PlanFixes("review", 2, TREE, given))
    assert isinstance(event, e.FixesPlanned)
    return event


async def tried(
    shop: SandboxedWorkshop,
    answer: str,
    unit: str = "free",
    path: str = "cart.py",
    tree: Tree = SOUND,
    tests: Tree | None = None,
    floor: CheckReport | None = None,
) -> e.FixTried:
    fix = e.Fix(number=3, path=path, unit=unit, problem="wrong", text="", seat="Gawain")
    craft = TryFix("review", 2, fix, tree, answer, tests or {}, floor)
    event = await shop.perform(craft)
    assert isinstance(event, e.FixTried)
    assert (event.round, event.attempt, event.number) == ("review", 2, 3)
    return event


def fenced(text: str) -> str:
    return f"```python\n{text}```\n"


@pytest.mark.parametrize(
    ("problem", "unit", "first"),
    [
        ({"path": "cart.py", "unit": "Cart.total"}, "Cart.total", "    def total(self):"),
        ({"path": "cart.py", "unit": "RATE"}, "RATE", "RATE = 2"),
        ({"unit": "Cart.label"}, "Cart.label", "    def label(self):"),
        ({"path": "cart.py", "line": 10}, "Cart.total", "    def total(self):"),
        ({"path": "cart.py", "line": 7}, "Cart", "class Cart:"),
        ({"path": "cart.py", "line": 17}, "free", "def free():"),
        (
            {"path": "cart.py", "unit": "Cart.lost", "line": 13},
            "Cart.label",
            "    def label(self):",
        ),
    ],
)
async def test_a_problem_is_placed_in_the_smallest_unit_that_it_names(
    reading: SandboxedWorkshop, problem: dict[str, Any], unit: str, first: str
) -> None:
    event = await planned(reading, problem)
    (fix,) = event.fixes
    assert (fix.path, fix.unit, fix.seat) == ("cart.py", unit, "Gawain")
    assert fix.text.splitlines()[0] == first
    assert event.not_found == ()


@pytest.mark.parametrize(
    ("problem", "path"),
    [
        ({"path": "cart.py"}, "cart.py"),
        ({"path": "cart.py", "unit": "lost"}, "cart.py"),
        ({"path": "cart.py", "line": 4}, "cart.py"),
        ({"path": "cart.py", "line": 9_999}, "cart.py"),
        ({"path": "deploy.conf", "line": 1}, "deploy.conf"),
        ({"path": "broken.py", "unit": "f", "line": 1}, "broken.py"),
        ({"path": "new.py", "unit": "f"}, "new.py"),
    ],
)
async def test_where_no_unit_can_be_told_it_is_the_whole_file(
    reading: SandboxedWorkshop, problem: dict[str, Any], path: str
) -> None:
    (fix,) = (await planned(reading, problem)).fixes
    assert (fix.path, fix.unit, fix.text) == (path, "", TREE.get(path, ""))


@pytest.mark.parametrize("problem", [{}, {"unit": "lost"}, {"line": 3}])
async def test_a_problem_without_a_place_is_told_and_takes_no_number(
    reading: SandboxedWorkshop, problem: dict[str, Any]
) -> None:
    event = await planned(reading, problem | {"what": "think"}, {"path": "cart.py", "line": 17})
    assert event.not_found == ("think",)
    assert [(fix.number, fix.unit) for fix in event.fixes] == [(1, "free")]
    assert (event.round, event.attempt) == ("review", 2)


async def test_a_unit_that_two_files_have_is_no_place(reading: SandboxedWorkshop) -> None:
    tree = {"a.py": code(f="1"), "b.py": code(f="2"), "c.py": code(g="3")}
    problems = (Problem("which?", "Gawain", unit="f"), Problem("this", "Gawain", unit="g"))
    event = await reading.perform(PlanFixes("review", 1, tree, problems))
    assert isinstance(event, e.FixesPlanned)
    assert event.not_found == ("which?",)
    assert [fix.path for fix in event.fixes] == ["c.py"]


async def test_a_rewritten_unit_takes_the_place_of_the_old_and_nothing_else_moves(
    reading: SandboxedWorkshop,
) -> None:
    event = await tried(reading, fenced("def free():\n    return 1\n"), floor=PARSES)
    assert event.kept
    assert event.files == (
        e.ProjectFile(path="cart.py", text=CART.replace("return 0", "return 1")),
    )
    assert event.report is not None


async def test_a_method_is_rewritten_in_its_class(reading: SandboxedWorkshop) -> None:
    answer = fenced("def label(self):\n    return self.name.upper()\n")
    event = await tried(reading, answer, unit="Cart.label")
    assert event.files[0].text == CART.replace("self.name\n", "self.name.upper()\n")


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("def free():\n    return 1\n", "no single fenced block"),
        (fenced("x = 1\n") + "\nor\n\n" + fenced("x = 2\n"), "no single fenced block"),
        (fenced("def gratis():\n    return 1\n"), "does not hold free"),
        (fenced("def free(:\n    return 1\n"), "does not hold free"),
        (fenced("def free():\n    return 0\n"), "changes nothing"),
    ],
)
async def test_an_answer_that_is_not_the_unit_is_kept_out_with_its_reason(
    reading: SandboxedWorkshop, answer: str, reason: str
) -> None:
    event = await tried(reading, answer)
    assert not event.kept
    assert reason in event.reason
    assert event.files == ()


async def test_a_fix_that_breaks_a_passing_test_is_not_kept(running: SandboxedWorkshop) -> None:
    tree = {"cart.py": code(a="x", b="x")}
    tests = {"pooled_1/test_cart.py": checks(a="cart.a(1) == 1", b="cart.b(1) == 2")}
    floor = CheckReport(
        place="bubblewrap", checks=PARSES.checks, passed=("pooled_1/test_cart.py::Cart::test_a",)
    )
    wrong = await tried(running, fenced(code(a="0")), "a", "cart.py", tree, tests, floor)
    assert not wrong.kept
    assert wrong.reason == "it breaks pooled_1/test_cart.py::Cart::test_a"
    assert wrong.report is not None
    assert len(wrong.report.failed) == 2
    right = await tried(running, fenced(code(b="2")), "b", "cart.py", tree, tests, floor)
    assert right.kept
    assert right.report is not None
    assert right.report.failed == ()


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        (CART.replace("def free", "def gratis"), "free"),
        ("def free():\n    return 1\n", "RATE, Cart, Cart.total, Cart.label"),
        (CART.replace("    def label(self):\n        return self.name\n", ""), "Cart.label"),
    ],
)
async def test_a_file_written_anew_may_not_lose_what_it_defines(
    reading: SandboxedWorkshop, text: str, lost: str
) -> None:
    event = await tried(reading, fenced(text), unit="", floor=PARSES)
    assert not event.kept
    assert event.reason == f"it would remove {lost}"


async def test_a_file_written_anew_may_drop_imports_and_gain_units(
    reading: SandboxedWorkshop,
) -> None:
    text = CART.replace("import math\n\n", "").replace("math.floor(RATE)", "RATE") + "\n\nNEW = 1\n"
    event = await tried(reading, fenced(text), unit="", floor=PARSES)
    assert event.kept
    assert event.files[0].text == text


@pytest.mark.parametrize("path", ["cart.py", "new.py"])
async def test_a_file_that_would_not_parse_is_refused_even_where_others_do_not_parse_either(
    reading: SandboxedWorkshop, path: str
) -> None:
    unread = CheckReport(place="static", checks=(Check(kind="parse", status="failed"),))
    event = await tried(
        reading, fenced("def free(:\n"), unit="", path=path, tree=TREE, floor=unread
    )
    assert not event.kept
    assert "would not parse" in event.reason


async def test_a_file_that_did_not_parse_can_be_written_anew(reading: SandboxedWorkshop) -> None:
    whole = code(f="1")
    event = await tried(reading, fenced(whole), unit="", path="broken.py", tree=TREE, floor=PARSES)
    assert event.kept
    assert event.files == (e.ProjectFile(path="broken.py", text=whole),)


@pytest.mark.parametrize("path", ["deploy.conf", "Dockerfile"])
async def test_a_file_without_a_grammar_is_written_whole(
    reading: SandboxedWorkshop, path: str
) -> None:
    event = await tried(reading, "```\nreplicas=2\n```\n", unit="", path=path, floor=PARSES)
    assert event.kept
    assert event.files == (e.ProjectFile(path=path, text="replicas=2\n"),)


async def review(shop: SandboxedWorkshop, tree: Tree, tokens: int) -> e.ReviewPlanned:
    event = await shop.perform(PlanReview("review", 2, tree, tokens))
    assert isinstance(event, e.ReviewPlanned)
    assert (event.round, event.attempt) == ("review", 2)
    return event


async def test_a_review_is_planned_with_the_evidence_on_the_tree(
    running: SandboxedWorkshop,
) -> None:
    tree = {"cart.py": code(a="0"), "tests/test_cart.py": checks(a="cart.a(1) == 1", b="True")}
    event = await review(running, tree, 20_000)
    assert event.report is not None
    assert event.report.passed == ("tests/test_cart.py::Cart::test_b",)
    assert event.report.failed == ("tests/test_cart.py::Cart::test_a",)
    assert [chunk.paths for chunk in event.chunks] == [("cart.py", "tests/test_cart.py")]


async def test_a_larger_tree_comes_in_chunks_with_digests_and_borders(
    reading: SandboxedWorkshop,
) -> None:
    tree = {
        "cart.py": CART,
        "shop.py": "from cart import Cart\n\n\ndef sell():\n    return Cart()\n",
    }
    event = await review(reading, tree, 70)
    assert [chunk.paths for chunk in event.chunks] == [("cart.py",), ("shop.py",)]
    assert "def total(self)" in event.digests["cart.py"]
    assert "math.floor" not in event.digests["cart.py"]
    assert [border[:2] for border in event.borders] == [("shop.py", "cart.py")]


async def test_a_workshop_finds_its_own_means_when_there_is_work() -> None:
    event = await review(SandboxedWorkshop(), {"cart.py": CART, "x.py": "def f(:\n"}, 0)
    assert event.report is not None
    parse = event.report.check("parse")
    assert parse is not None
    assert parse.status == "failed"
    assert "x.py" in parse.detail
