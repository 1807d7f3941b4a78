"""One verdict is read, in the judge's own words, or none; and no text makes the reader fail."""

import json
import time
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtable.core.parsing.verdict import read_verdict
from roundtable.core.parsing.verdict_words import AGREEMENT
from roundtable.core.stances import Unparsed
from roundtable.core.verdicts import (
    CodeVerdict,
    DiscussionVerdict,
    FindingsVerdict,
    Verdict,
    VerdictKind,
    form,
)
from tests.timing import seconds

LABELS = ("A", "B", "C")
ROUNDS: dict[VerdictKind, str] = {
    "discussion": "architecture",
    "code": "development",
    "findings": "review",
}
KINDS: tuple[VerdictKind, ...] = ("discussion", "code", "findings")
kinds = st.sampled_from(KINDS)


def read(
    text: str, kind: VerdictKind = "discussion", quoted: tuple[str, ...] = ()
) -> Verdict | Unparsed:
    return read_verdict(text, kind, ROUNDS[kind], 2, LABELS, quoted)


def agrees(reading: Verdict | Unparsed) -> bool:
    return not isinstance(reading, Unparsed) and reading.agreed


def fenced(kind: VerdictKind, **fields: object) -> str:
    head = {"verdict": "CONSENSUS", "round": ROUNDS[kind], "iteration": 2}
    return f"```json\n{json.dumps(head | fields, ensure_ascii=False)}\n```"


# Pieces of what judges write, to be thrown together at random.
PIECES = (
    *("CONSENSUS", "CONSENSUS:", "**CONSENSUS:**", "DISCUSS:", "Consensus:", "KONSENS:", "合意:"),
    *("BASE=A.", "BASE=A and B", "BASE:", "INCORPORATE:", "MUST_FIX:", "none.", "none", "..."),
    *("Cart.total (cart.py) from B", "from", "C's tests", "CRITICAL:", "WARNINGS:", "F1, F2"),
    *(
        "CONFIRMED_CLEAN:",
        "FILE_STRUCTURE:",
        "├── a.py",
        "- item",
        "1. item",
        "> ",
        "```",
        "```json",
    ),
    *(
        "```json",
        "As Gawain wrote:",
        "Gawain:",
        "For example:",
        "if",
        "not",
        "no",
        "?",
        "would say",
    ),
    *('{"verdict": "CONSENSUS"}', '{"verdict": "DISCUSS", "summary": "x"}', '{"verdict":', "}"),
    *("<think>", "</think>", "Use SQLite.", "OPTIONS:", "RULINGS:", "C1: settled by B", "(", ")"),
    *("\n", "\n\n", "\n", " ", "\t", "\r\n", "\u2028", "\x00", "\ud800", "—", ";", "~~~", "    "),
)
scrambled = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)
spaced = st.lists(st.sampled_from(PIECES), max_size=40).map(" ".join)


@settings(deadline=None)
@given(st.text(st.characters(codec=None), max_size=300) | scrambled | spaced, kinds)
def test_no_text_makes_the_reader_raise(text: str, kind: VerdictKind) -> None:
    reading = read(text, kind)
    assert isinstance(reading, Unparsed) == hasattr(reading, "reason")
    reading.model_dump_json().encode("utf-8")


@settings(deadline=None)
@given(scrambled | spaced, kinds, st.lists(scrambled, max_size=2).map(tuple))
def test_an_agreement_on_code_always_has_a_base_and_known_sources(
    text: str, kind: VerdictKind, quoted: tuple[str, ...]
) -> None:
    reading = read(text, kind, quoted)
    if isinstance(reading, CodeVerdict):
        assert reading.base in (LABELS if reading.agreed else (*LABELS, ""))
        assert all(item.source in LABELS for item in reading.incorporate)
        assert all(fix.problem.strip() for fix in reading.must_fix)
    if isinstance(reading, DiscussionVerdict):
        assert reading.summary or not reading.agreed
        assert not any(".." in path.split("/") for path in reading.file_structure)
    if not isinstance(reading, Unparsed) and not reading.agreed:
        assert reading.summary or reading.options


def without_agreement(text: str) -> bool:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return not any(word in folded for word in AGREEMENT)


@settings(deadline=None)
@given((scrambled | spaced).filter(without_agreement), kinds)
def test_a_text_without_the_word_of_agreement_agrees_to_nothing(
    text: str, kind: VerdictKind
) -> None:
    assert not agrees(read(text, kind))


@settings(deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(
            ["verdict", "round", "iteration", "summary", "options", "base", "critical"]
        ),
        st.sampled_from(["DISCUSS", "agreed", True, 1, None, [], "architecture", 2, "yes", "A"]),
    ),
    kinds,
)
def test_a_block_without_the_word_of_agreement_agrees_to_nothing(
    value: dict[str, object], kind: VerdictKind
) -> None:
    assert not agrees(read(f"```json\n{json.dumps(value)}\n```", kind))


FOREIGN = (
    "> CONSENSUS: BASE=A. INCORPORATE: none. MUST_FIX: none. CRITICAL: none.",
    "> **CONSENSUS:** Use JWT for everything.",
    '> {"verdict": "CONSENSUS", "base": "A", "critical": [], "summary": "x"}',
    "As Gawain wrote: CONSENSUS: BASE=A. Use JWT. CRITICAL: none.",
)
OPEN = (
    "DISCUSS: tokens or sessions",
    "DISCUSS:\n- tokens\n- sessions",
    "I cannot say yet.",
    "CONSENSUS? Not yet.",
    "There is no CONSENSUS.",
    '```json\n{"verdict": "DISCUSS", "summary": "open"}\n```',
    '```json\n{"verdict": "CONSENSUS", "round": "qa", "iteration": 9}\n```',
    "CONSENSUS:",
    "Some words.",
    "BASE=A",
)


@settings(deadline=None)
@given(
    st.lists(st.sampled_from(OPEN), min_size=1, max_size=4),
    st.sampled_from(FOREIGN),
    st.integers(0, 4),
    st.sampled_from(["\n", "\n\n"]),
    kinds,
)
def test_a_quoted_verdict_never_turns_a_reading_into_agreement(
    paragraphs: list[str], foreign: str, place: int, gap: str, kind: VerdictKind
) -> None:
    before = read("\n\n".join(paragraphs), kind)
    quoting = [*paragraphs[:place], foreign, *paragraphs[place:]]
    after = read(gap.join(quoting), kind)
    assert agrees(before) or not agrees(after)


@settings(deadline=None)
@given(st.lists(st.sampled_from(OPEN), max_size=4), st.integers(0, 4), kinds)
def test_a_verdict_that_another_has_stated_never_turns_a_reading_into_agreement(
    paragraphs: list[str], place: int, kind: VerdictKind
) -> None:
    theirs = "CONSENSUS: BASE=A. INCORPORATE: none. MUST_FIX: none. CRITICAL: none. Use JWT."
    text = "\n\n".join([*paragraphs[:place], f"**{theirs}**", *paragraphs[place:]])
    before = read("\n\n".join(paragraphs), kind)
    after = read(text, kind, quoted=(f"I think so.\n{theirs}\nThank you.",))
    assert agrees(before) or not agrees(after)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "text",
    [
        "x" * 5_000_000,
        "CONSENSUS: " * 500_000,
        "> CONSENSUS: x\n" * 300_000,
        '{"verdict":\n' * 400_000,
        "```json\n" * 600_000,
        " " * 5_000_000 + "CONSENSUS: BASE=A.",
        "As Gawain wrote:\n" * 300_000,
    ],
    ids=["letters", "words", "quotations", "objects", "fences", "spaces", "introductions"],
)
def test_five_megabytes_are_refused_at_once(text: str, kind: VerdictKind) -> None:
    def refused() -> None:
        assert isinstance(read(text, kind), Unparsed)

    assert seconds(refused, enough=5) < 5


BEGINNINGS: dict[VerdictKind, str] = {
    "discussion": "DISCUSS: ",
    "code": "CONSENSUS: BASE=A. INCORPORATE: ",
    "findings": "CONSENSUS: CRITICAL: ",
}


@pytest.mark.parametrize(
    "piece",
    [
        "CONSENSUS: BASE=A. INCORPORATE: x from B, y from C and ",
        "CONSENSUS: BASE=A.\nMUST_FIX:\n" + "- a\n  b\n  c\n" * 20,
        "CONSENSUS: ",
        "DISCUSS: a; (b `c` d\n",
        "no CONSENSUS ",
        "not a not a not a ",
        "F1, F2 and F3 (x, ",
        "├── a/\n│   └── b.py\n",
        "- a\n" + " " * 40 + "- b\n",
        "from B, A's x and C's y — why: ",
        "* " * 10 + "\n",
        "> quote\nlazy\n",
        '{"verdict": "CONSENSUS", ',
        '{"verdict": "CONSENSUS"}\n',
        "`(`[**__",
        "Candidate B: ",
        "(1) a (2) b 1. c ",
        "\n\n   \n",
    ],
)
def test_long_answers_are_read_in_time_that_grows_with_their_length(piece: str) -> None:
    began = time.process_time()
    for kind, start in BEGINNINGS.items():
        read(start + piece * (60_000 // len(piece)), kind)
    assert time.process_time() - began < 15  # it takes one second; squared it would take hours


def test_a_reason_can_be_sent_back_as_it_is() -> None:
    for text in ("", "DISCUSS:", "CONSENSUS: Z.", '{"verdict":', "no CONSENSUS", "CONSENSUS? No"):
        for kind in ("code", "findings"):
            reading = read(text, kind)
            assert isinstance(reading, Unparsed)
            assert reading.reason == reading.reason.strip()
            assert reading.reason[:1].islower() or reading.reason.split()[0].isupper()
            assert not reading.reason.endswith(".")


def test_text_that_utf8_cannot_carry_is_replaced() -> None:
    reading = read("CONSENSUS: Use \ud800 SQLite.")
    assert isinstance(reading, DiscussionVerdict)
    assert reading.summary == "Use ? SQLite."


def test_what_was_read_can_be_shown_and_read_again() -> None:
    text = fenced(
        "findings", critical=["F1"], warnings=[], confirmed_clean=["a.py"], summary="One thing."
    )
    reading = read(text, "findings")
    assert isinstance(reading, FindingsVerdict)
    assert read(form(reading), "findings") == reading
