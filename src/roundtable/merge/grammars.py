"""Which grammar reads which file. A grammar is loaded at its first use and kept."""

from functools import cache
from importlib import import_module
from typing import Final

from tree_sitter import Language, Parser, Query, Tree

_MODULES: Final = {
    "python": ("tree_sitter_python", "language"),
    "javascript": ("tree_sitter_javascript", "language"),
    "typescript": ("tree_sitter_typescript", "language_typescript"),
    "tsx": ("tree_sitter_typescript", "language_tsx"),
    "go": ("tree_sitter_go", "language"),
    "java": ("tree_sitter_java", "language"),
    "rust": ("tree_sitter_rust", "language"),
}

_ENDINGS: Final = {
    "python": ("py", "pyi"),
    "javascript": ("js", "mjs", "cjs", "jsx"),
    "typescript": ("ts", "mts", "cts"),
    "tsx": ("tsx",),
    "go": ("go",),
    "java": ("java",),
    "rust": ("rs",),
}

_BY_ENDING: Final = {ending: name for name, endings in _ENDINGS.items() for ending in endings}

# What is not code for the question "is this the same code?", and what must be kept to the letter.
_VERBATIM: Final = {
    "python": "(comment) @comment (string) @string",
    "javascript": "(comment) @comment (string) @string (template_string) @string (regex) @string"
    " (jsx_text) @string",
    "typescript": "(comment) @comment (string) @string (template_string) @string (regex) @string",
    "tsx": "(comment) @comment (string) @string (template_string) @string (regex) @string"
    " (jsx_text) @string",
    "go": "(comment) @comment (interpreted_string_literal) @string (raw_string_literal) @string"
    " (rune_literal) @string",
    "java": "(line_comment) @comment (block_comment) @comment (string_literal) @string"
    " (character_literal) @string",
    "rust": "(line_comment) @comment (block_comment) @comment (string_literal) @string"
    " (raw_string_literal) @string (char_literal) @string",
}


def language_of(path: str) -> str | None:
    """The language of a file by the end of its name; None where there is no grammar."""
    name = path.rpartition("/")[2]
    stem, dot, ending = name.rpartition(".")
    return _BY_ENDING.get(ending.lower()) if dot and stem else None


@cache
def grammar(language: str) -> Language:
    module, function = _MODULES[language]
    return Language(getattr(import_module(module), function)())


@cache
def verbatim_query(language: str) -> Query:
    """Finds the comments and the strings of a file in one pass."""
    return Query(grammar(language), _VERBATIM[language])


def parse(language: str, source: bytes) -> Tree:
    # A parser holds state while it works; a new one costs microseconds and is safe in threads.
    return Parser(grammar(language)).parse(source)
