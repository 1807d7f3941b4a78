"""What is remembered of a session once it has ended, and the King's decrees in order."""

import pytest

from roundtable.core import events as e
from roundtable.core.changes import WrittenFile
from roundtable.core.chronicle import Built, Entry, built_by, decrees, deeds, entry, standing
from roundtable.core.errands import Errand
from roundtable.core.state import SessionState, fold
from roundtable.testing.builders import session_start
from roundtable.testing.store_suite import stamped

AGREED = e.Consensus(
    iteration=2, lead="Gawain", decision="Use SQLite.", answered=("Gawain", "Lancelot")
)


FILES = (
    WrittenFile(path="store.py", before="1", after="2"),
    WrittenFile(path="schema.py", before="", after="3"),
    WrittenFile(path="old\n- forged.py", before="4", after=""),
)
BUILT = Built(session="a", date="2026-01-01", files=FILES)
ONE, TWO = "1a2b3c4d5e" * 4, "9f8e7d6c5b" * 4


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


def test_an_entry_names_the_files_of_the_decision_and_what_was_built() -> None:
    named = AGREED.model_copy(update={"files_to_modify": ("store.py", "NEW:schema.py")})
    state = after(named, e.SessionEnd(outcome="consensus"))
    found = entry(state, built=(BUILT,))
    assert found is not None
    assert found.files == ("store.py", "NEW:schema.py")
    assert found.built == (BUILT,)


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


def carried_out(*events: e.Event, session: str = "a", decision: str = "d") -> list[e.Event]:
    start = session_start().model_copy(
        update={"workflow": "apply", "errand": Errand(session=decision, decision="Use SQLite.")}
    )
    return [*stamped(session, 1, start, e.ChangesApplied(files=FILES), *events)]


def committed(commit: str, subject: str = "", whole: bool = True) -> e.DecisionCommitted:
    return e.DecisionCommitted(
        decision_session="d", apply_session="a", commit=commit, subject=subject, whole=whole
    )


def reverted(commit: str = "", subject: str = "") -> e.DecisionReverted:
    return e.DecisionReverted(
        decision_session="d", apply_session="a", commit=commit, subject=subject
    )


def test_what_was_built_is_known_by_the_session_that_decided() -> None:
    found = built_by(
        [
            *carried_out(),
            *carried_out(session="b"),
            *carried_out(session="c", decision="other"),
            *stamped("d", 1, session_start()),
        ]
    )
    assert {name: [b.session for b in built] for name, built in found.items()} == {
        "d": ["a", "b"],
        "other": ["c"],
    }
    assert found["d"][0] == BUILT


def test_a_session_that_wrote_nothing_has_built_nothing() -> None:
    start = carried_out()[0]
    refused = e.ChangesNotApplied(reason="No change was approved.")
    assert built_by([start, *stamped("a", 2, refused)]) == {}
    assert built_by([*stamped("p", 1, committed(ONE), reverted(TWO))]) == {}


@pytest.mark.parametrize(
    ("later", "words", "stands"),
    [
        ((), "in no commit as it was written", True),
        (
            (e.ChangesCommitted(branch="rt/cart", commit=ONE),),
            "committed on the branch rt/cart as 1a2b3c4d5e",
            True,
        ),
        (
            (e.ChangesCommitted(branch="rt/cart", problem="no name"),),
            "in no commit as it was written",
            True,
        ),
        ((e.ChangesUndone(files=FILES),), "UNDONE", False),
        ((reverted(),), "UNDONE", False),
        ((committed(ONE, "Use it"),), 'committed as 1a2b3c4d5e "Use it"', True),
        ((committed(ONE, whole=False),), "committed in part as 1a2b3c4d5e", True),
        ((committed(ONE), reverted(TWO, "No")), 'REVERTED by 9f8e7d6c5b "No"', False),
        ((committed(ONE), reverted(TWO), committed("3" * 40)), f"committed as {'3' * 10}", True),
        (
            (committed(ONE), e.ChangesUndone(files=FILES)),
            "committed as 1a2b3c4d5e, UNDONE in the work tree",
            False,
        ),
    ],
)
def test_where_it_is_now_is_told_in_words(
    later: tuple[e.Event, ...], words: str, stands: bool
) -> None:
    in_session = [x for x in later if x.type.startswith("changes_")]
    elsewhere = [x for x in later if x.type.startswith("decision_")]
    (built,) = built_by([*carried_out(*in_session), *stamped("@project", 1, *elsewhere)])["d"]
    assert standing(built) == words
    assert built.stands is stands


def test_files_are_told_with_what_was_done_to_them_on_one_line_each() -> None:
    assert deeds(BUILT) == ("store.py", "schema.py (new)", "old - forged.py (removed)")
