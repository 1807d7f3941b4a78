"""What Python code reads and binds."""

import pytest

from roundtable.merge.coupling import Ledger
from roundtable.merge.names.python import fields, is_private, signature
from roundtable.merge.scopes import Names
from roundtable.merge.signatures import Call
from roundtable.merge.units import split


def names(text: str, unit: str = "f") -> Names:
    found = split("a.py", text.encode())
    wanted = found.find(unit)
    assert wanted is not None
    return Ledger(found).names(wanted)


@pytest.mark.parametrize(
    ("body", "free"),
    [
        ("return a + b", {"a", "b"}),
        ("a = 1; return a", set()),
        ("a.b.c(d=e)", {"a", "e"}),
        ("for a, (b, *c) in d: e(a, b, c)", {"d", "e"}),
        ("return [a for a in b if c(a)]", {"b", "c"}),
        ("return {k: v for k, v in d.items()}", {"d"}),
        ("with a() as b, c: b", {"a", "c"}),
        ("try: a()\n    except (B, C) as d: d", {"a", "B", "C"}),
        ("return lambda a, *b, c=d: a + b + c + e", {"d", "e"}),
        ("def g(a): return a + b\n    return g", {"b"}),
        ("if (a := b): return a", {"b"}),
        ("import a.b as c, d.e\n    from g import h as i\n    c, d, i, j", {"j"}),
        ("global a\n    a = 1", {"a"}),
        ("return f'{a!r:>{b}} c'", {"a", "b"}),
        ("x: A = b\n    x += c", {"A", "b", "c"}),
        ("match a:\n        case B(c=d, e=q.g): d\n        case [h, *i]: h, i", {"a", "B", "q"}),
        ("match a:\n        case {'k': v, **r} if w: v, r", {"a", "w"}),
        ("match a:\n        case int() as n: n", {"a", "int"}),
        ("class G(H):\n        a = b\n        def m(self): return a", {"H", "a", "b"}),
        ("del a[b]", {"a", "b"}),
        ("async for a in b: await c(a)", {"b", "c"}),
        ("a[b] = c; d.e = g", {"a", "b", "c", "d", "g"}),
    ],
)  # fmt: skip
def test_the_free_names_of_a_function_are_what_its_file_must_have(
    body: str, free: set[str]
) -> None:
    assert names(f"def f():\n    {body}\n").free == free


def test_annotations_count_also_as_strings() -> None:
    found = names('def f(a: "A | None", b: list[B] = c, *d: D) -> "dict[str, C]": ...\n')
    assert found.free == {"A", "None", "list", "B", "c", "D", "dict", "str", "C"}
    assert found.annotates


def test_type_parameters_are_its_own() -> None:
    assert names("def f[T: A](x: T) -> T: ...\n").free == {"A"}


def test_a_function_that_calls_itself_needs_nobody() -> None:
    assert names("def f(): return f()\n").free == frozenset()


def test_a_method_may_share_its_name_with_a_function_that_it_calls() -> None:
    found = names("class A:\n    def f(self): return f(self.x)\n", "A.f")
    assert found.free == {"f"}


def test_members_are_read_and_set_through_the_first_parameter_or_the_class() -> None:
    found = names(
        "class A:\n    def f(me, o):\n        me.a = me.b()\n        me.c += 1\n"
        "        me.d[0] = 1\n"
        "        A.E; o.x; (me.g, y) = 1, 2\n",
        "A.f",
    )
    assert found.reads == {"b", "c", "d", "E"}
    assert found.sets == {"a", "c", "g"}


def test_a_static_method_has_no_self() -> None:
    found = names("class A:\n    @staticmethod\n    def f(o): return o.x\n", "A.f")
    assert found.reads == frozenset()


def test_a_class_is_read_without_its_methods() -> None:
    found = names("@deco\nclass A(B):\n    x: C = d\n    def f(self): return e\n", "A")
    assert found.free == {"deco", "B", "C", "d"}
    assert found.binds == {"A"}


def test_a_constant_binds_its_targets() -> None:
    assert names("a, (b, c) = d\n", "a, (b, c)").binds == {"a", "b", "c"}


def test_the_fields_of_a_class_are_what_its_body_sets() -> None:
    found = split("a.py", b"class A:\n    x: int\n    y = z = 1\n    def f(self): q = 1\n")
    assert fields(found.nodes(found.units[0])[0]).keys() == {"x", "y"}


@pytest.mark.parametrize(
    ("parameters", "call", "fits"),
    [
        ("self, a", Call("x", 1), True),
        ("self, a", Call("x", 0), False),
        ("self, a=1", Call("x", 0), True),
        ("self, *a", Call("x", 9), True),
        ("self, a, *, b", Call("x", 1), False),
        ("self, a, *, b", Call("x", 1, frozenset({"b"})), True),
        ("self, a, /", Call("x", 0, frozenset({"a"})), False),
        ("self, **k", Call("x", 0, frozenset({"z"})), True),
        ("self, a: int, *b: str", Call("x", 0), False),
    ],
)
def test_a_signature_takes_what_its_parameters_say(parameters: str, call: Call, fits: bool) -> None:
    found = split("a.py", f"class A:\n    def f({parameters}): ...\n".encode())
    shown = signature(found.nodes(found.units[1])[0])
    assert shown is not None
    assert shown.takes(call) is fits


def test_calls_are_found_with_what_they_give() -> None:
    found = split("a.py", b"def g():\n    f(1, 2, k=3)\n    x.y.f(*a)\n    h(f)\n    f.f()\n")
    calls = Ledger(found).calls(found.units[0], "f")
    assert sorted(calls, key=lambda call: call.receiver) == [
        Call("", 2, frozenset({"k"})),
        Call("f", 0),
        Call("x.y", 0, spread=True),
    ]


def test_what_starts_with_an_underscore_is_private_unless_the_language_calls_it() -> None:
    root = split("a.py", b"x = 1\n").tree
    assert root is not None
    assert is_private("A._f", root.root_node)
    assert not is_private("A.__len__", root.root_node)
    assert not is_private("_a.f", root.root_node)
