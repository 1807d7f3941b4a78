"""Go: packages of the module's own are folders with Go files."""

import pytest

from roundtable.merge.origins.go import GoOrigins
from roundtable.merge.standing import Shelf, Standing

PROJECT = {
    "go.mod": "module example.com/shop // the shop\n\nrequire example.com/shop/apart v1.2.0\n",
    "main.go": "package main\n",
    "cart/cart.go": "package cart\n",
    "wire/orders.proto": "",
    "docs/readme.md": "",
    "tools/go.mod": "module example.com/shop/tools\n",
    "tools/lint/lint.go": "package lint\n",
    ".gitignore": "/mocks/\n",
}


def lacks(module: str, path: str = "main.go") -> list[str]:
    texts = {**PROJECT, path: f'package main\n\nimport (\n\t_ "{module}"\n)\n'}
    here = GoOrigins(Standing(frozenset(texts), texts, Shelf(lambda _: None)))
    found = [here.look(want, path).lack for want in here.wants(path)]
    assert len(found) == 1
    return [lack.reason for lack in found if lack is not None]


@pytest.mark.parametrize(
    "module",
    [
        *("fmt", "net/http", "C", "github.com/other/thing", "example.com/shopping/x"),
        *("example.com/shop", "example.com/shop/cart", "example.com/shop/wire"),
        *("example.com/shop/tools/lint", "example.com/shop/tools/other"),
        *("example.com/shop/apart", "example.com/shop/apart/x", "example.com/shop/mocks"),
    ],
)
def test_what_is_there_or_anothers_is_let_pass(module: str) -> None:
    assert lacks(module) == []


@pytest.mark.parametrize("module", ["example.com/shop/tart", "example.com/shop/docs"])
def test_an_own_package_without_files_is_told(module: str) -> None:
    folder = module.rpartition("/")[2]
    assert lacks(module) == [f"but no Go file stands in {folder}"]


def test_the_nearest_go_mod_decides() -> None:
    assert lacks("example.com/shop/tart", "tools/lint/x.go") == []
    assert lacks("example.com/shop/tools/tart", "tools/lint/x.go") == [
        "but no Go file stands in tools/tart"
    ]


def test_without_a_go_mod_nothing_is_said() -> None:
    here = GoOrigins(Standing(frozenset({"a.go"}), {"a.go": 'package a\nimport "x/y"\n'}, NOTHING))
    assert [here.look(want, "a.go").lack for want in here.wants("a.go")] == [None]


NOTHING = Shelf(lambda _: None)
