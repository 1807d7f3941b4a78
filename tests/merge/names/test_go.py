"""What Go code reads and binds."""

import pytest

from roundtable.merge.coupling import Ledger
from roundtable.merge.signatures import Call
from roundtable.merge.units import split


def ledger(text: str) -> Ledger:
    found = split("a.go", f"package a\n\n{text}\n".encode())
    assert not found.broken
    return Ledger(found)


def free(text: str) -> frozenset[str]:
    found = ledger(text)
    return found.names(found.split.units[1]).free - found.builtins


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ("x := g(y); return x", {"g", "y"}),
        ("for i, v := range c { _ = i + v + d }", {"c", "d"}),
        ("if a, ok := m[k]; ok { a() }", {"m", "k"}),
        ("fmt.Println(os.Args[0])", {"fmt", "os"}),
        ("var x, y T = 1, z; x = y", {"T", "z"}),
        ("h := func(k K) int { return k + q }; h(1)", {"K", "q"}),
        ("switch t := x.(type) { case A: use(t) }", {"x", "A", "use"}),
        ("{ n := 1; _ = n }; return n", {"n"}),
        ("return []T{{a: b}}", {"T", "a", "b"}),
        ("const c = 1; return c + d", {"d"}),
        ("select { case v := <-ch: use(v) }", {"ch", "use"}),
        ("goto end\nend:\n return", set()),
    ],
)
def test_the_free_names_of_a_function_are_what_its_package_must_have(
    body: str, names: set[str]
) -> None:
    assert free(f"func f() {{ {body} }}") == names


def test_parameters_results_and_type_parameters_are_its_own() -> None:
    assert free("func f[T C](a, b A, c ...pkg.D) (n N, err error) { n, a, b, c = 1 }") == {
        "C", "A", "pkg", "N",
    }  # fmt: skip


def test_members_are_those_of_the_receiver() -> None:
    found = ledger("func (c *Cart) F(o Cart) { c.a = c.b(); c.n += 1; c.d[0] = o.x; c.e.z = 1 }")
    names = found.names(found.split.units[1])
    assert names.reads == {"b", "n", "d", "e"}
    assert names.sets == {"a", "n"}


def test_the_fields_of_a_struct_are_its_names_and_what_it_embeds() -> None:
    found = ledger("type Cart struct {\n\ta, b int\n\t*pkg.Base\n}\n\ntype Other int")
    assert found.fields("Cart").keys() == {"a", "b", "Base"}
    assert found.fields("Other") == {}


def test_a_group_defines_all_its_names() -> None:
    found = ledger("const (\n\tA = iota\n\tB\n)\n\ntype (\n\tT int\n\tU = T\n)")
    assert {"A", "B", "T", "U"} <= found.owners.keys()


def test_a_small_letter_is_private() -> None:
    found = ledger("func f() {}\n\nfunc G() {}\n\nfunc (c Cart) h() {}")
    assert [found.is_private(unit) for unit in found.split.units[1:]] == [True, False, True]


def test_signatures_and_calls() -> None:
    found = ledger("func f(a, b int, c string) { g(1); x.g(1, 2); g(h()) }\n\nfunc g(a ...int) {}")
    f, g = found.split.units[1:]
    shown, variadic = found.signature(f), found.signature(g)
    assert shown and variadic
    assert [shown.takes(Call("", count)) for count in (2, 3, 4)] == [False, True, False]
    assert variadic.takes(Call("", 0))
    calls = sorted(found.calls(f, "g"), key=lambda call: (call.receiver, call.spread))
    assert calls == [Call("", 1), Call("", 1, spread=True), Call("x", 2)]
