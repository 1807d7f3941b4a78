"""Splices of Rust, to the letter."""

from roundtable.merge.splice import Choice, Spliced, splice

BASE = """\
//! A cart.
#![allow(dead_code)]

use std::fmt;

/// Holds items.
#[derive(Debug)]
pub struct Cart {
    items: Vec<u32>,
}

impl Cart {
    pub fn total(&self) -> u32 {
        0
    }
}

impl fmt::Display for Cart {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.total())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn works() {
        assert_eq!(Cart { items: vec![] }.total(), 0);
    }
}
"""


def merge(base: str, other: str, *units: str) -> Spliced:
    choices = [Choice("src/cart.rs", unit, "B") for unit in units]
    return splice({"src/cart.rs": base}, {"B": {"src/cart.rs": other}}, choices)


def reasons(made: Spliced) -> list[str]:
    return [one.reason for one in made.conflicts]


def test_a_method_brings_uses_constants_siblings_and_attributes() -> None:
    other = """\
use std::collections::{BTreeSet, HashMap as Map};
use std::fmt;

const RATE: u32 = 2;

#[derive(Debug)]
pub struct Cart {
    items: Vec<u32>,
}

impl Cart {
    /// With care.
    #[inline]
    pub fn total(&self) -> u32 {
        let seen: Map<u32, u32> = Map::new();
        self.count() * RATE + seen.len() as u32
    }

    fn count(&self) -> u32 {
        self.items.len() as u32
    }
}
"""
    made = merge(BASE, other, "Cart.total")
    expected = BASE.replace(
        "use std::fmt;\n",
        "use std::fmt;\nuse std::collections::HashMap as Map;\n\nconst RATE: u32 = 2;\n",
    ).replace(
        "    pub fn total(&self) -> u32 {\n        0\n    }\n",
        """\
    /// With care.
    #[inline]
    pub fn total(&self) -> u32 {
        let seen: Map<u32, u32> = Map::new();
        self.count() * RATE + seen.len() as u32
    }

    fn count(&self) -> u32 {
        self.items.len() as u32
    }
""",
    )
    # A name that nobody uses by name may be a trait: it comes along to be safe.
    expected = expected.replace(
        "HashMap as Map;\n", "HashMap as Map;\nuse std::collections::BTreeSet;\n"
    )
    assert made.files["src/cart.rs"] == expected
    assert made.conflicts == ()


def test_the_method_of_a_trait_is_told_apart_from_the_type_s_own() -> None:
    other = BASE.replace('write!(f, "{}", self.total())', 'write!(f, "cart")')
    made = merge(BASE, other, "Cart as fmt::Display.fmt")
    assert made.files["src/cart.rs"] == other
    assert made.conflicts == ()


def test_a_field_is_told_and_never_carried_since_whoever_builds_the_type_must_name_it() -> None:
    other = BASE.replace("items: Vec<u32>,", "items: Vec<u32>,\n    seen: u32,")
    other = other.replace("        0\n", "        self.seen\n")
    made = merge(BASE, other, "Cart.total")
    assert reasons(made) == ["reads self.seen, which only B's `Cart` declares"]


def test_a_new_test_stands_in_the_module_for_tests_with_its_helper() -> None:
    other = BASE.replace(
        "    #[test]\n    fn works",
        "    fn cart() -> Cart {\n        Cart { items: vec![1] }\n    }\n\n"
        "    #[test]\n    fn counts() {\n        assert_eq!(cart().total(), 1);\n    }\n\n"
        "    #[test]\n    fn works",
    )
    made = merge(BASE, other, "tests.counts")
    assert made.files["src/cart.rs"] == other
    assert made.conflicts == ()


def test_a_struct_keeps_its_derived_traits_and_brings_their_imports() -> None:
    base = "pub struct A {\n    x: u8,\n}\n"
    other = "use serde::Serialize;\n\n#[derive(Serialize)]\npub struct A {\n    x: u16,\n}\n"
    assert merge(base, other, "A").files["src/cart.rs"] == other


def test_an_impl_that_the_base_lacks_comes_whole() -> None:
    other = BASE.replace(
        "#[cfg(test)]",
        "impl Default for Cart {\n    fn default() -> Self {\n        Cart { items:"
        " vec![] }\n    }\n}\n\n#[cfg(test)]",
    )
    assert merge(BASE, other, "impl Cart as Default").files["src/cart.rs"] == other


def test_a_call_that_does_not_fit_is_told() -> None:
    other = BASE.replace("total(&self)", "total(&self, tax: u32)")
    assert reasons(merge(BASE, other, "Cart.total")) == []
    calling = BASE.replace("items: vec![] }.total(), 0", "items: vec![] }.total(), 1")
    calling += "\npub fn show(cart: &Cart) -> u32 {\n    cart.total()\n}\n"
    assert reasons(merge(calling, other, "Cart.total")) == [
        "signature differs from how the base calls it in `show`:"
        " total(&self, tax: u32) vs total(&self)"
    ]
