"""Java: classes of the project's own packages stand in its files."""

import pytest

from roundtable.merge.origins.java import JavaOrigins
from roundtable.merge.resolving import unresolved_imports
from roundtable.merge.standing import Shelf, Standing

BASE = "app/src/main/java/com/shop"
PROJECT = {
    f"{BASE}/Cart.java": "package com.shop;\n\npublic class Cart {}\nclass Hidden {}\n",
    f"{BASE}/util/Money.java": "package com.shop.util;\n\npublic record Money(int cents) {}\n",
    f"{BASE}/util/Rates.kt": "package com.shop.util\n\nobject Rates\n",
    f"{BASE}/java/util/Own.java": "package com.shop.java.util;\n\nclass Own {}\n",
}


def lacks(line: str, **more: str) -> list[str]:
    path = f"{BASE}/New.java"
    texts = {**PROJECT, **more, path: f"package com.shop;\n\n{line}\n\nclass New {{}}\n"}
    here = JavaOrigins(Standing(frozenset(texts), texts, Shelf(lambda _: None)))
    found = [here.look(want, path).lack for want in here.wants(path)]
    return [lack.reason for lack in found if lack is not None]


@pytest.mark.parametrize(
    "name",
    [
        *("java.util.List", "org.other.Thing", "com.shop.Cart", "com.shop.Hidden", "com.shop.*"),
        *("com.shop.util.Money", "com.shop.util.Rates", "com.shop.Cart.Item", "com.shop.R"),
        *("com.shop.ImmutableCart", "com.shop.Cart_", "com.shop.databinding.MainBinding"),
        *("com.shop.unknown.Thing",),
    ],
)
def test_what_is_there_or_not_certain_is_let_pass(name: str) -> None:
    assert lacks(f"import {name};") == []


@pytest.mark.parametrize(
    "line",
    [
        "import com.shop.util.Price;",
        "import static com.shop.util.Price.of;",
        "import static com.shop.util.Price.*;",
        "import com.shop.util.Price.Kind;",
    ],
)
def test_a_class_that_no_file_of_its_package_holds_is_told(line: str) -> None:
    assert lacks(line) == [f"but no file in {BASE}/util holds Price"]


def test_a_repository_that_makes_classes_from_other_files_is_not_certain() -> None:
    assert lacks("import com.shop.util.Price;", **{"orders.proto": ""}) == []


def test_a_removed_class_is_told_even_if_its_package_goes_with_it() -> None:
    texts = {
        f"{BASE}/old/Only.java": "package com.shop.old;\n\npublic class Only {}\n",
        f"{BASE}/User.java": "package com.shop;\n\nimport com.shop.old.Only;\n\nclass User {}\n",
    }
    gone, user = texts
    found = unresolved_imports({gone: texts[gone]}, {}, list(texts), texts.get)
    assert [(one.path, one.reason) for one in found] == [
        (gone, f"it would be gone, but {user} would still import it")
    ]
