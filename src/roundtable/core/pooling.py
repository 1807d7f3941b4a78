"""The tests of all candidates together: evidence on which they can be compared.

Each candidate's own new tests are moved into a folder of their own, so that every candidate is
held against everybody's tests under the same names.
"""

from collections.abc import Mapping

from roundtable.core.checks import Tree
from roundtable.core.file_sorts import sort_of


def pooled(before: Tree, candidates: Mapping[str, Tree]) -> dict[str, str]:
    """Every candidate's new or changed test files, in one folder for each candidate."""
    found: dict[str, str] = {}
    for number, tree in enumerate(candidates.values(), start=1):
        for path in _new_tests(before, tree):
            found[f"pooled_{number}/{path}"] = tree[path]
    return found


def without_new_tests(before: Tree, tree: Tree) -> dict[str, str]:
    """The candidate with the tests that stood there before in place of its own."""
    new = set(_new_tests(before, tree))
    kept = {path: text for path, text in tree.items() if path not in new}
    return kept | {path: before[path] for path in new if path in before}


def _new_tests(before: Tree, tree: Tree) -> list[str]:
    return [
        path for path, text in tree.items() if sort_of(path) == "tests" and before.get(path) != text
    ]
