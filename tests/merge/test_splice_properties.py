"""For any file: choosing everything from a twin, or nothing, changes no byte."""

from hypothesis import given, settings
from hypothesis import strategies as st

from roundtable.merge.splice import Choice, splice
from roundtable.merge.units import split_text

NAMES = st.sampled_from(["a", "b", "_c", "D", "total"])
BODIES = st.sampled_from(
    [
        "return 1",
        "return self.a",
        "x = 'a\\n  b'\n{i}return x",
        "# note\n{i}pass",
        "'''doc\n\n{i}more'''",
    ]
)


@st.composite
def functions(draw: st.DrawFn, indent: str = "") -> str:
    lead = draw(st.sampled_from(["", f"{indent}# about\n", f"{indent}@wrap\n"]))
    body = draw(BODIES).replace("{i}", f"{indent}    ")
    return f"{lead}{indent}def {draw(NAMES)}(self):\n{indent}    {body}\n"


@st.composite
def classes(draw: st.DrawFn) -> str:
    parts = draw(st.lists(functions("    ") | st.just("    x = 1\n"), min_size=1, max_size=5))
    return f"class {draw(NAMES)}:\n" + draw(st.sampled_from(["", "\n"])).join(parts)


FILES = st.lists(
    functions()
    | classes()
    | st.sampled_from(
        ["import os\n", "from a import b\n", "X = 1\n", "\n", "# loose\n\n", "f(1)\n"]
    ),
    max_size=8,
).map("".join)


@settings(max_examples=100, deadline=None)
@given(FILES, st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_every_unit_from_a_twin_gives_the_same_bytes(text: str, end: str, stripped: bool) -> None:
    text = (text.rstrip("\n") if stripped else text).replace("\n", end)
    units = split_text("a.py", text).units
    choices = [Choice("a.py", unit.name, "B") for unit in units]
    made = splice({"a.py": text}, {"B": {"a.py": text}}, choices)
    assert made.files == {"a.py": text}
    assert made.conflicts == ()


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200), st.sampled_from(["a.py", "a.ts", "a.go", "A.java", "a.rs", "a.md"]))
def test_no_choice_keeps_any_text(text: str, path: str) -> None:
    assert splice({path: text}, {}, []).files == {path: text}


@settings(max_examples=100, deadline=None)
@given(FILES, FILES, st.data())
def test_a_choice_changes_its_own_unit_and_no_other(
    base: str, other: str, data: st.DataObject
) -> None:
    units = split_text("a.py", other).units
    if not units:
        return
    unit = data.draw(st.sampled_from(units))
    made = splice({"a.py": base}, {"B": {"a.py": other}}, [Choice("a.py", unit.name, "B")])
    touched = {one.unit for one in made.provenance if one.source == "B"}
    after = {one.name: one.digest for one in split_text("a.py", made.files["a.py"]).units}
    before = split_text("a.py", base)
    if not before.broken:
        kept = {
            u.name: u.digest for u in before.units if u.name not in touched and u.kind != "imports"
        }
        assert {name: after.get(name) for name in kept} == kept
