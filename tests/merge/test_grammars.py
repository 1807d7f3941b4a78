"""Which language a file is in, and that every grammar is there."""

import pytest

from roundtable.merge.grammars import grammar, language_of, parse, verbatim_query

LANGUAGES = ("python", "javascript", "typescript", "tsx", "go", "java", "rust")


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("a.py", "python"),
        ("src/deep/stub.pyi", "python"),
        ("a.mjs", "javascript"),
        ("a.cjs", "javascript"),
        ("view.jsx", "javascript"),
        ("a.mts", "typescript"),
        ("view.tsx", "tsx"),
        ("A.GO", "go"),
        ("Cart.java", "java"),
        ("lib.rs", "rust"),
        ("README.md", None),
        ("Makefile", None),
        (".py", None),
        ("dir.py/file", None),
    ],
)
def test_the_language_is_told_by_the_end_of_the_name(path: str, language: str | None) -> None:
    assert language_of(path) == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_a_grammar_and_a_query_for_its_strings(language: str) -> None:
    assert grammar(language) is grammar(language)
    assert verbatim_query(language).pattern_count >= 2
    assert not parse(language, b"").root_node.has_error
