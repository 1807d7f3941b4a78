"""Splices of Go, to the letter."""

from roundtable.merge.splice import Choice, Spliced, splice

BASE = """\
package cart

import "fmt"

// Cart holds items.
type Cart struct {
	items []int
}

func (c *Cart) Total() int {
	return len(c.items)
}

func (c *Cart) Show() {
	fmt.Println(c.Total())
}
"""

TAXED = """\
package cart

import (
	"math"

	"example.org/money/v2"
)

const rate = 0.2

type Cart struct {
	items []int
}

// Total with tax.
func (c *Cart) Total() int {
	return int(math.Round(c.sum()*rate)) + money.Cents(1)
}

func (c *Cart) sum() float64 {
	return float64(len(c.items))
}
"""


def merge(base: str, other: str, *units: str) -> Spliced:
    choices = [Choice("cart.go", unit, "B") for unit in units]
    return splice({"cart.go": base}, {"B": {"cart.go": other}}, choices)


def reasons(made: Spliced) -> list[str]:
    return [one.reason for one in made.conflicts]


def test_a_method_brings_packages_constants_and_helpers() -> None:
    made = merge(BASE, TAXED, "Cart.Total")
    assert (
        made.files["cart.go"]
        == """\
package cart

import (
	"fmt"
	"math"

	"example.org/money/v2"
)

const rate = 0.2

// Cart holds items.
type Cart struct {
	items []int
}

// Total with tax.
func (c *Cart) Total() int {
	return int(math.Round(c.sum()*rate)) + money.Cents(1)
}

func (c *Cart) sum() float64 {
	return float64(len(c.items))
}

func (c *Cart) Show() {
	fmt.Println(c.Total())
}
"""
    )
    assert made.conflicts == ()


def test_an_unexported_field_that_only_the_taken_method_uses_comes_along() -> None:
    other = BASE.replace("items []int\n", "items []int\n\tseen  bool\n").replace(
        "return len(c.items)", "c.seen = !c.seen\n\treturn 0"
    )
    made = merge(BASE, other, "Cart.Total")
    assert made.files["cart.go"] == other.replace("seen  bool", "seen  bool")
    assert made.conflicts == ()


def test_a_field_that_others_fill_is_told() -> None:
    other = BASE.replace("items []int", "lines []int").replace("c.items", "c.lines") + (
        "\nfunc (c *Cart) Add(x int) {\n\tc.lines = append(c.lines, x)\n}\n"
    )
    assert reasons(merge(BASE, other, "Cart.Total")) == [
        "reads field lines, which only B's `Cart` declares"
    ]


def test_a_call_with_too_few_arguments_is_told() -> None:
    other = BASE.replace("Total() int", "Total(tax int) int")
    assert reasons(merge(BASE, other, "Cart.Total")) == [
        "signature differs from how the base calls it in `Cart.Show`: Total(tax int) vs Total()"
    ]


def test_a_new_function_stands_below_its_predecessor() -> None:
    other = BASE.replace(
        "func (c *Cart) Show", "func New() *Cart {\n\treturn &Cart{}\n}\n\nfunc (c *Cart) Show"
    )
    assert merge(BASE, other, "New").files["cart.go"] == other


def test_a_group_that_brings_a_name_twice_is_told() -> None:
    base = "package a\n\nconst X = 1\n\nconst Y = 2\n"
    other = "package a\n\nconst (\n\tX = 1\n\tY = 2\n)\n"
    made = merge(base, other, "X")
    assert reasons(made) == ["`Y` is now defined twice: `Y` has it too"]


def test_what_the_folder_shares_comes_into_the_file_where_it_stood() -> None:
    base = {"a/x.go": "package a\n\nfunc F() int {\n\treturn 1\n}\n", "a/y.go": "package a\n"}
    other = {
        "a/x.go": "package a\n\nfunc F() int {\n\treturn g()\n}\n",
        "a/y.go": "package a\n\nfunc g() int {\n\treturn 2\n}\n",
    }
    assert splice(base, {"B": other}, [Choice("a/x.go", "F", "B")]).files == other


def test_a_new_file_starts_with_its_package() -> None:
    other = 'package a\n\nimport "os"\n\nfunc F() {\n\tos.Exit(1)\n}\n\nfunc G() {}\n'
    made = splice({}, {"B": {"a.go": other}}, [Choice("a.go", "F", "B")])
    assert made.files["a.go"] == 'package a\n\nimport "os"\n\nfunc F() {\n\tos.Exit(1)\n}\n'
