"""What may not fit together is told; what has the same contract is not."""

import pytest

from roundtable.merge.splice import Choice, splice

PATH = "cart.py"


def reasons(base: str, other: str, *units: str) -> list[str]:
    choices = [Choice(PATH, unit, "B") for unit in units]
    made = splice({PATH: base}, {"B": {PATH: other}}, choices)
    assert made.files[PATH] != base
    assert not made.refused
    return [one.reason for one in made.conflicts]


def test_a_private_helper_with_another_body_is_told() -> None:
    base = "def _round(x):\n    return x\n\n\ndef f(x):\n    return 1\n"
    other = "def _round(x):\n    return round(x)\n\n\ndef f(x):\n    return _round(x)\n"
    assert reasons(base, other, "f") == ["helper `_round` exists with another body in the base"]


def test_a_public_function_with_the_same_arguments_is_not() -> None:
    base = "def total(x):\n    return x\n\n\ndef f(x):\n    return 1\n"
    other = "def total(x):\n    return round(x)\n\n\ndef f(x):\n    return total(x)\n"
    assert reasons(base, other, "f") == []


def test_a_helper_that_was_chosen_too_is_not() -> None:
    base = "def _round(x):\n    return x\n\n\ndef f(x):\n    return 1\n"
    other = "def _round(x):\n    return round(x)\n\n\ndef f(x):\n    return _round(x)\n"
    assert reasons(base, other, "f", "_round") == []


def test_a_helper_that_was_chosen_from_a_third_one_is_told_by_its_name() -> None:
    files = {
        label: {
            PATH: f"def _r(x):\n    return {label!r}\n\n\ndef f(x):\n    return _r({label!r})\n"
        }
        for label in "ABC"
    }
    choices = [Choice(PATH, "f", "B"), Choice(PATH, "_r", "C")]
    made = splice(files["A"], files, choices, base_label="A")
    assert [one.reason for one in made.conflicts] == ["helper `_r` exists with another body in C"]


def test_a_constant_with_another_value_is_told() -> None:
    base = "RATE = 1\n\n\ndef f():\n    return 0\n"
    other = "RATE = 2\n\n\ndef f():\n    return RATE\n"
    assert reasons(base, other, "f") == ["constant `RATE` has another value in the base"]


def test_a_class_that_lacks_a_field_is_told() -> None:
    base = "class Item:\n    price: int\n\n\ndef f(i: Item):\n    return 0\n"
    other = "class Item:\n    price: int\n    tax: int\n\n\ndef f(i: Item):\n    return i.tax\n"
    assert reasons(base, other, "f") == [
        "needs `Item` with `tax`, which it does not have in the base"
    ]


def test_a_call_that_the_base_s_function_does_not_take_is_told() -> None:
    base = "def total(x):\n    return x\n\n\ndef f(x):\n    return 1\n"
    other = "def total(x, tax):\n    return x\n\n\ndef f(x):\n    return total(x, 1)\n"
    assert reasons(base, other, "f") == ["calls `total(x, tax)`, which is `total(x)` in the base"]


@pytest.mark.parametrize(
    ("call", "doubtful"),
    [("self.total()", True), ("self.total(1)", False), ("cart.total()", True), ("total()", False)],
)
def test_who_calls_a_replaced_method_in_the_old_way_is_told(call: str, doubtful: bool) -> None:
    base = (
        "class Cart:\n    def total(self, tax=0):\n        return 0\n\n"
        f"    def show(self, cart):\n        return {call}\n"
    )
    other = "class Cart:\n    def total(self, tax):\n        return tax\n"
    expected = (
        "signature differs from how the base calls it in `Cart.show`:"
        " total(self, tax) vs total(self, tax=0)"
    )
    assert reasons(base, other, "Cart.total") == ([expected] if doubtful else [])


def test_a_method_name_of_two_classes_is_not_guessed_at() -> None:
    base = (
        "class Cart:\n    def total(self):\n        return 0\n\n\n"
        "class Bill:\n    def total(self):\n        return 0\n\n\ndef f(x):\n    return x.total()\n"
    )
    other = "class Cart:\n    def total(self, tax):\n        return tax\n"
    assert reasons(base, other, "Cart.total") == []


def test_a_constructor_is_called_by_the_name_of_its_class_also_from_other_files() -> None:
    base = {
        PATH: "class Cart:\n    def __init__(self):\n        pass\n",
        "main.py": "from cart import Cart\n\n\ndef main():\n    return Cart()\n",
    }
    other = {PATH: "class Cart:\n    def __init__(self, owner):\n        self.owner = owner\n"}
    made = splice(base, {"B": other}, [Choice(PATH, "Cart.__init__", "B")])
    assert [one.reason for one in made.conflicts] == [
        "signature differs from how the base calls it in `main`:"
        " __init__(self, owner) vs __init__(self)"
    ]
