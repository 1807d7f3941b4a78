"""An apply, event by event: an answer is bound to the bytes it was given for."""

from roundtable.core.applying import ApplyState, advanced, asked_about, is_plain, parted
from roundtable.core.changes import Change, Objection
from roundtable.core.events import (
    ChangesApplied,
    ChangesProposed,
    ChangesUndone,
    FilesGiven,
    HumanChoice,
    ProjectFile,
    Proposed,
    ScopeWidened,
)

A = Change(path="a.md", text="A\n")
B = Change(path="b.md", text="B\n")
DOUBT = Objection(path="b.md", concern="parse", reason="it does not parse")


def proposed(*changes: Proposed, number: int = 1) -> ChangesProposed:
    return ChangesProposed(number=number, iteration=1, changes=changes)


def answer(change: Change, option: str, text: str = "", number: int = 1) -> HumanChoice:
    return HumanChoice(question_id=f"parley-{number}-{change.digest}", option=option, text=text)


def after(*events: object) -> ApplyState:
    state = ApplyState()
    for event in events:
        state = advanced(state, event)  # type: ignore[arg-type]
    return state


def test_an_approval_is_for_one_digest() -> None:
    state = after(proposed(Proposed(change=A), Proposed(change=B)), answer(A, "approve"))
    assert state.approved == {A.digest}


def test_an_answer_about_something_else_approves_nothing() -> None:
    other = A.model_copy(update={"text": "other\n"})
    state = after(proposed(Proposed(change=A)), answer(other, "approve"))
    assert not state.approved


def test_the_rest_does_not_cover_what_something_speaks_against() -> None:
    c = Change(path="c.md", text="C\n")
    state = after(
        proposed(Proposed(change=A), Proposed(change=B, objections=(DOUBT,)), Proposed(change=c)),
        answer(A, "approve_rest"),
    )
    assert state.approved == {A.digest, c.digest}


def test_what_was_refused_before_is_not_of_the_rest() -> None:
    state = after(
        proposed(Proposed(change=A), Proposed(change=B)),
        answer(A, "refuse"),
        answer(B, "approve_rest"),
    )
    assert state.approved == {B.digest}
    assert state.declined == {A.digest}


def test_an_approval_does_not_outlive_a_new_objection() -> None:
    before = (proposed(Proposed(change=B)), answer(B, "approve"))
    assert after(*before).approved == {B.digest}
    later = proposed(Proposed(change=B, objections=(DOUBT,)), number=2)
    assert not after(*before, later).approved
    asked_again = answer(B, "approve", number=2)
    assert after(*before, later, asked_again).approved == {B.digest}
    narrowed = proposed(Proposed(change=B, objections=(DOUBT,)), number=3)
    assert after(*before, later, asked_again, narrowed).approved == {B.digest}


def test_an_edit_is_laid_over_what_the_lead_gave() -> None:
    state = after(proposed(Proposed(change=A)), answer(A, "edit", "mine\n"))
    assert state.overlays[-1].files == {"a.md": "mine\n"}
    assert state.overlays[-1].by_king


def test_only_the_question_of_a_change_is_about_one() -> None:
    event = proposed(Proposed(change=A))
    assert asked_about(f"parley-1-{A.digest}", event) is not None
    assert asked_about(f"kings-choice-{A.digest}", event) is None
    assert asked_about(f"parley-1-{B.digest}", event) is None
    assert asked_about(f"parley-1-{A.digest}", None) is None


def test_a_change_is_plain_when_nothing_makes_it_special() -> None:
    assert is_plain(Proposed(change=A))
    assert not is_plain(Proposed(change=A, outside=True))
    assert not is_plain(Proposed(change=A, delicate="runs by itself"))
    assert not is_plain(Proposed(change=A, objections=(DOUBT,)))


def test_an_unbounded_scope_is_not_the_same_as_some_files() -> None:
    assert after(ScopeWidened(paths=("a",))).widened == {"a"}
    assert not after(ScopeWidened(paths=("a",))).any_path
    assert after(ScopeWidened()).any_path


def test_the_files_are_those_written_until_they_are_undone() -> None:
    given = FilesGiven(origin="x", files=(ProjectFile(path="a.md", text="a\n"),), absent=("b.md",))
    removed = Change(path="a.md", before="1")
    written = after(
        given, proposed(Proposed(change=removed), Proposed(change=B)), ChangesApplied(files=())
    )
    assert {path: file.text for path, file in written.files.items()} == {"b.md": "B\n"}
    undone = advanced(written, ChangesUndone(files=()))
    assert {path: file.text for path, file in undone.files.items()} == {"a.md": "a\n"}


def test_a_name_is_a_path_and_perhaps_a_unit_of_it() -> None:
    known = {"c#.py", "a.js"}
    assert parted("a.js", known) == ("a.js", "")
    assert parted("a.js#Cart.#sum", known) == ("a.js", "Cart.#sum")
    assert parted("c#.py", known) == ("c#.py", "")
    assert parted("c#.py#f", known) == ("c#.py", "f")
    assert parted("new.py#f", known) == ("new.py", "f")
    assert parted("C# notes/a.md", known) == ("C# notes/a.md", "")
    assert parted("F#.md", known) == ("F#.md", "")
