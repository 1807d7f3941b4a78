"""Which unit is which in another file."""

import time

from roundtable.merge.align import ALIKE, align, likeness
from roundtable.merge.units import Split, split

TOTAL = """\
def {name}(items, tax):
    {var} = 0
    for item in items:
        {var} += item.price * item.count
    return {var} * (1 + tax)
"""
OTHER = """\
def {name}(items, tax):
    found = []
    for item in items:
        if item.weight > tax:
            found.append(item)
    return found
"""


def cut(text: str) -> Split:
    return split("a.py", text.encode())


def test_names_pair_and_the_rest_is_listed() -> None:
    found = align(cut("import os\nx = 1\ndef f(): pass\n"), cut("import re\ndef f(): 1\ny = 2\n"))
    assert [(pair.base.name, pair.other.name) for pair in found.pairs] == [
        ("imports", "imports"),
        ("f", "f"),
    ]
    assert [unit.name for unit in found.only_base] == ["x"]
    assert [unit.name for unit in found.only_other] == ["y"]


def test_a_name_pairs_also_when_its_kind_changed() -> None:
    found = align(cut("f = 1\n"), cut("def f(): pass\n"))
    assert [(pair.base.kind, pair.other.kind) for pair in found.pairs] == [("constant", "function")]


def test_a_renamed_function_is_found_by_its_body() -> None:
    base, other = TOTAL.format(name="total", var="s"), TOTAL.format(name="add_up", var="s")
    found = align(cut(base), cut("x = 1\n" + other))
    assert [(pair.base.name, pair.other.name) for pair in found.pairs] == [("total", "add_up")]
    assert found.pairs[0].renamed
    assert found.pairs[0].likeness > 0.9


def test_a_renamed_function_with_a_renamed_variable_is_still_found() -> None:
    base, other = (
        cut(TOTAL.format(name="total", var="s")),
        cut(TOTAL.format(name="t", var="result")),
    )
    assert likeness(base, base.units[0], other, other.units[0]) > ALIKE
    assert align(base, other).only_other == ()


def test_a_near_miss_is_not_a_rename() -> None:
    base, other = cut(TOTAL.format(name="total", var="s")), cut(OTHER.format(name="heavy"))
    assert likeness(base, base.units[0], other, other.units[0]) < 0.5
    found = align(base, other)
    assert found.pairs == ()
    assert len(found.only_base) == len(found.only_other) == 1


def test_of_two_that_are_like_it_the_closest_is_taken() -> None:
    near = TOTAL.format(name="near", var="s")
    far = TOTAL.format(name="far", var="result").replace("1 + tax", "2 + tax")
    found = align(cut(TOTAL.format(name="total", var="s")), cut(far + near))
    assert [pair.other.name for pair in found.pairs] == ["near"]
    assert [unit.name for unit in found.only_other] == ["far"]


def test_a_method_may_have_become_a_function_but_a_constant_never_a_class() -> None:
    method = "class A:\n" + "".join(
        f"    {line}\n" for line in TOTAL.format(name="t", var="s").split("\n")
    )
    found = align(cut(method), cut(TOTAL.format(name="total", var="s")))
    assert [(p.base.name, p.other.name) for p in found.pairs] == [("A.t", "total")]
    assert align(cut("x = 1\n"), cut("class A:\n    y = 1\n")).pairs == ()


def test_what_is_too_short_to_tell_is_not_taken_for_renamed() -> None:
    assert align(cut("def a(): return 1\n"), cut("def b(): return 1\n")).pairs == ()


def test_thousands_of_units_without_a_counterpart_do_not_take_long() -> None:
    one = cut("".join(TOTAL.format(name=f"a{i}", var="s") for i in range(2000)))
    two = cut("".join(TOTAL.format(name=f"b{i}", var="s") for i in range(2000)))
    began = time.thread_time()
    found = align(one, two)
    assert time.thread_time() - began < 5
    assert len(found.only_base) == 2000
