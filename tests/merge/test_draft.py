"""The tree while it is being spliced."""

from roundtable.merge.draft import Draft
from roundtable.merge.units import Unit, split_text

BASE = {"a.py": "x = 1\ny = 2\n", "b.txt": "b"}
OTHER = {"a.py": "x = 3\n", "c.txt": "c"}


def draft() -> Draft:
    return Draft(BASE, {"B": OTHER}, "A")


def unit(name: str, path: str = "a.py", text: str = "x = 1\ny = 2\n") -> list[Unit]:
    found = split_text(path, text).find(name)
    assert found is not None
    return [found]


def test_an_edit_is_made_if_it_touches_only_what_it_says() -> None:
    made = draft()
    assert made.commit("a.py", b"x = 3\ny = 2\n", unit("x")) == ""
    assert made.files["a.py"] == "x = 3\ny = 2\n"
    assert BASE["a.py"] == "x = 1\ny = 2\n"


def test_an_edit_that_breaks_the_file_is_refused_with_the_line() -> None:
    made = draft()
    reason = made.commit("a.py", b"x = 1\ny = (\n", unit("y"))
    assert reason.startswith("the file would no longer parse (line ")
    assert made.files == BASE


def test_an_edit_that_changes_or_brings_another_unit_is_refused_with_its_name() -> None:
    made = draft()
    assert made.commit("a.py", b"x = 3\ny = 4\n", unit("x")) == "`y` would change with it"
    assert made.commit("a.py", b"x = 3\n", unit("x")) == "`y` would change with it"
    assert made.commit("a.py", b"x = 3\ny = 2\nz = 1\n", unit("x")) == "`z` would come with it"
    assert made.files == BASE


def test_imports_may_come_with_any_edit() -> None:
    assert draft().commit("a.py", b"import os\nx = 1\ny = 2\n", ()) == ""


def test_what_was_broken_before_may_stay_so() -> None:
    made = Draft({"a.py": "x = (\n"}, {}, "A")
    assert made.commit("a.py", b"x = ((\n", unit("x")) == ""


def test_what_was_chosen_stays_chosen_if_others_need_it_too() -> None:
    made = draft()
    made.credit("a.py", ["x"], "B", "chosen")
    made.credit("a.py", ["x"], "B", "carried: needed by y")
    assert [(one.unit, one.source, one.why) for one in made.provenance()] == [
        ("x", "B", "chosen"),
        ("y", "A", "base"),
        ("*", "A", "base"),
    ]


def test_a_whole_file_gives_its_units_their_source() -> None:
    made = draft()
    made.take_file("a.py", "B", "chosen")
    made.take_file("c.txt", "B", "carried: needed by x")
    assert made.source_of("a.py", "x") == "B"
    assert made.holder("a.py", "x") == "B"
    assert made.holder("b.txt", "*") == "the base"
    assert [(one.path, one.unit, one.source) for one in made.provenance()] == [
        ("a.py", "x", "B"),
        ("b.txt", "*", "A"),
        ("c.txt", "*", "B"),
    ]


def test_parts_of_a_unit_are_listed_once_at_the_end() -> None:
    made = draft()
    made.credit_part("a.py", "imports", "B", "carried: `import os`, needed by x")
    made.credit_part("a.py", "imports", "B", "carried: `import os`, needed by x")
    assert [one.unit for one in made.provenance()] == ["x", "y", "*", "imports"]


def test_a_doubt_is_told_once() -> None:
    made = draft()
    made.doubt("a.py", "x", "B", "it is odd")
    made.doubt("a.py", "x", "B", "it is odd")
    assert [one.reason for one in made.conflicts] == ["it is odd"]


def test_an_overload_keeps_its_source_when_another_comes_beside_it() -> None:
    one = "class A {\n  int f() { }\n}\n"
    two = "class A {\n  int f() { }\n  int f(int a) { }\n}\n"
    made = Draft({"A.java": one}, {}, "A")
    made.credit("A.java", ["A.f"], "B", "chosen")
    added = unit("A.f(int)", "A.java", two)
    assert made.put("A.java", two.encode(), added, "C", "chosen") == ""
    assert made.source_of("A.java", "A.f()") == "B"
    assert made.source_of("A.java", "A.f(int)") == "C"


def test_a_unit_is_credited_by_the_name_it_has_here() -> None:
    made = Draft({"a.py": "x = 1\n"}, {}, "A")
    second = unit("f#2", "a.py", "def f(): 1\ndef f(): 2\n")
    assert made.put("a.py", b"x = 1\ndef f(): 2\n", second, "B", "chosen") == ""
    assert [(one.unit, one.source) for one in made.provenance()] == [("x", "A"), ("f", "B")]
