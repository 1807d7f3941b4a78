"""Where Go files are cut."""

from roundtable.merge.units import split

CART = b"""\
// Package cart.
package cart

import "os"

import (
	"fmt"
)

// A is one.
const A, B = 1, 2

const (
	X = iota
	Y
)

var (
	first  int
	second int
)

// Cart holds.
type Cart[T any] struct {
	items []T
}

type (
	U int
	V = string
)

// Total adds.
func (c *Cart[T]) Total() int { return 0 }

func (Cart[T]) Empty() bool { return true }

func Map[K any](k K) {}

func init() {}
func init() {}
"""


def test_a_file_is_cut_into_named_units_in_its_order() -> None:
    found = split("cart.go", CART)
    assert [(unit.kind, unit.name, unit.parent) for unit in found.units] == [
        ("statement", "package", ""),
        ("imports", "imports", ""),
        ("constant", "A, B", ""),
        ("constant", "X", ""),
        ("constant", "first", ""),
        ("type", "Cart", ""),
        ("type", "U", ""),
        ("method", "Cart.Total", "Cart"),
        ("method", "Cart.Empty", "Cart"),
        ("function", "Map", ""),
        ("function", "init", ""),
        ("function", "init#2", ""),
    ]
    assert not found.broken


def test_comments_go_with_what_they_are_about() -> None:
    found = split("cart.go", CART)
    total = found.find("Cart.Total")
    assert total is not None
    assert found.text(total).startswith("// Total adds.\nfunc (c *Cart[T])")


def test_a_type_holds_no_methods_since_they_stand_outside_it() -> None:
    cart = split("cart.go", CART).find("Cart")
    assert cart is not None
    assert not cart.holds
