"""Where Python files are cut."""

from roundtable.merge.units import Split, split

CART = b'''#!/usr/bin/env python
"""A cart."""

from __future__ import annotations

import os
# how we count
from decimal import Decimal

if TYPE_CHECKING:
    from shop import Item

try:
    import yaml
except ImportError:
    yaml = None

# The rate
# of tax.
RATE = Decimal("0.2")
"""What is added."""
A, B = 1, 2
app.route("/")  # not named


# loose

# about it
@dataclass
class Cart(Base):
    """Things."""

    size: int = 0

    class Line:
        def price(self):
            return 1

    # the sum
    @property
    def total(self):
        return 1

    @total.setter
    def total(self, value):
        pass

    limit = 3

    async def load(self): ...


async def load():
    def inner():
        pass


if __name__ == "__main__":
    load()
'''


def cut(text: str | bytes) -> Split:
    return split("cart.py", text.encode() if isinstance(text, str) else text)


def names(found: Split) -> list[tuple[str, str]]:
    return [(unit.kind, unit.name) for unit in found.units]


def text(found: Split, name: str) -> str:
    unit = found.find(name)
    assert unit is not None
    return found.text(unit)


def test_a_file_is_cut_into_named_units_in_its_order() -> None:
    assert names(cut(CART)) == [
        ("doc", "docstring"),
        ("imports", "imports"),
        ("imports", "imports TYPE_CHECKING"),
        ("imports", "imports try yaml"),
        ("constant", "RATE"),
        ("constant", "A, B"),
        ("statement", 'app.route("/")'),
        ("class", "Cart"),
        ("class", "Cart.Line"),
        ("method", "Cart.Line.price"),
        ("method", "Cart.total"),
        ("method", "Cart.total.setter"),
        ("method", "Cart.load"),
        ("function", "load"),
        ("main", "__main__"),
    ]


def test_comments_and_decorators_directly_above_belong_to_a_unit() -> None:
    found = cut(CART)
    assert text(found, "Cart.total") == (
        "    # the sum\n    @property\n    def total(self):\n        return 1"
    )
    assert text(found, "RATE").startswith("# The rate\n# of tax.\nRATE")
    assert text(found, "Cart").startswith("# about it\n@dataclass\nclass Cart")


def test_a_string_below_a_constant_belongs_to_it() -> None:
    assert text(cut(CART), "RATE").endswith('\n"""What is added."""')


def test_a_class_owns_what_is_in_no_method() -> None:
    assert text(cut(CART), "Cart") == (
        '# about it\n@dataclass\nclass Cart(Base):\n    """Things."""\n\n    size: int = 0'
        "\n    limit = 3"
    )


def test_the_parent_of_a_method_is_its_class() -> None:
    found = cut(CART)
    assert {unit.name: unit.parent for unit in found.units if unit.parent} == {
        "Cart.Line": "Cart",
        "Cart.Line.price": "Cart.Line",
        "Cart.total": "Cart",
        "Cart.total.setter": "Cart",
        "Cart.load": "Cart",
    }


def test_imports_that_follow_each_other_are_one_unit() -> None:
    found = cut("import os\n\n# more\nimport sys\nx = 1\nimport re\n")
    assert names(found) == [
        ("imports", "imports"),
        ("constant", "x"),
        ("imports", "imports#2"),
    ]


def test_a_second_unit_of_a_name_gets_a_number() -> None:
    found = cut(
        "def f(): pass\ndef f(): pass\nclass A:\n    def g(self): pass\n    def g(self): 1\n"
    )
    assert [name for _, name in names(found)] == ["f", "f#2", "A", "A.g", "A.g#2"]


def test_overloads_are_one_unit_with_what_they_are_for() -> None:
    found = cut(
        "@overload\ndef f(a: int): ...\n\n@overload\ndef f(a: str): ...\n\n"
        "def f(a):\n    return a\n"
    )
    assert names(found) == [("function", "f")]
    assert text(found, "f").endswith("return a")


def test_dispatched_functions_are_named_by_what_they_are_registered_for() -> None:
    found = cut("@show.register\ndef _(a: int): ...\n@show.register\ndef _(a: str): ...\n")
    assert [name for _, name in names(found)] == ["show.register", "show.register#2"]


def test_statements_on_one_line_are_one_unit() -> None:
    assert names(cut("a = 1; b = 2\nc = 3\n")) == [("constant", "a"), ("constant", "c")]


def test_a_class_on_one_line_is_one_piece() -> None:
    found = cut("class Gone(Exception): pass\n")
    assert names(found) == [("class", "Gone")]
    assert not found.units[0].holds


def test_a_type_alias_is_a_type() -> None:
    assert names(cut("type Rows[T] = list[T]\n")) == [("type", "Rows")]


def test_a_comment_in_a_body_stays_in_it() -> None:
    found = cut("def f():\n    pass\n    # the end\n\n\ny = 1\n")
    assert text(found, "f").endswith("# the end")


def test_a_comment_below_the_class_s_line_belongs_to_what_it_is_about() -> None:
    found = cut("class A:  # of A\n    # of f\n    @wrap\n    def f(self): ...\n")
    assert text(found, "A") == "class A:  # of A"
    assert text(found, "A.f") == "    # of f\n    @wrap\n    def f(self): ..."
    apart = cut("class A:\n    # loose\n\n    def f(self): ...\n")
    assert text(apart, "A.f") == "    def f(self): ..."


def test_a_definition_without_a_body_is_broken_though_the_grammar_lets_it_pass() -> None:
    assert cut("class A:\nx = 1\n").broken == "line 1: nothing stands in its body"


def test_a_try_that_does_more_than_import_is_a_statement() -> None:
    assert names(
        cut("try:\n    import a\n    a.go()\n    for x in a: pass\nexcept E:\n    pass\n")
    ) == [("statement", "try:")]
