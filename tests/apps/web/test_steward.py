"""Sessions led in the background: begun, stopped, resumed, answered, carried on after a crash."""

import asyncio
import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from roundtable.adapters.project import Project
from roundtable.adapters.stores.sqlite import SqliteStore
from roundtable.apps.web import steward as stewards
from roundtable.apps.web.channels import Channels
from roundtable.apps.web.problems import Refusal
from roundtable.apps.web.served import Served as Kept
from roundtable.apps.web.served import state_file
from roundtable.bootstrap import open_table
from roundtable.core.budget import Usage
from roundtable.core.commands import Choose
from roundtable.core.errors import SessionBusy
from roundtable.core.events import AgentStart, DebateIteration, RoundStart
from roundtable.testing.builders import session_start
from tests.apps.conftest import Play
from tests.apps.web.conftest import Served, serving


async def test_a_session_is_led_without_anybody_watching(served: Served) -> None:
    session = await served.start()
    told = await served.until(session, "awaiting_king")
    assert told["question"]["kind"] == "kings_choice"
    decisions = served.house.project.sessions / session / "decisions.md"
    async with asyncio.timeout(60):  # the files follow the log in their own time
        while not decisions.exists() or "Keep them in SQLite." not in decisions.read_text():
            await asyncio.sleep(0.02)


async def test_an_answer_leads_on_to_the_end_and_the_memory(served: Served) -> None:
    session = await served.start()
    await served.until(session, "awaiting_king")
    steward = served.house.hall.steward
    await steward.send_and_lead(session, Choose("later", question="kings-choice"))
    await served.until(session, "ended")
    async with asyncio.timeout(60):
        chronicle = served.house.project.folder / "chronicle.md"
        while not chronicle.exists() or "SQLite" not in chronicle.read_text():
            await asyncio.sleep(0.02)


async def test_what_is_being_said_stops_at_once_and_goes_on_later(
    served: Served, play: Play
) -> None:
    play("hanging")
    session = await served.start()
    steward = served.house.hall.steward
    while not (await served.state(session))["turns"]:
        await asyncio.sleep(0.01)
    state = await asyncio.wait_for(steward.stop(session), 60)
    assert state.paused and state.paused.reason == "user"
    assert not steward.running(session)
    play("willing")
    await steward.lead(session)
    told = await served.until(session, "awaiting_king")
    assert told["turns"][0]["maybe_billed"] == 1


async def test_a_session_that_another_process_leads_is_stopped_there(
    served: Served, project: Path, play: Play
) -> None:
    play("hanging")
    session = await served.start()
    async with open_table(Project(project), writes=False) as elsewhere:
        channels = Channels(elsewhere.driver, elsewhere.store)
        other = stewards.Steward(elsewhere, channels, Kept(project / "kept"))
        while not (await served.state(session))["turns"]:
            await asyncio.sleep(0.01)
        with pytest.raises(SessionBusy, match="at work here already"):
            await other.stop(session)
    await served.house.hall.steward.stop(session)


async def test_no_more_than_so_many_are_at_work(
    served: Served, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stewards, "MOST_AT_WORK", 1)
    play("hanging")
    first = await served.start()
    answer = await served.post("/session/start", {"workflow": "discuss", "topic": "more"})
    assert (answer.status_code, answer.json()["type"]) == (429, "too_many")
    await served.house.hall.steward.stop(first)


async def test_what_a_server_that_died_was_leading_goes_on_by_itself(project: Path) -> None:
    async with serving(project) as served:
        session = await served.start()
        await served.until(session, "awaiting_king")
        await served.house.hall.steward.send_and_lead(session, Choose("later"))
        await served.until(session, "ended")
    await _break_off(project, "broken")
    _left_by_a_dead_server(project, "broken", "ended-or-gone")
    async with serving(project) as served:
        told = await served.until("broken", "awaiting_king")
        assert [turn["maybe_billed"] for turn in told["turns"]] == [1, 0, 0]


async def test_it_is_left_alone_where_that_is_wanted(project: Path) -> None:
    await _break_off(project, "broken")
    _left_by_a_dead_server(project, "broken")
    async with serving(project, resume=False) as served:
        await asyncio.sleep(0.1)
        assert (await served.state("broken"))["turns"][0]["status"] == "open"


async def test_a_server_that_is_ended_leaves_its_sessions_paused(project: Path, play: Play) -> None:
    play("hanging")
    async with serving(project) as served:
        session = await served.start()
        while not (await served.state(session))["turns"]:
            await asyncio.sleep(0.01)
    assert Kept(state_file(project))._leading() == {}
    async with serving(project) as served:
        told = await served.state(session)
        assert told["phase"] == "paused"


async def test_a_server_that_closes_begins_nothing(served: Served) -> None:
    steward = served.house.hall.steward
    await steward.close()
    with pytest.raises(Refusal, match="opened anew"):
        await steward.lead("any")


async def test_a_cloned_repository_sets_nothing_to_work_and_lets_nobody_in(project: Path) -> None:
    await _break_off(project, "broken")
    planted = {"leading": {"1": ["broken"]}, "passes": {"0" * 64: 9e12}}
    (project / ".roundtable" / "served.json").write_text(json.dumps(planted))
    async with serving(project) as served:
        await asyncio.sleep(0.1)
        assert (await served.state("broken"))["turns"][0]["status"] == "open"
        assert "0" * 64 not in served.house.served.passes


async def test_several_who_lead_at_once_lead_it_once(served: Served) -> None:
    session = await served.start()
    await served.until(session, "awaiting_king")
    async with serving(served.house.project.root) as other:
        steward = other.house.hall.steward
        choice = Choose("later", question="kings-choice")
        await asyncio.gather(
            steward.send_and_lead(session, choice),
            *(steward.lead(session) for _ in range(4)),
            return_exceptions=True,
        )
        await other.until(session, "ended")
        await other.rest()
        told = (await other.get(f"/session/{session}/events")).json()
        assert [event["type"] for event in told].count("session_end") == 1


async def test_a_log_without_room_stops_the_table_and_says_so_once_there_is_some(
    served: Served,
) -> None:
    reply = {"say": "word " * 20_000, "block": {"consensus_score": 9}}
    script = {"knights": {"*": {"replies": [reply]}}}
    (served.house.project.root / "script.yaml").write_text(json.dumps(script))
    store = served.house.hall.table.store
    assert isinstance(store, SqliteStore)

    def bound(connection: sqlite3.Connection, more: int) -> None:
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages + more}")

    await store._do(lambda connection: bound(connection, 12))
    session = await served.start()
    async with asyncio.timeout(60):
        while served.house.hall.steward.running(session):
            await asyncio.sleep(0.02)
    # Without a moment in which it could be told after all: so little may still find room.
    assert served.house.hall.table.driver._journals[session].state.paused is None
    await store._do(lambda connection: bound(connection, 100_000))
    told = await served.until(session, "paused")
    assert told["paused"]["reason"] == "failure"
    assert "no room left" in told["paused"]["detail"]


async def test_a_stop_that_comes_while_it_is_started_stops_it(served: Served, play: Play) -> None:
    play("hanging")
    session = await served.start()
    steward = served.house.hall.steward
    await steward.stop(session)
    _, state = await asyncio.gather(steward.lead(session), steward.stop(session))
    assert state.paused
    assert not steward.running(session)


async def test_a_place_is_kept_before_anything_is_recorded(
    served: Served, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = await served.start()
    told = await served.until(asked, "awaiting_king")
    await served.rest()
    monkeypatch.setattr(stewards, "MOST_AT_WORK", 2)
    play("hanging")
    body = {"workflow": "discuss", "topic": "more"}
    begun = await asyncio.gather(*(served.post("/session/start", body) for _ in range(6)))
    assert sorted(answer.status_code for answer in begun) == [201, 201, 429, 429, 429, 429]
    answer = {"question": told["question"]["id"], "option": "later"}
    refused = await served.post(f"/session/{asked}/answer", answer)
    assert refused.status_code == 429
    assert (await served.state(asked))["question"] is not None, "the answer was not taken"
    for row in begun:
        if row.status_code == 201:
            await served.post(f"/session/{row.json()['session']}/stop")


async def test_what_cannot_be_led_is_refused_and_not_promised(
    served: Served, project: Path, play: Play
) -> None:
    play("hanging")
    session = await served.start()
    await served.post(f"/session/{session}/stop")
    (project / "script.yaml").unlink()
    answer = await served.post(f"/session/{session}/resume")
    assert answer.status_code == 409
    assert (await served.state(session))["phase"] == "paused"
    play("willing")
    async with (
        open_table(Project(project), writes=False) as elsewhere,
        elsewhere.store.claim(session),
    ):
        answer = await served.post(f"/session/{session}/resume")
        assert (answer.status_code, answer.json()["type"]) == (409, "busy")


async def test_what_broke_off_elsewhere_is_stopped_on_the_record(project: Path) -> None:
    await _break_off(project, "broken")
    async with serving(project) as served:
        assert (await served.state("broken"))["phase"] == "discussing"
        answer = await served.post("/session/broken/stop")
        assert answer.json()["phase"] == "paused"
        assert (await served.state("broken"))["turns"][0]["status"] == "interrupted"
        assert (await served.post("/session/broken/complete")).status_code == 200


async def test_a_decision_is_carried_out_once_however_often_it_is_asked_for(
    project: Path,
) -> None:
    async with serving(project) as served:
        session = await served.decided(project)
        begun = await asyncio.gather(*(served.post(f"/session/{session}/apply") for _ in range(3)))
        assert sorted(answer.status_code for answer in begun) == [201, 409, 409]


def _left_by_a_dead_server(project: Path, *sessions: str) -> None:
    """As a server leaves it that is killed."""
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    kept = Kept(state_file(project))
    kept._me = str(process.pid)
    kept.keep_leading(sessions)


async def _break_off(project: Path, session: str) -> None:
    """A session whose process died in the middle of its first turn."""
    async with open_table(Project(project)) as table:
        start = session_start().model_copy(update={"seats": table.config.seats()})
        await table.driver.create(session, start)
        journal = await table.driver._journal(session)
        order = tuple(seat.name for seat in start.seats)
        await journal.record(
            (
                RoundStart(round="debate", attempt=1, seed=7),
                DebateIteration(round="debate", attempt=1, iteration=1, order=order, blind=False),
                AgentStart(
                    turn_key=f"debate.1.1.{order[0]}",
                    seat=order[0],
                    iteration=1,
                    purpose="speak",
                    adapter="scripted",
                    reserved=Usage(),
                ),
            )
        )
