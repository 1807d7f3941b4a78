"""Rust's `use` lines, read and added."""

import pytest

from roundtable.merge.imports import imports_of, with_imports
from roundtable.merge.units import split


def added(base: str, other: str) -> str:
    wanted = imports_of(split("a.rs", other.encode()))
    return with_imports(split("a.rs", base.encode()), wanted).decode()


def test_a_tree_of_paths_is_read_path_by_path() -> None:
    text = b"use std::{fmt, collections::{HashMap as M, *}, io::{self, Read}};\nextern crate foo;\n"
    assert [(one.name, one.origin, one.line) for one in imports_of(split("a.rs", text))] == [
        ("fmt", "std::fmt", "use std::fmt;"),
        ("M", "std::collections::HashMap", "use std::collections::HashMap as M;"),
        ("*", "std::collections::*", "use std::collections::*;"),
        ("io", "std::io", "use std::io;"),
        ("Read", "std::io::Read", "use std::io::Read;"),
        ("foo", "foo", "extern crate foo;"),
    ]


@pytest.mark.parametrize(
    ("base", "other", "expected"),
    [
        ("fn f() {}\n", "use a::B;", "use a::B;\n\nfn f() {}\n"),
        (
            "//! Doc.\n#![allow(x)]\n\nfn f() {}\n",
            "use a::B;",
            "//! Doc.\n#![allow(x)]\n\nuse a::B;\n\nfn f() {}\n",
        ),
        ("//! Doc.\nfn f() {}\n", "use a::B;", "//! Doc.\n\nuse a::B;\n\nfn f() {}\n"),
        ("use std::a;\nuse b::c;\n", "use std::d;", "use std::a;\nuse std::d;\nuse b::c;\n"),
    ],
)
def test_a_use_goes_beside_its_like(base: str, other: str, expected: str) -> None:
    assert added(base, other) == expected
