"""The candidates unit by unit."""

from roundtable.core.units import UnitRow
from roundtable.merge.table import compare_units, unit_table

A = "import os\n\n\ndef same():\n    return 1\n\n\ndef differs():\n    return 1\n"
B = (
    "import os\n\n\ndef same():  # note\n    return 1\n\n\ndef more(): ...\n\n\n"
    "def differs():\n    return 2\n"
)


def test_only_what_differs_or_is_lacking_is_a_row_in_the_order_of_the_files() -> None:
    rows = unit_table({"A": {"a.py": A}, "B": {"a.py": B}, "C": {"a.py": A}})
    assert rows == (
        UnitRow(path="a.py", unit="more", kind="function", variants=(("B",),)),
        UnitRow(path="a.py", unit="differs", kind="function", variants=(("A", "C"), ("B",))),
    )


def test_what_is_equal_is_counted() -> None:
    assert compare_units({"A": {"a.py": A}, "B": {"a.py": B}}).equal == 2
    assert compare_units({"A": {"a.py": A}, "B": {"a.py": A}}).equal == 3


def test_a_file_that_some_lack_is_one_row_and_its_differences_are_rows_of_their_own() -> None:
    rows = unit_table({"A": {"a.py": A}, "B": {"a.py": B}, "C": {}})
    assert [(row.unit, row.kind, row.variants) for row in rows] == [
        ("*", "file", (("A",), ("B",))),
        ("more", "function", (("B",),)),
        ("differs", "function", (("A",), ("B",))),
    ]


def test_a_file_without_a_grammar_is_compared_as_a_whole() -> None:
    rows = unit_table({"A": {"a.md": "x"}, "B": {"a.md": "y"}})
    assert [(row.unit, row.kind, row.variants) for row in rows] == [("*", "file", (("A",), ("B",)))]
    lacked = unit_table({"A": {"a.md": "x"}, "B": {}})
    assert [row.variants for row in lacked] == [(("A",),)]


def test_a_unit_under_another_name_is_pointed_out() -> None:
    body = "(a):\n    n = 0\n    for i in a:\n        n += i.price * i.count\n    return n\n"
    rows = unit_table({"A": {"a.py": f"def total{body}"}, "B": {"a.py": f"def add_up{body}"}})
    assert {row.unit: row.alike for row in rows} == {"total": ("add_up",), "add_up": ("total",)}


def test_a_class_s_head_and_its_methods_are_rows_of_their_own() -> None:
    one = "class A:\n    x = 1\n\n    def f(self):\n        return 1\n"
    rows = unit_table({"A": {"a.py": one}, "B": {"a.py": one.replace("x = 1", "x = 2")}})
    assert [(row.unit, row.kind) for row in rows] == [("A", "class")]
