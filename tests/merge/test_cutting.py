"""Rough cuts by rows: what belongs together, and what a container owns."""

from roundtable.merge.cutting import Cut, gather, label_of, last_row
from roundtable.merge.grammars import parse
from roundtable.merge.units import split


def rows(path: str, text: str) -> dict[str, str]:
    found = split(path, text.encode())
    return {unit.name: found.text(unit) for unit in found.units}


def test_a_comment_apart_from_a_unit_does_not_belong_to_it() -> None:
    found = rows("a.py", "# far\n\n# near\n# nearer\nx = 1\n# below\n")
    assert found == {"x": "# near\n# nearer\nx = 1"}


def test_a_comment_on_the_line_above_that_ends_a_unit_belongs_to_that_one() -> None:
    assert rows("a.py", "x = 1  # of x\ny = 2\n") == {"x": "x = 1  # of x", "y": "y = 2"}


def test_attributes_belong_to_what_follows_even_with_comments_between() -> None:
    text = "// far\n\n#[a]\n\n// why\n\n#[b]\nfn f() {}\n"
    assert rows("a.rs", text) == {"f": "#[a]\n\n// why\n\n#[b]\nfn f() {}"}


def test_an_attribute_without_an_item_is_a_piece_of_its_own() -> None:
    assert list(rows("a.rs", "fn f() {}\n#[lost]\n")) == ["f", "#[lost]"]


def test_members_on_the_lines_of_the_braces_stay_with_the_class() -> None:
    assert list(rows("a.js", "class A { f() {}\n  g() {}\n  h() {} }\n")) == ["A", "A.g"]


def test_a_container_owns_its_head_and_what_stands_between_members() -> None:
    cut = Cut("class", "A", [], 0, 20, body=(1, 19))
    cut.members = [
        Cut("statement", "x", [], 2, 3, own=True),
        Cut("method", "f", [], 5, 8),
        Cut("statement", "y", [], 10, 10, own=True),
        Cut("statement", "z", [], 12, 12, own=True),
        Cut("method", "g", [], 14, 18),
    ]
    assert cut.own_rows == [(0, 3), (10, 12)]


def test_a_node_that_ends_with_its_line_ends_on_that_line() -> None:
    root = parse("rust", b"/// doc\nfn f() {}\n").root_node
    assert last_row(root.children[0]) == 0


def test_a_long_line_gives_a_short_name() -> None:
    root = parse("python", b"call(" + b"argument, " * 20 + b")").root_node
    assert len(label_of(root.children[0])) == 48


def test_nothing_above_the_floor_is_taken() -> None:
    root = parse("python", b"# a\n# b\nx = 1\n").root_node
    (cut,) = gather(root.children, lambda n: Cut("constant", "x", [n], 2, 2), floor=0)
    assert (cut.first, cut.last) == (1, 2)
