"""Running what was built, over the wire."""

from pathlib import Path
from typing import Any

import pytest

from roundtable.core.running import RunLimits
from tests.adapters.conftest import box
from tests.apps.web.built import built, put
from tests.apps.web.conftest import Served, serving

__all__ = ["box"]
needs_sandbox = pytest.mark.usefixtures("box")
SANDBOX = {"way": "sandbox"}


def ways(told: dict[str, Any]) -> dict[str, bool]:
    return {way["id"]: way["available"] for way in told["ways"]}


@needs_sandbox
async def test_what_was_built_is_run_on_demand_and_nothing_is_recorded(building: Path) -> None:
    async with serving(building) as served:
        session = await built(served, "development", "qa")
        told = (await served.get(f"/session/{session}/execution")).json()
        assert ways(told) == {"container": False, "sandbox": True}
        assert told["running"] is None
        assert told["last"]["place"] == "bubblewrap"
        before = (await served.state(session))["seq"]
        answer = await served.post(f"/session/{session}/execute", SANDBOX)
        assert answer.status_code == 200, answer.text
        report = answer.json()["report"]
        assert report["place"] == "bubblewrap"
        assert [name.partition("::")[2] for name in report["passed"]] == ["test_total"]
        assert (await served.state(session))["seq"] == before


@needs_sandbox
async def test_after_an_edit_there_is_no_evidence_until_it_is_run(building: Path) -> None:
    async with serving(building) as served:
        session = await built(served, "development", "qa")
        edit = {"files": [{"path": "cart.py", "text": "def total(items):\n    return 0\n"}]}
        assert (await put(served, f"/session/{session}/files", edit)).status_code == 200
        assert (await served.get(f"/session/{session}/execution")).json()["last"] is None
        report = (await served.post(f"/session/{session}/execute", SANDBOX)).json()["report"]
        assert (report["passed"], len(report["failed"])) == ([], 1)


@pytest.mark.parametrize("way", ["sandbox", "container"])
async def test_where_there_is_nothing_to_run_it_is_refused_with_a_remedy(
    served: Served, way: str
) -> None:
    session = await served.start()
    await served.until(session, "awaiting_king")
    told = (await served.get(f"/session/{session}/execution")).json()
    assert told["last"] is None
    assert not any(ways(told).values())
    answer = await served.post(f"/session/{session}/execute", {"way": way})
    assert (answer.status_code, answer.json()["type"]) == (409, "refused")
    assert "no files" in answer.json()["detail"]
    assert answer.json()["remedy"]


async def test_without_an_engine_a_container_is_refused_and_nothing_is_recorded(
    building: Path,
) -> None:
    async with serving(building) as served:
        session = await built(served, "development", "devops")
        told = (await served.get(f"/session/{session}/execution")).json()
        (way,) = (way for way in told["ways"] if way["id"] == "container")
        assert (way["available"], way["engine"], way["source"]) == (False, "", "Dockerfile")
        before = (await served.state(session))["seq"]
        answer = await served.post(f"/session/{session}/execute", {"way": "container"})
        assert (answer.status_code, answer.json()["type"]) == (409, "refused")
        assert (answer.json()["detail"], answer.json()["remedy"]) == (way["reason"], way["remedy"])
        assert (await served.state(session))["seq"] == before


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("way", "browser"),
        ("network", "some"),
        ("seconds", 0.5),
        ("seconds", 3601),
        ("memory_mb", 15),
        ("memory_mb", 65_537),
        ("cpus", 0),
        ("cpus", 65),
        ("settle", "perhaps"),
        ("log_bytes", 1024),
    ],
)
async def test_what_is_out_of_bounds_is_refused_by_its_name(
    served: Served, field: str, value: object
) -> None:
    session = await served.start()
    body = {"way": "container", field: value}
    answer = await served.post(f"/session/{session}/execute", body)
    assert (answer.status_code, answer.json()["type"]) == (422, "invalid")
    assert answer.json()["field"] == field


async def test_the_bounds_are_those_of_a_run(served: Served) -> None:
    described = (await served.client.get("/api/openapi.json")).json()
    asked = described["components"]["schemas"]["Execute"]["properties"]
    known = RunLimits.model_json_schema()["properties"]
    for name in ("seconds", "memory_mb", "cpus"):
        for bound in ("minimum", "maximum", "exclusiveMinimum", "default"):
            assert asked[name].get(bound) == known[name].get(bound), (name, bound)


async def test_the_sandbox_takes_no_bounds_and_passes_none_over(served: Served) -> None:
    session = await served.start()
    body = {"way": "sandbox", "network": "all"}
    answer = await served.post(f"/session/{session}/execute", body)
    assert (answer.status_code, answer.json()["field"]) == (422, "network")


async def test_where_nothing_is_run_a_stop_is_refused(served: Served) -> None:
    session = await served.start()
    answer = await served.post(f"/session/{session}/execute/stop")
    assert (answer.status_code, answer.json()["type"]) == (409, "refused")
    assert answer.json()["remedy"]


async def test_only_a_build_that_has_ended_is_looked_at(building: Path) -> None:
    async with serving(building) as served:
        talk = await served.start()
        await served.until(talk, "awaiting_king")
        answer = await served.post(f"/session/{talk}/analyse")
        assert (answer.status_code, answer.json()["type"]) == (409, "refused")
        assert "not a build" in answer.json()["detail"]
        session = await built(served, "development")
        answer = await served.post(f"/session/{session}/analyse", {"instructions": "why?"})
        assert answer.status_code == 200, answer.text
        assert answer.json()["running"] is True
        told = await served.until(session, "ended", "awaiting_king", "paused")
        assert [round_["key"] for round_ in told["rounds"]] == ["development", "execution"]
        assert [run["error"] for run in told["runs"]] == ["nothing_to_run"]


async def test_a_build_is_begun_with_the_network_and_the_retries_it_is_given(
    building: Path,
) -> None:
    async with serving(building) as served:
        session = await built(served, "development", network="build", auto_retry=2)
        told = await served.state(session)
        assert (told["network"], told["auto_retry"]) == ("build", 2)
        body = {"workflow": "build", "topic": "x", "auto_retry": 4}
        answer = await served.post("/session/start", body)
        assert (answer.status_code, answer.json()["field"]) == (422, "auto_retry")
