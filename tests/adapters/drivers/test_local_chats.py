"""Questions to the judge by way of the local driver: answered, bounded, broken off, never lost."""

import asyncio
import threading
from pathlib import Path

import pytest

from roundtable.adapters.clocks import SystemClock
from roundtable.adapters.drivers.local import LocalDriver
from roundtable.adapters.stores.sqlite import SqliteStore
from roundtable.core import events as e
from roundtable.core.budget import Budget
from roundtable.core.commands import Choose, Note
from roundtable.core.errors import CommandRefused, SessionBusy, UnknownSession
from roundtable.core.state import SessionState
from roundtable.testing.builders import (
    NAMES,
    EmptyWorkspace,
    agreeing,
    build_start,
    knights,
    script,
    session_start,
)
from tests.adapters.drivers.test_local import SLOW, driver, led

ANSWERING = script(
    {
        name: [
            {"when": {"purpose": "chat"}, "say": f"{name} says: {{topic}}"},
            *agreeing().model_dump()["knights"][name]["replies"],
        ]
        for name in NAMES
    }
)


async def ended(local: LocalDriver, budget: Budget | None = None) -> SessionState:
    await local.create("s", session_start(topic="Which store?", budget=budget))
    await local.start("s")
    await local.wait("s")
    await local.send("s", Choose("later"))
    await local.start("s")
    return await local.wait("s")


async def test_a_question_is_answered_from_an_ended_session_that_stays_as_it_was(
    tmp_path: Path,
) -> None:
    local = driver(tmp_path, ANSWERING)
    before = await ended(local)
    after = await local.chat("s", " Why so? ")
    assert [asked.question for asked in after.chats] == ["Why so?"]
    answer = list(after.turns.values())[-1]
    assert (answer.seat, answer.purpose, answer.status) == ("Gawain", "chat", "done")
    assert answer.text.strip() == "Gawain says: Which store?"
    assert (after.ended, after.decision, after.paused) == (before.ended, before.decision, None)
    again = await local.chat("s", "And then?")
    assert [turn.iteration for turn in again.turns.values() if turn.purpose == "chat"] == [1, 2]
    assert again.spent.tokens > after.spent.tokens > before.spent.tokens
    await local.close()


async def test_a_question_does_not_answer_the_one_that_is_open(tmp_path: Path) -> None:
    local = driver(tmp_path, ANSWERING)
    await local.create("s", session_start())
    await local.start("s")
    waiting = (await local.wait("s")).question
    assert waiting is not None
    assert (await local.chat("s", "What does it mean?")).question == waiting
    await local.close()


async def test_a_judge_who_is_hushed_before_he_begins_does_not_speak(tmp_path: Path) -> None:
    local = driver(tmp_path, ANSWERING)
    await ended(local)
    asking = asyncio.create_task(local.chat("s", "Why so?"))
    await asyncio.sleep(0)  # it has begun, and nobody is seated yet
    local.hush("s")
    with pytest.raises(CommandRefused, match="no answer"):
        await asking
    assert (await local.chat("s", "And now?")).chats[-1].question == "And now?"
    await local.close()


async def test_an_empty_question_leaves_no_trace(tmp_path: Path) -> None:
    local = driver(tmp_path, ANSWERING)
    before = await ended(local)
    with pytest.raises(CommandRefused, match="empty"):
        await local.chat("s", "  ")
    assert (await local.state("s")).seq == before.seq
    await local.close()


async def test_a_question_to_an_unknown_session_is_told(tmp_path: Path) -> None:
    local = driver(tmp_path)
    with pytest.raises(UnknownSession):
        await local.chat("nowhere", "Why?")
    await local.close()


async def test_the_judge_answers_with_the_judges_voice(tmp_path: Path) -> None:
    voice = script({name: [{"say": "As a judge I say so."}] for name in NAMES})
    store = SqliteStore(tmp_path / "log.db")
    local = LocalDriver(
        store,
        SystemClock(),
        EmptyWorkspace(),
        lambda table: knights(ANSWERING, table),
        judging=lambda start: knights(voice, start.seats),
    )
    await local.create("s", build_start("requirements", judge="Percival"))
    state = await local.chat("s", "Are you there?")
    answer = list(state.turns.values())[-1]
    assert (answer.seat, answer.text.strip()) == ("Gawain", "As a judge I say so.")
    await local.close()


async def test_a_session_that_is_being_led_takes_no_question_meanwhile(tmp_path: Path) -> None:
    one, two = driver(tmp_path, SLOW), driver(tmp_path, SLOW)
    seen: list[e.Event] = []
    await one.create("s", session_start(), seen.append)
    await one.start("s")
    await led(seen)
    with pytest.raises(SessionBusy):
        await two.chat("s", "How is it going?")
    assert (await two.state("s")).chats == ()
    await two.close()
    await one.close()


async def test_a_cap_holds_for_questions_too_and_does_not_pause_what_has_ended(
    tmp_path: Path,
) -> None:
    local = driver(tmp_path, ANSWERING)
    before = await ended(local, Budget(max_tokens=14_000))
    spent = before.spent.tokens
    with pytest.raises(CommandRefused, match="the cap is 14,000 tokens") as told:
        for _ in range(50):
            spent = (await local.chat("s", "Why?")).spent.tokens
    assert told.value.remedy
    after = await local.state("s")
    assert after.paused is None
    assert after.spent.tokens == spent < 14_000
    assert all(turn.status == "done" for turn in after.turns.values())
    await local.close()


async def test_an_answer_that_is_broken_off_leaves_no_turn_open(tmp_path: Path) -> None:
    hanging = script({name: [{"say": "one two", "hang_after_words": 1}] for name in NAMES})
    local = driver(tmp_path, hanging)
    seen: list[e.Event] = []
    await local.create("s", session_start(), seen.append)
    asking = asyncio.create_task(local.chat("s", "Why?"))
    while not any(x.type == "agent_start" for x in seen):
        await asyncio.sleep(0.01)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    state = await local.state("s")
    assert [turn.status for turn in state.turns.values()] == ["interrupted"]
    assert state.paused is None
    await local.close()


async def test_a_note_that_comes_while_a_question_is_put_does_not_stop_it(tmp_path: Path) -> None:
    local = driver(tmp_path, ANSWERING)
    await local.create("s", session_start())

    async def elsewhere() -> None:
        other = driver(tmp_path)
        await other.send("s", Note("by the way"))
        await other.close()

    def note(event: e.Event) -> None:
        """Between the question and the start of its turn."""
        if event.type == "chat_asked":
            writing = threading.Thread(target=asyncio.run, args=(elsewhere(),))
            writing.start()
            writing.join()

    await local.watch("s", note)
    state = await local.chat("s", "Why?")
    types = [x.type for x in await local.events("s")]
    assert types[-4:] == ["chat_asked", "note_added", "agent_start", "agent_end"]
    assert list(state.turns.values())[-1].status == "done"
    await local.close()
