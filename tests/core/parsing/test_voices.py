"""What a speaker quotes, shows or thinks is told from what it says."""

import time

from hypothesis import given
from hypothesis import strategies as st

from roundtable.core.parsing.voices import Voice, passages


def voices(text: str) -> list[tuple[Voice, bool, str]]:
    return [(p.voice, p.fenced, p.text.strip()) for p in passages(text) if p.text.strip()]


def test_plain_text_is_one_passage() -> None:
    assert voices("One.\n\nTwo.") == [("own", False, "One.\n\nTwo.")]


def test_lines_behind_an_angle_are_foreign() -> None:
    assert voices("Mine.\n\n> Theirs.\n> More.\n\nMine again.") == [
        ("own", False, "Mine."),
        ("foreign", False, "> Theirs.\n> More."),
        ("own", False, "Mine again."),
    ]


def test_what_goes_on_from_a_quotation_without_its_mark_is_doubtful() -> None:
    found = voices("> Theirs,\nor mine?\n# A heading\nMine.")
    assert [voice for voice, _, _ in found] == ["foreign", "doubtful", "own"]


def test_a_fence_is_a_passage_with_its_word_and_the_line_before_it() -> None:
    found = [p for p in passages('Look:\n\n```json\n{"a": 1}\n```\nDone.') if p.fenced]
    assert [(p.voice, p.info, p.text, p.before) for p in found] == [
        ("own", "json", '{"a": 1}', "Look:")
    ]


def test_a_fence_inside_a_longer_fence_belongs_to_it() -> None:
    assert voices("````\n```\na\n```\n````") == [("own", True, "```\na\n```")]


def test_a_fence_that_never_closes_runs_to_the_end() -> None:
    assert voices("Mine.\n~~~\na\n\nb") == [("own", False, "Mine."), ("own", True, "a\n\nb")]


def test_a_paragraph_or_a_fence_can_be_handed_over() -> None:
    assert voices("As Gawain wrote:\n\nHis words.\nMore.\n\nMine.") == [
        ("own", False, "As Gawain wrote:"),
        ("handed over", False, "His words.\nMore."),
        ("own", False, "Mine."),
    ]
    assert voices("As Gawain wrote:\n```\nHis.\n```\nMine.")[1] == ("handed over", True, "His.")


def test_a_quotation_takes_the_floor_that_was_handed_over() -> None:
    assert voices("As Gawain wrote:\n\n> His.\n\nMine.")[-1] == ("own", False, "Mine.")


def test_thoughts_comments_and_marked_material_are_left_out() -> None:
    assert voices("<think>\na\nb</think>Mine.") == [("own", False, "Mine.")]
    assert voices("<!-- a\nb -->\nMine.") == [("own", False, "Mine.")]
    assert voices("<<<x1\na\nx1>>>\nMine.") == [("own", False, "Mine.")]
    assert voices("<thinking>never closed\nMine?") == []


def test_every_kind_of_line_end_is_one() -> None:
    assert voices("a\r\n> b\rc") == voices("a\n> b\nc")


@given(st.text(alphabet="`~>ab:\n\r \t<think/!-", max_size=200))
def test_no_text_makes_it_raise_and_no_own_line_begins_with_an_angle(text: str) -> None:
    for passage in passages(text):
        if passage.voice == "own" and not passage.fenced:
            assert not any(line.lstrip().startswith(">") for line in passage.lines)


def test_long_texts_are_parted_in_reasonable_time() -> None:
    began = time.process_time()
    for text in ("> a\n" * 50_000, "`" * 200_000, "```\n" * 50_000, "<think>" * 30_000):
        passages(text)
    assert time.process_time() - began < 10
