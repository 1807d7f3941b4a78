"""Units of candidates put into a base: exact texts, and what is told of each."""

from roundtable.merge.splice import Choice, Spliced, splice

PATH = "cart.py"


def merge(base: str, other: str, *units: str) -> Spliced:
    choices = [Choice(PATH, unit, "B") for unit in units]
    return splice({PATH: base}, {"B": {PATH: other}}, choices, base_label="A")


def reasons(made: Spliced) -> list[tuple[str, str]]:
    return [(one.unit, one.reason) for one in made.conflicts]


CART = """\
class Cart:
    def __init__(self):
        self.items = []

    def total(self):
        return sum(self.items)  # all

    def clear(self):
        self.items = []
"""


def test_a_method_takes_the_place_of_its_namesake_and_nothing_else_moves() -> None:
    other = CART.replace("sum(self.items)  # all", "sum(i for i in self.items)")
    made = merge(CART + "\n\n# the end", other, "Cart.total")
    assert made.files[PATH] == other + "\n\n# the end"
    assert made.conflicts == ()
    assert [(one.unit, one.source, one.why) for one in made.provenance] == [
        ("Cart", "A", "base"),
        ("Cart.__init__", "A", "base"),
        ("Cart.total", "B", "chosen"),
        ("Cart.clear", "A", "base"),
    ]


def test_no_choice_changes_nothing() -> None:
    made = merge(CART, "x = 1\n")
    assert made.files == {PATH: CART}
    assert [(one.unit, one.source) for one in made.provenance] == [("*", "A")]


def test_files_without_a_choice_are_there_as_they_were() -> None:
    base = {PATH: CART, "notes.txt": "a\r\nb"}
    made = splice(base, {"B": {PATH: CART}}, [Choice(PATH, "Cart.total", "B")])
    assert made.files == base


def test_a_new_method_stands_below_the_one_it_follows_there() -> None:
    other = """\
class Cart:
    def total(self):
        return 1

    @property
    def size(self):
        return 2

    def clear(self): ...
"""
    assert (
        merge(CART, other, "Cart.size").files[PATH]
        == """\
class Cart:
    def __init__(self):
        self.items = []

    def total(self):
        return sum(self.items)  # all

    @property
    def size(self):
        return 2

    def clear(self):
        self.items = []
"""
    )


def test_without_a_known_predecessor_it_stands_above_its_successor() -> None:
    other = "class Cart:\n    def first(self):\n        pass\n\n    def total(self): ...\n"
    assert merge(CART, other, "Cart.first").files[PATH] == CART.replace(
        "    def total", "    def first(self):\n        pass\n\n    def total"
    )


def test_without_any_known_neighbour_it_stands_last_in_its_class() -> None:
    other = "class Cart:\n    def alone(self):\n        pass\n"
    made = merge(CART + "\n\nx = 1\n", other, "Cart.alone")
    assert made.files[PATH] == CART + "\n    def alone(self):\n        pass\n\n\nx = 1\n"


def test_functions_keep_two_blank_lines_around_them() -> None:
    base = "import os\n\nx = 1\n\n\ndef last():\n    return x\n"
    other = "import os\n\n\ndef first():\n    return 0\n\n\ndef last():\n    return x\n"
    assert merge(base, other, "first").files[PATH] == (
        "import os\n\n\ndef first():\n    return 0\n\n\nx = 1\n\n\ndef last():\n    return x\n"
    )


def test_a_class_that_the_base_lacks_comes_with_its_methods() -> None:
    made = merge("x = 1\n", "x = 1\n\n\n" + CART, "Cart")
    assert made.files[PATH] == "x = 1\n\n\n" + CART
    assert {one.unit: one.why for one in made.provenance}["Cart.clear"] == "chosen"


def test_a_class_s_head_comes_without_its_methods() -> None:
    base = 'class Cart(Old):\n    """Old."""\n\n    def total(self):\n        return 1\n'
    head = 'class Cart(New):\n    """New."""\n\n    rate = 2\n\n'
    other = head + "    def total(self):\n        return 2\n"
    made = merge(base, other, "Cart")
    assert made.files[PATH] == head + "    def total(self):\n        return 1\n"


def test_fields_below_a_method_stay_below_it_when_a_head_is_taken() -> None:
    base = (
        "class A:\n    def f(self):\n        pass\n\n    x = 1\n\n    def g(self):\n        pass\n"
    )
    other = (
        "class A:\n    def f(self):\n        0\n\n    x = 2\n\n    def g(self):\n        0\n\n"
        "    y = g\n"
    )
    assert merge(base, other, "A").files[PATH] == (
        "class A:\n    def f(self):\n        pass\n\n    x = 2\n\n"
        "    def g(self):\n        pass\n\n"
        "    y = g\n"
    )
    assert merge(other, base, "A").files[PATH] == (
        "class A:\n    def f(self):\n        0\n\n    x = 1\n\n    def g(self):\n        0\n"
    )


def test_a_whole_class_can_be_chosen() -> None:
    other = "class Cart:\n    pass\n"
    assert merge(CART + "\nx = 1\n", other, "Cart.*").files[PATH] == other + "\nx = 1\n"


def test_a_whole_file_can_be_chosen_new_or_known() -> None:
    made = splice(
        {PATH: CART},
        {"B": {PATH: "x = 1\n", "new.md": "# New\n"}},
        [Choice(PATH, "*", "B"), Choice("new.md", "*", "B")],
    )
    assert made.files == {PATH: "x = 1\n", "new.md": "# New\n"}
    assert [(one.path, one.unit, one.why) for one in made.provenance] == [
        (PATH, "x", "chosen"),
        ("new.md", "*", "chosen"),
    ]


def test_a_unit_of_a_file_that_the_base_lacks_starts_that_file() -> None:
    other = "import os\n\n\ndef here():\n    return os.getcwd()\n\n\ndef gone(): ...\n"
    made = splice({}, {"B": {PATH: other}}, [Choice(PATH, "here", "B")])
    assert made.files[PATH] == "import os\n\n\ndef here():\n    return os.getcwd()\n"


def test_an_unknown_unit_candidate_or_file_is_refused_in_words() -> None:
    choices = [Choice(PATH, "Cart.totl", "B"), Choice(PATH, "x", "C"), Choice("no.py", "x", "B")]
    made = splice({PATH: CART}, {"B": {PATH: CART}}, choices)
    assert made.files == {PATH: CART}
    assert reasons(made) == [
        ("Cart.totl", "no such unit in B; did you mean `Cart.total`?"),
        ("x", "no candidate is called C"),
        ("x", "B has no file `no.py`"),
    ]
    assert made.refused == made.conflicts


def test_a_unit_that_is_broken_in_its_candidate_is_refused_and_the_sound_ones_are_taken() -> None:
    other = "def bad(:\n    pass\n\n\ndef good():\n    return 2\n"
    base = "def bad():\n    pass\n\n\ndef good():\n    return 1\n"
    made = merge(base, other, "good")
    assert made.files[PATH] == base.replace("return 1", "return 2")
    assert made.conflicts == ()
    refused = merge(base, "def bad():\n    return ((\n", "bad")
    assert refused.files[PATH] == base
    assert [one.refused for one in refused.conflicts] == [True]


def test_a_broken_base_can_be_mended_by_a_choice() -> None:
    base = "def bad():\n    return ((\n\n\ndef good():\n    return 1\n"
    made = merge(base, "def bad():\n    return 0\n", "bad")
    assert "return 0" in made.files[PATH]


def test_a_method_is_refused_if_the_base_has_no_such_class() -> None:
    made = merge("x = 1\n", CART, "Cart.total")
    assert made.files[PATH] == "x = 1\n"
    assert reasons(made) == [("Cart.total", "the base has no `Cart` to put it in")]


def test_line_ends_follow_the_base() -> None:
    base = CART.replace("\n", "\r\n")
    other = CART.replace("sum(self.items)  # all", "0\n")
    made = merge(base, other, "Cart.total").files[PATH]
    assert made == base.replace("sum(self.items)  # all", "0")
    back = merge(CART, base.replace("# all", "# none"), "Cart.total").files[PATH]
    assert back == CART.replace("# all", "# none")


def test_indentation_follows_the_base() -> None:
    other = (
        "class Cart:\n  def total(self):\n    '''Sum.\n\n    All of it.\n    '''\n    if self:\n"
        '      return """\n  kept\n"""\n    return [\n      1,\n    ]\n'
    )
    assert merge(CART.replace("    ", "\t"), other, "Cart.total").files[PATH] == (
        "class Cart:\n\tdef __init__(self):\n\t\tself.items = []\n\n\tdef total(self):\n"
        "\t\t'''Sum.\n"
        '\n\t\tAll of it.\n\t\t\'\'\'\n\t\tif self:\n\t\t\treturn """\n  kept\n"""\n\t\treturn [\n'
        "\t\t\t1,\n\t\t]\n\n\tdef clear(self):\n\t\tself.items = []\n"
    )


def test_a_method_of_a_nested_class_finds_its_place() -> None:
    base = "class A:\n    class B:\n        def f(self):\n            return 1\n\n    x = 1\n"
    other = (
        "class A:\n  class B:\n    def f(self):\n      return 2\n    def g(self):\n      return 3\n"
    )
    assert merge(base, other, "A.B.f", "A.B.g").files[PATH] == (
        "class A:\n    class B:\n        def f(self):\n            return 2\n        def g(self):\n"
        "            return 3\n\n    x = 1\n"
    )


def test_a_file_without_a_last_line_end_keeps_it_that_way() -> None:
    made = merge("def a():\n    pass", "def a(): ...\n\n\ndef b():\n    pass\n", "b")
    assert made.files[PATH] == "def a():\n    pass\n\n\ndef b():\n    pass"


def test_a_unit_under_another_name_in_the_base_is_told() -> None:
    body = "(items):\n    n = 0\n    for item in items:\n        n += item.price\n    return n\n"
    made = merge(f"def add_up{body}", f"def total{body}", "total")
    assert "def add_up" in made.files[PATH]
    assert "def total" in made.files[PATH]
    assert reasons(made) == [
        ("total", "the base has `add_up`, which is much like it: both stand now")
    ]


def test_imports_that_are_chosen_are_added_not_exchanged() -> None:
    made = merge(
        "import os\nimport json\n", "import os\nimport re\nimport fast as json\n", "imports"
    )
    assert made.files[PATH] == "import os\nimport json\nimport re\n"
    assert reasons(made) == [("json", "`json` is imported from `json` in the base")]


def test_a_docstring_comes_to_the_top() -> None:
    assert merge("import os\n", '"""New."""\n\nimport re\n', "docstring").files[PATH] == (
        '"""New."""\n\nimport os\n'
    )


def test_a_choice_of_the_base_itself_changes_nothing() -> None:
    made = splice({PATH: CART}, {}, [Choice(PATH, "Cart.total", "A")], base_label="A")
    assert made.files == {PATH: CART}
    assert made.conflicts == ()


def test_a_later_choice_serves_an_earlier_one() -> None:
    other = (
        "class Cart:\n    def __init__(self):\n        self.lines = []\n\n"
        "    def total(self):\n        return len(self.lines)\n"
    )
    alone = merge(CART, other, "Cart.total")
    assert reasons(alone) == [("Cart.total", "reads self.lines, which only B's constructor sets")]
    both = merge(CART, other, "Cart.total", "Cart.__init__")
    assert both.conflicts == ()


def test_units_of_several_candidates_meet_in_one_file() -> None:
    made = splice(
        {PATH: "def a():\n    return 0\n\n\ndef b():\n    return 0\n"},
        {"B": {PATH: "def a():\n    return 1\n"}, "C": {PATH: "def b():\n    return 2\n"}},
        [Choice(PATH, "a", "B"), Choice(PATH, "b", "C")],
    )
    assert made.files[PATH] == "def a():\n    return 1\n\n\ndef b():\n    return 2\n"
    assert [one.source for one in made.provenance] == ["B", "C"]
