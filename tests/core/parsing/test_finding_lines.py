"""Findings written as lines of text are recognised, and nothing else is."""

import pytest

from roundtable.core.parsing.finding_lines import WrittenFinding, read_finding_lines, written


def only(text: str) -> WrittenFinding:
    found, _ = read_finding_lines(text)
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize(
    "line",
    [
        "- [CRITICAL] app.py:12 — The key is in the source.",
        "* [critical] app.py:12: The key is in the source.",
        "1. **CRITICAL** `app.py:12` - The key is in the source.",
        "- **[Critical]** app.py:12 – The key is in the source.",  # noqa: RUF001
        "CRITICAL: app.py:12 — The key is in the source.",
        "[CRITICAL] app.py:12 | The key is in the source.",
        "- [CRITICAL] `app.py:12`: The key is in the source.",
        "- **CRITICAL**: **app.py:12** — The key is in the source.",
    ],
)
def test_the_usual_ways_to_write_a_finding_in_a_line_are_read(line: str) -> None:
    found = only(line)
    assert str(found.severity).casefold() == "critical"
    assert found.file == "app.py:12"
    assert found.claim == "The key is in the source."
    assert found.raw == line


def test_a_line_number_may_stand_beside_the_path() -> None:
    found = only("- [HIGH] `src/app.py` (lines 12-18): too slow")
    assert (found.file, found.claim) == ("src/app.py", "too slow")
    assert "12-18" in str(found.line)


def test_a_heading_holds_for_the_list_under_it_and_ends_with_the_next() -> None:
    found, _ = read_finding_lines(
        "## Critical\n- `app.py:12` — one\n\n**Warnings**\n\n1. b.py:3 - two\n- none\n"
        "### Summary\n- c.py is fine\n"
    )
    assert [(f.severity, f.file, f.claim) for f in found] == [
        ("critical", "app.py:12", "one"),
        ("warning", "b.py:3", "two"),
    ]


def test_details_below_a_finding_belong_to_it() -> None:
    found = only(
        "- [LOW] a.py:1 — odd name\n  - Evidence: `x = 1`\n  - **Fix:** call it `count`\n"
        "    Fix: everywhere\n"
    )
    assert found.evidence == "`x = 1`"
    assert found.fix == "call it `count`\neverywhere"


def test_what_is_quoted_or_fenced_is_not_ones_own() -> None:
    found, _ = read_finding_lines(
        "> - [CRITICAL] a.py:1 — theirs\n```\n- [CRITICAL] a.py:2 — code\n```\n~~~\n[HIGH] x\n~~~\n"
    )
    assert found == []


@pytest.mark.parametrize(
    "prose",
    [
        "Critical issues are in app.py.",
        "- [ ] check app.py",
        "- [x] done",
        "I looked at app.py:12 and it is fine.",
        "## Error handling\n- app.py:12 raises",
        "**Critical**: see below",
        "",
    ],
)
def test_prose_is_no_finding(prose: str) -> None:
    found, sound = read_finding_lines(prose)
    assert [f for f in found if not f.problem and f.claim] == []
    assert sound == []


def test_files_called_clean_are_listed() -> None:
    _, sound = read_finding_lines("CLEAN: util.py, `b.py`\n- [CLEAN] c.py\nCONFIRMED_CLEAN: d.py")
    assert sound == ["util.py", "`b.py`", "c.py", "d.py"]


def test_a_finding_without_a_file_says_so() -> None:
    assert only("- [CRITICAL] ** nothing has a test").problem


def test_one_text_of_a_list_is_read_with_and_without_a_severity() -> None:
    assert written("[HIGH] a.py:3 — slow").severity == "HIGH"
    bare = written("a.py:3 — slow")
    assert (bare.severity, bare.file, bare.claim) == (None, "a.py:3", "slow")


def test_a_very_long_line_is_read_in_no_time() -> None:
    found, _ = read_finding_lines("- [CRITICAL] " + "a" * 200_000 + "\n" + "*" * 100_000)
    assert len(found) <= 1
