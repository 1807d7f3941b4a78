"""What Rust code reads and binds."""

import pytest

from roundtable.merge.coupling import Ledger
from roundtable.merge.signatures import Call
from roundtable.merge.units import split


def ledger(text: str) -> Ledger:
    found = split("a.rs", text.encode())
    assert not found.broken
    return Ledger(found)


def free(text: str) -> frozenset[str]:
    found = ledger(text)
    return found.names(found.split.units[0]).free - found.builtins


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ("let x = g(y); x", {"g", "y"}),
        ("let (a, mut b) = c; a + b", {"c"}),
        ("for (i, v) in c { use_it(i, v) }", {"c", "use_it"}),
        ("if let Some(x) = y { x } else { Z }", {"y", "Z"}),
        ("match a { Kind::One => 1, MAX => 2, n => n }", {"a", "Kind", "MAX"}),
        ("match a { Two(b) if b > c => b, _ => 0 }", {"a", "Two", "c"}),
        ("let P { x, y: z, .. } = p; x + z", {"P", "p"}),
        ("|a: A| a + b", {"A", "b"}),
        ("std::mem::swap(a, b)", {"a", "b"}),
        ("Map::<K, V>::new()", {"Map", "K", "V"}),
        ("println!(\"{}\", helper(x.y))", {"helper", "x"}),
        ("Cart { items, n: m }", {"Cart", "items", "m"}),
        ("let v: Vec<T> = vec![a]; v", {"T", "a"}),
        ("'outer: loop { break 'outer; }", set()),
        ("x += 1; y = z;", {"x", "y", "z"}),
    ],
)  # fmt: skip
def test_the_free_names_of_a_function_are_what_its_file_must_have(
    body: str, names: set[str]
) -> None:
    assert free(f"fn f() {{ {body} }}\n") == names


def test_parameters_generics_and_bounds() -> None:
    assert free("fn f<'a, T: B, const N: usize>(a: &'a T, b: [u8; N]) -> C where T: D {}\n") == {
        "B", "C", "D",
    }  # fmt: skip


def test_attributes_are_read_with_their_item() -> None:
    assert "Serialize" in free("#[derive(Serialize, Debug)]\nstruct A {\n    x: B,\n}\n")


def test_members_are_those_of_self() -> None:
    text = (
        "impl A {\n    fn f(&mut self, o: A) {\n        self.a = self.b();\n        self.n += 1;\n"
        '        Self::new(); A::make(); o.x; println!("{}", self.c);\n    }\n}\n'
    )
    found = ledger(text)
    names = found.names(found.split.units[1])
    assert names.reads == {"b", "n", "new", "make", "c"}
    assert names.sets == {"a", "n"}


def test_fields_are_those_of_the_struct_also_for_the_methods_of_a_trait() -> None:
    found = ledger("struct A {\n    x: u8,\n}\nimpl B for A {\n    fn f(&self) {}\n}\n")
    assert found.fields("A").keys() == {"x"}
    assert found.methods("A").keys() == {"f"}


def test_what_is_not_pub_is_private_except_in_traits() -> None:
    found = ledger("fn a() {}\npub fn b() {}\nimpl T for A {\n    fn c(&self) {}\n}\n")
    functions = [unit for unit in found.split.units if unit.kind != "class"]
    assert {unit.name: found.is_private(unit) for unit in functions} == {
        "a": True,
        "b": False,
        "A as T.c": False,
    }


def test_imports_that_nobody_names_may_be_traits() -> None:
    found = ledger("use std::io::{Read, Write};\n\nfn f(w: &mut dyn Write) { w.go() }\n")
    hidden = found.hidden_imports(found.split.units[1], frozenset())
    assert [one.name for one in hidden] == ["Read"]


def test_signatures_and_calls() -> None:
    found = ledger("impl A {\n    fn f(&self, a: u8) { g(1); x.g(); A::g(1, 2); }\n}\n")
    unit = found.split.units[1]
    shown = found.signature(unit)
    assert shown is not None
    assert shown.takes(Call("x", 1))
    assert not shown.takes(Call("x", 0))
    assert sorted(found.calls(unit, "g"), key=lambda c: (c.receiver, c.positional)) == [
        Call("", 1),
        Call("", 2),
        Call("x", 0),
    ]
