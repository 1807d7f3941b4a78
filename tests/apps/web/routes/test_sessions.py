"""Beginning, listing and reading sessions."""

import asyncio
from pathlib import Path

from roundtable.core.events import event_types
from tests.apps.conftest import Spawn
from tests.apps.web.conftest import Served, serving


async def test_sessions_of_the_terminal_are_listed_too(decided: Path) -> None:
    async with serving(decided) as served:
        mine = await served.start(topic="And where do the keys live?")
        listed = (await served.get("/sessions")).json()
        assert listed[0]["session"] == mine
        assert [row["workflow"] for row in listed] == ["discuss", "discuss"]
        assert listed[1]["outcome"] == "consensus"
        assert listed[1]["files"] == 0
        assert listed[1]["rehearsal"] and listed[1]["make_believe"] and not listed[1]["running"]


async def test_a_build_is_begun_with_all_that_the_form_can_say(building: Path) -> None:
    async with serving(building) as served:
        body = {
            "workflow": "build",
            "topic": "a cart",
            "seats": [{"name": "lancelot"}, {"name": "Gawain"}],
            "rounds": [
                {"key": "review", "iterations": 1, "max_output_tokens": 3000},
                {"key": "development", "instructions": " Mind the cents. ", "blind": False},
            ],
            "judge": "gawain",
            "judge_model": "wise",
            "judges": 2,
            "chunk_tokens": 5000,
            "auto_advance": True,
            "caps": {"max_tokens": 900_000, "max_cost_usd": None, "max_minutes": 30},
        }
        answer = await served.post("/session/start", body)
        assert answer.status_code == 201, answer.text
        told = await served.until(answer.json()["session"], "ended", "awaiting_king", "paused")
        assert [seat["name"] for seat in told["seats"]] == ["Lancelot", "Gawain"]
        assert [plan["key"] for plan in told["agenda"]] == ["development", "review"]
        assert told["agenda"][0]["instructions"] == "Mind the cents."
        assert not told["agenda"][0]["blind"]
        assert told["agenda"][1]["max_output_tokens"] == 3000
        assert told["judge"] == "Gawain"
        assert (told["judge_model"], told["judges"], told["chunk_tokens"]) == ("wise", 2, 5000)
        assert told["budget"] == {
            "max_cost_microusd": None, "max_tokens": 900_000, "max_minutes": 30.0,
        }  # fmt: skip
        assert told["outcome"] == "built"
        [row] = (await served.get("/sessions")).json()
        assert row["files"] == len(told["files"]) == 1


async def test_the_log_is_told_whole_or_from_an_event_on(served: Served) -> None:
    session = await served.start()
    told = await served.until(session, "awaiting_king")
    events = (await served.get(f"/session/{session}/events")).json()
    assert [event["seq"] for event in events] == list(range(1, told["seq"] + 1))
    later = (await served.get(f"/session/{session}/events", params={"after": 3})).json()
    assert later == events[3:]
    refused = await served.get(f"/session/{session}/events", params={"after": -1})
    assert (refused.status_code, refused.json()["field"]) == (422, "after")


async def test_a_session_that_is_not_there_is_told_so(served: Served) -> None:
    for path in ("", "/events", "/stream", "/files", "/download", "/execution"):
        answer = await served.get(f"/session/none{path}")
        assert (answer.status_code, answer.json()["type"]) == (404, "unknown_session"), path


async def test_what_the_terminal_does_meanwhile_is_in_the_state(
    served: Served, spawn: Spawn
) -> None:
    session = await served.start()
    await served.until(session, "awaiting_king")
    terminal = spawn("resume", session, "--choose", "reject")
    _, errors = await asyncio.to_thread(terminal.communicate)
    assert terminal.returncode == 0, errors
    assert (await served.state(session))["phase"] == "ended"


async def test_every_event_is_described_by_its_name(served: Served) -> None:
    described = (await served.get("/openapi.json")).json()["components"]["schemas"]
    for kind in event_types():
        assert kind.__name__ in described
    assert "Event" in described
