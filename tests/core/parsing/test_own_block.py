"""Of all blocks in a turn only its speaker's own is taken, never one that could be another's."""

import json
from typing import Any

import pytest

from roundtable.core.parsing.own_block import read_own
from roundtable.core.stances import Unparsed
from roundtable.core.values import Value


class Told(Value):
    mark: int


def read(text: str, *others: Told) -> Told | Unparsed:
    def told(block: dict[str, Any]) -> Told | Unparsed:
        mark = block.get("mark")
        return Told(mark=mark) if isinstance(mark, int) else Unparsed(reason="no mark")

    return read_own(text, "mark", "Gawain", 2, told, others)


def block(**fields: object) -> str:
    return f"```json\n{json.dumps(fields)}\n```"


def test_a_block_that_names_its_knight_is_read_wherever_it_stands() -> None:
    own = block(knight="gawain", round=2, mark=1)
    assert read(f"{own}\nand then some words") == Told(mark=1)
    assert read(f"words\n{block(knight='Lancelot', round=2, mark=9)}\n{own}") == Told(mark=1)


def test_one_without_a_name_is_read_where_nobody_elses_can_be_meant() -> None:
    assert read(f"words\n{block(mark=1)}") == Told(mark=1)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("no block", 'no JSON block with "mark"'),
        (block(knight="Lancelot", round=2, mark=1), 'no JSON block with "mark"'),
        (block(knight="Gawain", round=1, mark=1), 'no JSON block with "mark"'),
        (f"{block(mark=1)}\nwords", "does not end your turn"),
        (f"{block(mark=1)}\n{block(mark=2)}", "several blocks, and none says"),
        (
            f"{block(knight='Gawain', mark=1)}\n{block(knight='Gawain', mark=2)}",
            "several blocks in your name",
        ),
        ('```json\n{"mark": 1,}\n```', "cannot be read"),
        (block(mark="one"), "no mark"),
    ],
)
def test_everything_else_is_unreadable_and_says_why(text: str, reason: str) -> None:
    found = read(text)
    assert isinstance(found, Unparsed)
    assert reason in found.reason


def test_the_same_block_twice_in_ones_own_name_is_one() -> None:
    own = block(knight="Gawain", round=2, mark=1)
    assert read(f"{own}\n{own}") == Told(mark=1)


def test_a_nameless_block_that_another_has_said_before_is_not_taken() -> None:
    assert read(block(mark=1), Told(mark=2)) == Told(mark=1)
    assert isinstance(read(block(mark=1), Told(mark=1)), Unparsed)
    assert read(block(knight="Gawain", mark=1), Told(mark=1)) == Told(mark=1)
