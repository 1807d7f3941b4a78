"""Which file an import means."""

import pytest

from roundtable.merge.elsewhere import files_of
from roundtable.merge.imports import Import, imports_of
from roundtable.merge.units import split

TREE = {
    "src/shop/__init__.py",
    "src/shop/cart.py",
    "src/shop/sub/money.py",
    "web/a.ts",
    "web/lib/b.ts",
    "web/lib/index.tsx",
    "web/c.js",
}


def wanted(path: str, line: str) -> Import:
    return imports_of(split(path, line.encode()))[0]


@pytest.mark.parametrize(
    ("path", "line", "found"),
    [
        ("src/shop/cart.py", "from .sub.money import f", [("src/shop/sub/money.py", "f")]),
        ("src/shop/sub/money.py", "from ..cart import f as g", [("src/shop/cart.py", "f")]),
        ("src/shop/cart.py", "from shop import f", [("src/shop/__init__.py", "f")]),
        ("src/shop/cart.py", "from shop.sub.money import f", [("src/shop/sub/money.py", "f")]),
        ("src/shop/cart.py", "from json import f", []),
        ("src/shop/cart.py", "from ....far import f", []),
        ("src/shop/cart.py", "import shop.cart", []),
        ("web/a.ts", "import { f as g } from './lib/b';", [("web/lib/b.ts", "f")]),
        ("web/a.ts", "import { f } from './lib';", [("web/lib/index.tsx", "f")]),
        ("web/lib/b.ts", "import { f } from '../c.js';", [("web/c.js", "f")]),
        ("web/lib/b.ts", "import { f } from '../a.js';", [("web/a.ts", "f")]),
        ("web/a.ts", "import { f } from 'react';", []),
        ("web/a.ts", "import { f } from '../../x';", []),
        ("a.go", 'import "fmt"', []),
    ],
)
def test_an_import_means_a_file_of_the_tree_or_none(
    path: str, line: str, found: list[tuple[str, str]]
) -> None:
    assert list(files_of(wanted(path, line), path, TREE)) == found
