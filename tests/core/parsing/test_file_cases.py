"""Pieces are judged each by itself and then all together."""

from roundtable.core.parsing.file_cases import (
    BOTH,
    DIFFERENT,
    EXISTS,
    INSIDE,
    NOT_THERE,
    TWICE,
    Fate,
    judge,
)
from roundtable.core.parsing.file_known import Known, KnownFiles
from roundtable.core.parsing.file_layout import lay_out


def fates(text: str, known: KnownFiles = ()) -> list[tuple[Fate, str, str]]:
    return [(c.fate, c.path, c.reason) for c in judge(text, lay_out(text), Known(known))]


def block(path: str, text: str = "x\n", marker: str = "FILE: ") -> str:
    return f"{marker}{path}\n```\n{text}```\n"


def test_a_good_block_is_a_file_and_a_bad_path_is_said_before_anything_else() -> None:
    assert fates(block("a.py")) == [("file", "a.py", "")]
    ((fate, path, reason),) = fates("FILE: ../a.py\n")
    assert (fate, path) == ("reject", "../a.py")
    assert "'..'" in reason


def test_the_same_text_twice_is_one_file_with_a_warning() -> None:
    text = block("a.py") * 3
    cases = judge(text, lay_out(text), Known(()))
    assert [case.fate for case in cases] == ["file", "again", "again"]
    assert cases[0].warnings == (TWICE,)


def test_two_texts_for_one_path_are_both_refused() -> None:
    refused = ("reject", "a.py", DIFFERENT)
    assert fates(block("a.py") + block("./a.py", "y\n")) == [refused, refused]


def test_a_good_block_is_refused_when_another_of_its_path_could_not_be_read() -> None:
    first, second = fates(block("a.py") + block("a.py", ""))
    assert first == ("reject", "a.py", DIFFERENT)
    assert "empty" in second[2]


def test_a_path_is_not_written_and_removed_at_once() -> None:
    both = ("reject", "a.py", BOTH)
    assert fates(block("a.py") + "DELETE: a.py\n") == [both, both]
    assert fates("DELETE: a.py\n" + block("a.py") * 2) == [both, both, both]


def test_only_what_is_there_can_be_removed() -> None:
    assert fates("DELETE: a.py\n") == [("delete", "a.py", "")]
    assert fates("DELETE: a.py\n", ["a.py"]) == [("delete", "a.py", "")]
    assert fates("DELETE: a.py\n", ["b.py"]) == [("reject", "a.py", NOT_THERE)]
    assert fates("DELETE: shop\n", ["shop"]) == [("delete", "shop", "")]
    assert fates("DELETE: shop\n", ["b.py"]) == [("prose", "", "")]


def test_a_mention_is_talk_where_the_file_itself_is_given() -> None:
    listed = "- FILE: a.py\n- FILE: b.py\n\n"
    assert [fate for fate, _, _ in fates(listed + block("a.py"))] == ["prose", "reject", "file"]
    removed = fates("Delete: a.py\nDELETE: a.py\n")
    assert [fate for fate, _, _ in removed] == ["prose", "delete"]


def test_a_block_beside_a_path_is_a_file_only_if_it_is_new_and_not_given_elsewhere() -> None:
    shown = "### a.py\n```\ny\n```\n\n"
    assert fates(shown) == [("file", "a.py", "")]
    assert fates(shown, ["a.py"]) == [("reject", "a.py", EXISTS)]
    assert [fate for fate, _, _ in fates(shown + block("a.py"))] == ["prose", "file"]


def test_a_block_in_another_fence_counts_only_if_all_are() -> None:
    inside = f"````\n{block('a.py')}````\n"
    assert [fate for fate, _, _ in fates(inside)] == ["border", "file", "border"]
    mixed = fates(inside + block("b.py"))
    assert mixed[1] == ("reject", "a.py", INSIDE)
    assert mixed[3] == ("file", "b.py", "")
