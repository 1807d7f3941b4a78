"""A statement in the text form is read, or refused where a directive is missing."""

import pytest

from roundtable.core.parsing.labels import Labels
from roundtable.core.parsing.unreadable import Unreadable
from roundtable.core.parsing.verdict_prose import read_statement, structure_in
from roundtable.core.parsing.verdict_text import Line, Statement
from roundtable.core.verdicts import (
    CodeVerdict,
    DiscussionVerdict,
    FindingsVerdict,
    MustFix,
    Verdict,
    VerdictKind,
)

LABELS = Labels.of(("A", "B"))


def lines(text: str) -> tuple[Line, ...]:
    return tuple(Line(line, own=True) for line in text.split("\n"))


def read(text: str, kind: VerdictKind, agreed: bool = True, ends: bool = True) -> Verdict:
    return read_statement(Statement(agreed, lines(text), ends), kind, LABELS)


def test_a_code_verdict() -> None:
    assert read("BASE=A. Simple. INCORPORATE: none. MUST_FIX: x.\n\nBye.", "code") == CodeVerdict(
        agreed=True, base="A", must_fix=(MustFix(problem="x"),), summary="Simple.\n\nBye."
    )


def test_a_findings_verdict() -> None:
    assert read("CRITICAL: F1. WARNINGS: none.", "findings") == FindingsVerdict(
        agreed=True, critical=("F1",)
    )


def test_a_discussion_verdict_takes_files_from_before_the_statement() -> None:
    statement = Statement(True, lines("Two modules."), ends_text=True)
    before = lines("FILE_STRUCTURE:\n- a.py\n- b.py")
    assert read_statement(statement, "discussion", LABELS, before) == DiscussionVerdict(
        agreed=True, summary="Two modules.", file_structure=("a.py", "b.py")
    )
    assert structure_in(before) == ("a.py", "b.py")


def test_what_is_under_discussion_becomes_options() -> None:
    found = read("Storage.\n- files\n- SQL", "discussion", agreed=False)
    assert found == DiscussionVerdict(agreed=False, summary="Storage.", options=("files", "SQL"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("BASE=A. MUST_FIX:", "ends behind MUST_FIX"),
        ("BASE=A. MUST_FIX: check the", "breaks off"),
        ("BASE=A. BASE=B.", "names 2 candidates"),
        ("BASE=C.", "exactly one of A, B"),
        ("BASE=A, if the tests pass.", "hedged"),
    ],
)
def test_a_directive_that_is_missing_or_ambiguous_is_refused(text: str, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        read(text, "code")


def test_only_the_end_of_the_text_can_be_cut_off() -> None:
    assert read("BASE=A. More in a moment:", "code", ends=False) == CodeVerdict(
        agreed=True, base="A", summary="More in a moment"
    )


def test_agreed_findings_must_say_what_is_critical() -> None:
    with pytest.raises(Unreadable, match="CRITICAL"):
        read("All is well.", "findings")
    assert isinstance(read("All is open.", "findings", agreed=False), FindingsVerdict)
