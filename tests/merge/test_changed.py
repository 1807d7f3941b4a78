"""What was changed without leave; and a unit put in place by its text."""

import pytest

from roundtable.merge.changed import changed_units, edited_units, replace_unit

BASE = """\
import os


class Cart:
    x = 1

    def total(self):
        return 0

    def show(self):
        return 1


def helper():  # why
    return os
"""


def changes(after: str, *allowed: str, exact: bool = False) -> list[tuple[str, str]]:
    leave = [("a.py", unit) for unit in allowed]
    found = changed_units({"a.py": BASE}, {"a.py": after}, leave, exact)
    return [(one.unit, one.what) for one in found]


def test_nothing_is_told_of_what_is_the_same() -> None:
    assert changes(BASE) == []


def test_added_removed_and_changed_units_are_told() -> None:
    after = BASE.replace("return 0", "return 9").replace("def show", "def render")
    assert changes(after) == [
        ("Cart.total", "changed"),
        ("Cart.show", "removed"),
        ("Cart.render", "added"),
    ]


def test_what_was_allowed_is_not_told() -> None:
    after = BASE.replace("return 0", "return 9").replace("x = 1", "x = 2")
    assert changes(after, "Cart.total") == [("Cart", "changed")]
    assert changes(after, "Cart") == [("Cart.total", "changed")]
    assert changes(after, "Cart.*") == []
    assert changes(after, "*") == []


def test_a_class_is_not_allowed_by_one_whose_name_starts_alike() -> None:
    assert changes(BASE.replace("Cart", "Carts"), "Cart.*") == [
        ("Carts", "added"),
        ("Carts.total", "added"),
        ("Carts.show", "added"),
    ]


def test_comments_and_spacing_count_only_if_asked_for() -> None:
    after = BASE.replace("# why", "# because")
    assert changes(after) == []
    assert changes(after, exact=True) == [("helper", "reworded")]


def test_files_come_and_go_as_a_whole() -> None:
    found = changed_units({"a.py": "x = 1\n"}, {"b.py": "x = 1\n"}, [])
    assert [(one.path, one.unit, one.what) for one in found] == [
        ("a.py", "*", "removed"),
        ("b.py", "*", "added"),
    ]
    assert changed_units({}, {"b.py": ""}, [("b.py", "*")]) == ()


@pytest.mark.parametrize(
    ("path", "after", "touched"),
    [
        ("a.py", "def one():\n    return 1  # why\n\n\ndef two():\n    return 2\n", {"one"}),
        ("a.py", "def two():\n    return 2\n\n\ndef one():\n    return 1\n", set()),
        ("a.py", "def two():\n    return 2\n", {"one"}),
        ("a.py", "def one(:\n", {"*"}),
        ("a.txt", "words", {"*"}),
    ],
)
def test_an_edit_touches_units_and_where_there_are_none_the_file(
    path: str, after: str, touched: set[str]
) -> None:
    before = "def one():\n    return 1\n\n\ndef two():\n    return 2\n"
    assert set(edited_units(path, before, after)) == touched


def test_a_rewritten_method_takes_its_place_and_its_imports_come_in() -> None:
    text = "import math\n\ndef total(self):\n    return math.pi\n"
    assert replace_unit(BASE, "a.py", "Cart.total", text) == BASE.replace(
        "import os\n", "import os\nimport math\n"
    ).replace("return 0", "return math.pi")


def test_it_may_come_indented_or_within_its_class_or_with_other_line_ends() -> None:
    expected = BASE.replace("return 0", "return 2")
    for text in (
        "    def total(self):\n        return 2\n",
        "\n\n  def total(self):\n    return 2",
        "class Cart:\n    def total(self):\n        return 2\n",
        "class Cart:\r\n    def total(self):\r\n        return 2\r\n",
    ):
        assert replace_unit(BASE, "a.py", "Cart.total", text) == expected


def test_a_helper_that_the_new_text_needs_comes_in_and_others_do_not() -> None:
    text = (
        "def extra():\n    return 3\n\n\ndef unused(): ...\n\n\ndef helper():\n    return extra()\n"
    )
    made = replace_unit(BASE, "a.py", "helper", text)
    assert made is not None
    assert "def extra" in made
    assert "def unused" not in made


def test_a_text_without_the_unit_or_that_does_not_parse_gives_nothing() -> None:
    assert replace_unit(BASE, "a.py", "helper", "def other(): ...\n") is None
    assert replace_unit(BASE, "a.py", "helper", "def helper(:\n") is None
    assert replace_unit(BASE, "a.py", "Cart.total", "return 2") is None
    assert replace_unit(BASE, "a.py", "nowhere", "x = 1") is None


def test_a_unit_that_is_new_may_be_given_too() -> None:
    made = replace_unit(
        BASE, "a.py", "Cart.size", "class Cart:\n    def size(self):\n        return 3\n"
    )
    assert made is not None
    assert "    def size(self):\n        return 3\n" in made


def test_a_whole_file_is_its_text() -> None:
    assert replace_unit("a", "a.md", "*", "b") == "b"


def test_a_function_that_a_rewritten_method_calls_comes_along_at_its_own_level() -> None:
    source = "class Cart:\n    def total(self):\n        return 1\n"
    new = "def doubled(x):\n    return x * 2\n\n\ndef total(self):\n    return doubled(1)\n"
    made = replace_unit(source, "cart.py", "Cart.total", new)
    assert made is not None
    assert "        return doubled(1)\n" in made
    assert "\ndef doubled(x):\n" in f"\n{made}"


def test_imports_above_a_rewritten_method_still_come_along() -> None:
    source = "class Cart:\n    def total(self):\n        return 1\n"
    new = "import math\n\n\ndef total(self):\n    return math.pi\n"
    made = replace_unit(source, "cart.py", "Cart.total", new)
    assert made is not None
    assert made.startswith("import math\n")
    assert "        return math.pi\n" in made
