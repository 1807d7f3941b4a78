"""Edits by units."""

from roundtable.merge.editing import Edit, below, edited, headed, inserted, replaced
from roundtable.merge.placing import place
from roundtable.merge.units import Split, Unit, split


def cut(text: str, path: str = "a.py") -> Split:
    return split(path, text.encode())


def unit(found: Split, name: str) -> Unit:
    wanted = found.find(name)
    assert wanted is not None
    return wanted


def test_edits_are_made_in_the_order_of_the_text() -> None:
    edits = [Edit(4, 5, b"E"), Edit(0, 1, b""), Edit(2, 2, b"++")]
    assert edited(b"abcde", edits) == b"b++cdE"


def test_a_unit_takes_another_s_place_at_its_indentation() -> None:
    into, origin = (
        cut("class A:\n  def f(self): 1\n"),
        cut("class A:\n\tdef f(self):\n\t\treturn 2\n"),
    )
    made = replaced(into, unit(into, "A.f"), origin, unit(origin, "A.f"))
    assert made == b"class A:\n  def f(self):\n    return 2\n"


def test_a_unit_that_comes_in_keeps_the_blank_lines_of_its_kind_around_it() -> None:
    into, origin = cut("a = 1\nb = 2\n"), cut("a = 1\n\n\ndef f():\n    pass\n\n\nb = 2\n")
    where = place(into, origin, unit(origin, "f"))
    assert where is not None
    assert inserted(into, where, origin, unit(origin, "f")) == origin.source


def test_a_head_of_another_indentation_is_moved() -> None:
    into = cut("class A:\n    x = 1\n\n    def f(self):\n        pass\n")
    origin = cut("class A:\n\ty = 2\n\n\tdef f(self):\n\t\tpass\n\n\tz = 3\n")
    assert headed(into, unit(into, "A"), origin, unit(origin, "A")) == (
        b"class A:\n    y = 2\n\n    def f(self):\n        pass\n\n    z = 3\n"
    )


def test_late_fields_go_to_the_head_where_their_method_is_lacking() -> None:
    into = cut("class A:\n    x = 1\n\n    def g(self):\n        pass\n")
    origin = cut("class A:\n    x = 1\n\n    def f(self):\n        pass\n\n    z = 3\n")
    assert headed(into, unit(into, "A"), origin, unit(origin, "A")) == (
        b"class A:\n    x = 1\n\n    z = 3\n\n    def g(self):\n        pass\n"
    )


def test_a_line_can_be_put_below_another() -> None:
    assert below(cut("a = 1\r\nb = 2\r\n"), 5, b"c = 3") == b"a = 1\r\nc = 3\r\nb = 2\r\n"
