"""The readable files of a summon."""

from roundtable.core import events as e
from roundtable.core.context import LeftOut
from roundtable.core.state import SessionState, fold
from roundtable.core.steps import PlannedTurn
from roundtable.testing.builders import session_start
from roundtable.views.pages import decisions_page, discussion_page, topic_page
from tests.core.summons import LARGE, finding, given, opening, speech, summon


def state_of(log: list[e.Event]) -> SessionState:
    return fold(log, SessionState(session="played"))


def reading(turn: PlannedTurn) -> str:
    if turn.part == "chunk-2":
        return "Hm."
    return speech(turn, 9, *([finding("wrong", "a.py", 9)] if turn.part == "chunk-1" else ()))


def test_the_topic_names_the_changed_files_and_what_is_left_out() -> None:
    left = LeftOut(title=".env", reason="a secret file is never read")
    page = topic_page(state_of([opening()[0], given(left_out=(left,))]))
    assert "## The change\n\nuncommitted changes, 2 files, about " in page
    assert "- `cart.py`\n- `old.py`\n" in page
    assert "### Left out\n\n- .env: a secret file is never read\n" in page


def test_a_discussion_of_something_else_has_no_such_part() -> None:
    state = state_of([session_start()])
    assert "## The change" not in topic_page(state)
    assert "read first" not in discussion_page(state)
    assert "upheld" not in decisions_page(state)


def test_the_discussion_begins_with_the_reading_chunk_by_chunk() -> None:
    page = discussion_page(state_of(summon(reading, patch=LARGE)))
    first = page.index("## The change is read first, in 3 chunks")
    second = page.index("### Chunk 2 of 3\n\n- `b.py`\n")
    rounds = page.index("## Round 1")
    assert first < second < rounds
    assert page[second:rounds].count("(asked for the block alone)") == 3
    assert "**Nobody's findings on this chunk could be read.**" in page[second:rounds]
    assert page[:second].count("I looked at it.") == 3
    assert "**Nobody's findings on this chunk could be read.**" not in page[:second]


def test_the_decision_tells_what_was_dropped() -> None:
    state = state_of(summon(reading, patch=LARGE))
    page = decisions_page(state)
    assert "No finding stands." in page
    assert "## Raised on the way, and not upheld in the end\n\n- [critical] a.py:9: wrong (" in page


def test_before_there_is_a_decision_nothing_is_called_dropped() -> None:
    log = summon(reading, patch=LARGE)
    at = next(i for i, event in enumerate(log) if isinstance(event, e.IterationEnd))
    assert "upheld" not in decisions_page(state_of(log[: at + 1]))
