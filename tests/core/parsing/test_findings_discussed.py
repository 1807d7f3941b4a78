"""Findings in a discussion: of this round alone, and some of them by their numbers."""

import json

import pytest

from roundtable.core.findings import FindingsReading, MergedFinding
from roundtable.core.parsing.findings import read_findings
from roundtable.core.stances import Unparsed

FILES = ("cart.py", "shop.py")
KNOWN = {
    "F1": MergedFinding(
        id="F1",
        severity="critical",
        file="cart.py",
        line=3,
        end_line=5,
        claim="the sum is wrong",
        evidence=("total([])", "total([1])"),
        fix="mend it",
        who=("Lancelot",),
        support="single",
    )
}


def text(*findings: object, number: object = 2, knight: str = "Gawain") -> str:
    fields = {"knight": knight, "round": number, "findings": list(findings)}
    return f"Words.\n\n```json\n{json.dumps(fields)}\n```"


def read(said: str) -> FindingsReading | Unparsed:
    return read_findings(said, "Gawain", FILES, 2, KNOWN)


@pytest.mark.parametrize("item", ["F1", " f1 ", {"id": "F1"}, {"id": "f1", "file": "cart.py"}])
def test_a_number_stands_for_all_that_the_list_says(item: object) -> None:
    reading = read(text(item))
    assert isinstance(reading, FindingsReading)
    (found,) = reading.findings
    assert (found.file, found.line, found.end_line) == ("cart.py", 3, 5)
    assert (found.claim, found.fix, found.severity) == ("the sum is wrong", "mend it", "critical")
    assert found.evidence == "total([])\ntotal([1])"
    assert found.who == ("Gawain",)


def test_severity_and_fix_may_be_ones_own() -> None:
    reading = read(text({"id": "F1", "severity": "note", "fix": "leave it"}))
    assert isinstance(reading, FindingsReading)
    assert (reading.findings[0].severity, reading.findings[0].fix) == ("note", "leave it")


def test_a_number_beside_a_claim_is_a_list_of_ones_own() -> None:
    reading = read(text({"id": "F1", "file": "shop.py", "line": 9, "claim": "another thing"}))
    assert isinstance(reading, FindingsReading)
    assert [(f.file, f.claim) for f in reading.findings] == [("shop.py", "another thing")]


@pytest.mark.parametrize("item", ["F2", {"id": "F2"}, 1, None, {"id": 1}])
def test_a_number_that_is_on_no_list_is_not_taken(item: object) -> None:
    reading = read(text("F1", item))
    assert isinstance(reading, FindingsReading)
    assert len(reading.findings) == len(reading.rejected) == 1


def test_without_a_list_there_are_no_numbers() -> None:
    reading = read_findings(text("F1"), "Gawain", FILES, 2)
    assert isinstance(reading, FindingsReading)
    assert reading.findings == ()


def test_a_block_of_another_round_is_passed_over() -> None:
    both = f"{text('F1', number=1)}\n\n{text(number=2)}"
    assert read(both) == FindingsReading()
    assert isinstance(read(text("F1", number=1)), Unparsed)
    assert read(text(number="2")) == FindingsReading()


def test_lines_of_prose_are_talk_and_no_findings() -> None:
    said = "- [CRITICAL] cart.py:3 — Lancelot is mistaken here"
    assert isinstance(read(said), Unparsed)
    assert isinstance(read_findings(said, "Gawain", FILES), FindingsReading)
