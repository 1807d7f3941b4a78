import pytest

from roundtable.core.checks import CheckReport, Tree
from roundtable.merge.search import CheckTree, Found, search
from roundtable.merge.splice import Choice
from tests.merge.plain_runs import asking

BASE = """\
class Cart:
    def __init__(self):
        self.items = []

    def add(self, price):
        self.items.append(price)
        return self

    def total(self):
        return sum(self.items)

    def most(self):
        return max(self.items)
"""
NO_TOTAL = BASE.replace("sum(self.items)", "0")
NO_MOST = BASE.replace("max(self.items)", "None")
NO_ADD = BASE.replace("self.items.append(price)", "pass")
QUESTIONS = {
    "total": "Cart().add(2).add(3).total() == 5",
    "most": "Cart().add(2).add(3).most() == 3",
    "empty": "Cart().total() == 0",
}


def trees(**texts: str) -> dict[str, Tree]:
    return {label: {"m.py": text} for label, text in texts.items()}


def units(found: Found) -> list[tuple[str, str]]:
    return [(one.choice.unit, one.choice.source) for one in found.taken]


async def test_units_of_several_make_what_none_of_them_is() -> None:
    found = await search(
        trees(a=NO_MOST, b=NO_TOTAL.replace("max(", "min("), c=NO_ADD), asking(QUESTIONS)
    )
    assert found.base == "a"
    assert units(found) == [("Cart.most", "c")]
    assert found.report.failed == ()
    assert found.tree == {"m.py": BASE}
    assert [why.why for why in found.taken] == ["most passes"]
    assert {(one.unit, one.source) for one in found.provenance if one.source != "a"} == {
        ("Cart.most", "c")
    }


async def test_an_exchange_that_breaks_a_test_is_refused_however_much_it_mends() -> None:
    base = "def f(x):\n    return x + 1 if x < 2 else 0\n"
    other = "def f(x):\n    return x + 1 if x > 0 else 9\n"
    questions = {str(x): f"f({x}) == {x + 1}" for x in (0, 1, 2)}
    found = await search(trees(a=base, b=other), asking(questions))
    assert found.taken == ()
    assert found.tree == {"m.py": base}
    assert "0 would fail" in [refused.why for refused in found.refused]


async def test_the_best_opening_is_the_base() -> None:
    found = await search(trees(a=NO_ADD, b=BASE, c=NO_TOTAL), asking(QUESTIONS))
    assert (found.base, found.taken, found.trials) == ("b", (), 0)


@pytest.mark.parametrize(("preferred", "base"), [(None, "a"), ("b", "b"), ("c", "a")])
async def test_a_judge_decides_only_between_equals(preferred: str | None, base: str) -> None:
    worse = NO_TOTAL.replace("max(", "min(")
    other = BASE.replace("self.items = []", "self.items = list()")
    candidates = trees(a=BASE, b=other, c=worse)
    found = await search(candidates, asking(QUESTIONS), preferred=preferred)
    assert found.base == base


async def test_between_equals_without_a_judge_hints_decide_and_then_the_seats() -> None:
    other = BASE.replace("max(self.items)", "max(self.items, default=0)")
    hint = asking({"nothing": "Cart().most() == 0"})
    assert (await search(trees(a=BASE, b=other), asking(QUESTIONS))).base == "a"
    assert (await search(trees(a=BASE, b=other), asking(QUESTIONS), hints=[hint])).base == "b"


async def test_what_the_judge_asks_for_is_taken_where_no_test_objects() -> None:
    longer = BASE.replace("sum(self.items)", "sum(list(self.items))")
    asked = [Choice("m.py", "Cart.total", "b"), Choice("m.py", "Cart.add", "c")]
    found = await search(trees(a=BASE, b=longer, c=NO_ADD), asking(QUESTIONS), asked, "a")
    assert units(found) == [("Cart.total", "b")]
    assert found.taken[0].why == "the judge asked for it"
    assert found.refused[0].choices == (asked[1],)
    assert found.refused[0].why == "total and 1 more would fail"


async def test_a_directive_that_cannot_be_made_is_told() -> None:
    asked = [Choice("m.py", "Cart.totale", "b")]
    found = await search(trees(a=BASE, b=NO_ADD), asking(QUESTIONS), asked)
    assert found.refused[0].choices == tuple(asked)
    assert "no such unit" in found.refused[0].why


async def test_a_method_brings_its_constructor_where_it_needs_one() -> None:
    mine = """\
class Cart:
    def __init__(self, names):
        self.names = list(names)

    def price(self, name):
        return 0

    def count(self):
        return len(self.names)
"""
    theirs = """\
class Cart:
    def __init__(self, names):
        self.names = list(names)
        table = {}
        for name in names:
            table[name] = 1
        self.prices = table

    def price(self, name):
        return self.prices[name]

    def count(self):
        return 0
"""
    questions = {
        "price": "Cart('ab').price('a') == 1",
        "count": "Cart('abc').count() == 3",
        "again": "Cart('ab').count() == 2",
    }
    found = await search(trees(a=mine, b=theirs), asking(questions))
    assert found.base == "a"
    assert units(found) == [("Cart.price", "b"), ("Cart.__init__", "b")]
    assert found.report.failed == ()


MINE = """\
def code(x):
    return x


def read(x):
    return x


def kind():
    return 1
"""
THEIRS = MINE.replace("return x", "return -x", 1).replace("return x", "return 5 - x")
TOGETHER = {
    "t.py::test_both": "read(code(1)) == 6 and kind()",
    "t.py::test_more": "read(code(5)) > 4",
    "t.py::test_kind": "kind() == 1",
    "t.py::test_less": "kind() < 2",
}


async def test_units_that_help_only_together_are_taken_together_and_no_more() -> None:
    test = "def test_both():\n    assert read(code(1)) == 6 and kind()\n"
    other = THEIRS.replace("return 1", "return 2")
    found = await search(trees(a=MINE, b=other), asking(TOGETHER), tests={"t.py": test})
    assert found.base == "a"
    assert units(found) == [("code", "b"), ("read", "b")]
    assert found.report.failed == ()


async def test_another_base_is_tried_when_the_best_leads_no_further() -> None:
    other = THEIRS.replace("return 1", "return 2")
    found = await search(trees(a=MINE, b=other), asking(TOGETHER))
    assert found.base == "b"
    assert units(found) == [("kind", "a")]
    assert found.report.failed == ()


async def test_a_fragment_lends_its_methods() -> None:
    fragment = "def most(self):\n        return max(self.items)\n"
    found = await search(trees(a=NO_MOST, b=fragment), asking(QUESTIONS))
    assert found.report.failed == ()
    assert units(found) == [("Cart.most", "b")]
    assert found.mended == {"b": ("m.py: methods without their class, read as those of Cart",)}


async def test_a_search_ends_when_its_trials_are_used_up() -> None:
    first = "\n".join(f"def f{n}():\n    return {int(n < 5)}\n" for n in range(8))
    second = "\n".join(f"def f{n}():\n    return {int(n > 4)}\n" for n in range(8))
    questions = {f"f{n}": f"f{n}() == 1" for n in range(8)}
    full = await search(trees(a=first, b=second), asking(questions))
    assert full.report.failed == ()
    short = await search(trees(a=first, b=second), asking(questions), most_trials=2)
    assert short.trials == 2
    assert len(short.report.passed) == 7


async def test_hints_choose_where_tests_are_silent() -> None:
    other = BASE.replace("max(self.items)", "max(self.items, default=0)")
    hint = asking({"nothing": "Cart().most() == 0"})
    found = await search(trees(a=BASE, b=other), asking(QUESTIONS), preferred="a", hints=[hint])
    assert units(found) == [("Cart.most", "b")]
    assert found.taken[0].why == "tests are silent; hints (0,) to (1,)"


async def test_a_hint_does_not_undo_what_the_judge_asked_for() -> None:
    other = BASE.replace("max(self.items)", "max(self.items, default=0)")
    hint = asking({"nothing": "Cart().most() == 0"})
    asked = [Choice("m.py", "Cart.most", "a")]
    found = await search(trees(a=BASE, b=other), asking(QUESTIONS), asked, "b", hints=[hint])
    assert found.base == "b"
    assert units(found) == [("Cart.most", "a")]


async def test_a_hint_never_outweighs_a_test() -> None:
    hint = asking({"wrong": "Cart().add(2).add(3).total() == 6"})
    other = BASE.replace("sum(self.items)", "6")
    found = await search(trees(a=BASE, b=other), asking(QUESTIONS), hints=[hint])
    assert found.taken == ()
    assert found.report.failed == ()


async def test_a_weaker_hint_does_not_outweigh_a_stronger_one() -> None:
    other = BASE.replace("max(self.items)", "max(self.items, default=0)")
    strong, weak = asking({"none": "not Cart().most()"}), asking({"zero": "Cart().most() == 0"})
    against: CheckTree = asking({"most": "'default' not in SOURCE"})

    async def stronger(tree: Tree) -> CheckReport:
        return await against({"m.py": f"SOURCE = {tree['m.py']!r}"})

    kept = await search(trees(a=BASE, b=other), asking(QUESTIONS), hints=[stronger, weak])
    assert (kept.base, kept.taken) == ("a", ())
    taken = await search(trees(a=BASE, b=other), asking(QUESTIONS), hints=[strong, stronger])
    assert taken.base == "b"


async def test_without_anything_that_can_be_run_the_judge_is_followed() -> None:
    async def blind(tree: Tree) -> CheckReport:
        return CheckReport(place="static", checks=())

    asked = [Choice("m.py", "Cart.total", "a")]
    found = await search(trees(a=BASE, b=NO_TOTAL), blind, asked, preferred="b")
    assert found.base == "b"
    assert found.tree == {"m.py": BASE}


async def test_the_same_reports_give_the_same_merge() -> None:
    candidates = trees(a=NO_MOST, b=NO_TOTAL, c=NO_ADD)
    first = await search(candidates, asking(QUESTIONS))
    assert await search(candidates, asking(QUESTIONS)) == first
