"""Where Java files are cut."""

from roundtable.merge.units import split

CART = b"""\
/* licence */
package a.b;

import java.util.List;
import static x.Y.z;

/** A cart. */
@Ann
public class Cart<T> extends Base {
    private int x = 1, y;

    static {
        z();
    }

    public Cart(int a) { }

    @Override
    public int total(final int a, List<String> b, String... c) { return 1; }

    public int total() { return 0; }

    int[] codes(int[] a) { return a; }

    class Inner {
        void f() { }
    }

    enum Color {
        RED, GREEN;

        int code() { return 1; }
    }

    record Pair(int a, int b) {
        Pair { }
    }

    interface Shape {
        int area();
    }

    int last = 2;
}

enum Plain { A, B }

@interface Mark { }
"""


def test_a_file_is_cut_into_named_units_in_its_order() -> None:
    found = split("Cart.java", CART)
    assert [(unit.kind, unit.name) for unit in found.units] == [
        ("statement", "package"),
        ("imports", "imports"),
        ("class", "Cart"),
        ("method", "Cart.Cart"),
        ("method", "Cart.total(int,List<String>,String...)"),
        ("method", "Cart.total()"),
        ("method", "Cart.codes"),
        ("class", "Cart.Inner"),
        ("method", "Cart.Inner.f"),
        ("class", "Cart.Color"),
        ("method", "Cart.Color.code"),
        ("class", "Cart.Pair"),
        ("method", "Cart.Pair.Pair"),
        ("type", "Cart.Shape"),
        ("method", "Cart.Shape.area"),
        ("class", "Plain"),
        ("type", "Mark"),
    ]
    assert not found.broken


def test_fields_and_initialisers_belong_to_the_head() -> None:
    found = split("Cart.java", CART)
    head = found.find("Cart")
    assert head is not None
    text = found.text(head)
    assert text.startswith("/** A cart. */\n@Ann\npublic class Cart")
    assert "z();" in text
    assert text.endswith("\n    int last = 2;")


def test_the_types_of_a_method_are_known_also_where_it_stands_alone() -> None:
    codes = split("Cart.java", CART).find("Cart.codes")
    assert codes is not None
    assert codes.key == "Cart.codes(int[])"
