"""What the developer tells a session."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from roundtable.core.seats import Seat
from roundtable.testing.builders import session_start
from tests.apps.conftest import BETTER, STORE, Play
from tests.apps.web.conftest import Served, serving


async def built(served: Served, *rounds: str, **fields: object) -> str:
    keys = [{"key": key} for key in rounds or ("development", "review")]
    return await served.start(workflow="build", topic="a cart", rounds=keys, **fields)


async def test_a_note_reaches_turns_that_have_not_started(served: Served, play: Play) -> None:
    play("heeding", first_word_after=0.2)
    session = await served.start()
    answer = await served.post(f"/session/{session}/developer-input", {"text": "Mind the backups."})
    assert answer.status_code == 200
    told = await served.until(session, "awaiting_king")
    assert [note["text"] for note in told["notes"]] == ["Mind the backups."]


async def test_an_answer_meets_the_question_it_was_given_to(served: Served) -> None:
    session = await served.start()
    told = await served.until(session, "awaiting_king")
    wrong = {"question": "escalation-9", "option": "later"}
    refused = await served.post(f"/session/{session}/answer", wrong)
    assert (refused.status_code, refused.json()["type"]) == (409, "refused")
    unknown = {"question": told["question"]["id"], "option": "dance"}
    assert (await served.post(f"/session/{session}/answer", unknown)).status_code == 409
    right = {"question": told["question"]["id"], "option": "later"}
    assert (await served.post(f"/session/{session}/answer", right)).status_code == 200
    assert (await served.until(session, "ended"))["outcome"] == "consensus"
    twice = await served.post(f"/session/{session}/answer", right)
    assert (twice.status_code, twice.json()["type"]) == (409, "refused")


async def test_two_tabs_answer_and_one_of_them_counts(served: Served) -> None:
    session = await served.start()
    told = await served.until(session, "awaiting_king")
    body = {"question": told["question"]["id"], "option": "later"}
    answers = await asyncio.gather(
        *(served.post(f"/session/{session}/answer", body) for _ in range(2))
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409]


async def test_a_round_is_held_anew(building: Path) -> None:
    async with serving(building) as served:
        session = await built(served)
        await served.until(session, "awaiting_king")
        body = {"round": "development", "instructions": "Use integers."}
        assert (await served.post(f"/session/{session}/retry", body)).status_code == 200
        told = await served.until(session, "awaiting_king")
        assert [(r["key"], r["attempt"], r["counts"]) for r in told["rounds"]] == [
            ("development", 1, False),
            ("development", 2, True),
        ]
        assert told["rounds"][1]["instructions"] == "Use integers."
        never = await served.post(f"/session/{session}/retry", {"round": "qa"})
        assert (never.status_code, never.json()["type"]) == (409, "refused")


async def test_stop_and_resume(served: Served, play: Play) -> None:
    play("hanging")
    session = await served.start()
    while not (await served.state(session))["turns"]:
        await asyncio.sleep(0.01)
    stopped = await served.post(f"/session/{session}/stop")
    assert stopped.json() == {
        "session": session, "seq": stopped.json()["seq"], "phase": "paused", "running": False,
    }  # fmt: skip
    play("willing")
    caps = {"caps": {"max_minutes": 5}}
    assert (await served.post(f"/session/{session}/resume", caps)).status_code == 200
    told = await served.until(session, "awaiting_king")
    assert told["budget"]["max_minutes"] == 5.0
    waits = await served.post(f"/session/{session}/resume")
    assert (waits.status_code, waits.json()["type"]) == (409, "refused")


async def test_a_session_is_marked_complete_as_it_stands(building: Path) -> None:
    async with serving(building) as served:
        session = await built(served)
        await served.until(session, "awaiting_king")
        assert (await served.post(f"/session/{session}/complete")).status_code == 200
        told = await served.state(session)
        assert (told["phase"], told["outcome"]) == ("ended", "built")
        again = await served.post(f"/session/{session}/complete")
        assert (again.status_code, again.json()["type"]) == (409, "refused")


async def test_the_judge_answers_on_the_stream_and_nothing_changes(building: Path) -> None:
    async with serving(building) as served:
        session = await built(served)
        before = await served.until(session, "awaiting_king")
        answer = await served.post(f"/session/{session}/chat", {"message": "why Lancelot?"})
        assert answer.status_code == 202
        async with asyncio.timeout(60):
            while not _chatted(told := await served.state(session)):
                await asyncio.sleep(0.02)
        assert told["chats"][0]["question"] == "why Lancelot?"
        assert told["turns"][-1]["text"] == "It is in the record.\n"
        assert told["question"] == before["question"]


def _chatted(told: dict[str, Any]) -> bool:
    """Whether the last turn is the judge's answer, and said to its end."""
    last = told["turns"][-1]
    return (last["purpose"], last["status"]) == ("chat", "done")


async def test_files_are_edited_by_the_developers_own_hand(building: Path) -> None:
    async with serving(building) as served:
        session = await built(served)
        early = {"files": [{"path": "cart.py", "text": "x = 1\n"}]}
        await served.until(session, "awaiting_king")
        edited = await served.client.put(f"/api/session/{session}/files", json=early)
        assert edited.status_code == 200, edited.text
        told = await served.state(session)
        assert told["rounds"][-1]["edited"] == ["cart.py"]
        files = (await served.get(f"/session/{session}/files")).json()["files"]
        assert [file["text"] for file in files if file["path"] == "cart.py"] == ["x = 1\n"]
        for path in ("../x", "/etc/passwd", ".git/config", ".env"):
            body = {"files": [{"path": path, "text": "x"}]}
            refused = await served.client.put(f"/api/session/{session}/files", json=body)
            assert refused.status_code == 409, path


async def test_a_decision_is_applied_file_by_file_and_taken_back(project: Path) -> None:
    async with serving(project) as served:
        session = await served.decided(project)
        begun = await served.post(f"/session/{session}/apply")
        assert begun.status_code == 201, begun.text
        applying = begun.json()["session"]
        told = await served.until(applying, "awaiting_king")
        assert told["question"]["kind"] == "parley"
        assert told["apply"]["decided_by"] == session
        approve = {"question": told["question"]["id"], "option": "approve"}
        await served.post(f"/session/{applying}/answer", approve)
        await served.until(applying, "ended")
        assert (project / "store.py").read_text() == BETTER
        assert (await served.post(f"/session/{applying}/undo")).status_code == 200
        assert (project / "store.py").read_text() == STORE
        assert (await served.state(applying))["apply"]["undone"]


async def test_the_kings_apply_begins_at_once(project: Path) -> None:
    async with serving(project) as served:
        await served.decided(project, "apply")
        async with asyncio.timeout(60):
            while len(listed := (await served.get("/sessions")).json()) < 2:
                await asyncio.sleep(0.02)
        assert listed[0]["workflow"] == "apply"


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("developer-input", {"text": 7}, "text"),
        ("answer", {"option": "x"}, "question"),
        ("answer", {"question": "q", "option": "x", "rounds": 0}, "rounds"),
        ("retry", {"round": "dance"}, "round"),
        ("resume", {"caps": {"max_tokens": -1}}, "caps.max_tokens"),
        ("chat", {}, "message"),
        ("chat", {"message": " \n"}, "message"),
        ("apply", {"parley": "maybe"}, "parley"),
    ],
)
async def test_what_cannot_be_meant_is_named_by_its_field(
    served: Served, path: str, body: object, field: str
) -> None:
    session = await served.start()
    answer = await served.post(f"/session/{session}/{path}", body)
    assert (answer.status_code, answer.json()["type"]) == (422, "invalid")
    assert answer.json()["field"] == field


async def test_what_is_refused_stops_nothing(served: Served, play: Play) -> None:
    play("hanging")
    session = await served.start()
    while not (await served.state(session))["turns"]:
        await asyncio.sleep(0.01)
    for path, body in (
        ("retry", {"round": "qa"}),
        ("resume", {"caps": {"max_tokens": 7}}),
    ):
        refused = await served.post(f"/session/{session}/{path}", body)
        assert (refused.status_code, refused.json()["type"]) == (409, "refused"), path
        assert served.house.hall.steward.running(session), path
        assert (await served.state(session))["phase"] == "discussing"
    await served.post(f"/session/{session}/stop")
    assert (await served.state(session))["budget"]["max_tokens"] is None


async def test_a_cap_on_money_is_refused_where_nobody_knows_a_price(served: Served) -> None:
    seats = tuple(Seat(name=name, adapter="openai-compatible", model="ours") for name in ("A", "B"))
    start = session_start().model_copy(update={"seats": seats})
    await served.house.hall.table.driver.create("unpriced", start)
    refused = await served.post("/session/unpriced/resume", {"caps": {"max_cost_usd": 1}})
    assert (refused.status_code, refused.json()["type"]) == (422, "invalid"), refused.text
    assert refused.json()["detail"].startswith("caps: ")
    assert (await served.state("unpriced"))["budget"]["max_cost_microusd"] is None


async def test_an_apply_is_done_by_who_was_seated_since(project: Path) -> None:
    async with serving(project) as served:
        session = await served.decided(project)
        config = project / ".roundtable" / "config.json"
        told = json.loads(config.read_text())
        told["knights"].append({**told["knights"][0], "name": "Dana"})
        config.write_text(json.dumps(told))
        begun = await served.post(f"/session/{session}/apply", {"knight": "Dana"})
        assert begun.status_code == 201, begun.text
        applying = begun.json()["session"]
        told = await served.until(applying, "awaiting_king")
        assert [seat["name"] for seat in told["seats"]] == ["Dana"]
