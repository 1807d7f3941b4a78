"""Files and units are recognised in a sentence, and plain words are left alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.core.parsing.places import Place, is_file, only_unit, path_of, places, unit_name


@pytest.mark.parametrize(
    "word", ["cart.py", "src/a.ts", "Dockerfile", ".github/ci.yml", "`a/b.weird`", "README.md"]
)
def test_a_file_is_known_by_its_name(word: str) -> None:
    assert is_file(word)


@pytest.mark.parametrize(
    "word", ["Cart.total", "README", "version", "and/or", "../a.py", "/etc/a.py", "a b.py", "", "x"]
)
def test_a_word_is_no_file(word: str) -> None:
    assert not is_file(word)


def test_a_path_is_one_that_may_be_used() -> None:
    assert path_of("./src\\a.py") == "src/a.py"
    assert path_of("`a.py`") == "a.py"
    for word in ("../a.py", "/a.py", "~/a.py", "C:\\a.py", ".env", ".git/config", "a b", "x" * 500):
        assert path_of(word) is None


def test_a_unit_is_written_as_code_is() -> None:
    assert unit_name("Cart.total") == "Cart.total"
    assert unit_name("with_retry") == "with_retry"
    assert unit_name("save()") == "save"
    assert unit_name("`add`") == "add"
    assert unit_name("useCart") == "useCart"
    assert unit_name("logging") is None
    assert unit_name("Cart") is None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Cart.total (cart.py)", [Place("cart.py", "Cart.total")]),
        ("`Cart.total()` in `cart.py`", [Place("cart.py", "Cart.total")]),
        ("cart.py::Cart.total", [Place("cart.py", "Cart.total")]),
        ("`cart.py:Cart.total`", [Place("cart.py", "Cart.total")]),
        ("Cart.total and Cart.add", [Place("", "Cart.total"), Place("", "Cart.add")]),
        ("add (cart.py)", [Place("cart.py", "add")]),
        ("Resolver.run (schema.prisma)", [Place("schema.prisma", "Resolver.run")]),
        ("the Cart class", [Place("", "Cart")]),
        ("all of cart.py", [Place("cart.py", "*")]),
        ("cart.py", [Place("cart.py", "*")]),
        ("a.py and b.py", [Place("a.py", "*"), Place("b.py", "*")]),
        ("Cart.total", [Place("", "Cart.total")]),
    ],
)
def test_a_phrase_that_names_places_only(text: str, found: list[Place]) -> None:
    assert places(text) == tuple(found)


@pytest.mark.parametrize(
    "text", ["error handling", "the retry logic in client.py", "total", "", "a.py b.py Cart.x"]
)
def test_a_phrase_that_says_more_or_less_than_places(text: str) -> None:
    assert places(text) is None


def test_the_one_place_in_a_longer_phrase() -> None:
    assert only_unit("the retry logic in client.py") == Place("client.py", "")
    assert only_unit("use Cart.total of cart.py.") == Place("cart.py", "Cart.total")
    assert only_unit("Cart.total or Cart.add") == Place("", "")


@given(st.text(max_size=100))
def test_no_text_makes_it_raise(text: str) -> None:
    only_unit(text)
    for place in places(text) or ():
        assert place.file or place.unit
