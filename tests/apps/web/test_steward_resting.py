"""What is said to a table that has come to rest, or is about to: followed, refused, never lost."""

import asyncio
from pathlib import Path

import httpx2
import pytest

from roundtable.adapters.knights.scripted import ScriptedKnight
from roundtable.core.errors import CommandRefused
from tests.apps.conftest import Play
from tests.apps.web.conftest import Served, serving


@pytest.fixture
def lingering(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Voices of a table that has risen are not gone before this is set."""
    gone = asyncio.Event()

    async def close(_: ScriptedKnight) -> None:
        await gone.wait()

    monkeypatch.setattr(ScriptedKnight, "close", close)
    return gone


async def test_a_question_to_the_judge_waits_until_the_table_rests(
    served: Served, play: Play
) -> None:
    play("hanging")
    session = await served.start()
    steward = served.house.hall.steward
    with pytest.raises(CommandRefused, match="at work"):
        await steward.chat(session, "why?")
    await steward.stop(session)


async def test_of_an_answer_and_a_question_at_once_one_is_refused_and_none_lost(
    served: Served,
) -> None:
    for _ in range(3):
        session = await served.start()
        told = await served.until(session, "awaiting_king")
        await served.rest()
        choice = {"question": told["question"]["id"], "option": "later"}
        asked, chosen = await asyncio.gather(
            served.post(f"/session/{session}/chat", {"message": "why?"}),
            served.post(f"/session/{session}/answer", choice),
        )
        if chosen.status_code == 200:
            await served.until(session, "ended")
        else:
            assert (chosen.status_code, asked.status_code) == (409, 202)
        await served.rest()


async def test_an_answer_that_comes_before_the_voices_are_gone_is_followed(
    served: Served, lingering: asyncio.Event
) -> None:
    session = await served.start()
    told = await served.until(session, "awaiting_king")
    assert served.house.hall.steward.running(session)
    choice = {"question": told["question"]["id"], "option": "later"}
    answering = asyncio.create_task(served.post(f"/session/{session}/answer", choice))
    await _goes_on_until_they_are_gone(answering, lingering)
    assert (await answering).status_code == 200
    await served.until(session, "ended")


async def test_a_question_to_the_judge_before_the_voices_are_gone_is_answered(
    served: Served, lingering: asyncio.Event
) -> None:
    session = await served.start()
    await served.until(session, "awaiting_king")
    asking = asyncio.create_task(served.post(f"/session/{session}/chat", {"message": "why?"}))
    await _goes_on_until_they_are_gone(asking, lingering)
    assert (await asking).status_code == 202
    while not (await served.state(session))["chats"]:
        await asyncio.sleep(0.01)


async def test_who_resumes_before_the_voices_are_gone_is_heard(
    served: Served, play: Play, lingering: asyncio.Event
) -> None:
    play("hanging")
    session = await served.start()
    while not (await served.state(session))["turns"]:
        await asyncio.sleep(0.01)
    stopping = asyncio.create_task(served.house.hall.table.driver.pause(session))
    await served.until(session, "paused")
    play("willing")
    resuming = asyncio.create_task(served.post(f"/session/{session}/resume"))
    await _goes_on_until_they_are_gone(resuming, lingering)
    assert (await resuming).status_code == 200
    await stopping
    await served.until(session, "awaiting_king")


async def test_what_is_about_to_rest_is_waited_for(served: Served) -> None:
    steward = served.house.hall.steward
    async with steward._folders._remembering:
        session = await served.start()
        await served.until(session, "awaiting_king")
        asking = asyncio.create_task(steward.rests())
        await asyncio.sleep(0.1)
        assert steward.at_work, "its files are still being written"
        assert not asking.done()
    assert await asyncio.wait_for(asking, 60)


async def test_what_goes_on_is_not_waited_for(served: Served, play: Play) -> None:
    play("hanging")
    session = await served.start()
    steward = served.house.hall.steward
    assert not await asyncio.wait_for(steward.rests(), 60)
    assert steward.running(session)
    await served.post(f"/session/{session}/stop")


async def test_an_apply_is_taken_back_before_the_voices_are_gone(
    project: Path, lingering: asyncio.Event
) -> None:
    lingering.set()
    async with serving(project) as served:
        session = await served.decided(project)
        applying = (await served.post(f"/session/{session}/apply")).json()["session"]
        told = await served.until(applying, "awaiting_king")
        await served.rest()
        lingering.clear()
        approve = {"question": told["question"]["id"], "option": "approve"}
        await served.post(f"/session/{applying}/answer", approve)
        await served.until(applying, "ended")
        assert served.house.hall.steward.running(applying)
        undoing = asyncio.create_task(served.post(f"/session/{applying}/undo"))
        await _goes_on_until_they_are_gone(undoing, lingering)
        assert (await undoing).status_code == 200


async def test_what_is_asked_next_does_not_wait_for_the_files_of_the_last_answer(
    served: Served,
) -> None:
    session = await served.start()
    await served.until(session, "awaiting_king")
    await served.rest()
    async with served.house.hall.steward._folders._remembering:
        for number in (1, 2):
            asked = await served.post(f"/session/{session}/chat", {"message": "why?"})
            assert asked.status_code == 202, asked.text
            await _answered(served, session, number)
    await served.rest()


async def _answered(served: Served, session: str, number: int) -> None:
    """Until the judge has said so much, and has let go of the session."""
    async with asyncio.timeout(60):
        while True:
            turns = (await served.state(session))["turns"]
            said = [t for t in turns if t["purpose"] == "chat" and t["status"] == "done"]
            if len(said) == number and not served.house.hall.steward._chats.sessions:
                return
            await asyncio.sleep(0.01)


async def test_what_was_stopped_meanwhile_is_not_taken_up_again(served: Served, play: Play) -> None:
    play("hanging")
    session = await served.start()
    steward = served.house.hall.steward
    async with steward._turn(session):
        following = asyncio.create_task(steward.take_up(session))
        await asyncio.sleep(0.1)
        await steward._stop(session)
    await following
    assert not steward.running(session)
    assert (await served.state(session))["phase"] == "paused"


async def test_a_judge_who_never_answers_is_stopped_like_anybody(
    served: Served, play: Play
) -> None:
    session = await served.start()
    told = await served.until(session, "awaiting_king")
    await served.rest()
    play("hanging")
    assert (await served.post(f"/session/{session}/chat", {"message": "why?"})).status_code == 202
    while (await served.state(session))["turns"][-1]["purpose"] != "chat":
        await asyncio.sleep(0.01)
    second = await served.post(f"/session/{session}/chat", {"message": "and?"})
    assert (second.status_code, second.json()["type"]) == (409, "refused")
    answer = {"question": told["question"]["id"], "option": "later"}
    assert (await served.post(f"/session/{session}/answer", answer)).status_code == 409
    await asyncio.wait_for(served.post(f"/session/{session}/stop"), 60)
    assert (await served.state(session))["turns"][-1]["status"] == "interrupted"
    play("willing")
    assert (await served.post(f"/session/{session}/answer", answer)).status_code == 200


async def test_a_server_ends_although_a_judge_never_answers(project: Path, play: Play) -> None:
    async with serving(project) as served:
        session = await served.start()
        await served.until(session, "awaiting_king")
        play("hanging")
        await served.post(f"/session/{session}/chat", {"message": "why?"})


async def _goes_on_until_they_are_gone(
    asked: "asyncio.Task[httpx2.Response]", gone: asyncio.Event
) -> None:
    await asyncio.sleep(0.2)
    assert not asked.done(), "it was neither refused nor taken for done"
    gone.set()


async def test_nobody_watches_a_session_that_rests_and_that_nobody_looks_at(
    served: Served,
) -> None:
    session = await served.start()
    await served.until(session, "awaiting_king")
    await served.rest()
    journal = await served.house.hall.table.driver._journal(session)
    assert not journal.watched, "it would be kept in memory for as long as the server runs"
