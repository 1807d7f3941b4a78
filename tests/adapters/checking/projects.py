"""Small real projects, and pieces to put them together."""

CART = """\
class Cart:
    def __init__(self):
        self.items = []

    def add(self, name, price):
        self.items.append((name, price))

    def total(self):
        return sum(price for _, price in self.items)
"""
WRONG_CART = CART.replace("return sum", "return 1 + sum")
TEST_CART = """\
import unittest
from cart import Cart


class TestCart(unittest.TestCase):
    def test_empty(self):
        self.assertEqual(Cart().total(), 0)

    def test_total(self):
        cart = Cart()
        cart.add("tea", 3)
        cart.add("jam", 4)
        self.assertEqual(cart.total(), 7)
"""
NAMES = ("tests/test_cart.py::TestCart::test_empty", "tests/test_cart.py::TestCart::test_total")
PROJECT = {"cart.py": CART, "tests/test_cart.py": TEST_CART}


def case(*methods: str, before: str = "") -> str:
    """A test file with one class; a method is its name, a colon and one line."""
    body = "".join(f"    def {method}\n" for method in methods)
    imports = "import ctypes, os, signal, subprocess, sys, time, unittest\n"
    return f"{imports}{before}\n\nclass TestIt(unittest.TestCase):\n{body}"
