from roundtable.core.checks import CheckReport
from roundtable.merge.moves import Board, Option, essence, is_named

FIRST = """\
class Cart:
    def __init__(self):
        self.items = []

    def add(self, price):
        self.items.append(price)

    def total(self):
        return sum(self.items)
"""
OTHER = FIRST.replace("self.items.append(price)", "self.items += [price]")
PROSE = FIRST.replace("def total(self):", 'def total(self):\n        """All of it."""')
THIRD = FIRST.replace("sum(self.items)", "len(self.items)")
TEST = """\
class CartTest:
    def setUp(self):
        self.cart = Cart()

    def test_sum(self):
        assert self.cart.total() == 0
"""


def report(*passed: str) -> CheckReport:
    return CheckReport(place="static", checks=(), passed=passed)


def board(
    texts: dict[str, str], reports: dict[str, CheckReport] | None = None, test: str = ""
) -> Board:
    trees = {label: {"m.py": text} for label, text in texts.items()}
    return Board(trees, reports or dict.fromkeys(texts, report()), {"t.py": test} if test else {})


def test_units_that_differ_only_in_prose_are_one() -> None:
    assert board({"a": FIRST, "b": PROSE}).options == (Option("m.py", "Cart.total", ("a", "b")),)
    assert board({"a": FIRST, "b": PROSE}).others({}, "a") == []


def test_only_what_another_wrote_otherwise_is_offered() -> None:
    found = board({"a": FIRST, "b": OTHER, "c": THIRD})
    assert found.others({}, "a") == [
        Option("m.py", "Cart.add", ("b",)),
        Option("m.py", "Cart.total", ("c",)),
    ]


def test_what_was_taken_is_not_offered_again_but_the_base_is() -> None:
    found = board({"a": FIRST, "b": OTHER})
    assert found.others({("m.py", "Cart.add"): "b"}, "a") == [Option("m.py", "Cart.add", ("a",))]


def test_a_file_that_was_taken_whole_holds_all_its_units() -> None:
    found = board({"a": FIRST, "b": OTHER})
    assert found.others({("m.py", "*"): "b"}, "a") == [Option("m.py", "Cart.add", ("a",))]


def test_the_better_of_those_who_wrote_the_same_lends_it() -> None:
    reports = {"a": report(), "b": report(), "c": report("one")}
    found = board({"a": THIRD, "b": FIRST, "c": FIRST}, reports)
    assert found.others({}, "a")[0].choice().source == "c"


def test_what_a_failing_test_names_and_others_pass_comes_first() -> None:
    reports = {"a": report(), "b": report(), "c": report("t.py::CartTest::test_sum")}
    found = board({"a": FIRST, "b": OTHER, "c": THIRD}, reports, TEST)
    order = found.ordered(["t.py::CartTest::test_sum"], {}, "a")
    assert [option.unit for option in order] == ["Cart.total", "Cart.add"]


def test_a_test_speaks_of_what_is_set_up_for_it() -> None:
    words = board({"a": FIRST}, test=TEST).words("t.py::CartTest::test_sum")
    assert is_named("Cart.__init__", words)
    assert is_named("Cart.total", words)
    assert not is_named("Cart.add", words)
    assert board({"a": FIRST}, test=TEST).words("t.py::CartTest::test_sum[add-1]") == words


def test_a_test_whose_text_is_unknown_speaks_by_its_name() -> None:
    assert is_named("add", board({"a": FIRST}).words("elsewhere::test add"))


def test_a_bundle_is_what_a_test_reaches_by_names() -> None:
    mine = "def total(x):\n    return count(x)\n\n\ndef count(x):\n    return 1\n\n\n"
    mine += "def idle():\n    return 1\n"
    theirs = mine.replace("return count(x)", "return 2 * count(x)").replace("return 1", "return 2")
    test = "def test_total():\n    assert total(1) == 4\n"
    found = board({"a": mine, "b": theirs}, test=test).bundle("t.py::test_total", "b", {}, "a")
    assert [option.unit for option in found] == ["total", "count"]


def test_the_constructor_of_a_method_is_that_of_its_owner() -> None:
    theirs = FIRST.replace("self.items = []", "self.items = list()").replace("sum(", "max(")
    found = board({"a": FIRST, "b": theirs})
    method = Option("m.py", "Cart.total", ("b",))
    assert found.founder(method, {}, "a") == Option("m.py", "Cart.__init__", ("b",))
    assert found.founder(method, {("m.py", "Cart.__init__"): "b"}, "a") is None
    assert found.founder(Option("m.py", "total", ("b",)), {}, "a") is None


def test_essence_keeps_what_it_cannot_read() -> None:
    assert essence("m.py", "def f(:") == "def f(:"
    assert essence("m.js", "f( )") == "f( )"
    assert essence("m.py", "def f():\n    '''A.'''\n    return 1") == essence(
        "m.py", "def f():\n  return 1"
    )
    assert essence("m.py", "def f():\n    'A.'") != essence("m.py", "def f():\n    'B.'")
