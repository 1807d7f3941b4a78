"""A file's kind is told by its name alone."""

import pytest

from roundtable.core.parsing.file_kinds import Kind, is_file_name, kind_of, may_be_empty


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("src/app.py", "python"),
        ("web/App.TSX", "curly"),
        ("Dockerfile", "hash"),
        ("deploy/Dockerfile.web", "hash"),
        ("README", "document"),
        ("docs/a.md", "document"),
        ("ci.yml", "yaml"),
        ("index.html", "markup"),
        ("fix.patch", "patch"),
        ("logo.png", "binary"),
        ("prices.csv", "data"),
        ("bin/run", "other"),
        ("a.unheard", "other"),
        (".gitignore", "other"),
    ],
)
def test_the_name_tells_the_kind(path: str, kind: Kind) -> None:
    assert kind_of(path) == kind


def test_some_files_do_their_work_by_being_there() -> None:
    assert may_be_empty("src/shop/__init__.py")
    assert may_be_empty("data/.gitkeep")
    assert not may_be_empty("src/shop/init.py")


@pytest.mark.parametrize("word", ["app.py", "src/app.py", "src\\app.py", "Makefile", ".gitkeep"])
def test_a_word_with_a_known_ending_or_name_is_a_file(word: str) -> None:
    assert is_file_name(word)


@pytest.mark.parametrize("word", ["", "app", "e.g.", "1.2.3", "python", "Cart.total"])
def test_other_words_are_not(word: str) -> None:
    assert not is_file_name(word)
