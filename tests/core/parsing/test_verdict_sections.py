"""A verdict's text is cut at the words of its form, and nowhere else."""

import pytest

from roundtable.core.parsing.verdict_sections import cut_sections
from roundtable.core.parsing.verdict_text import Line
from roundtable.core.verdicts import VerdictKind


def cut(text: str, kind: VerdictKind = "code") -> list[tuple[str, str]]:
    lines = [Line(line, own=True) for line in text.split("\n")]
    return [(s.name, s.text.strip()) for s in cut_sections(lines, kind) if s.name or s.text.strip()]


def test_headings_within_a_line() -> None:
    assert cut("BASE=A. INCORPORATE: x from B. MUST_FIX: y") == [
        ("base", "A."),
        ("incorporate", "x from B."),
        ("must_fix", "y"),
    ]


@pytest.mark.parametrize(
    "line",
    ["MUST_FIX: y", "**MUST_FIX:** y", "- Must fix: y", "3. MUST-FIX: y", "MUST FIX items (2): y"],
)
def test_headings_at_the_beginning_of_a_line(line: str) -> None:
    assert cut(line) == [("must_fix", "y")]


@pytest.mark.parametrize("line", ["### Must fix", "**Must fix**", "MUST_FIX", "MUST_FIX:"])
def test_headings_alone_on_a_line(line: str) -> None:
    assert cut(f"{line}\ny") == [("must_fix", "y")]


@pytest.mark.parametrize(
    "line",
    ["DO NOT INCORPORATE: x", "we must fix: y", "base", "the base: A", "- CSRF: y", "REBASE=A"],
)
def test_what_is_no_heading(line: str) -> None:
    assert not {"base", "incorporate", "must_fix"} & {name for name, _ in cut(line)}


def test_only_the_headings_of_its_kind_count() -> None:
    assert cut("CRITICAL: F1", "findings") == [("critical", "F1")]
    assert cut("CRITICAL: F1", "discussion") == [("", "CRITICAL: F1")]
    assert cut("a\nFILE_STRUCTURE: b.py", "discussion") == [("", "a"), ("file_structure", "b.py")]


def test_other_headings_keep_their_words() -> None:
    assert cut("MUST_FIX: a. SHOULD_FIX: b") == [("must_fix", "a."), ("other", "SHOULD_FIX: b")]
    assert cut("MUST_FIX: a\nNotes: b") == [("must_fix", "a"), ("other", "Notes: b")]


def test_a_reason_within_a_list_does_not_end_it() -> None:
    assert cut("INCORPORATE:\n- x from B\n  Why: good\n- y from C") == [
        ("incorporate", "- x from B\n  Why: good\n- y from C")
    ]
    assert cut("INCORPORATE: x\nRationale: b")[1] == ("summary", "b")


def test_in_a_discussion_reasons_stay_in_the_summary() -> None:
    assert cut("a\nRationale: b", "discussion") == [("", "a\nRationale: b")]


def test_a_line_that_is_not_the_judges_has_no_headings() -> None:
    found = cut_sections([Line("a", own=True), Line("MUST_FIX: b", own=False)], "code")
    assert [(s.name, s.text) for s in found] == [("", "a\nMUST_FIX: b")]


def test_half_of_a_pair_of_bold_marks_is_taken_off() -> None:
    assert cut("BASE=A. MUST_FIX: none.**") == [("base", "A."), ("must_fix", "none.")]
    assert cut("a **b** c") == [("", "a **b** c")]


def test_headings_of_other_languages() -> None:
    assert cut("BASIS=A. ÜBERNEHMEN: x") == [("base", "A."), ("incorporate", "x")]
    assert cut("警告: F2", "findings") == [("warnings", "F2")]
