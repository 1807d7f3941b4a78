"""A file in short."""

from roundtable.merge.digest import interface_digest


def test_a_python_file_is_its_signatures_with_the_first_line_of_each_docstring() -> None:
    text = '''"""Doc."""
import os

RATE = 2


class Cart(Base):
    """Holds.

    More.
    """

    size: int = 0

    @property
    def total(self) -> int:
        """All."""
        return 1

    class Line:
        pass


async def load(
    path: str,
    deep: bool = False,
) -> None:
    return None


if __name__ == "__main__":
    load()
'''
    assert (
        interface_digest("cart.py", text)
        == """\
cart.py
  RATE = 2
  class Cart(Base)
    "Holds."
    @property def total(self) -> int
      "All."
    class Line
  async def load( path: str, deep: bool = False, ) -> None"""
    )


def test_a_typescript_file_shows_types_with_their_fields() -> None:
    text = (
        "import a from 'a';\n\n/** A line. */\nexport interface Line {\n  price: number;\n}\n\n"
        "export const add = (a: number): number => {\n  return a;\n};\n\n"
        "export class Cart {\n  // All.\n  total(): number {\n    return 1;\n  }\n}\n"
    )
    assert (
        interface_digest("cart.ts", text)
        == """\
cart.ts
  export interface Line {
  price: number;
  }
    "A line."
  export const add = (a: number): number =>
  export class Cart
    total(): number
      "All."
"""[:-1]
    )


def test_go_java_and_rust_show_theirs() -> None:
    go = "package a\n\n// F does.\nfunc (c *Cart) F(a int) error {\n\treturn nil\n}\n"
    assert interface_digest("a.go", go).splitlines()[1:] == [
        "  func (c *Cart) F(a int) error",
        '    "F does."',
    ]
    java = "class A {\n  int x;\n\n  @Override\n  public int f(int a) {\n    return a;\n  }\n}\n"
    assert interface_digest("A.java", java).splitlines()[1:] == [
        "  class A",
        "    @Override public int f(int a)",
    ]
    rust = (
        "#[derive(Debug)]\npub struct A {\n    x: u8,\n}\n\n"
        "impl A {\n    /// Does.\n    pub fn f(&self) {}\n}\n"
    )
    assert interface_digest("a.rs", rust).splitlines()[1:] == [
        "  pub struct A {",
        "  x: u8,",
        "  }",
        "  impl A",
        "    pub fn f(&self)",
        '      "Does."',
    ]


def test_a_long_type_is_cut_off() -> None:
    fields = "".join(f"  a{i}: number;\n" for i in range(40))
    digest = interface_digest("a.ts", f"interface A {{\n{fields}}}\n")
    assert digest.endswith("… (30 more lines)")


def test_a_long_constant_is_one_short_line() -> None:
    digest = interface_digest("a.py", f"X = {list(range(500))}\n")
    assert max(len(line) for line in digest.splitlines()) <= 162


def test_without_a_grammar_it_is_a_path_and_a_number_of_lines() -> None:
    assert interface_digest("notes.txt", "a\nb\n") == "notes.txt (2 lines)"
    assert interface_digest("one.txt", "a") == "one.txt (1 line)"
