"""Rust: a module that is declared has its file."""

import pytest

from roundtable.merge.origins.rust import RustOrigins
from roundtable.merge.standing import Shelf, Standing

PROJECT = ("src/lib.rs", "src/cart.rs", "src/cart/item.rs", "src/deep/mod.rs", "src/deep/x.rs")


def lacks(code: str, path: str = "src/lib.rs") -> list[str]:
    here = RustOrigins(Standing(frozenset({*PROJECT, path}), {path: code}, Shelf(lambda _: None)))
    found = [here.look(want, path).lack for want in here.wants(path)]
    return [lack.reason for lack in found if lack is not None]


@pytest.mark.parametrize(
    ("code", "path"),
    [
        ("mod cart;\npub mod deep;\n", "src/lib.rs"),
        ("mod item;\n", "src/cart.rs"),
        ("pub(crate) mod x;\n", "src/deep/mod.rs"),
        ("mod inline {\n    mod inner;\n}\n", "src/lib.rs"),
        ('#[path = "other.rs"]\nmod elsewhere;\n', "src/lib.rs"),
        ('#[cfg(feature = "x")]\n// why\nmod elsewhere;\n', "src/lib.rs"),
        ('#[cfg_attr(unix, path = "u.rs")]\nmod elsewhere;\n', "src/lib.rs"),
        ("use crate::nowhere;\nextern crate serde;\n", "src/lib.rs"),
        ("mod r#cart;\n", "src/lib.rs"),
    ],
)
def test_what_is_there_or_not_certain_is_let_pass(code: str, path: str) -> None:
    assert lacks(code, path) == []


@pytest.mark.parametrize("code", ["mod tart;\n", "/// Words.\n#[cfg(test)]\npub mod tart;\n"])
def test_a_module_without_a_file_is_told(code: str) -> None:
    assert lacks(code) == ["but neither src/tart.rs nor src/tart/mod.rs is there"]
