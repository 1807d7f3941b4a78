"""What a change set takes away is told, unless the decision names it."""

import pytest

from roundtable.merge.losses import lost_definitions

CART = """\
RATE = 1
LEFT, RIGHT = 1, 2


class Cart:
    def total(self):
        return 1

    @property
    def size(self):
        return 0

    @size.setter
    def size(self, value):
        pass


def show():
    return 0


if RATE:

    def maybe():
        pass
"""


def lost(before: dict[str, str], after: dict[str, str], named: str = "") -> list[tuple[str, str]]:
    found = lost_definitions(before, after, named)
    assert {one.concern for one in found} <= {"lost"}
    return [(one.path, one.reason) for one in found]


def without(text: str, named: str = "") -> list[str]:
    return [reason for _, reason in lost({"cart.py": CART}, {"cart.py": text}, named)]


def test_what_stays_is_not_told() -> None:
    assert without(CART) == []
    assert without(CART.replace("return 1", "return 2") + "\n\ndef more():\n    pass\n") == []


@pytest.mark.parametrize(
    ("old", "new", "names"),
    [
        ("def show", "def render", "show"),
        ("def total", "def sum_up", "Cart.total"),
        ("RATE = 1\n", "", "RATE"),
        ("LEFT, RIGHT = 1, 2", "LEFT = 1", "RIGHT"),
        ("class Cart:", "class Basket:", "Cart"),
        ("@size.setter\n    def size(self, value):\n        pass\n", "", "Cart.size.setter"),
    ],
)
def test_what_is_gone_or_renamed_is_told(old: str, new: str, names: str) -> None:
    assert old in CART
    assert without(CART.replace(old, new)) == [
        f"it would lose {names}, which the decision does not name"
    ]


def test_a_class_is_told_without_all_that_stands_in_it() -> None:
    assert without("x = 1\n") == [
        "it would lose RATE, LEFT, RIGHT, Cart, show, which the decision does not name"
    ]


def test_many_names_are_counted() -> None:
    many = "".join(f"def f{n:02}():\n    pass\n\n\n" for n in range(20))
    reasons = [reason for _, reason in lost({"a.py": many}, {"a.py": "x = 1\n"})]
    assert reasons[0].startswith("it would lose f00, f01,")
    assert "f11 and 8 more, which" in reasons[0]


def test_what_moved_within_the_change_set_is_not_lost() -> None:
    assert lost({"cart.py": CART}, {"cart.py": "x = 1\n", "new/cart.py": CART}) == []
    assert lost({"cart.py": CART}, {"new/cart.py": CART}) == []


def test_what_moved_below_a_condition_is_not_lost() -> None:
    moved = CART.replace("def show():\n    return 0\n", "if RATE:\n    def show():\n        pass\n")
    assert without(moved) == []


def test_an_import_is_no_definition() -> None:
    text = CART.replace("def show():\n    return 0\n", "from other import show\n")
    assert without(text) == ["it would lose show, which the decision does not name"]


@pytest.mark.parametrize(
    ("named", "may_go"),
    [
        ("Remove `Cart.total`.", True),
        ("Remove total from the cart.", True),
        ("Total is no longer needed.", True),
        ("Drop Cart::total and Cart#total", True),
        ("```python\nCart.total\n```", True),
        ("Remove `TOTAL`.", False),
        ("Remove Order.total.", False),
        ("Remove the totals and the subtotal.", False),
        ("Remove the sub-total.", False),
        ("Rework Cart.", False),
        ("", False),
    ],
)
def test_a_method_may_go_if_the_decision_names_it(named: str, may_go: bool) -> None:
    text = CART.replace("    def total(self):\n        return 1\n\n", "")
    assert (without(text, named) == []) is may_go


@pytest.mark.parametrize(
    ("named", "may_go"), [("The class Cart goes.", True), ("The cart goes.", True), ("No.", False)]
)
def test_a_class_that_is_named_goes_with_all_that_stands_in_it(named: str, may_go: bool) -> None:
    text = CART[: CART.index("class Cart")] + CART[CART.index("def show") :]
    assert (without(text, named) == []) is may_go


@pytest.mark.parametrize(
    ("path", "before", "after", "names"),
    [
        ("a.go", "package a\n\nconst (\n\tA = 1\n\tB = 2\n)\n", "package a\n\nconst A = 1\n", "B"),
        (
            "a.go",
            "package a\n\nfunc (c *Cart) Total() int {\n\treturn 1\n}\n",
            "package a\n",
            "Cart.Total",
        ),
        (
            "a.rs",
            "struct Cart;\n\nimpl Cart {\n    fn total(&self) {}\n}\n",
            "fn main() {}\n",
            "Cart",
        ),
        (
            "a.rs",
            "struct Cart;\n\nimpl Cart {\n    fn total(&self) {}\n\n    fn x(&self) {}\n}\n",
            "struct Cart;\n\nimpl Cart {\n    fn total(&self) {}\n}\n",
            "Cart.x",
        ),
        ("a.ts", "export const a = 1, b = 2;\n", "export const a = 1;\n", "b"),
        ("a.ts", "export interface I {}\nexport type T = 1;\n", "export type T = 1;\n", "I"),
        ("a.js", "exports.show = function () {};\n", "export function render() {}\n", "show"),
        (
            "A.java",
            "class A {\n    void x(int a) {\n    }\n\n    void x(String a) {\n    }\n}\n",
            "class A {\n    void x(int a) {\n    }\n}\n",
            "A.x",
        ),
    ],
)
def test_every_language_has_its_definitions(path: str, before: str, after: str, names: str) -> None:
    assert lost({path: before}, {path: after}) == [
        (path, f"it would lose {names}, which the decision does not name")
    ]


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [
        ("a.js", "exports.show = function () {};\n", "export function show() {}\n"),
        (
            "a.ts",
            "export const { a, b: c } = d;\n",
            "export const a = d.a;\nexport const c = d.b;\n",
        ),
        ("a.py", "a, b = 1, 2\n", "a = 1\nb = 2\n"),
        (
            "A.java",
            "class A {\n    void x(int a) {\n    }\n}\n",
            "class A {\n    void x(long a) {\n    }\n}\n",
        ),
        ("a.go", "package a\n\nvar A, B int\n", "package a\n\nvar (\n\tA int\n\tB int\n)\n"),
        (
            "a.rs",
            "impl A {\n    fn x() {}\n}\nimpl A {\n    fn y() {}\n}\n",
            "impl A {\n    fn x() {}\n    fn y() {}\n}\n",
        ),
    ],
)
def test_what_is_only_written_another_way_is_not_lost(path: str, before: str, after: str) -> None:
    assert lost({path: before}, {path: after}) == []


NOTES = "".join(f"point {number}\n\n" for number in range(10))


@pytest.mark.parametrize(
    ("kept", "named", "told"),
    [
        (10, "", False),
        (5, "", False),
        (4, "", True),
        (0, "", True),
        (0, "Shorten docs/notes.md", False),
        (0, "Shorten notes.md.", False),
        (0, "Shorten ./docs/notes.md", False),
        (0, "Shorten NOTES.MD", False),
        (0, "Shorten old/notes.md", True),
        (0, "Shorten notes.md5 and mynotes.md", True),
    ],
)
def test_a_text_may_lose_half_of_its_lines(kept: int, named: str, told: bool) -> None:
    after = "".join(f"point {number}\n" for number in range(kept))
    found = lost({"docs/notes.md": NOTES}, {"docs/notes.md": after}, named)
    reason = f"it would lose {10 - kept} of its 10 lines, and the decision does not name it"
    assert found == ([("docs/notes.md", reason)] if told else [])


def test_lines_that_moved_to_another_text_are_not_lost() -> None:
    after = {"notes.md": "point 1\n", "more.md": NOTES}
    assert lost({"notes.md": NOTES}, after) == []


@pytest.mark.parametrize(
    ("named", "told"), [("", True), ("remove docs/notes.md", False), ("remove the notes", True)]
)
def test_a_removed_file_is_told_unless_it_is_named(named: str, told: bool) -> None:
    reason = "it would be removed, which the decision does not name"
    found = lost({"docs/notes.md": NOTES}, {}, named)
    assert found == ([("docs/notes.md", reason)] if told else [])


def test_a_removed_file_of_code_is_told_by_what_it_defined() -> None:
    named = "Remove Cart, RATE, LEFT and RIGHT."
    assert lost({"cart.py": CART}, {}, named) == [
        ("cart.py", "it would lose show, which the decision does not name")
    ]
    assert lost({"cart.py": CART}, {}, "Remove cart.py") == []


@pytest.mark.parametrize("path", ["pkg/__init__.py", "empty.txt"])
def test_an_empty_file_is_not_removed_without_a_word(path: str) -> None:
    assert lost({path: ""}, {}) == [(path, "it would be removed, which the decision does not name")]


def test_code_without_definitions_is_held_by_its_lines() -> None:
    script = "import os\nprint(1)\nprint(2)\nprint(3)\n"
    assert len(lost({"run.py": script}, {"run.py": "print(1)\n"})) == 1


def test_a_file_that_cannot_be_read_afterwards_is_given_the_benefit_of_its_words() -> None:
    assert without(CART.replace("def show():", "def show(:")) == []


def test_a_file_that_could_not_be_read_before_is_held_by_its_lines() -> None:
    broken = "def a(:\n" + "".join(f"    x{n} = 1\n" for n in range(9))
    assert lost({"a.py": broken}, {"a.py": broken.replace("(:", "():")}) == []
    assert len(lost({"a.py": broken}, {"a.py": "x = 1\n"})) == 1
