"""Splices of Java, to the letter."""

from roundtable.merge.splice import Choice, Spliced, splice

PATH = "shop/Cart.java"
BASE = """\
package shop;

import java.util.List;

/** A cart. */
public class Cart {
    private final List<Integer> items = List.of();

    public Cart() {
    }

    public int total() {
        return items.size();
    }

    void show() {
        System.out.println(total());
    }
}
"""

CAREFUL = """\
package shop;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import static java.lang.Math.round;

class Cart {
  private final Map<Integer, Integer> seen = new HashMap<>();
  private final List<Integer> items = List.of();

  /** With care. */
  @Override
  public int total() {
    seen.put(1, 2);
    return round(sum());
  }

  private float sum() {
    return items.size();
  }
}
"""


def merge(base: str, other: str, *units: str) -> Spliced:
    return splice({PATH: base}, {"B": {PATH: other}}, [Choice(PATH, one, "B") for one in units])


def reasons(made: Spliced) -> list[str]:
    return [one.reason for one in made.conflicts]


def test_a_method_brings_imports_a_private_field_and_a_sibling() -> None:
    made = merge(BASE, CAREFUL, "Cart.total")
    assert (
        made.files[PATH]
        == """\
package shop;

import java.util.List;
import java.util.HashMap;
import java.util.Map;

import static java.lang.Math.round;

/** A cart. */
public class Cart {
    private final List<Integer> items = List.of();
    private final Map<Integer, Integer> seen = new HashMap<>();

    public Cart() {
    }

    /** With care. */
    @Override
    public int total() {
        seen.put(1, 2);
        return round(sum());
    }

    private float sum() {
        return items.size();
    }

    void show() {
        System.out.println(total());
    }
}
"""
    )
    assert made.conflicts == ()


def test_an_overload_is_chosen_by_its_types_and_stands_beside_the_other() -> None:
    other = """\
class Cart {
    public int total() {
        return 1;
    }

    public int total(int tax, String... names) {
        return tax;
    }
}
"""
    made = merge(BASE, other, "Cart.total(int,String...)")
    added = "    public int total(int tax, String... names) {\n        return tax;\n    }\n\n"
    assert made.files[PATH] == BASE.replace("    void show", added + "    void show")
    replaced = merge(BASE, other, "Cart.total()")
    assert replaced.files[PATH] == BASE.replace("return items.size();", "return 1;")


def test_a_field_that_the_constructor_fills_is_told() -> None:
    other = BASE.replace("private final List<Integer> items = List.of();", "private int size;")
    other = other.replace("Cart() {\n", "Cart() {\n        this.size = 3;\n")
    other = other.replace("items.size()", "size").replace("System.out.println(total())", "size = 4")
    assert reasons(merge(BASE, other, "Cart.total")) == [
        "reads this.size, which only B's constructor sets"
    ]


def test_a_wildcard_comes_along_for_a_type_that_nobody_is_seen_to_define() -> None:
    base = "package a;\n\nclass A {\n    int f() {\n        return 1;\n    }\n}\n"
    other = (
        "package a;\n\nimport java.util.*;\n\nclass A {\n"
        "    int f() {\n        return new ArrayList<Integer>().size();\n    }\n}\n"
    )
    assert merge(base, other, "A.f").files[PATH] == other


def test_a_nested_class_and_an_enum_with_methods_are_found() -> None:
    base = (
        "class A {\n    enum Color {\n        RED, GREEN;\n\n        int code() {\n"
        "            return 1;\n        }\n    }\n\n    static class B {\n"
        "        int x;\n    }\n}\n"
    )
    other = (
        "class A {\n  enum Color {\n    RED;\n    int code() {\n      return 2;\n    }\n  }\n"
        "  static class B {\n    int g() {\n      return 3;\n    }\n  }\n}\n"
    )
    assert merge(base, other, "A.Color.code", "A.B.g").files[PATH] == (
        "class A {\n    enum Color {\n        RED, GREEN;\n\n        int code() {\n"
        "            return 2;\n        }\n    }\n\n    static class B {\n        int x;\n\n"
        "        int g() {\n            return 3;\n        }\n    }\n}\n"
    )


def test_a_constructor_is_called_by_the_name_of_its_class() -> None:
    base = BASE.replace("total());", "new Cart());")
    other = BASE.replace("public Cart() {", "public Cart(int size) {")
    assert reasons(merge(base, other, "Cart.Cart")) == [
        "signature differs from how the base calls it in `Cart.show`: Cart(int size) vs Cart()"
    ]
