"""The words of a verdict are known where a line states them, and where it only mentions them."""

import pytest

from roundtable.core.parsing.verdict_words import (
    AGREEMENT,
    has_agreement_word,
    mentions,
    slot_word,
    stated,
)


@pytest.mark.parametrize(
    ("line", "content"),
    [
        ("CONSENSUS: Use it.", "Use it."),
        ("**CONSENSUS:** Use it.", "Use it."),
        ("## CONSENSUS", ""),
        ("- CONSENSUS: Use it.", "Use it."),
        ("3. CONSENSUS: Use it.", "Use it."),
        ("✅ CONSENSUS — Use it.", "Use it."),
        ("Verdict: CONSENSUS", ""),
        ("**Final verdict:** CONSENSUS. Use it.", "Use it."),
        ("My verdict is CONSENSUS: Use it.", "Use it."),
        ("I declare CONSENSUS.", ""),
        ("CONSENSUS REACHED: Use it.", "Use it."),
        ("CONSENSUS (round 3, iteration 2): Use it.", "Use it."),
        ("CONSENSUS BASE=A.", "BASE=A."),
        ("Consensus: Use it.", "Use it."),
        ("KONSENS: Use it.", "Use it."),
        ("共识: Use it.", "Use it."),
    ],
)
def test_a_line_states_agreement(line: str, content: str) -> None:
    found = stated(line)
    assert found is not None
    assert found.agreed
    assert found.content == content


@pytest.mark.parametrize(
    "line",
    ["DISCUSS: a or b", "**DISCUSS**", "DISKUSSION: a", "Discuss: a", "討議: a", "ОБСУДИТЬ: a"],
)
def test_a_line_states_discussion(line: str) -> None:
    found = stated(line)
    assert found is not None
    assert not found.agreed


@pytest.mark.parametrize(
    "line",
    [
        "CONSENSUS? Not yet.",
        "CONSENSUS if the tests pass: BASE=A",
        "CONSENSUS on the API only",
        "CONSENSUS (partial): REST",
        "NO CONSENSUS: open",
        "PARTIAL CONSENSUS: REST",
        "There is CONSENSUS: yes",
        "CONSENSUS_SCORE: 9",
        "Consensus",
        "## Consensus",
        "- Consensus: all want REST",
        "Discussion: they talked",
        '"CONSENSUS: Use it."',
        "`CONSENSUS: Use it.`",
        "~~CONSENSUS: Use it.~~",
        "> CONSENSUS: Use it.",
        "    CONSENSUS: Use it.",
        "\tCONSENSUS: Use it.",
        "",
    ],
)
def test_a_line_that_only_speaks_of_it_states_nothing(line: str) -> None:
    assert stated(line) is None


def test_a_field_holds_one_word_or_none() -> None:
    assert slot_word(" Consensus. ") is True
    assert slot_word("DISCUSS") is False
    assert slot_word("Diskussion") is False
    for text in ("CONSENSUS|DISCUSS", "CONSENSUS or DISCUSS", "AGREED", "", "<CONSENSUS>"):
        assert slot_word(text) is None


def test_only_shouted_words_are_mentions() -> None:
    found = list(mentions("no CONSENSUS here, DISCUSS: storage; consensus in small letters"))
    assert [(m.agreed, m.colon) for m in found] == [(True, False), (False, True)]
    assert found[0].before == "no "
    assert found[1].after.startswith(" storage")


@pytest.mark.parametrize("word", AGREEMENT)
def test_every_word_of_agreement_is_one_in_every_place(word: str) -> None:
    assert has_agreement_word(f"… {word.upper()} …")
    assert slot_word(word) is True
    found = stated(f"{word.upper()}: x")
    assert found is not None
    assert found.agreed
