"""A rewritten unit read as a file."""

import pytest

from roundtable.merge.changed import replace_unit
from roundtable.merge.rewrites import as_file
from roundtable.merge.units import split_text

CASES = {
    "a.ts": (
        "class A<T> extends B {\n  x = 1;\n\n  f(): number {\n    return 1;\n  }\n}\n",
        "A.f",
        "import { c } from 'c';\n\nf(): number {\n  return c;\n}\n",
        "import { c } from 'c';\n\nclass A<T> extends B {\n  x = 1;\n\n"
        "  f(): number {\n    return c;\n  }\n}\n",
    ),
    "A.java": (
        "class A {\n    class B {\n        int f() {\n            return 1;\n        }\n    }\n}\n",
        "A.B.f",
        "/** New. */\nint f() {\n    return 2;\n}\n",
        "class A {\n    class B {\n        /** New. */\n        int f() {\n"
        "            return 2;\n        }\n    }\n}\n",
    ),
    "a.rs": (
        "struct A;\n\nimpl<T> B for A<T> {\n    fn f(&self) -> u8 {\n        1\n    }\n}\n",
        "A as B.f",
        "use c::D;\n\n#[inline]\nfn f(&self) -> u8 {\n    D::two()\n}\n",
        "use c::D;\n\nstruct A;\n\nimpl<T> B for A<T> {\n    #[inline]\n    fn f(&self) -> u8 {\n"
        "        D::two()\n    }\n}\n",
    ),
    "a.go": (
        "package a\n\nfunc (c *Cart) F() int {\n\treturn 1\n}\n",
        "Cart.F",
        "func (c *Cart) F() int {\n\treturn 2\n}\n",
        "package a\n\nfunc (c *Cart) F() int {\n\treturn 2\n}\n",
    ),
    "a.py": (
        "class A:\n  class B:\n    @property\n    def f(self):\n      return 1\n",
        "A.B.f",
        "@property\ndef f(self):\n    return 2\n",
        "class A:\n  class B:\n    @property\n    def f(self):\n      return 2\n",
    ),
}


@pytest.mark.parametrize("path", CASES)
def test_a_bare_method_finds_its_class_in_every_language(path: str) -> None:
    base, unit, text, expected = CASES[path]
    assert replace_unit(base, path, unit, text) == expected


def test_a_text_that_is_a_file_with_the_unit_is_taken_as_it_is() -> None:
    current = split_text("a.py", "def f(): ...\n")
    assert as_file("a.py", "f", "\n  def f():\n    return 1\n", current) == (
        "def f():\n  return 1\n"
    )


def test_a_text_without_the_unit_is_no_file_of_it() -> None:
    current = split_text("a.py", "class A:\n    def f(self): ...\n")
    assert as_file("a.py", "A.f", "def g(self): ...\n", current) is None
    assert as_file("a.py", "f", "x = 1\n", current) is None
