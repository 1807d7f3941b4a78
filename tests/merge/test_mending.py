import ast

import pytest

from roundtable.merge.mending import mend, mend_text

WHOLE = """\
class Words:
    def __init__(self):
        self.words = []

    def add(self, word):
        self.words.append(word)

    def longest(self):
        return max(self.words, key=len)
"""
STRIPPED = """\
import re

def add(self, word):
        self.words += [word]

    def longest(self):
        return sorted(self.words)[-1]
"""
FLUSH = """\
def add(self, word):
    self.words += [word]

def longest(self):
    return sorted(self.words)[-1]
"""


def methods(text: str) -> dict[str, list[str]]:
    found = [node for node in ast.parse(text).body if isinstance(node, ast.ClassDef)]
    return {
        one.name: [part.name for part in one.body if isinstance(part, ast.FunctionDef)]
        for one in found
    }


@pytest.mark.parametrize("fragment", [STRIPPED, FLUSH])
def test_methods_without_a_class_are_read_as_those_of_the_class_that_others_give(
    fragment: str,
) -> None:
    found = mend({"a": {"m.py": WHOLE}, "b": {"m.py": fragment}})
    assert methods(found["b"].tree["m.py"]) == {"Words": ["add", "longest"]}
    assert found["b"].notes == ("m.py: methods without their class, read as those of Words",)
    assert found["a"].tree == {"m.py": WHOLE}
    assert found["a"].notes == ()


def test_what_stands_above_the_methods_stays_above_the_class() -> None:
    found = mend({"a": {"m.py": WHOLE}, "b": {"m.py": STRIPPED}})
    assert found["b"].tree["m.py"].startswith("import re\n")


def test_a_fragment_that_fits_two_classes_equally_well_is_left_alone() -> None:
    two = WHOLE + WHOLE.replace("Words", "Names")
    found = mend({"a": {"m.py": two}, "b": {"m.py": FLUSH}})
    assert found["b"].tree == {"m.py": FLUSH}


def test_a_file_that_has_the_class_keeps_its_functions_outside() -> None:
    text = WHOLE + "\n\ndef add(self, other):\n    return self\n"
    assert mend_text(text, {"Words": frozenset({"add"})}) is None


def test_functions_of_a_module_are_no_methods() -> None:
    assert mend_text("def add(a, b):\n    return a + b\n", {"Sum": frozenset({"add"})}) is None


def test_code_between_methods_that_a_class_would_run_is_not_put_into_it() -> None:
    text = FLUSH + "\nfor word in ['a']:\n    print(word)\n"
    assert mend_text(text, {"Words": frozenset({"add", "longest"})}) is None


def test_lines_inside_a_string_keep_their_indent() -> None:
    text = 'def poem(self):\n    return """one\ntwo"""\n'
    found = mend_text(text, {"Bard": frozenset({"poem"})})
    assert found is not None
    names: dict[str, type] = {}
    exec(found[0], names)
    assert names["Bard"]().poem() == "one\ntwo"


def test_typographic_quotes_are_made_straight_only_where_they_break_the_file() -> None:
    broken = "def f():\n    \u201d\u201c\u201dSays.\u201d\u201c\u201d\n    return 1\n"
    found = mend_text(broken, {})
    assert found == (
        'def f():\n    """Says."""\n    return 1\n',
        "typographic quotes made straight",
    )
    assert mend_text("quote = '\u201cwell\u201d'\n", {}) is None


def test_what_cannot_be_helped_is_as_it_was() -> None:
    assert mend_text("def f(:\n", {"A": frozenset({"f"})}) is None
    assert mend({"a": {"m.js": "function f( {"}})["a"].tree == {"m.js": "function f( {"}
