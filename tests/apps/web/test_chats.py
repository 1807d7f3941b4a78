"""Questions to the judge: begun or refused, and never left open by who died in the middle."""

import asyncio
from pathlib import Path

from roundtable.adapters.project import Project
from roundtable.bootstrap import open_table
from roundtable.core.budget import Budget, Usage
from roundtable.core.chat import chat_turn
from roundtable.core.commands import AskJudge
from roundtable.core.events import AgentStart
from tests.apps.conftest import Play
from tests.apps.web.conftest import Served, serving


async def _asked_and_killed(project: Path, session: str) -> None:
    """As a process leaves it that dies while the judge answers."""
    async with open_table(Project(project)) as table:
        journal = await table.driver._journal(session)
        await table.driver.send(session, AskJudge("why?"))
        turn = chat_turn(journal.state)
        start = AgentStart(
            **turn.stamp,
            iteration=turn.iteration,
            purpose="chat",
            adapter="scripted",
            reserved=Usage(),
        )
        await journal.record((start,))


async def _decided(project: Path) -> str:
    async with serving(project) as served:
        session = await served.start()
        await served.until(session, "awaiting_king")
        return session


async def test_an_answer_that_a_dead_server_left_open_is_told_to_have_broken_off(
    project: Path,
) -> None:
    session = await _decided(project)
    await _asked_and_killed(project, session)
    async with serving(project) as served:
        told = await served.state(session)
        assert told["turns"][-1]["purpose"] == "chat"
        assert told["turns"][-1]["status"] == "interrupted"
        assert told["phase"] == "awaiting_king", "nothing else has moved"


async def test_the_next_question_settles_what_broke_off_before_it(project: Path) -> None:
    session = await _decided(project)
    await _asked_and_killed(project, session)
    async with open_table(Project(project)) as table:
        state = await table.driver.chat(session, "and now?")
    turns = [turn.status for turn in state.turns.values() if turn.purpose == "chat"]
    assert turns == ["interrupted", "done"]


async def test_a_question_that_a_cap_forbids_is_refused_and_not_taken_for_asked(
    project: Path,
) -> None:
    async with serving(project) as served:
        session = await served.start()
        await served.until(session, "awaiting_king")
        await served.rest()
        await served.house.hall.steward.lead(session, Budget(max_tokens=1))
        await served.rest()
        refused = await served.post(f"/session/{session}/chat", {"message": "why?"})
        assert (refused.status_code, refused.json()["type"]) == (409, "refused")
        assert "no answer" in refused.json()["detail"]


async def test_a_question_is_answered_for_when_the_judge_has_begun(
    served: Served, play: Play
) -> None:
    session = await served.start()
    await served.until(session, "awaiting_king")
    await served.rest()
    play("hanging")
    async with asyncio.timeout(60):
        answer = await served.post(f"/session/{session}/chat", {"message": "why?"})
    assert answer.status_code == 202
    assert (await served.state(session))["turns"][-1]["purpose"] == "chat"
    await served.post(f"/session/{session}/stop")
    assert (await served.state(session))["turns"][-1]["status"] == "interrupted"
