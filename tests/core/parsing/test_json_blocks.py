"""Objects are found where the speaker put them, and quotations are left aside."""

import time

from hypothesis import given
from hypothesis import strategies as st

from roundtable.core.parsing.json_blocks import json_blocks, without_last_block


def values(text: str) -> list[object]:
    return [block.value for block in json_blocks(text, "score")]


def test_a_fenced_object_is_found() -> None:
    assert values('Words.\n\n```json\n{"score": 1}\n```\n') == [{"score": 1}]


def test_a_fence_without_a_language_or_with_tildes_is_a_fence() -> None:
    assert values('```\n{"score": 1}\n```') == [{"score": 1}]
    assert values('~~~ json\n{"score": 1}\n~~~') == [{"score": 1}]


def test_a_missing_last_fence_is_forgiven() -> None:
    (block,) = json_blocks('Words\n```json\n{"score": 1}', "score")
    assert block.value == {"score": 1}
    assert block.ends_text


def test_a_bare_object_at_the_start_of_a_line_is_found() -> None:
    (block,) = json_blocks('I vote:\n{"score": 1, "nested": {"a": [1]}}\n', "score")
    assert block.value == {"score": 1, "nested": {"a": [1]}}
    assert block.ends_text


def test_quoted_lines_are_somebody_elses() -> None:
    assert values('> ```json\n> {"score": 1}\n> ```\nI disagree.') == []
    assert values('  > {"score": 1}') == []


def test_a_fence_inside_a_longer_fence_is_a_quotation() -> None:
    assert values('````\n```json\n{"score": 1}\n```\n````') == [None]


def test_what_looks_like_a_block_and_is_none_is_reported_with_a_reason() -> None:
    for body in (
        '{"score": 1,}',
        '{"score": one}',
        '{"score": 1',
        '[{"score": 1}]',
        '{"score": NaN}',
    ):
        (block,) = json_blocks(f"```json\n{body}\n```", "score")
        assert block.value is None
        assert block.problem


def test_a_field_that_stands_there_twice_is_not_readable() -> None:
    (block,) = json_blocks('```json\n{"score": 1, "score": 9}\n```', "score")
    assert block.value is None
    assert "twice" in block.problem


def test_a_block_with_words_behind_it_does_not_end_the_text() -> None:
    (block,) = json_blocks('```json\n{"score": 1}\n```\nGood bye.', "score")
    assert not block.ends_text


def test_deep_nesting_is_a_reason_and_no_crash() -> None:
    deep = '{"score":' * 100_000
    assert [b.value for b in json_blocks(f"```json\n{deep}\n```", "score")] == [None]
    assert all(b.value is None for b in json_blocks(deep, "score"))


def test_long_hostile_texts_are_read_in_reasonable_time() -> None:
    began = time.process_time()
    for text in ('{"score":\n' * 50_000, "{\n" * 200_000 + "score", "```json\nscore\n" * 50_000):
        json_blocks(text, "score")
    assert time.process_time() - began < 20  # quadratic behaviour would take minutes


@given(st.text(alphabet='`~{}[]":, \n>scoretrue1', max_size=300))
def test_no_text_makes_it_raise(text: str) -> None:
    for block in json_blocks(text, "score"):
        assert (block.value is None) == bool(block.problem)


def test_the_prose_is_what_stands_before_the_last_block() -> None:
    assert without_last_block('Words.\n\n```json\n{"score": 1}\n```\n') == "Words."
    assert without_last_block("Words alone.") == "Words alone."
    assert without_last_block('```json\n{"score": 1}\n```') == ""


def test_an_earlier_block_and_the_words_after_it_belong_to_the_prose() -> None:
    text = 'Like:\n```json\n{"retries": 3}\n```\nSo I say 9.\n```json\n{"score": 9}\n```'
    assert without_last_block(text) == 'Like:\n```json\n{"retries": 3}\n```\nSo I say 9.'


def test_the_prose_of_a_hostile_text_is_found_in_reasonable_time() -> None:
    began = time.process_time()
    without_last_block("```json{" * 200_000)
    assert time.process_time() - began < 5
