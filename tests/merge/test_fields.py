"""Fields that a taken method reads: carried where that is safe, told where it is not."""

from roundtable.merge.splice import Choice, Spliced, splice

PATH = "cart.py"
BASE = """\
class Cart:
    def __init__(self, owner):
        self.owner = owner

    def total(self):
        return 0
"""


def merge(base: str, other: str, *units: str) -> Spliced:
    return splice({PATH: base}, {"B": {PATH: other}}, [Choice(PATH, one, "B") for one in units])


def other(init: str, body: str, more: str = "") -> str:
    return (
        f"class Cart:\n    def __init__(self, owner):\n        {init}\n\n"
        f"    def total(self):\n        {body}\n{more}"
    )


def reasons(made: Spliced) -> list[str]:
    return [one.reason for one in made.conflicts]


def test_a_private_field_that_only_the_taken_method_uses_comes_along() -> None:
    made = merge(BASE, other("self._seen = {}  # by id", "return self._seen"), "Cart.total")
    assert made.files[PATH] == BASE.replace(
        "self.owner = owner\n", "self.owner = owner\n        self._seen = {}  # by id\n"
    ).replace("return 0", "return self._seen")
    assert made.conflicts == ()
    last = made.provenance[-1]
    assert (last.unit, last.why) == (
        "Cart.__init__",
        "carried: field `_seen`, needed by Cart.total",
    )


def test_what_the_field_s_value_needs_comes_too() -> None:
    text = "from collections import deque\n\n\n" + other("self._q = deque()", "return self._q")
    made = merge(BASE, text, "Cart.total")
    assert made.files[PATH].startswith("from collections import deque\n\n\nclass Cart")
    assert "self._q = deque()" in made.files[PATH]


def test_a_field_that_other_methods_fill_is_told() -> None:
    more = "\n    def add(self, x):\n        self._items.append(x)\n"
    made = merge(BASE, other("self._items = []", "return sum(self._items)", more), "Cart.total")
    assert made.files[PATH] == BASE.replace("return 0", "return sum(self._items)")
    assert reasons(made) == ["reads self._items, which only B's constructor sets"]


def test_a_field_that_is_made_of_an_argument_is_told() -> None:
    made = merge(BASE, other("self._name = owner", "return self._name"), "Cart.total")
    assert reasons(made) == ["reads self._name, which only B's constructor sets"]


def test_a_public_field_is_told_since_anybody_may_fill_it() -> None:
    made = merge(BASE, other("self.items = []", "return self.items"), "Cart.total")
    assert reasons(made) == ["reads self.items, which only B's constructor sets"]


def test_a_field_that_the_base_has_is_fine_wherever_it_is_set() -> None:
    base = BASE + "\n    def load(self):\n        self.items = []\n"
    made = merge(base, other("self.items = []", "return self.items"), "Cart.total")
    assert made.conflicts == ()


def test_a_field_that_the_method_sets_itself_is_fine() -> None:
    made = merge(BASE, other("pass", "self._x = 1; return self._x"), "Cart.total")
    assert made.conflicts == ()


def test_a_class_attribute_comes_into_the_head() -> None:
    base = "class Cart:\n    size = 1\n\n    def total(self):\n        return 0\n"
    method = "    def total(self):\n        return Cart._RATE\n"
    text = f"class Cart:\n    _RATE = 2\n\n{method}"
    assert merge(base, text, "Cart.total").files[PATH] == (
        f"class Cart:\n    size = 1\n    _RATE = 2\n\n{method}"
    )


def test_a_field_that_another_method_sets_is_told_with_its_name() -> None:
    more = "\n    def open(self):\n        self._file = 1\n"
    made = merge(BASE, other("pass", "return self._file", more), "Cart.total")
    assert reasons(made) == ["reads self._file, which only B's `Cart.open` sets"]


def test_an_attribute_that_nobody_is_seen_to_define_is_left_alone() -> None:
    made = merge(BASE, other("pass", "return self.inherited"), "Cart.total")
    assert made.conflicts == ()
