"""The same thing at the same place becomes one finding, and nothing else does."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtable.core.findings import Cause, Finding, MergedFinding, Severity, merge_findings

SEATS = ("Gawain", "Lancelot", "Percival")
LEAK = "The connection is never closed when the query fails."
LEAK_TOO = "Connection leak: it is not released on an error."
RACE = "Race condition: two threads write the counter without a lock."


def found(
    seat: str,
    claim: str = LEAK,
    line: int | None = 10,
    severity: Severity = "warning",
    file: str = "db.py",
    end_line: int | None = None,
    **more: Any,
) -> Finding:
    return Finding(
        severity=severity, file=file, line=line, end_line=end_line, claim=claim, who=(seat,), **more
    )


def only(*findings: Finding) -> MergedFinding:
    merged = merge_findings(findings, SEATS)
    assert len(merged) == 1, merged
    return merged[0]


def test_the_same_thing_in_other_words_becomes_one() -> None:
    one = only(
        found("Gawain", LEAK, 10, evidence="conn = connect()", fix="Use `with`."),
        found("Lancelot", LEAK_TOO, 12, evidence="connect()"),
    )
    assert one.who == ("Gawain", "Lancelot")
    assert one.claim == LEAK
    assert one.also == (LEAK_TOO,)
    assert one.evidence == ("conn = connect()", "connect()")
    assert one.fix == "Use `with`."
    assert (one.id, one.file, one.line, one.support) == ("F1", "db.py", 10, "majority")


def test_different_claims_at_one_line_stay_apart() -> None:
    merged = merge_findings([found("Gawain", LEAK), found("Lancelot", RACE)], SEATS)
    assert {m.claim for m in merged} == {LEAK, RACE}
    assert all(m.support == "single" for m in merged)


def test_the_same_claim_in_another_file_or_far_away_stays_apart() -> None:
    merged = merge_findings(
        [found("Gawain"), found("Lancelot", file="cache.py"), found("Percival", line=40)], SEATS
    )
    assert len(merged) == 3


@pytest.mark.parametrize(
    ("line", "end", "other", "count"),
    [
        *[(10, None, 13, 1), (10, None, None, 1), (10, 20, 18, 1), (None, None, None, 1)],
        *[(10, None, 16, 1), (10, None, 21, 2), (10, 12, 30, 2)],
    ],
)
def test_lines_that_are_near_or_missing_are_one_place(
    line: int | None, end: int | None, other: int | None, count: int
) -> None:
    findings = [found("Gawain", line=line, end_line=end), found("Lancelot", line=other)]
    assert len(merge_findings(findings, SEATS)) == count


def test_the_looser_the_place_the_more_alike_the_claims_must_be() -> None:
    plain, remedy = "SQL injection.", "Bind the parameter."
    same_line = [found("Gawain", plain, 5), found("Lancelot", remedy, 5)]
    no_line = [found("Gawain", plain, 5), found("Lancelot", remedy, None)]
    assert len(merge_findings(same_line, SEATS)) == 1
    assert len(merge_findings(no_line, SEATS)) == 2


def test_a_range_over_half_the_file_says_nothing_about_the_place() -> None:
    wide = found("Gawain", "SQL injection.", 1, end_line=400)
    assert len(merge_findings([wide, found("Lancelot", "Bind the parameter.", 200)], SEATS)) == 2
    assert len(merge_findings([wide, found("Lancelot", "SQL injection.", 200)], SEATS)) == 1


def test_what_one_seat_lists_apart_stays_apart() -> None:
    assert len(merge_findings([found("Gawain", LEAK), found("Gawain", LEAK_TOO)], SEATS)) == 2
    twice = [found("Gawain", LEAK, 10), found("Gawain", LEAK, 12)]
    assert len(merge_findings(twice, SEATS)) == 2


def test_what_one_seat_says_twice_is_said_once() -> None:
    assert only(found("Gawain"), found("Gawain")).who == ("Gawain",)


def test_two_like_findings_close_by_are_paired_line_by_line() -> None:
    merged = merge_findings(
        [found(seat, line=line) for seat in ("Gawain", "Lancelot") for line in (10, 12)], SEATS
    )
    assert [(m.line, m.who) for m in merged] == [
        (10, ("Gawain", "Lancelot")),
        (12, ("Gawain", "Lancelot")),
    ]


def test_two_things_do_not_become_one_by_way_of_a_third() -> None:
    both = "The connection is never closed, and a race condition corrupts the counter."
    merged = merge_findings(
        [found("Gawain", LEAK_TOO), found("Lancelot", both), found("Percival", RACE)], SEATS
    )
    assert len(merged) == 2
    assert not any({LEAK_TOO, RACE} <= {m.claim, *m.also} for m in merged)


@pytest.mark.parametrize(
    ("given_by_seats", "severity", "highest"),
    [
        (["critical"], "critical", None),
        (["critical", "note"], "critical", None),
        (["critical", "note", "note"], "note", "critical"),
        (["critical", "critical", "note"], "critical", None),
        (["warning", "critical", "note"], "warning", "critical"),
        (["note", "note", "note"], "note", None),
    ],
)
def test_the_severity_is_the_highest_that_half_of_the_finders_give(
    given_by_seats: list[Severity], severity: Severity, highest: Severity | None
) -> None:
    findings = [found(s, severity=v) for s, v in zip(SEATS, given_by_seats, strict=False)]
    one = only(*findings)
    assert (one.severity, one.highest) == (severity, highest)


@pytest.mark.parametrize(
    ("finders", "reviewers", "support"),
    [
        (1, ("Gawain",), "single"),
        (1, SEATS, "single"),
        (2, SEATS, "majority"),
        (3, SEATS, "all"),
        (2, ("Gawain", "Lancelot"), "all"),
        (2, (*SEATS, "Bors"), "some"),
        (3, (*SEATS, "Bors"), "majority"),
        (2, (), "all"),
    ],
)
def test_support_is_counted_over_those_who_reviewed(
    finders: int, reviewers: tuple[str, ...], support: str
) -> None:
    merged = merge_findings([found(seat) for seat in SEATS[:finders]], reviewers)
    assert [m.support for m in merged] == [support]


def test_who_did_not_see_a_file_does_not_lower_its_support() -> None:
    findings = [found("Gawain"), found("Lancelot"), found("Gawain", file="cache.py")]
    merged = merge_findings(findings, SEATS, {"db.py": ("Gawain", "Lancelot")})
    assert {m.file: m.support for m in merged} == {"db.py": "all", "cache.py": "single"}


def test_the_worst_comes_first_and_numbers_follow() -> None:
    merged = merge_findings(
        [
            found("Gawain", "odd name", 3, "note"),
            found("Gawain", RACE, 9, "critical"),
            found("Gawain", "slow", 5, "warning", "a.py"),
            found("Gawain", "slow", 2, "warning", "a.py"),
        ],
        SEATS,
    )
    assert [(m.id, m.severity, m.file, m.line) for m in merged] == [
        ("F1", "critical", "db.py", 9),
        ("F2", "warning", "a.py", 2),
        ("F3", "warning", "a.py", 5),
        ("F4", "note", "db.py", 3),
    ]


def test_no_findings_are_no_findings() -> None:
    assert merge_findings([], SEATS) == ()


FINDINGS = st.builds(
    found,
    st.sampled_from(SEATS),
    st.sampled_from([LEAK, LEAK_TOO, RACE, "odd name", "", "The counter has a data race."]),
    st.none() | st.integers(1, 30),
    st.sampled_from(["critical", "warning", "note"]),
    st.sampled_from(["db.py", "cache.py"]),
)


@settings(deadline=None)
@given(st.lists(FINDINGS, max_size=12), st.randoms(use_true_random=False))
def test_the_order_in_which_findings_come_changes_nothing(
    findings: list[Finding], chance: random.Random
) -> None:
    shuffled = list(findings)
    chance.shuffle(shuffled)
    assert merge_findings(shuffled, SEATS) == merge_findings(findings, SEATS)


@settings(deadline=None)
@given(st.lists(FINDINGS, max_size=12))
def test_no_claim_and_no_finder_is_lost(findings: list[Finding]) -> None:
    merged = merge_findings(findings, SEATS)
    told = {(m.file, claim) for m in merged for claim in (m.claim, *m.also)}
    assert told == {(f.file, f.claim) for f in findings}
    assert {(m.file, w) for m in merged for w in m.who} == {
        (f.file, w) for f in findings for w in f.who
    }
    assert [m.id for m in merged] == [f"F{n}" for n in range(1, len(merged) + 1)]


def test_three_lists_of_a_hundred_like_findings_are_paired_one_to_one() -> None:
    findings = [
        found(seat, f"The value number {n} of field{n % 17} is not checked.", n * 4 + 1)
        for n in range(100)
        for seat in SEATS
    ]
    merged = merge_findings(findings, SEATS)
    assert len(merged) == 100
    assert all(m.support == "all" for m in merged)


@pytest.mark.parametrize(
    ("causes", "cause"),
    [
        (("code", "code", "test"), "code"),
        (("test", None, None), "test"),
        (("code", "test", None), None),
        (("code", "test", "surroundings"), None),
        ((None, None, None), None),
    ],
)
def test_the_cause_that_most_finders_name_is_that_of_the_merged_finding(
    causes: tuple[Cause | None, ...], cause: Cause | None
) -> None:
    given = [found(s).model_copy(update={"cause": c}) for s, c in zip(SEATS, causes, strict=True)]
    assert only(*given).cause == cause
