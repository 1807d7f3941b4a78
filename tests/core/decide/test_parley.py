"""What comes before the King, and what counts as approved."""

from roundtable.core.applying import ApplyState
from roundtable.core.changes import Change, Objection
from roundtable.core.decide.parley import approved, question
from roundtable.core.errands import Errand
from roundtable.core.events import ChangesProposed, Proposed

ERRAND = Errand(session="s", decision="d", files=("a.md",))
SILENT = ERRAND.model_copy(update={"parley": False})
PLAIN = Proposed(change=Change(path="a.md", before="1", text="A\n"))
DOUBTED = PLAIN.model_copy(
    update={"objections": (Objection(path="a.md", concern="lost", reason="f is gone"),)}
)
DELICATE = PLAIN.model_copy(update={"delicate": "it runs by itself on a push"})
OUTSIDE = PLAIN.model_copy(update={"outside": True})


def proposed(*items: Proposed) -> ChangesProposed:
    return ChangesProposed(number=3, iteration=1, changes=items)


def test_with_parley_every_change_needs_an_answer() -> None:
    for item in (PLAIN, DOUBTED, DELICATE, OUTSIDE):
        assert approved(ApplyState(), ERRAND, item) is None


def test_without_it_only_what_is_plain_is_written_unasked() -> None:
    assert approved(ApplyState(), SILENT, PLAIN) is True
    assert approved(ApplyState(), SILENT, DOUBTED) is None
    assert approved(ApplyState(), SILENT, DELICATE) is None


def test_without_it_nobody_widens_the_scope() -> None:
    assert approved(ApplyState(), SILENT, OUTSIDE) is False


def test_an_answer_counts_for_the_digest_and_nothing_else() -> None:
    digest = PLAIN.change.digest
    assert approved(ApplyState(approved=frozenset({digest})), ERRAND, PLAIN) is True
    assert approved(ApplyState(declined=frozenset({digest})), SILENT, PLAIN) is False
    assert approved(ApplyState(approved=frozenset({"other"})), ERRAND, PLAIN) is None


def test_the_question_is_bound_to_the_bytes_and_tells_what_speaks_against_them() -> None:
    asked = question(ApplyState(), ERRAND, proposed(DOUBTED))
    assert asked is not None
    assert asked.id == f"parley-3-{PLAIN.change.digest}"
    assert asked.prompt == "a.md (1 of 1): shall be changed; but f is gone"
    assert asked.unattended is None, "nobody approves by not being there"


def test_what_is_asked_names_the_deed() -> None:
    new = Proposed(change=Change(path="n.md", text="x"), delicate="it runs by itself")
    gone = Proposed(change=Change(path="o.md", before="1"), outside=True)
    first = question(ApplyState(), ERRAND, proposed(new, gone))
    assert first is not None
    assert "shall be new; but it runs by itself" in first.prompt
    answered = ApplyState(approved=frozenset({new.change.digest}))
    second = question(answered, ERRAND, proposed(new, gone))
    assert second is not None
    assert "shall be removed; but the decision does not name it" in second.prompt
    both = ApplyState(approved=frozenset({new.change.digest, gone.change.digest}))
    assert question(both, ERRAND, proposed(new, gone)) is None
