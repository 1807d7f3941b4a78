"""Where Rust files are cut."""

from roundtable.merge.units import split

CART = b"""\
//! About.
#![allow(x)]

use std::fmt;
extern crate foo;

mod other;

/// A cart.
#[derive(Debug)]
pub struct Cart<T> {
    items: Vec<T>,
}

enum Kind { A, B }

impl<T: Clone> Cart<T> {
    const N: usize = 1;

    /// All.
    #[inline]
    pub fn total(&self) -> i32 {
        1
    }
}

impl<'a, T> fmt::Display for Cart<T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        Ok(())
    }
}

impl<T> From<u8> for Cart<T> {
    fn from(x: u8) -> Self {
        todo!()
    }
}

pub trait Priced {
    fn price(&self) -> i32;
    fn free(&self) -> bool {
        false
    }
}

macro_rules! make { () => {} }

const C: i32 = 1;
static S: &str = "x";
type A = B;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn works() {}
}

make!();
"""


def test_a_file_is_cut_into_named_units_in_its_order() -> None:
    found = split("cart.rs", CART)
    assert [(unit.kind, unit.name) for unit in found.units] == [
        ("statement", "#![allow(x)]"),
        ("imports", "imports"),
        ("statement", "mod other"),
        ("type", "Cart"),
        ("type", "Kind"),
        ("class", "impl Cart"),
        ("method", "Cart.total"),
        ("class", "impl Cart as fmt::Display"),
        ("method", "Cart as fmt::Display.fmt"),
        ("class", "impl Cart as From<u8>"),
        ("method", "Cart as From<u8>.from"),
        ("type", "Priced"),
        ("method", "Priced.price"),
        ("method", "Priced.free"),
        ("function", "make"),
        ("constant", "C"),
        ("constant", "S"),
        ("type", "A"),
        ("class", "tests"),
        ("function", "tests.works"),
        ("statement", "make!();"),
    ]
    assert not found.broken


def test_attributes_and_doc_comments_go_with_their_item() -> None:
    found = split("cart.rs", CART)
    total, cart, tests = found.find("Cart.total"), found.find("Cart"), found.find("tests")
    assert total and cart and tests
    assert found.text(total).startswith("    /// All.\n    #[inline]\n    pub fn total")
    assert found.text(cart).startswith("/// A cart.\n#[derive(Debug)]\npub struct")
    assert found.text(tests) == "#[cfg(test)]\nmod tests {\n    use super::*;"
