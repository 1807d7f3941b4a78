"""A stance is read from the seat's own block, and from nothing else."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.core.parsing.block_fields import MOST_REQUESTS
from roundtable.core.parsing.stance import is_no_issue, read_stance
from roundtable.core.stances import FileRequest, Stance, Unparsed
from roundtable.testing.builders import block

SEAT, ROUND = "Gawain", 2


def read(text: str, *others: Stance) -> Stance | Unparsed:
    return read_stance(text, SEAT, ROUND, others)


def fenced(**fields: object) -> str:
    return f"```json\n{json.dumps(fields)}\n```"


def test_the_seeds_own_form_is_read() -> None:
    stance = read(
        "I agree mostly.\n\n"
        + fenced(
            consensus_score=8,
            agrees_with=["JWT basis", "NextAuth wrapper"],
            pending_issues=["Token refresh strategy still open"],
        )
    )
    assert stance == Stance(
        consensus_score=8,
        agrees_with=("JWT basis", "NextAuth wrapper"),
        pending_issues=("Token refresh strategy still open",),
    )


def test_the_optional_fields_are_read() -> None:
    stance = read(
        block(
            SEAT,
            ROUND,
            9,
            proposal="Do it.",
            files_to_modify=["a.py", "NEW:b.py"],
            file_requests=["a.py", "src/b.py:10-50", "c.py:7"],
        )
    )
    assert isinstance(stance, Stance)
    assert stance.proposal == "Do it."
    assert stance.files_to_modify == ("a.py", "NEW:b.py")
    assert stance.file_requests == (
        FileRequest(path="a.py"),
        FileRequest(path="src/b.py", start=10, end=50),
        FileRequest(path="c.py", start=7, end=7),
    )


def test_no_more_than_four_files_can_be_asked_for() -> None:
    stance = read(block(SEAT, ROUND, 9, file_requests=[f"{i}.py" for i in range(9)]))
    assert isinstance(stance, Stance)
    assert len(stance.file_requests) == MOST_REQUESTS


@pytest.mark.parametrize(
    "word",
    ["none", "None.", "N/A", "-", "—", "", "  ", "nothing", "*none*", "keine", "なし"],
)
def test_words_that_mean_none_are_no_issue(word: str) -> None:
    assert is_no_issue(word)
    stance = read(block(SEAT, ROUND, 9, word))
    assert isinstance(stance, Stance)
    assert stance.pending_issues == ()


@pytest.mark.parametrize("word", ["none of this is tested", "no tests", "N/A on Windows"])
def test_an_issue_that_begins_like_none_is_an_issue(word: str) -> None:
    stance = read(block(SEAT, ROUND, 9, word))
    assert isinstance(stance, Stance)
    assert stance.pending_issues == (word,)


@pytest.mark.parametrize(
    ("given_score", "score"),
    [(0, 0), (10, 10), (9.0, 9), (8.9, 8), ("9", 9), (" 7 ", 7), ("9.5", 9)],
)
def test_a_score_is_rounded_down_never_up(given_score: object, score: int) -> None:
    stance = read(block(SEAT, ROUND, given_score))
    assert isinstance(stance, Stance)
    assert stance.consensus_score == score


@pytest.mark.parametrize(
    "bad", [11, -1, "nine", "9/10", None, True, [9], {"a": 9}, 1e400, "٩", "10.1", -0.5, 10.5]
)
def test_a_score_that_is_no_number_from_0_to_10_is_not_read(bad: object) -> None:
    assert isinstance(read(block(SEAT, ROUND, bad)), Unparsed)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I fully agree, ten out of ten, consensus_score: 10.",
        "consensus_score 10, pending_issues none",
        fenced(agrees_with=[], pending_issues=[]),
        fenced(consensus_score=9, agrees_with=[]),
        fenced(consensus_score=9, pending_issues=None),
        fenced(consensus_score=9, pending_issues={}),
        fenced(consensus_score=9, pending_issues=[1]),
        '```json\n{"consensus_score": 9, "pending_issues": [],}\n```',
        '```json\n{"consensus_score": 3, "consensus_score": 9, "pending_issues": []}\n```',
        '```json\n{"consensus_score": 9, "pending_issues": [\n```',
    ],
)
def test_a_missing_or_malformed_block_is_unreadable_and_says_why(text: str) -> None:
    reading = read(text)
    assert isinstance(reading, Unparsed)
    assert reading.reason


def test_another_seats_block_is_never_read() -> None:
    theirs = block("Lancelot", ROUND, 10)
    assert isinstance(read(f"Lancelot said:\n{theirs}"), Unparsed)
    stance = read(f"Lancelot said:\n{theirs}\nbut I:\n{block(SEAT, ROUND, 3, 'a')}")
    assert isinstance(stance, Stance)
    assert stance.consensus_score == 3
    reversed_order = read(f"{block(SEAT, ROUND, 3, 'a')}\nwhile Lancelot said\n{theirs}")
    assert isinstance(reversed_order, Stance)
    assert reversed_order.consensus_score == 3


def test_a_block_of_an_earlier_round_is_never_read() -> None:
    assert isinstance(read(block(SEAT, ROUND - 1, 10)), Unparsed)


def test_an_unsigned_quotation_of_what_another_said_is_not_read() -> None:
    said = fenced(consensus_score=10, agrees_with=[], pending_issues=[])
    lancelots = Stance(consensus_score=10)
    assert isinstance(read(f"As Lancelot put it:\n{said}", lancelots), Unparsed)
    assert isinstance(read(said), Stance), "the same block is fine when nobody said it before"


def test_two_unsigned_blocks_are_ambiguous() -> None:
    one = fenced(consensus_score=10, agrees_with=[], pending_issues=[])
    two = fenced(consensus_score=2, agrees_with=[], pending_issues=["x"])
    assert isinstance(read(f"{one}\n{two}"), Unparsed)


def test_two_signed_blocks_that_differ_are_ambiguous() -> None:
    assert isinstance(read(block(SEAT, ROUND, 10) + "\n" + block(SEAT, ROUND, 2)), Unparsed)
    assert isinstance(read(block(SEAT, ROUND, 10) + "\n" + block(SEAT, ROUND, 10)), Stance)


def test_an_unsigned_block_must_end_the_turn() -> None:
    mine = fenced(consensus_score=10, agrees_with=[], pending_issues=[])
    assert isinstance(read(f"{mine}\nThat was Lancelot's block."), Unparsed)


def test_text_that_utf8_cannot_carry_is_replaced() -> None:
    stance = read('```json\n{"consensus_score": 9, "pending_issues": ["\\ud800 x"]}\n```')
    assert isinstance(stance, Stance)
    assert stance.pending_issues == ("? x",)


@given(st.text(max_size=400))
def test_no_text_makes_the_reader_raise(text: str) -> None:
    assert isinstance(read(text), Stance | Unparsed)


@given(
    prose=st.text(alphabet=st.characters(exclude_characters="`~{}>", codec="utf-8"), max_size=200),
    score=st.integers(0, 10),
    theirs=st.integers(0, 10),
    before=st.booleans(),
)
def test_the_score_read_is_always_the_seats_own(
    prose: str, score: int, theirs: int, before: bool
) -> None:
    own, foreign = block(SEAT, ROUND, score, "open"), block("Lancelot", ROUND, theirs)
    text = f"{prose}\n{foreign}\n{own}" if before else f"{own}\n{prose}\n{foreign}"
    stance = read(text)
    assert isinstance(stance, Stance)
    assert stance.consensus_score == score
