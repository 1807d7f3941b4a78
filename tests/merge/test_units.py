"""Files as units: that nothing is lost, whatever the bytes."""

import pytest

from roundtable.merge.units import Split, as_bytes, as_text, inside, lookup, split, split_text


def tiles(found: Split) -> bytes:
    return b"".join(found.source[start:end] for _, (start, end) in found.pieces())


@pytest.mark.parametrize(
    "source",
    [
        b"",
        b"\n",
        b"x = 1",
        b"\xef\xbb\xbfx = 1\n",
        b"x = 1\r\n\r\ndef f():\r\n    pass\r\n",
        b"x = 1\rdef f():\r    pass\r",
        b"def f(:\n  ((\n'''",
        b"\xff\xfe\x00x = 1\n",
        b"def f():\n\tpass\n \t def g(): pass\n",
        b"class A:\n  def f(self): pass\n garbage(\n",
        b"x = 'a\n",
        b"\x00",
    ],
)
@pytest.mark.parametrize("path", ["a.py", "a.js", "a.ts", "a.tsx", "a.go", "A.java", "a.rs", "a"])
def test_the_pieces_are_the_file(path: str, source: bytes) -> None:
    assert tiles(split(path, source)) == source


def test_a_file_without_a_grammar_is_one_unit() -> None:
    found = split("notes.txt", b"one\ntwo\n")
    assert found.language is None
    assert [(unit.kind, unit.name) for unit in found.units] == [("file", "*")]
    assert found.text(found.units[0]) == "one\ntwo\n"


def test_a_broken_file_says_which_line_and_is_cut_all_the_same() -> None:
    found = split("a.py", b"x = 1\n\n\ndef f(:\n    pass\n")
    assert found.broken == "line 4: ')' is missing"
    assert found.find("x") is not None


def test_what_is_missing_is_named() -> None:
    assert split("a.go", b"package a\nfunc f() { g( }\n").broken.startswith("line 2:")


def test_units_are_whole_lines_without_the_last_line_end() -> None:
    found = split("a.py", b"x = 1  # one\r\ny = 2\r\n")
    assert [found.source[unit.start : unit.end] for unit in found.units] == [
        b"x = 1  # one",
        b"y = 2",
    ]


def test_a_mark_at_the_start_of_the_file_belongs_to_no_unit() -> None:
    found = split("a.py", b"\xef\xbb\xbfx = 1\n")
    assert found.units[0].start == 3


def test_a_unit_is_found_by_its_name_and_an_overload_by_its_bare_one() -> None:
    source = b"class A {\n  void f(int a) { }\n  void f(long a, int b) { }\n  void g() { }\n}\n"
    found = split("A.java", source)
    assert [unit.name for unit in found.units] == ["A", "A.f(int)", "A.f(long,int)", "A.g"]
    assert found.find("A.f") is None
    assert found.find("A.f(int)") is not None
    assert found.find("nothing") is None


@pytest.mark.parametrize(
    ("path", "said", "name"),
    [
        ("a.py", "Cart.total", "Cart.total"),
        ("a.py", "`Cart.total()`", "Cart.total"),
        ("a.py", "total", "Cart.total"),
        ("a.py", "Cart::total", "Cart.total"),
        ("a.py", "tal", None),
        ("a.py", "show", None),
        ("a.py", "", None),
        ("a.go", "(*Cart).Total", "Cart.Total"),
    ],
)
def test_a_unit_is_found_by_what_people_call_it(path: str, said: str, name: str | None) -> None:
    texts = {
        "a.py": "class Cart:\n    def total(self): ...\n    def show(self): ...\n"
        "class Bill:\n    def show(self): ...\n",
        "a.go": "package a\n\nfunc (c *Cart) Total() {}\n",
    }
    found = lookup(split_text(path, texts[path]), said)
    assert (found.name if found else None) == name


def test_the_members_of_a_class_are_those_directly_in_it() -> None:
    found = split(
        "a.py", b"class A:\n    class B:\n        def f(self): pass\n    def g(self): pass\n"
    )
    unit = found.find("A")
    assert unit is not None
    assert [one.name for one in found.members(unit)] == ["A.B", "A.g"]
    assert [one.name for one in inside(found, unit)] == ["A.B", "A.B.f", "A.g"]


@pytest.mark.parametrize("text", ["", "a\r\nb", "\ud800 lone", "é\U0001f600"])
def test_any_text_comes_back_from_bytes(text: str) -> None:
    assert as_text(as_bytes(text)) == text
    assert split_text("a.py", text).source == as_bytes(text)


def test_bytes_that_are_no_text_are_shown_as_well_as_can_be() -> None:
    assert as_text(b"\xff!") == "\ufffd!"
