"""Who defines what in a file."""

import pytest

from roundtable.merge.coupling import Ledger, member_name, naming, type_of
from roundtable.merge.units import split

CART = """\
import os
from a import b as c

RATE, BASE = 1, 2

if os.name:
    def slow(): ...
else:
    slow = None


class Cart:
    size = 1

    def __init__(self):
        self.items = []

    def add(self, x):
        self.items.append(x)
        self.last = x

    @property
    def total(self):
        return len(self.items)

    @total.setter
    def total(self, x): ...


def free():
    return Cart
"""


def ledger(text: str = CART, path: str = "a.py") -> Ledger:
    return Ledger(split(path, text.encode()))


def test_every_name_of_the_file_has_an_owner() -> None:
    found = ledger()
    assert {name: unit.name for name, unit in found.owners.items()} == {
        "RATE": "RATE, BASE",
        "BASE": "RATE, BASE",
        "slow": "if os.name:",
        "Cart": "Cart",
        "free": "free",
    }
    assert found.imports.keys() == {"os", "c"}


def test_the_members_of_a_type() -> None:
    found = ledger()
    assert found.methods("Cart").keys() == {"__init__", "add", "total"}
    assert found.methods("Cart")["total"].name == "Cart.total"
    assert found.fields("Cart").keys() == {"size"}
    assert {name: [u.name for u in units] for name, units in found.setters("Cart").items()} == {
        "items": ["Cart.__init__"],
        "last": ["Cart.add"],
    }
    assert [unit.name for unit in found.touchers("Cart", "items")] == [
        "Cart.__init__",
        "Cart.add",
        "Cart.total",
    ]
    assert found.has_field("Cart", "last")
    assert not found.has_field("Cart", "other")


def test_a_field_must_be_declared_where_the_language_says_so() -> None:
    text = (
        "class A {\n  x = 1;\n\n  constructor() {\n    this.y = 1;\n  }\n\n"
        "  f() {\n    this.z = 1;\n  }\n}\n"
    )
    loose, strict = ledger(text, "a.js"), ledger(text, "a.ts")
    assert [loose.has_field("A", name) for name in "xyz"] == [True, True, True]
    assert [strict.has_field("A", name) for name in "xyz"] == [True, True, False]


def test_a_class_as_a_whole_needs_what_its_methods_need() -> None:
    found = ledger("class A:\n    def f(self):\n        return g\n\n    class B:\n        h = i\n")
    unit = found.split.units[0]
    assert found.names(unit).free == frozenset()
    assert found.whole_names(unit).free == {"g", "i"}


@pytest.mark.parametrize(
    ("path", "text", "unit", "owner", "member"),
    [
        ("a.py", "class A:\n    class B:\n        def f(self): ...\n", "A.B.f", "A.B", "f"),
        ("a.py", CART, "Cart.total.setter", "Cart", "total"),
        ("a.py", CART, "free", "", "free"),
        ("a.go", "package a\nfunc (c *Cart) F() {}\n", "Cart.F", "Cart", "F"),
        ("a.rs", "impl<T> A<T> {\n    fn f() {}\n}\n", "A.f", "A", "f"),
        ("a.rs", "impl B<u8> for A {\n    fn f() {}\n}\n", "A as B<u8>.f", "A", "f"),
        ("A.java", "class A {\n  int f(int x) { }\n  int f() { }\n}\n", "A.f(int)", "A", "f"),
    ],
)
def test_a_method_has_a_type_and_a_name_it_is_called_by(
    path: str, text: str, unit: str, owner: str, member: str
) -> None:
    found = split(path, text.encode()).find(unit)
    assert found is not None
    assert (type_of(found), member_name(found)) == (owner, member)


def test_a_file_without_a_grammar_defines_nothing() -> None:
    found = ledger("x = 1\n", "a.txt")
    unit = found.split.units[0]
    assert found.owners == {}
    assert found.names(unit).free == frozenset()
    assert found.signature(unit) is None
    assert found.calls(unit, "f") == []
    assert not found.is_private(unit)
    assert found.hidden_imports(unit, frozenset({"x"})) == []


@pytest.mark.parametrize(
    "language", ["python", "javascript", "typescript", "tsx", "go", "java", "rust"]
)
def test_every_language_can_be_asked(language: str) -> None:
    way = naming(language)
    assert callable(way.names)
    assert callable(way.signature)
    assert way.BUILTINS
