"""Chunks hold every line once, keep neighbours together, and know where they touch."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtable.core.chunks import Chunk, borders, chunk
from roundtable.core.file_sorts import SORTS, sort_of
from roundtable.core.tokens import estimate

FUNCTION = "def f{n}(x):\n    y = x + {n}\n\n    return y\n\n\n"


def of_tokens(tokens: int) -> str:
    return "x" * (3 * tokens - 1) + "\n"


def paths(chunks: tuple[Chunk, ...]) -> list[list[str]]:
    return [list(c.paths) for c in chunks]


def test_no_files_are_no_chunks() -> None:
    assert chunk({}, 100) == ()
    assert chunk({}, 0) == ()


def test_zero_is_one_chunk_for_everything_in_the_order_of_review() -> None:
    files = {"tests/test_a.py": "t", "README.md": "r", "a.py": "a", "Dockerfile": "d"}
    (only,) = chunk(files, 0)
    assert only.paths == ("a.py", "Dockerfile", "README.md", "tests/test_a.py")
    assert (only.index, only.total, only.sort, only.tokens) == (1, 1, "code", 4)


def test_code_comes_before_configuration_and_tests_and_they_do_not_mix() -> None:
    files = {"tests/test_a.py": "t", "README.md": "r", "b/a.py": "a", "Dockerfile": "d"}
    chunks = chunk(files, 1000)
    assert [(c.index, c.total, c.sort) for c in chunks] == [
        (1, 3, "code"),
        (2, 3, "config"),
        (3, 3, "tests"),
    ]
    assert paths(chunks)[1] == ["Dockerfile", "README.md"]


def test_a_folder_that_fits_into_a_chunk_is_not_torn() -> None:
    files = {f"a/{n}.py": of_tokens(20) for n in range(3)}
    files |= {f"b/{n}.py": of_tokens(20) for n in range(4)}
    assert paths(chunk(files, 100)) == [
        ["a/0.py", "a/1.py", "a/2.py"],
        ["b/0.py", "b/1.py", "b/2.py", "b/3.py"],
    ]


def test_a_chunk_that_is_nearly_empty_is_filled_up_all_the_same() -> None:
    files = {"a/0.py": of_tokens(10)} | {f"b/{n}.py": of_tokens(30) for n in range(4)}
    chunks = chunk(files, 120)
    assert paths(chunks)[0] == ["a/0.py", "b/0.py", "b/1.py", "b/2.py"]


def test_files_of_one_folder_stand_side_by_side_whatever_their_names() -> None:
    files = dict.fromkeys(["a/z.py", "a/b/c.py", "a/c.py", "a/b/d.py", "a.py"], "x")
    (only,) = chunk(files, 100)
    assert only.paths == ("a.py", "a/c.py", "a/z.py", "a/b/c.py", "a/b/d.py")


def test_a_file_larger_than_a_chunk_is_cut_where_something_new_begins() -> None:
    source = "".join(FUNCTION.format(n=n) for n in range(40))
    parts = [part for c in chunk({"a.py": source}, 100) for part in c.parts]
    assert len(parts) > 3
    assert all(part.text.startswith("def ") for part in parts)
    assert all(part.text.endswith("return y\n\n\n") for part in parts)
    assert "".join(part.text for part in parts) == source
    assert parts[1].start_line == parts[0].end_line + 1
    assert parts[-1].end_line == parts[-1].lines == 240


def test_a_comment_and_a_decorator_go_with_what_they_stand_before() -> None:
    one = "# On what it is for.\n@cached\ndef f():\n    return 1\n\n\n"
    parts = [part for c in chunk({"a.py": one * 20}, 60) for part in c.parts]
    assert all(part.text.startswith("# On") for part in parts)


def test_the_rest_of_a_cut_file_shares_its_chunk_with_the_next_file() -> None:
    files = {"a.py": "".join(of_tokens(10) for _ in range(13)), "b.py": of_tokens(20)}
    assert paths(chunk(files, 100)) == [["a.py"], ["a.py", "b.py"]]


def test_a_line_larger_than_a_chunk_is_cut_within_itself_and_keeps_its_number() -> None:
    source = "first\n" + "y" * 5_000 + "\nlast\n"
    chunks = chunk({"min.js": source}, 100)
    assert all(c.tokens <= 100 for c in chunks)
    parts = [part for c in chunks for part in c.parts]
    assert "".join(part.text for part in parts) == source
    assert {(p.start_line, p.end_line) for p in parts if "y" in p.text} == {(2, 2)}


@pytest.mark.parametrize(
    ("text", "count"), [("", 1), ("a", 1), ("a\n", 1), ("a\nb", 2), ("\n", 1), ("a\r\nb\x0cc\n", 2)]
)
def test_lines_are_counted_by_line_feeds(text: str, count: int) -> None:
    ((part,),) = (c.parts for c in chunk({"a.py": text}, 100))
    assert (part.start_line, part.end_line, part.lines, part.text) == (1, count, count, text)


def test_sizes_may_be_counted_otherwise() -> None:
    files = {"a.py": "one two three", "b.py": "four five"}
    assert len(chunk(files, 3, sizes=lambda text: len(text.split()))) == 2


LINES = st.sampled_from(
    ["", "    x", "def f():", "}", "é" * 9, "z" * 40, "\t", "\r", "\x0c", "a b"]
)
SOURCES = st.lists(LINES, max_size=40).map("\n".join)
PATHS = st.sampled_from(
    ["a.py", "s/b.py", "s/c.py", "s/t/d.go", "Dockerfile", "tests/t.py", "r.md"]
)


@settings(deadline=None)
@given(st.dictionaries(PATHS, SOURCES), st.integers(1, 60))
def test_no_line_is_lost_or_doubled_and_no_chunk_is_too_large(
    files: dict[str, str], most: int
) -> None:
    chunks = chunk(files, most)
    assert [c.index for c in chunks] == list(range(1, len(chunks) + 1))
    assert [SORTS.index(c.sort) for c in chunks] == sorted(SORTS.index(c.sort) for c in chunks)
    texts: dict[str, str] = {}
    ends: dict[str, int] = {}
    for one in chunks:
        assert one.tokens <= most or all(len(part.text) == 1 for part in one.parts)
        assert one.tokens == sum(estimate(part.text) for part in one.parts)
        for part in one.parts:
            assert sort_of(part.path) == one.sort
            before = ends.get(part.path, 0)
            cut_line = part.start_line == part.end_line == before
            assert part.start_line == before + 1 or cut_line
            assert part.text.count("\n") <= part.end_line - part.start_line + 1
            ends[part.path] = part.end_line
            texts[part.path] = texts.get(part.path, "") + part.text
    assert texts == files
    assert all(ends[path] == _lines(text) for path, text in files.items())


def _lines(text: str) -> int:
    return max(1, len(text.split("\n")) - text.endswith("\n"))


@settings(deadline=None)
@given(st.dictionaries(PATHS, SOURCES), st.integers(0, 60))
def test_the_order_of_the_files_changes_nothing(files: dict[str, str], most: int) -> None:
    assert chunk(dict(reversed(files.items())), most) == chunk(files, most)


SHOP = {
    "a/cart.py": "from money import Amount\ndef total(): return Amount.zero() + run()\n",
    "b/money.py": "class Amount:\n    def zero(): ...\ndef run(): ...\n",
    "c/mail.py": "import money\ndef send(): run(); total()\n",
    "d/log.py": "def run(): ...\n",
}
DEFINED = {
    "a/cart.py": ["total"],
    "b/money.py": ["Amount", "zero", "run"],
    "c/mail.py": ["send"],
    "d/log.py": ["run"],
}


def four_chunks() -> tuple[Chunk, ...]:
    chunks = chunk(SHOP, 1, sizes=lambda _: 1)
    assert paths(chunks) == [["a/cart.py"], ["b/money.py"], ["c/mail.py"], ["d/log.py"]]
    return chunks


def test_files_that_use_each_others_names_touch_and_the_strongest_come_first() -> None:
    found = borders(four_chunks(), DEFINED)
    assert [(b.first, b.second) for b in found] == [(1, 2), (2, 3), (1, 3), (1, 4), (3, 4)]
    (tie,) = found[0].ties
    assert (tie.user, tie.definer) == ("a/cart.py", "b/money.py")
    assert set(tie.names) == {"Amount", "zero", "money", "run"}
    assert tie.names[-1] == "run", "defined twice, so it tells least"


def test_borders_and_ties_are_bounded() -> None:
    assert len(borders(four_chunks(), DEFINED, most_borders=2)) == 2
    both = {
        "a/x.py": "use_one use_two",
        "a/y.py": "use_one",
        "b/d.py": "use_one = use_two = 1 # padding padding",
    }
    chunks = chunk(both, 13)
    assert paths(chunks) == [["a/x.py", "a/y.py"], ["b/d.py"]]
    (border,) = borders(chunks, {"b/d.py": ["use_one", "use_two"]}, most_ties=1)
    assert [tie.user for tie in border.ties] == ["a/x.py"]


def test_files_in_one_chunk_are_no_border() -> None:
    assert borders(chunk(SHOP, 0), DEFINED) == ()


def test_a_name_that_everybody_defines_ties_nobody() -> None:
    files = {f"{letter}/x{letter}.py": "def handler(): ..." for letter in "abcdef"}
    defined = {path: ["handler"] for path in files}
    assert borders(chunk(files, 7), defined) == ()


def test_a_name_that_the_user_defines_itself_is_its_own() -> None:
    files = {"a/one.py": "def helper(): ...", "b/two.py": "def helper(): ..."}
    assert borders(chunk(files, 6), dict.fromkeys(files, ("helper",))) == ()


def test_the_parts_of_a_cut_file_touch_each_other() -> None:
    source = "def total(): ...\n\n" + "x = 1\n" * 30 + "\ntotal()\n"
    chunks = chunk({"a.py": source}, 40)
    (border, *_) = borders(chunks, {"a.py": ["total"]})
    assert (border.first, border.second) == (1, len(chunks))
    assert [(tie.user, tie.definer, tie.names) for tie in border.ties] == [
        ("a.py", "a.py", ("total",))
    ]


def test_without_definitions_module_names_still_tie() -> None:
    found = borders(four_chunks(), {})
    assert {(t.user, t.definer) for b in found for t in b.ties} == {
        ("a/cart.py", "b/money.py"),
        ("c/mail.py", "b/money.py"),
    }
