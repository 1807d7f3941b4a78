"""A summon in lines for people: the change, how it was read, what stands and what does not."""

import io

import pytest

from roundtable.core import events as e
from roundtable.core.context import LeftOut
from roundtable.core.rules import Rules
from roundtable.core.state import SessionState, fold
from roundtable.core.steps import PlannedTurn
from roundtable.testing.builders import block
from roundtable.testing.rehearsal import go_on
from roundtable.views.plain import PlainLines
from roundtable.views.summon_sentences import aside_lines, change_line
from tests.core.decide.test_summon import choosing
from tests.core.summons import LARGE, SMALL, Answer, finding, given, opening, speech, summon


def told(log: list[e.Event]) -> str:
    out = io.StringIO()
    lines = PlainLines(out)
    for event in log:
        lines.see(event)
    return out.getvalue()


def test_the_change_is_told_with_what_is_left_out_of_it() -> None:
    left = LeftOut(title=".env", reason="a secret file is never read")
    text = told([opening()[0], given(SMALL, left_out=(left,))])
    assert "The change: uncommitted changes, 2 files, about " in text
    assert "   left out: .env: a secret file is never read\n" in text


def test_each_turn_is_followed_by_what_was_found_in_it() -> None:
    def answer(turn: PlannedTurn) -> str:
        found = [finding(), finding("elsewhere", "nowhere.py")] if turn.seat == "Gawain" else []
        return speech(turn, 9, *found)

    text = told(summon(answer))
    assert "   1 finding\n      [critical] cart.py:2: the sum is one too high\n" in text
    assert "      not taken: there is no file 'nowhere.py'" in text
    assert text.count("   nothing found\n") == 2


def test_in_the_end_what_stands_is_in_the_decision_and_the_rest_is_told_as_dropped() -> None:
    def answer(turn: PlannedTurn) -> str:
        if turn.iteration == 1:
            return speech(turn, 5, finding("a bad name", line=1, severity="note"), issues=("x",))
        return speech(turn, 9, finding())

    text = told(summon(answer))
    before, decision = text.split("Decision (lead:")
    assert "1 finding stands in the end\n" in before
    assert (
        "Raised on the way, and not upheld in the end:\n   [note] cart.py:1: a bad name" in before
    )
    assert "F1 [critical]" not in before
    assert "- F1 (critical) `cart.py:2`: the sum is one too high" in decision


@pytest.mark.parametrize("answer", ["decree", "stop"])
def test_where_no_decision_lists_them_the_findings_are_listed(answer: str) -> None:
    log = summon(
        lambda turn: speech(turn, 5, finding(), issues=("x",)),
        choosing(escalation=answer),
        rules=Rules(max_rounds=1),
    )
    text = told(log)
    assert "1 finding stands in the end\n   F1 [critical] cart.py:2: the sum" in text


def test_a_reading_has_a_title_chunks_and_a_list_at_its_end() -> None:
    def answer(turn: PlannedTurn) -> str:
        if turn.part == "chunk-2":
            return "Hm."
        found = [finding("wrong", "a.py", 9)] if turn.part == "chunk-1" else []
        return speech(turn, 9, *found)

    text = told(summon(answer, patch=LARGE))
    title = "== The change is read first, in 3 chunks: all at once, each knight alone"
    assert text.count(title) == 1
    assert "-- Chunk 2 of 3: b.py\n" in text
    assert text.count("findings cannot be read, they are asked for once more: ") == 3
    assert text.count("findings cannot be read, they do not count: ") == 3
    assert "1 finding before the discussion:\n   F1 [critical] a.py:9: wrong (Gawain" in text
    assert "   chunk 2: nobody's findings could be read; the discussion is shown its lines" in text


def test_a_chunk_of_many_files_names_the_first_of_them() -> None:
    paths = tuple(f"f{n}.py" for n in range(20))
    start = e.ChunkStart(round="summon", attempt=1, chunk=2, total=3, paths=paths)
    assert "-- Chunk 2 of 3: f0.py, f1.py," in told([*opening(), start])
    assert "f11.py and 8 more" in told([*opening(), start])


def test_a_stance_without_findings_is_told_like_any_block_that_cannot_be_read() -> None:
    answer: Answer = lambda turn: block(turn.seat, turn.iteration, 9)  # noqa: E731
    text = told(summon(answer, rules=Rules(max_rounds=1)))
    assert text.count("is asked for the block alone: no JSON block with") == 3
    assert text.count("has no vote in this round: no JSON block with") == 3


def test_findings_of_other_workflows_keep_their_words() -> None:
    state = fold([opening()[0].model_copy(update={"workflow": "discuss"}), given()])
    assert state.given is not None
    assert "Starting from uncommitted changes: 1 file" in told(
        [opening()[0].model_copy(update={"workflow": "discuss"}), given()]
    )


def test_lines_without_a_log_of_their_own() -> None:
    state = fold(go_on(opening(), lambda turn: speech(turn, 9)), SessionState(session="played"))
    assert aside_lines(state) == []
    assert change_line(state).startswith("uncommitted changes, 2 files, about ")
