"""Where a unit belongs in a file that lacks it."""

from roundtable.merge.placing import Place, breaks_at, counterpart, place
from roundtable.merge.splice import Choice, splice
from roundtable.merge.units import Split, split


def cut(text: str, path: str = "a.py") -> Split:
    return split(path, text.encode())


def where(into: str, origin: str, unit: str, before: str = "", path: str = "a.py") -> Place | None:
    mine, theirs = cut(into, path), cut(origin, path)
    wanted = theirs.find(unit)
    assert wanted is not None
    return place(mine, theirs, wanted, mine.find(before) if before else None)


def test_below_the_nearest_predecessor_that_is_there() -> None:
    found = where("a = 1\nb = 2\n", "a = 1\nb = 2\nc = 3\nd = 4\n", "d")
    assert found is not None
    assert (found.offset, found.side, found.blanks) == (11, "below", 0)


def test_above_the_nearest_successor_otherwise() -> None:
    found = where("z = 1\n", "a = 1\n\nz = 1\n", "a")
    assert found is not None
    assert (found.offset, found.side, found.blanks) == (0, "above", 1)


def test_never_above_imports_or_below_the_program_s_start() -> None:
    base = 'import os\n\n\nif __name__ == "__main__":\n    go()\n'
    found = where(base, "x = 1\nimport os\n", "x")
    assert found is not None
    assert (found.offset, found.side) == (9, "below")


def test_in_an_empty_file_it_is_alone() -> None:
    found = where("", "x = 1\n", "x")
    assert found is not None
    assert (found.offset, found.side) == (0, "alone")


def test_a_member_of_a_class_that_is_not_there_has_no_place() -> None:
    assert where("x = 1\n", "class A:\n    def f(self): ...\n", "A.f") is None
    assert where("class A: pass\n", "class A:\n    def f(self): ...\n", "A.f") is None


def test_in_a_class_without_methods_it_stands_below_the_head() -> None:
    found = where("class A:\n  x = 1\n\n\ny = 1\n", "class A:\n    def f(self): ...\n", "A.f")
    assert found is not None
    assert (found.offset, found.lead, found.blanks) == (16, b"  ", 1)
    brace = where("class A {\n}\n", "class A {\n  f() {}\n}\n", "A.f", path="a.js")
    assert brace is not None
    assert (brace.offset, brace.lead, brace.blanks) == (9, b"  ", 0)


def test_what_is_needed_stands_no_lower_than_what_needs_it() -> None:
    found = where("f = 1\nx = 1\n", "x = 1\nn = 2\nf = n\n", "n", before="f")
    assert found is not None
    assert (found.offset, found.side) == (0, "above")
    free = where("x = 1\nf = 1\n", "x = 1\nn = 2\nf = n\n", "n", before="f")
    assert free is not None
    assert (free.offset, free.side) == (5, "below")


def test_methods_of_go_stand_among_functions() -> None:
    base = "package a\n\nfunc (c *C) A() {}\n\nfunc z() {}\n"
    other = "package a\n\nfunc (c *C) A() {}\n\nfunc (c *C) B() {}\n"
    found = where(base, other, "C.B", path="a.go")
    assert found is not None
    assert base[: found.offset].endswith("A() {}")


def test_overloads_are_matched_by_their_types() -> None:
    two = cut("class A {\n  int f(int a) { }\n  int f() { }\n}\n", "A.java")
    one = cut("class A {\n  int f() { }\n}\n", "A.java")
    other = cut("class A {\n  int f(long a) { }\n}\n", "A.java")
    single = one.find("A.f")
    typed = two.find("A.f(int)")
    assert single and typed
    assert getattr(counterpart(two, one, single), "name", "") == "A.f()"
    assert counterpart(one, two, typed) is None
    assert getattr(counterpart(other, one, single), "name", "") == "A.f"


def test_line_ends_are_counted_up_to_the_next_word() -> None:
    assert breaks_at(b"a\n\n  \nb\n", 1) == 3
    assert breaks_at(b"a\r\nb", 1) == 1
    assert breaks_at(b"a", 1) == 0


def test_a_type_never_takes_the_place_of_a_value_of_the_same_name() -> None:
    base = "export function T() {}\n"
    both = "export type T = number;\n\nexport function T() {}\n"
    taken = splice({"a.ts": base}, {"B": {"a.ts": both}}, [Choice("a.ts", "T", "B")])
    assert "export function T() {}" in taken.files["a.ts"]
    assert taken.refused or "export type T = number;" in taken.files["a.ts"]


def test_each_of_two_that_share_a_name_is_matched_with_its_own_sort() -> None:
    mine = split("a.ts", b"export interface X {\n  a: number;\n}\nexport const X = 1;\n")
    theirs = split("a.ts", b"export const X = 2;\nexport interface X {\n  b: number;\n}\n")
    for unit in theirs.units:
        found = counterpart(mine, theirs, unit)
        assert found is not None
        assert (found.kind == "type") == (unit.kind == "type")
