"""A tree as a list that stays short."""

import time

from hypothesis import given, settings
from hypothesis import strategies as st

from roundtable.adapters.workspaces.outline import outline

names = st.text(st.sampled_from("ab\n\udce9 "), min_size=1, max_size=3)
paths = st.frozensets(st.lists(names, min_size=1, max_size=5).map("/".join), max_size=60)


def test_a_small_tree_is_listed_in_full_and_in_order() -> None:
    assert outline({"b.py", "a/c.py", "a/b.py"}) == "a/b.py\na/c.py\nb.py"


def test_deep_folders_of_a_large_tree_become_counts() -> None:
    tree = {f"src/part{n % 3}/file{n}.py" for n in range(1200)} | {"README.md"}
    assert outline(tree, most=100).splitlines() == [
        "README.md",
        "src/part0/ (400 files)",
        "src/part1/ (400 files)",
        "src/part2/ (400 files)",
    ]


def test_a_flat_tree_that_is_too_large_ends_with_a_count() -> None:
    lines = outline({f"{n:05}.txt" for n in range(5000)}, most=10).splitlines()
    assert lines[0] == "00000.txt"
    assert lines[-1] == "[and 4,990 more]"
    assert len(lines) == 11


@settings(deadline=None, max_examples=50)
@given(tree=paths, most=st.integers(1, 30))
def test_an_outline_is_never_longer_than_it_may_be(tree: frozenset[str], most: int) -> None:
    text = outline(tree, most)
    assert text.count("\n") <= most
    text.encode("utf-8")


def test_an_endlessly_deep_tree_takes_little_time() -> None:
    tree = {"a/" * 200 + f"{n}" for n in range(5000)}
    started = time.process_time()
    assert outline(tree).endswith("/ (5,000 files)")
    assert time.process_time() - started < 5
