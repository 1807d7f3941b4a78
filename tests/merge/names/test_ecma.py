"""What JavaScript and TypeScript code reads and binds."""

import pytest

from roundtable.merge.coupling import Ledger
from roundtable.merge.scopes import Names
from roundtable.merge.signatures import Call
from roundtable.merge.units import split


def ledger(text: str, path: str = "a.ts") -> Ledger:
    found = split(path, text.encode())
    assert not found.broken
    return Ledger(found)


def names(text: str, unit: str = "f", path: str = "a.ts") -> Names:
    found = ledger(text, path)
    wanted = found.split.find(unit)
    assert wanted is not None
    return found.names(wanted)


@pytest.mark.parametrize(
    ("body", "free"),
    [
        ("return a + b.c", {"a", "b"}),
        ("const { a, b: c, ...d } = e; return a + c + d;", {"e"}),
        ("const [a, , b = c] = d; return a + b;", {"c", "d"}),
        ("for (const a of b) { a; } for (let i = 0; i < n; i++) { i; }", {"b", "n"}),
        ("try { a(); } catch (e) { e; }", {"a"}),
        ("return (a, { b }, ...c) => a + b + c + d;", {"d"}),
        ("return a => a + b;", {"b"}),
        ("if (a) { var b = 1; } return b;", {"a"}),
        ("{ let a = 1; } return a;", {"a"}),
        ("return { a, b: c, [d]: e };", {"a", "c", "d", "e"}),
        ("x = 1; y.z = 2;", {"x", "y"}),
        ("function g(h) { return h + i; } return g;", {"i"}),
        ("class A extends B { m() { return c; } } return A;", {"B", "c"}),
        ("return `a ${b} ${c.d}`;", {"b", "c"}),
        ("label: for (;;) { break label; }", set()),
        ("const g = function h() { return h; }; return g;", set()),
        ("let a: T<U>; return a as V;", {"T", "U", "V"}),
        ("return new A<B>(c?.d);", {"A", "B", "c"}),
    ],
)
def test_the_free_names_of_a_function_are_what_its_file_must_have(
    body: str, free: set[str]
) -> None:
    assert names(f"function f() {{ {body} }}\n").free == free


def test_parameters_types_and_defaults() -> None:
    found = names("function f<T extends A>(a: T, { b = c }: B, ...d: N.D[]): a is E {}\n")
    assert found.free == {"A", "B", "c", "N", "E"}


def test_types_need_types() -> None:
    assert names("interface f<K> extends A { x: B; y(z: K): C; [i: string]: D }\n").free == {
        "A", "B", "C", "D",
    }  # fmt: skip
    assert names("type f<T> = T extends Array<infer U> ? U : { [K in keyof T]: V };\n").free == {
        "Array", "V",
    }  # fmt: skip


def test_components_are_read_and_their_attributes_are_not() -> None:
    found = names("const f = () => <A.B c={d} e><g>{h}</g></A.B>;\n", path="a.tsx")
    assert {"A", "d", "h"} <= found.free
    assert not {"c", "e", "B"} & found.free


def test_members_are_read_and_set_through_this_or_the_class() -> None:
    found = names(
        "class A {\n  f() {\n    this.a = this.b(); this.c += 1; this.#d++; A.e;\n"
        "    const { g, h } = this;\n  }\n}\n",
        "A.f",
    )
    assert found.reads == {"b", "c", "#d", "e", "g", "h"}
    assert found.sets == {"a", "c", "#d"}


def test_a_constructor_s_parameter_may_be_a_field() -> None:
    found = names("class A {\n  constructor(private x: B, y: number) {}\n}\n", "A.constructor")
    assert found.sets == {"x"}


def test_re_exports_need_nothing_here() -> None:
    text = "export { a } from './a';\n"
    assert names(text, "export { a } from './a';").free == frozenset()
    assert names("export { a as b };\n", "export { a as b };").free == {"a"}


def test_fields_are_what_a_class_declares() -> None:
    found = ledger("class A {\n  x = 1;\n  #y;\n  static z: B;\n  h = () => 1;\n  m() {}\n}\n")
    assert found.fields("A").keys() == {"x", "#y", "z"}
    typed = ledger("interface A {\n  x: number;\n  m(): void;\n}\ntype B = { y: string };\n")
    assert typed.fields("A").keys() == {"x"}
    assert typed.fields("B").keys() == {"y"}


@pytest.mark.parametrize(
    ("text", "unit", "private"),
    [
        ("function f() {}\n", "f", True),
        ("export function f() {}\n", "f", False),
        ("function f() {}\nmodule.exports = { g, f };\n", "f", False),
        ("function f() {}\nexport { f };\n", "f", False),
        ("const f = () => 1;\nexport default f;\n", "f", False),
        ("export class A {\n  f() {}\n}\n", "A.f", False),
        ("export class A {\n  _f() {}\n}\n", "A._f", True),
        ("export class A {\n  private f() {}\n}\n", "A.f", True),
        ("export class A {\n  #f() {}\n}\n", "A.#f", True),
    ],
)
def test_what_is_not_exported_is_private(text: str, unit: str, private: bool) -> None:
    found = ledger(text)
    wanted = found.split.find(unit)
    assert wanted is not None
    assert found.is_private(wanted) is private


def test_signatures_count_parameters_by_place() -> None:
    found = ledger("const f = (a: A, b = 1, c?: C) => 1;\nfunction g(...a) {}\nconst h = x => x;\n")
    shown = [found.signature(unit) for unit in found.split.units]
    f, g, h = (one for one in shown if one is not None)
    assert (f.shown, g.shown, h.shown) == ("f(a: A, b = 1, c?: C)", "g(...a)", "h(x)")
    assert [f.takes(Call("", count)) for count in range(5)] == [False, True, True, True, False]
    assert g.takes(Call("", 7))
    assert not h.takes(Call("", 0))


def test_calls_and_constructions_are_found() -> None:
    found = ledger("function f() { g(1); a.b.g(1, 2); new g(); g(...x); h(g); }\n")
    calls = found.calls(found.split.units[0], "g")
    assert sorted(calls, key=lambda call: (call.receiver, call.positional, call.spread)) == [
        Call("", 0),
        Call("", 1),
        Call("", 1, spread=True),
        Call("a.b", 2),
    ]
