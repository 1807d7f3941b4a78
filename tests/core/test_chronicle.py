"""What is remembered of a session once it has ended, and the King's decrees in order."""

import pytest

from roundtable.core import events as e
from roundtable.core.chronicle import Entry, decrees, entry
from roundtable.core.state import SessionState, fold
from roundtable.testing.builders import session_start
from roundtable.testing.store_suite import stamped

AGREED = e.Consensus(
    iteration=2, lead="Gawain", decision="Use SQLite.", answered=("Gawain", "Lancelot")
)


def after(*events: e.Event) -> SessionState:
    return fold(stamped("2026-01-01-store", 1, session_start("Gawain", "Lancelot"), *events))


def remembered(*events: e.Event) -> Entry:
    found = entry(after(*events))
    assert found is not None
    return found


def decree(kind: e.DecreeKind, text: str = "So be it.") -> e.DecreeAdded:
    return e.DecreeAdded(kind=kind, text=text, topic="Which store?")


def test_a_session_that_has_not_ended_has_no_entry() -> None:
    assert entry(after()) is None
    assert entry(after(AGREED, decree("deferred"))) is None


def test_an_entry_tells_what_was_decided_by_whom_and_what_became_of_it() -> None:
    assert remembered(
        AGREED, decree("apply"), e.SessionEnd(outcome="consensus", silent=("Lancelot",))
    ) == Entry(
        session="2026-01-01-store",
        date="2026-01-01",
        topic="How should we store the sessions?",
        outcome="consensus",
        decision="Use SQLite.",
        lead="Gawain (scripted rehearsal)",
        fate="apply",
        knights="Gawain, Lancelot (scripted rehearsal)",
        silent="Lancelot (scripted rehearsal)",
    )


@pytest.mark.parametrize("kind", ["decree", "pick"])
def test_how_the_king_decided_is_not_what_became_of_the_decision(kind: e.DecreeKind) -> None:
    end = e.SessionEnd(outcome="kings_decree")
    assert remembered(decree(kind), end).fate == ""
    assert remembered(decree(kind), decree("self"), end).fate == "self"


def test_the_day_of_an_entry_is_that_of_the_end() -> None:
    end = e.SessionEnd(outcome="stopped", session="s", seq=3, at="2026-02-03T23:59:59.000Z")
    found = entry(fold([end], after()))
    assert found is not None
    assert found.date == "2026-02-03"
    assert found.silent == ""


def test_a_rejection_has_a_fate_and_no_decision() -> None:
    found = remembered(decree("rejected"), e.SessionEnd(outcome="rejection"))
    assert (found.outcome, found.decision, found.lead, found.fate) == (
        "rejection",
        "",
        "",
        "rejected",
    )


def test_decrees_are_numbered_over_all_sessions_in_the_order_recorded() -> None:
    events: list[e.Event] = [
        *stamped("b", 4, decree("pick", "one")),
        *stamped("@project", 1, e.DecreeAdded(kind="decree", text="two")),
        *stamped("a", 9, decree("apply", "three")),
    ]
    found = decrees(events)
    assert [(d.number, d.session, d.seq, d.text) for d in found] == [
        ("D-001", "b", 4, "one"),
        ("D-002", "@project", 1, "two"),
        ("D-003", "a", 9, "three"),
    ]
    assert [(d.kind, d.topic, d.at) for d in found] == [
        ("pick", "Which store?", "2026-01-01"),
        ("decree", "", "2026-01-01"),
        ("apply", "Which store?", "2026-01-01"),
    ]


def test_a_revoked_decree_keeps_its_number_and_says_why() -> None:
    given = [*stamped("@project", 1, decree("decree", "one"), decree("decree", "two"))]
    revoked = e.DecreeRevoked(decree_session="@project", decree_seq=1, reason="it was wrong")
    found = decrees([*given, *stamped("@project", 3, revoked)])
    assert [(d.number, d.revoked, d.revoked_because) for d in found] == [
        ("D-001", True, "it was wrong"),
        ("D-002", False, ""),
    ]


def test_revoking_hits_the_decree_of_that_session_only() -> None:
    same_place = [*stamped("a", 5, decree("deferred")), *stamped("b", 5, decree("deferred"))]
    revoked = e.DecreeRevoked(decree_session="b", decree_seq=5)
    found = decrees([*same_place, *stamped("@project", 1, revoked)])
    assert [(d.session, d.revoked) for d in found] == [("a", False), ("b", True)]


def test_a_revocation_without_its_decree_is_no_decree() -> None:
    assert decrees([*stamped("a", 1, e.DecreeRevoked(decree_session="a", decree_seq=9))]) == ()


def test_a_thousand_decrees_still_have_numbers_of_their_own() -> None:
    found = decrees([*stamped("a", 1, *(decree("decree") for _ in range(1001)))])
    assert len({d.number for d in found}) == 1001
    assert found[-1].number == "D-1001"
