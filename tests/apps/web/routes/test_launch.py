"""Letting a browser in, and founding a table from it."""

from pathlib import Path

import pytest

from roundtable.core.config import read_config
from tests.apps.web.conftest import Served, serving


async def test_a_link_lets_one_browser_in_and_the_next_link_another(served: Served) -> None:
    token = served.house.passes.token
    served.client.cookies.clear()
    assert (await served.get("/project")).status_code == 401
    assert (await served.post("/launch", {"token": token})).status_code == 204
    assert (await served.get("/project")).status_code == 200
    again = await served.post("/launch", {"token": token})
    assert (again.status_code, again.json()["type"]) == (401, "not_signed_in")
    assert again.json()["field"] == "token"


async def test_the_cookie_is_out_of_reach_for_scripts_and_other_sites(served: Served) -> None:
    answer = await served.post("/launch", {"token": served.house.passes.token})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=strict" in cookie and "Domain" not in cookie


async def test_where_the_server_stands_is_told_with_who_could_sit_down(served: Served) -> None:
    told = (await served.get("/project")).json()
    assert told["founded"] and told["name"] == "shop" and told["sessions"] == 0
    assert [seat["knight"]["name"] for seat in told["seats"]] == ["Gawain", "Lancelot", "Percival"]
    assert all(seat["ready"] for seat in told["seats"])


async def test_an_empty_chair_is_told_with_the_remedy(served: Served, project: Path) -> None:
    config = served.house.project.config_path
    config.write_text(
        config.read_text()
        .replace('"scripted"', '"claude-cli"')
        .replace(',\n      "script": "script.yaml"', "")
    )
    told = (await served.get("/project")).json()
    assert not any(seat["ready"] for seat in told["seats"])
    assert "`claude` is not installed" in told["seats"][0]["problem"]
    assert told["seats"][0]["remedy"]


async def test_a_config_that_cannot_be_read_is_told_and_mended_elsewhere(served: Served) -> None:
    served.house.project.config_path.write_text("{")
    told = (await served.get("/project")).json()
    assert told["problem"] and told["seats"] == []
    assert "the command" not in told["problem"]
    assert "PUT /api/settings" in told["problem"]
    answer = await served.post("/session/start", {"topic": "?"})
    assert (answer.status_code, answer.json()["type"]) == (409, "config_wrong")


async def test_a_rehearsal_is_two_requests_away_from_an_empty_folder(bare: Path) -> None:
    async with serving(bare) as served:
        assert not (await served.get("/project")).json()["founded"]
        refused = await served.post("/session/start", {"rehearsal": True})
        assert (refused.status_code, refused.json()["type"]) == (409, "not_founded")
        founded = await served.post("/project", {"knights": "rehearsal"})
        assert founded.status_code == 201
        config = read_config(served.house.project.config_path.read_bytes(), "config.json")
        assert {knight.adapter for knight in config.knights} == {"scripted"}
        started = await served.post("/session/start", {"rehearsal": True})
        assert started.status_code == 201
        assert (await served.state(started.json()["session"]))["rehearsal"]


async def test_nobody_is_seated_where_nobody_is_found(bare: Path) -> None:
    async with serving(bare) as served:
        answer = await served.post("/project", {"knights": "found"})
        assert (answer.status_code, answer.json()["type"]) == (409, "knight_unavailable")
        assert not served.house.founded


async def test_a_table_that_stands_is_not_founded_again(served: Served) -> None:
    before = served.house.project.config_path.read_bytes()
    answer = await served.post("/project", {"knights": "rehearsal"})
    assert (answer.status_code, answer.json()["type"]) == (409, "refused")
    assert served.house.project.config_path.read_bytes() == before


@pytest.mark.parametrize("body", [{}, {"token": ""}, {"token": 7}, {"token": "x", "more": 1}])
async def test_what_is_no_launch_is_named(served: Served, body: object) -> None:
    answer = await served.post("/launch", body)
    assert (answer.status_code, answer.json()["type"]) == (422, "invalid")
    assert answer.json()["field"]
