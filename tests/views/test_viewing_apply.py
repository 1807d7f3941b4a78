"""An apply as a client sees it: an answer stands at the very change that it was given for."""

from roundtable.core import events as e
from roundtable.core.changes import Change, Objection, WrittenFile
from roundtable.core.state import fold
from roundtable.testing.applies import apply_start
from roundtable.testing.builders import session_start
from roundtable.views.session_view import ApplyView
from roundtable.views.viewing_apply import apply_view

A = Change(path="a.md", text="A\n")
B = Change(path="b.md", text="B\n")
C = Change(path="c.md", text="C\n")
DOUBT = Objection(path="c.md", concern="parse", reason="it does not parse")


def proposed(*changes: Change, number: int = 1, doubts: tuple[Objection, ...] = ()) -> e.Event:
    items = tuple(
        e.Proposed(change=change, objections=tuple(d for d in doubts if d.path == change.path))
        for change in changes
    )
    return e.ChangesProposed(number=number, iteration=1, changes=items, rejected=(DOUBT,))


def answer(change: Change, option: str) -> e.Event:
    return e.HumanChoice(question_id=f"parley-1-{change.digest}", option=option)


def viewed(*events: e.Event) -> ApplyView:
    view = apply_view(fold([apply_start("a.md", "b.md"), *events]))
    assert view is not None
    return view


def test_a_session_that_carries_nothing_out_has_none() -> None:
    assert apply_view(fold([session_start()])) is None


def test_at_its_start_it_knows_whose_decision_it_is_and_nothing_more() -> None:
    view = viewed()
    assert view.decided_by == "decided"
    assert (view.changes, view.written, view.failed, view.undone) == ((), None, "", False)


def test_each_change_has_the_answer_that_was_given_to_it() -> None:
    view = viewed(proposed(A, B, C), answer(A, "approve"), answer(B, "refuse"))
    assert [(c.proposed.change, c.digest, c.answer) for c in view.changes] == [
        (A, A.digest, "approved"),
        (B, B.digest, "declined"),
        (C, C.digest, None),
    ]
    assert view.rejected == (DOUBT,)


def test_what_is_approved_with_the_rest_does_not_cover_doubts() -> None:
    view = viewed(proposed(A, B, C, doubts=(DOUBT,)), answer(A, "approve_rest"))
    assert [c.answer for c in view.changes] == ["approved", "approved", None]


def test_an_answer_is_gone_with_the_bytes_it_was_for() -> None:
    other = A.model_copy(update={"text": "another\n"})
    view = viewed(proposed(A), answer(A, "approve"), proposed(other, number=2))
    assert [c.answer for c in view.changes] == [None]


def test_an_approval_of_what_was_refused_before_is_an_approval() -> None:
    view = viewed(proposed(A), answer(A, "refuse"), answer(A, "approve"))
    assert [c.answer for c in view.changes] == ["approved"]


def test_what_was_written_committed_and_taken_back_is_on_view() -> None:
    files = (WrittenFile(path="a.md", before="", after=A.after),)
    written = viewed(
        proposed(A),
        e.ChangesApplied(files=files),
        e.ChangesCommitted(branch="roundtable/it", problem="there is no git here"),
    )
    assert (written.written, written.branch, written.commit) == (files, "roundtable/it", "")
    assert (written.problem, written.undone) == ("there is no git here", False)
    assert viewed(e.ChangesApplied(files=files), e.ChangesUndone(files=files)).undone


def test_an_apply_that_failed_says_why() -> None:
    view = viewed(e.ChangesNotApplied(reason="a.md has changed", objections=(DOUBT,)))
    assert (view.failed, view.objections, view.written) == ("a.md has changed", (DOUBT,), None)
