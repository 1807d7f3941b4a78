"""A turn of a summon is read whole, or not at all."""

import json

import pytest

from roundtable.core import events as e
from roundtable.core.context import ContextPart, FileExcerpt
from roundtable.core.state import SessionState, fold
from roundtable.core.steps import PlannedTurn
from roundtable.core.summon_readings import shown_files
from roundtable.core.workflows import read_summon_turn
from roundtable.testing.builders import block
from tests.core.summons import finding, opening, speech

NAMED = ContextPart(kind="named_file", title="tax.py, lines 1-9", text="x", tokens=1)
CONTEXT = e.ContextBuilt(parts=(NAMED,), limit_tokens=1_000)
STATE = fold([*opening(), CONTEXT], SessionState(session="played"))
TURN = PlannedTurn("summon.1.1.Gawain", "Gawain", 1, "speak", 1)
BLOCK = PlannedTurn("summon.1.1.Gawain/block", "Gawain", 1, "block", 1)
CHUNK = PlannedTurn("summon.1.0.Gawain/chunk-2", "Gawain", 0, "speak", 1, "chunk-2")


def test_a_whole_block_is_a_stance_and_its_findings() -> None:
    stance, found = read_summon_turn(STATE, TURN, speech(TURN, 8, finding()))
    assert isinstance(stance, e.StanceRead)
    assert isinstance(found, e.FindingsRead)
    assert found.findings[0].who == ("Gawain",)


def test_two_blocks_of_ones_own_may_share_it() -> None:
    only = json.dumps({"knight": "Gawain", "round": 1, "findings": [finding()]})
    text = f"{block('Gawain', 1, 8)}\n\n```json\n{only}\n```"
    assert len(read_summon_turn(STATE, TURN, text)) == 2


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("I agree.", e.StanceUnreadable),
        (block("Gawain", 1, 9), e.FindingsUnreadable),
        (block("Gawain", 1, 9, findings={}), e.FindingsUnreadable),
        (block("Gawain", 1, 9, findings=[finding(file="nowhere.py")]), e.FindingsUnreadable),
        (block("Lancelot", 1, 9, findings=[]), e.StanceUnreadable),
        (f"- [CRITICAL] cart.py:2 — no\n\n{block('Gawain', 1, 9)}", e.FindingsUnreadable),
    ],
)
def test_half_of_it_is_nothing(text: str, kind: type[e.Event]) -> None:
    for turn, final in ((TURN, False), (BLOCK, True)):
        (event,) = read_summon_turn(STATE, turn, text)
        assert isinstance(event, kind)
        assert isinstance(event, e.StanceUnreadable | e.FindingsUnreadable)
        assert event.final is final


def test_a_chunk_has_findings_and_no_vote() -> None:
    (found,) = read_summon_turn(STATE, CHUNK, speech(CHUNK, 0, finding()))
    assert isinstance(found, e.FindingsRead)
    assert found.chunk == 2
    (lines,) = read_summon_turn(STATE, CHUNK, "- [CRITICAL] cart.py:2 — it is one too high")
    assert isinstance(lines, e.FindingsRead)
    assert lines.findings[0].line == 2


def test_an_answer_to_a_question_about_the_session_means_nothing_to_it() -> None:
    chat = PlannedTurn("chat.1.1.Gawain/chat", "Gawain", 1, "chat", 1)
    assert read_summon_turn(STATE, chat, speech(TURN, 9, finding())) == ()


def test_findings_may_be_in_what_has_changed_and_in_what_was_shown() -> None:
    shown = FileExcerpt(path="shop.py", requested_by=("Gawain",), text="x")
    refused = FileExcerpt(path=".env", requested_by=("Gawain",), refused="secret")
    state = fold([e.FilesRead(iteration=1, files=(shown, refused))], STATE)
    assert shown_files(state) == {"cart.py", "old.py", "tax.py", "shop.py"}
