"""What a change set breaks: told at the file that does it, and only if the change does it."""

import pytest

from roundtable.merge import standing
from roundtable.merge.resolving import unresolved_imports

CART = "def total(items):\n    return sum(items)\n\n\ndef show(items):\n    return str(items)\n"
SHOP = {
    "pyproject.toml": '[project]\nname = "shop"\ndependencies = ["rich"]\n',
    "src/shop/__init__.py": "",
    "src/shop/cart.py": CART,
    "src/shop/till.py": "from shop.cart import total\n",
    "tests/test_cart.py": "import rich\nfrom shop import cart\nfrom shop.cart import show, total\n",
}


def objections(
    changed: dict[str, str | None], repository: dict[str, str] = SHOP
) -> list[tuple[str, str]]:
    before = {path: repository[path] for path in changed if path in repository}
    after = {path: text for path, text in changed.items() if text is not None}
    untouched = {path: text for path, text in repository.items() if path not in changed}
    found = unresolved_imports(before, after, list(repository), untouched.get)
    assert {one.concern for one in found} <= {"imports"}
    return [(one.path, one.reason) for one in found]


def test_a_change_that_breaks_no_import_is_let_pass() -> None:
    assert objections({"src/shop/cart.py": CART.replace("sum(items)", "0")}) == []


def test_a_new_import_that_leads_nowhere_is_told_with_its_line() -> None:
    text = CART.replace("def total", "import os\nfrom shop.prices import price\n\n\ndef total")
    assert objections({"src/shop/cart.py": text}) == [
        (
            "src/shop/cart.py",
            "line 2 imports price from shop.prices, but src/shop holds no prices",
        )
    ]


def test_names_of_one_module_are_told_together() -> None:
    text = "from shop.cart import (\n    one,\n    two,\n)\nfrom shop.cart import show\n"
    assert objections({"src/shop/new.py": text}) == [
        (
            "src/shop/new.py",
            "line 1 imports one, two from shop.cart, which src/shop/cart.py does not offer",
        )
    ]


def test_a_name_that_a_changed_file_no_longer_offers_is_told_there_with_who_imports_it() -> None:
    text = CART.replace("def total", "def total_of")
    assert objections({"src/shop/cart.py": text}) == [
        (
            "src/shop/cart.py",
            "it would no longer offer total, but src/shop/till.py, tests/test_cart.py would still "
            "import it",
        )
    ]


def test_an_importer_within_the_change_set_is_told_itself() -> None:
    changed = {
        "src/shop/cart.py": CART.replace("def total", "def total_of"),
        "src/shop/till.py": "from shop.cart import total\n\nPAID = 0\n",
        "tests/test_cart.py": "from shop.cart import total_of\n",
    }
    assert objections(dict(changed)) == [
        (
            "src/shop/till.py",
            "line 1 imports total from shop.cart, which src/shop/cart.py does not offer",
        )
    ]


def test_a_renamed_function_with_all_its_importers_breaks_nothing() -> None:
    changed = {path: SHOP[path].replace("total", "total_of") for path in SHOP if "shop/" in path}
    changed["tests/test_cart.py"] = SHOP["tests/test_cart.py"].replace("total", "total_of")
    assert objections(dict(changed)) == []


def test_a_removed_file_that_others_import_is_told() -> None:
    assert objections({"src/shop/cart.py": None}) == [
        (
            "src/shop/cart.py",
            "it would be gone, but src/shop/till.py, tests/test_cart.py would still import it",
        )
    ]


@pytest.mark.parametrize(
    ("gone", "importer", "text"),
    [
        ("cart.py", "till.py", "import cart\n"),
        ("cart.py", "till.py", "def pay():\n    from cart import total\n"),
        ("lib/cart/__init__.py", "lib/till.py", "from cart import total\n"),
        ("src/cart.ts", "src/till.tsx", "import { total } from './cart.js';\n"),
        ("src/cart/index.ts", "src/till.ts", "import total from './cart';\n"),
        ("src/index.js", "src/till.js", "const all = require('.');\n"),
        ("cart/cart.go", "main.go", 'package main\n\nimport "shop/cart"\n'),
        ("src/cart.rs", "src/lib.rs", "mod cart;\n"),
        ("src/cart/mod.rs", "src/lib.rs", "pub mod cart;\n"),
        ("a/shop/Cart.java", "a/till/Till.java", "package till;\n\nimport shop.Cart;\n"),
    ],
)
def test_a_removed_file_is_missed_in_every_language(gone: str, importer: str, text: str) -> None:
    held = {"a/shop/Cart.java": "package shop;\n", "cart/cart.go": "package cart\n"}
    shop = {"go.mod": "module shop\n", importer: text, gone: held.get(gone, "")}
    if gone.endswith(".py"):
        shop[gone] = CART
    assert objections({importer: text + "\n"}, shop) == []
    assert objections({gone: None}, shop) == [
        (gone, f"it would be gone, but {importer} would still import it")
    ]


def test_a_default_export_that_is_gone_is_missed_under_any_name() -> None:
    shop = {"src/cart.ts": "export default 1;\n", "src/till.ts": "import sum from './cart';\n"}
    assert objections({"src/cart.ts": "export const sum = 1;\n"}, shop) == [
        ("src/cart.ts", "it would no longer offer default, but src/till.ts would still import it")
    ]


def test_a_module_that_becomes_a_package_or_a_dependency_is_not_missed() -> None:
    assert objections({"src/shop/cart.py": None, "src/shop/cart/__init__.py": CART}) == []
    shop = {"requirements.txt": "six\n", "six.py": "", "a.py": "import six\n"}
    assert objections({"six.py": None}, shop) == []


def test_many_importers_are_counted() -> None:
    many = {f"src/shop/use{n}.py": "from .cart import show\n" for n in range(9)}
    found = objections({"src/shop/cart.py": CART.replace("def show", "def shown")}, SHOP | many)
    assert found == [
        (
            "src/shop/cart.py",
            "it would no longer offer show, but src/shop/use0.py, src/shop/use1.py, "
            "src/shop/use2.py and 7 more would still import it",
        )
    ]


def test_a_moved_module_with_a_new_home_in_the_change_set_breaks_only_who_knows_the_old() -> None:
    changed = {"src/shop/cart.py": None, "src/shop/basket.py": CART}
    changed |= {"src/shop/till.py": "from shop.basket import total\n"}
    found = objections(changed)
    assert found == [
        ("src/shop/cart.py", "it would be gone, but tests/test_cart.py would still import it")
    ]


def test_what_did_not_resolve_before_is_not_the_changes_fault() -> None:
    shop = {**SHOP, "src/shop/till.py": "from shop.nowhere import x\nimport unheard_of\n"}
    assert objections({"src/shop/till.py": shop["src/shop/till.py"] + "y = 1\n"}, shop) == []
    assert objections({"src/shop/cart.py": CART + "z = 1\n"}, shop) == []


def test_a_file_that_does_not_parse_is_left_to_the_parser() -> None:
    assert objections({"src/shop/till.py": "from shop.nowhere import (\n"}) == []
    assert objections({"src/shop/cart.py": "def total(:\n"}) == []


def test_what_others_import_already_is_an_ordinary_import() -> None:
    new = "import numpy as np\nimport requests\n"
    alone = objections({"src/shop/new.py": new})
    assert [reason for _, reason in alone] == [
        "line 1 imports numpy, which is neither in the repository nor declared",
        "line 2 imports requests, which is neither in the repository nor declared",
    ]
    known = {**SHOP, "tests/test_more.py": "import numpy\n"}
    assert len(objections({"src/shop/new.py": new}, known)) == 1


def test_a_declaration_in_the_same_change_set_counts() -> None:
    declared = SHOP["pyproject.toml"].replace('"rich"', '"rich", "requests>=2"')
    changed = {"src/shop/new.py": "import requests\n", "pyproject.toml": declared}
    assert objections(dict(changed)) == []


def test_a_reason_says_when_not_everything_was_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standing, "MOST_FILES", 12)
    many = {f"src/shop/a{n:02}.py": "x = 1\n" for n in range(30)}
    shop = {**SHOP, **many, "src/shop/zzz.py": "import requests\n"}
    found = objections({"src/shop/new.py": "import requests\n"}, shop)
    assert found[0][1].endswith("2,000 files or 20 MB of the repository were read)")
    found = objections({"src/shop/cart.py": None}, {**shop, "src/shop/a.py": "import shop.cart\n"})
    assert "src/shop/a.py" in found[0][1]
    assert found[0][1].endswith("2,000 files or 20 MB of the repository were read)")


def test_a_path_that_is_listed_and_new_in_the_change_set_is_new() -> None:
    """As when a file is written while the change set is made."""
    text = "from shop.nowhere import x\n"
    found = unresolved_imports({}, {"src/shop/till.py": text}, list(SHOP), SHOP.get)
    assert [one.path for one in found] == ["src/shop/till.py"]


def test_languages_are_judged_side_by_side() -> None:
    mixed = {"package.json": "{}", "go.mod": "module m\n", "a/a.go": "package a\n", "lib.rs": ""}
    changed: dict[str, str | None] = {
        "x.ts": "import './nowhere'\n",
        "x.py": "from . import nowhere\n",
        "x.go": 'package x\n\nimport "m/nowhere"\n',
        "lib.rs": "mod nowhere;\n",
        "notes.md": "import nowhere\n",
    }
    found = objections(changed, mixed)
    assert sorted(path for path, _ in found) == ["lib.rs", "x.go", "x.py", "x.ts"]
