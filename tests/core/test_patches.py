"""A patch is taken apart and packed into chunks, and nothing of it is lost."""

import pytest

from roundtable.core.patches import FilePatch, Piece, around, pack, split
from roundtable.core.tokens import estimate

HEAD = "diff --git a/cart.py b/cart.py\nindex 1..2 100644\n--- a/cart.py\n+++ b/cart.py\n"
FIRST = "@@ -1,3 +1,4 @@ import re\n a\n-b\n+B\n+c\n d\n"
SECOND = "@@ -20,2 +21,2 @@\n x\n-y\n+z\n\\ No newline at end of file\n"


def joined(chunks: tuple[tuple[Piece, ...], ...]) -> str:
    return "".join(piece.text for chunk in chunks for piece in chunk)


def lines_of(file: FilePatch) -> list[tuple[str, str]]:
    return [line for hunk in file.hunks for line in hunk.lines]


def test_a_file_is_split_into_its_header_and_its_hunks_with_numbered_lines() -> None:
    (file,) = split(HEAD + FIRST + SECOND)
    assert (file.path, file.new, file.gone) == ("cart.py", False, False)
    assert file.header == HEAD
    assert [hunk.header for hunk in file.hunks] == [
        "@@ -1,3 +1,4 @@ import re\n",
        "@@ -20,2 +21,2 @@\n",
    ]
    assert lines_of(file) == [
        *(("1", " a\n"), ("", "-b\n"), ("2", "+B\n"), ("3", "+c\n"), ("4", " d\n")),
        *(("21", " x\n"), ("", "-y\n"), ("22", "+z\n"), ("", "\\ No newline at end of file\n")),
    ]


@pytest.mark.parametrize(
    ("header", "path"),
    [
        ("diff --git a/a b.py b/a b.py\nold mode 100644\nnew mode 100755\n", "a b.py"),
        ("diff --git a/x b/x\nnew file mode 100644\nindex 0..1\n", "x"),
        ('diff --git "a/q\\"\\t.py" "b/q\\"\\t.py"\nold mode 100644\nnew mode 100755\n', 'q"\t.py'),
        ("diff --git a/old b/new\nsimilarity index 100%\nrename from old\nrename to new\n", "new"),
        ("diff --git a/x b/x\n--- a/x y\t\n+++ b/x y\t\n", "x y"),
        ("diff --git a/x b/x\ndeleted file mode 100644\n--- a/x\n+++ /dev/null\n", "x"),
        ('diff --git "a/\\303\\274" "b/\\303\\274"\n--- /dev/null\n+++ "b/\\303\\274"\n', "ü"),
        ("diff --git a/b/b b/b/b\nold mode 100644\nnew mode 100755\n", "b/b"),
        ("* Unmerged path x.py\n", "x.py"),
        ("diff --git a/i b/i\nindex 1..2\nBinary files a/i and b/i differ\n", "i"),
    ],
)
def test_the_path_is_told_however_git_writes_it(header: str, path: str) -> None:
    (file,) = split(header)
    assert file.path == path
    assert file.hunks == ()


def test_new_and_deleted_files_are_known_as_such() -> None:
    made = "diff --git a/a b/a\nnew file mode 100644\n--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+x\n"
    gone = (
        "diff --git a/b b/b\ndeleted file mode 100644\n--- a/b\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n"
    )
    first, second = split(made + gone)
    assert (first.path, first.new, first.gone) == ("a", True, False)
    assert (second.path, second.new, second.gone) == ("b", False, True)
    assert lines_of(second) == [("", "-x\n")]


def test_a_line_that_looks_like_a_header_inside_a_hunk_is_a_line() -> None:
    body = "@@ -1,3 +1,3 @@\n--- a/other\n+++ b/other\n+@@ -1 +1 @@\n diff --git a/x b/x\n"
    (file,) = split(HEAD + body)
    assert file.path == "cart.py"
    assert [raw for _, raw in lines_of(file)] == [
        *("--- a/other\n", "+++ b/other\n", "+@@ -1 +1 @@\n", " diff --git a/x b/x\n"),
    ]


def test_only_a_line_feed_ends_a_line() -> None:
    body = "@@ -1 +1,2 @@\n-a\x0cb\u2028c\rd\r\n+e\r\n+f\x85g\n"
    (file,) = split(HEAD + body)
    assert [number for number, _ in lines_of(file)] == ["", "1", "2"]
    assert joined(pack(HEAD + body, 1_000)) == HEAD + body


def test_what_fits_is_one_chunk_and_each_file_one_piece_of_it() -> None:
    other = HEAD.replace("cart", "shop") + SECOND
    ((first, second),) = pack(HEAD + FIRST + other, 1_000)
    assert (first.heading, second.heading) == ("cart.py", "shop.py")
    assert first.text + second.text == HEAD + FIRST + other
    assert first.shown == HEAD + "@@ -1,3 +1,4 @@ import re\n1| a\n|-b\n2|+B\n3|+c\n4| d\n"


def test_a_file_that_does_not_fit_is_cut_between_its_hunks() -> None:
    hunks = [f"@@ -{n},2 +{n},2 @@\n same {n}\n-old {n}\n+new {n}\n" for n in range(1, 900, 100)]
    patch = HEAD + "".join(hunks)
    chunks = pack(patch, 60)
    assert joined(chunks) == patch
    assert len(chunks) > 1
    for chunk in chunks:
        for piece in chunk:
            assert piece.shown.startswith(HEAD)
            assert piece.shown.count("@@ -") == piece.text.count("@@ -"), "no hunk is torn"
    pieces = [piece for chunk in chunks for piece in chunk]
    assert pieces[1].heading == f"cart.py, part 2 of {len(pieces)}"


def test_a_hunk_that_does_not_fit_is_cut_between_its_lines_with_its_header_on_each_part() -> None:
    lines = [f"+line number {n}\n" for n in range(1, 301)]
    patch = f"{HEAD}@@ -0,0 +1,300 @@ def big\n{''.join(lines)}"
    chunks = pack(patch, 200)
    assert joined(chunks) == patch
    pieces = [piece for chunk in chunks for piece in chunk]
    assert len(pieces) > 5
    for number, piece in enumerate(pieces, 1):
        assert piece.shown.startswith(f"{HEAD}@@ -0,0 +1,300 @@ def big\n")
        assert (piece.part, piece.parts) == (number, len(pieces))
        assert piece.text.endswith("\n")
        assert estimate(piece.shown) <= 200
    shown = "".join(piece.shown for piece in pieces)
    assert all(f"{n}|+line number {n}\n" in shown for n in range(1, 301)), "with its own number"


def test_a_line_that_does_not_fit_by_itself_is_cut_and_put_together_again() -> None:
    patch = f"{HEAD}@@ -1 +1,2 @@\n-short\n+{'x' * 20_000}\n+end\n"
    chunks = pack(patch, 500)
    assert joined(chunks) == patch
    for chunk in chunks:
        assert sum(estimate(piece.shown) for piece in chunk) <= 500
    assert all("\n1|" in piece.shown for chunk in chunks[1:-1] for piece in chunk)


def test_headers_larger_than_half_a_chunk_come_on_top_and_never_stop_the_packing() -> None:
    name = "very/" * 90 + "deep.py"
    header = f"diff --git a/{name} b/{name}\n--- a/{name}\n+++ b/{name}\n"
    patch = header + "@@ -0,0 +1,9 @@\n" + "".join(f"+line {n}\n" for n in range(9))
    chunks = pack(patch, 20)
    assert joined(chunks) == patch


def test_nothing_is_no_chunk() -> None:
    assert split("") == ()
    assert pack("", 100) == ()


def numbered_patch(path: str, count: int, at: int = 1) -> str:
    header = f"diff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}\n"
    lines = "".join(f"+line {n}\n" for n in range(at, at + count))
    return f"{header}@@ -0,0 +{at},{count} @@\n{lines}"


def test_around_a_place_the_lines_near_it_are_shown_and_the_file_is_named_as_not_whole() -> None:
    patch = numbered_patch("a.py", 200) + numbered_patch("b.py", 3)
    (piece,), missing = around(patch, [("a.py", 100)], 10_000)
    assert "75|+line 75\n" in piece.shown
    assert "125|+line 125\n" in piece.shown
    assert "|+line 74\n" not in piece.shown
    assert "|+line 126\n" not in piece.shown
    assert piece.shown.count("…\n") == 2
    assert missing == ("a.py", "b.py")


def test_a_small_file_around_a_place_is_whole_and_not_named() -> None:
    patch = numbered_patch("a.py", 200) + numbered_patch("b.py", 3)
    (piece,), missing = around(patch, [("b.py", 2)], 10_000)
    assert piece.text == numbered_patch("b.py", 3)
    assert missing == ("a.py",)


def test_two_places_near_each_other_are_one_stretch_and_a_far_one_is_another() -> None:
    (piece,), _ = around(
        numbered_patch("a.py", 300), [("a.py", 100), ("a.py", 120), ("a.py", 250)], 10_000
    )
    assert piece.shown.count("…\n") == 3
    assert piece.shown.count("|+line 110\n") == 1


@pytest.mark.parametrize("line", [None, 1_000])
def test_a_place_without_a_line_or_elsewhere_is_the_nearest_there_is(line: int | None) -> None:
    (piece,), _ = around(numbered_patch("a.py", 100, at=400), [("a.py", line)], 10_000)
    assert ("|+line 400\n" in piece.shown) == (line is None)
    assert ("|+line 499\n" in piece.shown) == (line is not None)


def test_what_there_is_no_room_for_is_not_shown_and_the_first_places_come_first() -> None:
    patch = numbered_patch("a.py", 200) + numbered_patch("b.py", 200)
    pieces, missing = around(patch, [("b.py", 100), ("a.py", 100)], 300)
    assert [piece.path for piece in pieces] == ["b.py"]
    assert missing == ("a.py", "b.py")
    assert estimate("".join(piece.shown for piece in pieces)) <= 300


def test_a_place_in_a_file_that_has_not_changed_is_passed_over() -> None:
    binary = "diff --git a/i b/i\nindex 1..2\nBinary files a/i and b/i differ\n"
    pieces, missing = around(binary, [("other.py", 1), ("i", None)], 1_000)
    assert pieces == ()
    assert missing == ("i",)
