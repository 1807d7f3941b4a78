"""How refusals are told, and what stands beside the API."""

from pathlib import Path

import pytest

from roundtable.adapters.project import Project
from roundtable.apps.web.app import create_app
from roundtable.apps.web.house import House
from tests.apps.web.conftest import Served


async def test_an_address_that_is_none_is_told_in_our_form(served: Served) -> None:
    answer = await served.get("/none/such")
    assert (answer.status_code, answer.json()["type"]) == (404, "not_found")
    for method in ("DELETE", "PUT", "PATCH"):
        answer = await served.client.request(method, "/api/sessions", json={})
        assert (answer.status_code, answer.json()["type"]) == (405, "method_not_allowed")


async def test_a_body_that_is_no_json_is_named(served: Served) -> None:
    answer = await served.client.post(
        "/api/session/start", content=b"{", headers={"content-type": "application/json"}
    )
    assert (answer.status_code, answer.json()["type"]) == (422, "invalid")


async def test_what_fails_unexpectedly_is_told_without_a_trace(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise KeyError("x")

    monkeypatch.setattr(served.house.hall.table.store, "sessions", fail)
    answer = await served.get("/sessions")
    assert (answer.status_code, answer.json()["type"]) == (500, "unexpected")
    assert "Traceback" not in answer.text


async def test_pages_of_the_client_can_be_opened_directly(tmp_path: Path, served: Served) -> None:
    for path in ("/", "/s/some-session", "/projects"):
        answer = await served.client.get(path, headers={"accept": "text/html"})
        assert answer.status_code in (200, 503)
        assert answer.headers["content-type"].startswith("text/html")


async def test_without_the_client_a_page_says_so(tmp_path: Path) -> None:
    from starlette.testclient import TestClient

    app = create_app(House(Project(tmp_path)), client=tmp_path)
    answer = TestClient(app).get("/")
    assert answer.status_code == 503
    assert "not built" in answer.text
