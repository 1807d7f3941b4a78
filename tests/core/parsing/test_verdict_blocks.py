"""Blocks that may hold a verdict are taken out of the prose, and others' blocks are left there."""

from roundtable.core.parsing.verdict_blocks import Parted, part
from roundtable.core.parsing.voices import passages

OBJECT = '{"verdict": "CONSENSUS"}'


def parted(text: str) -> Parted:
    return part(passages(text))


def prose(found: Parted) -> str:
    return " ".join(" ".join(p.text for p in found.passages).split())


def test_a_fenced_block() -> None:
    found = parted(f"Before.\n```json\n{OBJECT}\n```\nAfter.")
    assert [b.value for b in found.blocks] == [{"verdict": "CONSENSUS"}]
    assert not found.blocks[0].ends_text
    assert found.after.strip() == "After."
    assert prose(found) == "Before. After."


def test_a_bare_block_and_the_words_around_it() -> None:
    found = parted(f"Before.\n{OBJECT}\nAfter.")
    assert [b.value for b in found.blocks] == [{"verdict": "CONSENSUS"}]
    assert prose(found) == "Before. After."


def test_the_last_block_of_a_text_ends_it() -> None:
    found = parted(f"```\n{OBJECT}\n```\n\n```\n{OBJECT}\n```\n\n")
    assert [b.ends_text for b in found.blocks] == [False, True]


def test_a_quoted_or_announced_block_is_borrowed() -> None:
    for text in (
        f"> {OBJECT}",
        f"As Gawain wrote:\n```\n{OBJECT}\n```",
        f"Gawain:\n\n```json\n{OBJECT}\n```",
        f"````\n```\n{OBJECT}\n```\n````",
    ):
        found = parted(text)
        assert found.blocks == ()
        assert found.borrowed


def test_code_with_a_field_of_that_name_is_no_block() -> None:
    found = parted('```python\nx = {"verdict": 1}\n```')
    assert found.blocks == ()


def test_a_broken_block_says_what_is_wrong() -> None:
    for body in (f"[{OBJECT}]", '{"verdict": ', f"{OBJECT}\nMore.", 'verdict "verdict"'):
        (block,) = parted(f"```json\n{body}\n```").blocks
        assert block.value is None
        assert block.problem


def test_a_text_without_blocks_is_left_as_it_is() -> None:
    found = parted('One.\n\n```json\n{"score": 1}\n```\nTwo.')
    assert found.blocks == ()
    assert found.after == ""
    assert len(found.passages) == 3
