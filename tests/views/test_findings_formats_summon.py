"""What a report of a summon says of the summon itself."""

from roundtable.core.context import LeftOut
from roundtable.core.decide.summon import upheld
from roundtable.core.state import SessionState, fold
from roundtable.core.steps import PlannedTurn
from roundtable.testing.rehearsal import go_on
from roundtable.views.findings_formats import findings_report, review_header
from tests.core.summons import LARGE, finding, given, opening, speech


def state_of(unread: str = "", mute: str = "") -> SessionState:
    """A summon of which a chunk, or a seat, could never be read."""

    def answer(turn: PlannedTurn) -> str:
        if turn.seat == mute or (turn.part and turn.part == unread):
            return "Hm."
        found = [finding("wrong", "a.py", 9)] if turn.part in ("", "chunk-1") else []
        return speech(turn, 9, *found)

    left = LeftOut(title=".env", reason="a secret file is never read")
    log = [opening()[0], given(LARGE, left_out=(left,))]
    return fold(go_on(log, answer), SessionState(session="played"))


def test_it_names_who_was_read_and_what_nobody_saw() -> None:
    header = review_header(state_of("chunk-2"))
    assert header.title == "Uncommitted changes: is the sum right?"
    assert header.files == 3
    assert len(header.reviewers) == 3
    assert header.not_reviewed == (
        ".env: a secret file is never read",
        "b.py, in chunk 2: nobody's findings could be read",
    )


def test_who_could_never_be_read_is_no_reviewer() -> None:
    names = " ".join(review_header(state_of(mute="Percival")).reviewers)
    assert "Gawain" in names
    assert "Percival" not in names


def test_the_report_lists_what_stands() -> None:
    state = state_of("chunk-2")
    page = findings_report("markdown", state, upheld(state))
    assert "### F1 · `a.py:9`" in page
    assert "## Not reviewed (2)" in page
