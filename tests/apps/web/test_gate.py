"""What is let through, and what never reaches a route."""

from collections.abc import AsyncIterator, Mapping

import pytest

from roundtable.apps.web.gate import (
    FRAME,
    FRAME_HEADERS,
    HEADERS,
    MOST_BODY,
    frame_headers,
    page_headers,
)
from tests.apps.web.conftest import Served

JSON = {"content-type": "application/json"}


async def answered(served: Served, method: str, path: str, headers: dict[str, str]) -> int:
    """The status of a request with exactly these headers, the known browser's cookie among them."""
    request = served.client.build_request(method, path, content=b"{}" if method != "GET" else None)
    for name in ("origin", "content-type"):
        request.headers.pop(name, None)
    request.headers.update(headers)
    return (await served.client.send(request)).status_code


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil:80"])
async def test_a_name_that_is_not_this_servers_is_not_answered(served: Served, host: str) -> None:
    for path in ("/", "/api/project", "/theme.js"):
        assert await answered(served, "GET", path, {"host": host}) == 403


async def test_both_names_of_this_machine_are_this_server(served: Served) -> None:
    for name in ("127.0.0.1", "localhost", "LOCALHOST"):
        host = f"{name}:{served.port}"
        assert await answered(served, "GET", "/api/project", {"host": host}) == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:1"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_another_sites_page_is_refused(
    served: Served, method: str, headers: dict[str, str]
) -> None:
    path = "/api/sessions" if method == "GET" else "/api/session/start"
    assert await answered(served, method, path, {**JSON, **headers}) == 403


async def test_what_changes_something_must_say_which_page_sent_it(served: Served) -> None:
    post = "POST", "/api/session/x/stop"
    assert await answered(served, *post, JSON) == 403
    assert await answered(served, *post, {**JSON, "sec-fetch-site": "none"}) == 403
    assert await answered(served, *post, {**JSON, "sec-fetch-site": "same-origin"}) == 404
    assert await answered(served, *post, {**JSON, "origin": served.base}) == 404
    assert await answered(served, "GET", "/api/sessions", {}) == 200


@pytest.mark.parametrize(
    "kind",
    ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"],
)
async def test_a_form_that_any_page_could_send_is_not_read(served: Served, kind: str) -> None:
    headers = {"origin": served.base, **({"content-type": kind} if kind else {})}
    assert await answered(served, "POST", "/api/session/start", headers) == 415


async def test_without_a_pass_nothing_is_told(served: Served) -> None:
    served.client.cookies.clear()
    for path in ("/api/project", "/api/sessions", "/api/openapi.json", "/api/none"):
        answer = await served.get(path.removeprefix("/api"))
        assert answer.status_code == 401
        assert answer.json()["type"] == "not_signed_in"
        assert answer.headers["content-type"] == "application/problem+json"
    served.client.cookies.set(served.house.passes.cookie, "forged")
    assert (await served.get("/project")).status_code == 401


@pytest.mark.parametrize(
    "other",
    ['prefs={"theme": "dark"}', "a=b=c", "=", ";;", "x", "{name}=forged", '{name}="', "é=ü"],
)
async def test_cookies_of_other_servers_keep_nobody_out(served: Served, other: str) -> None:
    name = served.house.passes.cookie
    mine = f"{name}={served.client.cookies[name]}"
    served.client.cookies.clear()
    odd = other.replace("{name}", name)
    for header in (f"{odd}; {mine}", f"{mine}; {odd}"):
        answer = await served.get("/project", headers={"cookie": header.encode()})
        assert answer.status_code == 200, header
    assert (await served.get("/project", headers={"cookie": odd.encode()})).status_code == 401


async def test_a_body_is_bounded_whatever_its_header_says(served: Served) -> None:
    async def flood() -> AsyncIterator[bytes]:
        for _ in range(MOST_BODY // 65536 + 2):
            yield b" " * 65536

    declared = await served.client.post(
        "/api/session/start", content=b" " * (MOST_BODY + 1), headers=JSON
    )
    assert declared.status_code == 413
    streamed = await served.client.post("/api/session/start", content=flood(), headers=JSON)
    assert streamed.status_code == 413
    assert streamed.json()["type"] == "too_large"


async def test_every_answer_is_dressed(served: Served) -> None:
    for path in ("/", "/api/project", "/api/none", "/none/such"):
        answer = await served.client.get(path)
        for name, value in HEADERS.items():
            assert answer.headers[name] == value, (path, name)
    assert (await served.client.get("/api/project")).headers["cache-control"] == "no-store"
    assert "access-control-allow-origin" not in (await served.client.get("/api/project")).headers


def policy(headers: Mapping[str, str]) -> dict[str, list[str]]:
    parts = [part.split() for part in headers["content-security-policy"].split(";")]
    return {name: sources for name, *sources in parts}


async def test_the_frame_that_projects_run_in_has_a_policy_of_its_own(served: Served) -> None:
    answer = await served.client.get(FRAME)
    for name, value in FRAME_HEADERS.items():
        assert answer.headers[name] == value, name
    told = policy(answer.headers)
    # Of no origin, whoever opens it and however: scripts, and nothing more.
    assert told["sandbox"] == ["allow-scripts"]
    assert told["frame-ancestors"] == ["'self'"]
    for name in ("default-src", "connect-src", "frame-src", "base-uri", "form-action"):
        assert told[name] == ["'none'"], name
    # Nothing that it may load comes over any network.
    kept = {"'unsafe-inline'", "'unsafe-eval'", "'wasm-unsafe-eval'", "blob:", "data:"}
    for name in ("script-src", "style-src", "img-src", "font-src", "media-src", "worker-src"):
        assert set(told[name]) <= kept, name
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize(
    "path",
    [
        *("/runtime/", "/runtime", "/runtime/frame.html/", "/runtime//frame.html"),
        *("//runtime/frame.html", "/runtime/Frame.html", "/s/runtime/frame.html"),
        *("/runtime/frame.html.js", "/api/runtime/frame.html", "/assets/../runtime/frame.html/x"),
    ],
)
async def test_no_other_address_has_the_policy_of_the_frame(served: Served, path: str) -> None:
    answer = await served.client.get(f"{served.base}{path}")
    assert answer.headers["content-security-policy"] == HEADERS["content-security-policy"]
    assert answer.headers["x-frame-options"] == "DENY"


async def test_our_own_page_may_frame_ours_and_run_nothing_more_for_it(served: Served) -> None:
    told = policy((await served.client.get("/")).headers)
    assert told["frame-src"] == told["script-src"] == told["worker-src"] == ["'self'"]
    assert told["frame-ancestors"] == ["'none'"]


async def test_a_page_of_no_origin_is_told_nothing_by_the_api(served: Served) -> None:
    for headers in ({"origin": "null"}, {"sec-fetch-site": "cross-site"}):
        assert await answered(served, "GET", "/api/sessions", headers) == 403


def test_the_vendors_runtime_may_be_framed_only_where_it_was_switched_on() -> None:
    assert page_headers(False) == HEADERS
    assert frame_headers(False) == FRAME_HEADERS
    ours, opened = policy(HEADERS), policy(page_headers(True))
    assert opened.pop("frame-src") == [
        *ours.pop("frame-src"),
        *("https://stackblitz.com", "https://*.webcontainer-api.io"),
    ]
    assert opened == ours, "nothing else is let in with it"
    for headers in (page_headers(True), frame_headers(True)):
        assert headers["cross-origin-embedder-policy"] == "require-corp"
    assert policy(frame_headers(True)) == policy(FRAME_HEADERS)
