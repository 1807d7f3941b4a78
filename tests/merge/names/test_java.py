"""What Java code reads and binds."""

import pytest

from roundtable.merge.coupling import Ledger
from roundtable.merge.signatures import Call
from roundtable.merge.units import split


def ledger(members: str) -> Ledger:
    found = split("A.java", f"class A {{\n{members}\n}}\n".encode())
    assert not found.broken
    return Ledger(found)


def method(members: str, name: str = "A.f") -> tuple[set[str], set[str], set[str]]:
    found = ledger(members)
    unit = found.split.find(name)
    assert unit is not None
    names = found.names(unit)
    return set(names.free - found.builtins), set(names.reads), set(names.sets)


@pytest.mark.parametrize(
    ("body", "free"),
    [
        ("int x = g(y); return x;", {"g", "y"}),
        ("for (Item i : items) { use(i); }", {"Item", "items", "use"}),
        ("for (int i = 0; i < n; i++) { }", {"n"}),
        ("try (R r = open()) { } catch (E | F e) { throw e; }", {"R", "open", "E", "F"}),
        ("return list.stream().map(x -> x + k).map((a, b) -> a);", {"list", "k"}),
        ("return list.stream().map(Foo::bar);", {"list", "Foo"}),
        ("Map.Entry<K, V> e = null; return e.getKey();", {"Map", "K", "V"}),
        ("if (o instanceof T t) { return t; }", {"o", "T"}),
        ("return new B<C>(d) { int z; };", {"B", "C", "d"}),
        ("outer: while (true) { break outer; }", set()),
    ],
)  # fmt: skip
def test_the_free_names_of_a_method_are_what_its_file_must_have(body: str, free: set[str]) -> None:
    found, _, _ = method(f"  int f() {{ {body} }}")
    assert found == free


def test_a_bare_name_of_the_class_is_a_member() -> None:
    members = (
        "  int a, b, c;\n  int f() { a = b; this.c += 1; g(); this.h(); A.k; return A.m(); }\n"
    )
    free, reads, sets = method(members.replace("A.k;", "int q = A.k;") + "  void g() { }")
    assert free == {"A"}
    assert reads == {"b", "c", "g", "h", "k", "m"}
    assert sets == {"a", "c"}


def test_a_local_of_the_same_name_is_no_member() -> None:
    _, reads, _ = method("  int a;\n  int f(int a) { return a; }")
    assert reads == set()


def test_annotations_types_and_generics_are_needed() -> None:
    free, _, _ = method(
        "  @Ann(key = V)\n  <T extends B> List<T> f(final C c) throws D { return null; }"
    )
    assert free == {"Ann", "V", "B", "List", "C", "D"}


def test_fields_of_classes_enums_and_records() -> None:
    text = (
        b"class A {\n  int x, y;\n}\nenum E {\n  R, G;\n  int z;\n}\nrecord P(int a, int b) {\n}\n"
    )
    found = Ledger(split("A.java", text))
    assert found.fields("A").keys() == {"x", "y"}
    assert found.fields("E").keys() == {"R", "G", "z"}
    assert found.fields("P").keys() == {"a", "b"}


def test_constructors_and_what_they_set() -> None:
    found = ledger("  int x;\n  A(int x) {\n    this.x = x;\n  }\n  private int f() { return 1; }")
    constructor, method_f = found.split.units[1:]
    assert found.is_constructor(constructor)
    assert not found.is_constructor(method_f)
    assert found.constructor_fields(constructor).keys() == {"x"}
    assert found.is_private(method_f)


def test_signatures_and_calls() -> None:
    found = ledger("  int f(int a, String... b) { g(1); o.g(); new g(1, 2); return 1; }")
    unit = found.split.units[1]
    shown = found.signature(unit)
    assert shown is not None
    assert shown.shown == "f(int a, String... b)"
    assert [shown.takes(Call("", count)) for count in (0, 1, 5)] == [False, True, True]
    assert sorted(found.calls(unit, "g"), key=lambda c: (c.receiver, c.positional)) == [
        Call("", 1),
        Call("", 2),
        Call("o", 0),
    ]
