"""What a taken unit needs comes along, and what cannot come is told."""

from roundtable.merge.splice import Choice, Spliced, splice

PATH = "shop/cart.py"


def merge(base: str, other: str, *units: str) -> Spliced:
    choices = [Choice(PATH, unit, "B") for unit in units]
    return splice({PATH: base}, {"B": {PATH: other}}, choices)


def reasons(made: Spliced) -> list[str]:
    return [one.reason for one in made.conflicts]


def test_an_import_a_constant_and_a_helper_come_along_and_bring_what_they_need() -> None:
    base = '"""Cart."""\n\nimport os\n\n\ndef total(items):\n    return sum(items)\n'
    other = (
        "import os\nimport json\nfrom decimal import Decimal\n\nCENT = Decimal('0.01')\n\n\n"
        "def _round(x):\n    return x.quantize(CENT)\n\n\n"
        "def total(items):\n    return _round(sum(items))\n\n\ndef unused():\n    return json\n"
    )
    made = merge(base, other, "total")
    assert made.files[PATH] == (
        '"""Cart."""\n\nimport os\nfrom decimal import Decimal\n\nCENT = Decimal(\'0.01\')\n\n\n'
        "def _round(x):\n    return x.quantize(CENT)\n\n\n"
        "def total(items):\n    return _round(sum(items))\n"
    )
    assert made.conflicts == ()
    assert [(one.unit, one.why) for one in made.provenance if one.source == "B"] == [
        ("CENT", "carried: needed by _round"),
        ("_round", "carried: needed by total"),
        ("total", "chosen"),
        ("imports", "carried: `from decimal import Decimal`, needed by CENT"),
    ]


def test_a_sibling_method_comes_along_with_what_it_needs() -> None:
    base = "class A:\n    def f(self):\n        return 1\n"
    other = (
        "class A:\n    def f(self):\n        return self._g()\n\n"
        "    def _g(self):\n        return self._h() + 1\n\n    def _h(self):\n        return 1\n"
    )
    made = merge(base, other, "A.f")
    assert made.files[PATH] == other
    assert made.conflicts == ()


def test_a_name_from_elsewhere_is_a_conflict_and_the_base_keeps_its_own() -> None:
    base = "from fast import loads\n\n\ndef f(x):\n    return x\n"
    other = "from json import loads\n\n\ndef f(x):\n    return loads(x)\n"
    made = merge(base, other, "f")
    assert made.files[PATH] == base.replace("return x", "return loads(x)")
    assert reasons(made) == ["`loads` is imported from `fast` in the base and from `json` in B"]
    assert not made.refused


def test_a_name_that_one_imports_and_the_other_defines_is_a_conflict() -> None:
    defined = "def g():\n    pass\n\n\ndef f(x):\n    return 1\n"
    imported = "from m import g\n\n\ndef f(x):\n    return g()\n"
    assert reasons(merge(defined, imported, "f")) == [
        "B imports `g` from `m`, the base defines it itself"
    ]
    own = "from m import g\n\n\ndef f(x):\n    return 1\n"
    uses = "def g():\n    pass\n\n\ndef f(x):\n    return g()\n"
    assert reasons(merge(own, uses, "f")) == ["B defines `g` itself, the base has it from `m`"]


def test_what_must_stand_first_is_put_above_the_one_that_needs_it() -> None:
    base = "class A:\n    size = 1\n\n\nx = 1\n"
    other = "x = 1\nSIZE = 2\n\n\nclass A:\n    size = SIZE\n"
    assert merge(base, other, "A").files[PATH] == (
        "SIZE = 2\n\n\nclass A:\n    size = SIZE\n\n\nx = 1\n"
    )


def test_an_import_for_the_type_checker_comes_into_its_block() -> None:
    base = "import os\n\n\ndef f(x):\n    return os\n"
    other = (
        "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from a import T\n\n\n"
        'def f(x: "T"):\n    return 1\n'
    )
    assert merge(base, other, "f").files[PATH] == (
        "import os\nfrom typing import TYPE_CHECKING\n\n"
        "if TYPE_CHECKING:\n    from a import T\n\n\n"
        'def f(x: "T"):\n    return 1\n'
    )


def test_annotations_that_were_not_evaluated_there_are_not_here() -> None:
    base = '"""Doc."""\n\n\nclass A:\n    def f(self):\n        return 1\n'
    other = (
        "from __future__ import annotations\n\n\nclass A:\n"
        "    def f(self, other: A) -> A:\n        return other\n"
    )
    assert merge(base, other, "A.f").files[PATH] == (
        '"""Doc."""\n\nfrom __future__ import annotations\n\n\nclass A:\n'
        "    def f(self, other: A) -> A:\n        return other\n"
    )


def test_a_tried_import_comes_as_it_is() -> None:
    base = "def f():\n    return 1\n"
    other = (
        "try:\n    import yaml\nexcept ImportError:\n    yaml = None\n\n\n"
        "def f():\n    return yaml\n"
    )
    assert merge(base, other, "f").files[PATH] == other


def test_a_wildcard_comes_along_for_names_that_nobody_is_seen_to_define() -> None:
    base = "def f():\n    return 1\n"
    plain = "from shapes import *\n\n\ndef f():\n    return len([1])\n"
    assert "import *" not in merge(base, plain, "f").files[PATH]
    needing = plain.replace("len([1])", "area(1)")
    assert "from shapes import *" in merge(base, needing, "f").files[PATH]


def test_a_needed_file_that_the_base_lacks_comes_along() -> None:
    other = {
        PATH: "from .money import cents\n\n\ndef f():\n    return cents(1)\n",
        "shop/money.py": "def cents(x):\n    return x * 100\n",
    }
    made = splice({PATH: "def f():\n    return 1\n"}, {"B": other}, [Choice(PATH, "f", "B")])
    assert made.files["shop/money.py"] == other["shop/money.py"]
    assert [one.why for one in made.provenance if one.path == "shop/money.py"] == [
        "carried: needed by f"
    ]


def test_a_needed_function_comes_into_the_other_file_where_it_belongs() -> None:
    base = {PATH: "def f():\n    return 1\n", "shop/money.py": "def euros(x):\n    return x\n"}
    money = "def euros(x):\n    return x\n\n\ndef cents(x):\n    return euros(x) * 100\n"
    other = {
        PATH: "from shop.money import cents\n\n\ndef f():\n    return cents(1)\n",
        "shop/money.py": money,
    }
    made = splice(base, {"B": other}, [Choice(PATH, "f", "B")])
    assert made.files == other


def test_a_helper_in_another_file_with_another_body_is_told() -> None:
    base = {PATH: "def f():\n    return 1\n", "shop/money.py": "def _c(x):\n    return x\n"}
    other = {
        PATH: "from .money import _c\n\n\ndef f():\n    return _c(1)\n",
        "shop/money.py": "def _c(x):\n    return x * 100\n",
    }
    made = splice(base, {"B": other}, [Choice(PATH, "f", "B")])
    assert [(one.path, one.unit, one.reason) for one in made.conflicts] == [
        (PATH, "f", "helper `_c` exists with another body in the base")
    ]
