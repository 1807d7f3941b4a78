"""S8. What no browser would send, but a name that leads here might make of it: Host and Origin.

Each goes over a socket as it stands, with the pass of somebody who is signed in.
"""

import asyncio

import pytest

from tests.e2e.browser.site import Site

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(600)]


@pytest.fixture
def site(shared_site: Site) -> Site:
    return shared_site


HOSTS = (
    "evil.example",
    "evil.example:{p}",
    "127.0.0.1",
    "localhost",
    "127.0.0.1:1",
    "127.0.0.1.:{p}",
    "localhost.:{p}",
    "LOCALHOST.:{p}",
    "127.1:{p}",
    "2130706433:{p}",
    "0x7f000001:{p}",
    "0177.0.0.1:{p}",
    "0.0.0.0:{p}",
    "[::1]:{p}",
    "[::ffff:127.0.0.1]:{p}",
    "127.0.0.1:{p}.evil.example",
    "127.0.0.1.evil.example:{p}",
    "evil.example@127.0.0.1:{p}",
    "user:pass@localhost:{p}",
    "127.0.0.1:{p}/",
    "127.0.0.1:{p}, evil.example",
    "127.0.0.1:0{p}",
    "127.0.0.1:{p}#",
    "x.localhost:{p}",
    "localhost:{p}\tevil.example",
    "\u24db\u24de\u24d2\u24d0\u24db\u24d7\u24de\u24e2\u24e3:{p}",
    "",
)
DOUBLED = (
    "Host: 127.0.0.1:{p}\r\nHost: evil.example",
    "Host: evil.example\r\nHost: 127.0.0.1:{p}",
    "Host: evil.example\r\nX-Forwarded-Host: 127.0.0.1:{p}",
    "Host: evil.example\r\nForwarded: host=127.0.0.1:{p}",
    "X-Host: 127.0.0.1:{p}",
)
PAGES = (
    "Origin: null",
    "Origin: http://evil.example",
    "Origin: http://127.0.0.1:{p}.evil.example",
    "Origin: http://127.0.0.1",
    "Origin: https://127.0.0.1:{p}",
    "Origin: http://127.0.0.1:{p}/",
    "Origin: http://127.0.0.1:{p}\r\nOrigin: http://evil.example",
    "Origin: http://127.0.0.1:{p}\r\nSec-Fetch-Site: cross-site",
    "Origin: http://127.0.0.1:{p}\r\nSec-Fetch-Site: same-site",
    "Origin: file://",
    "Origin: chrome-extension://abcdefghijklmnop",
    "Origin:",
    "Referer: http://127.0.0.1:{p}/",
    "Sec-Fetch-Site: none",
    "Sec-Fetch-Site: same-origin, cross-site",
    "X-Origin: http://127.0.0.1:{p}",
)


async def answered(port: int, method: str, path: str, lines: list[str]) -> tuple[int, str]:
    """Status and all of the answer to exactly these lines; 0 where the line was cut."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        head = [f"{method} {path} HTTP/1.1", "Connection: close", *lines]
        writer.write("\r\n".join([*head, "", ""]).format(p=port).encode())
        await writer.drain()
        text = (await asyncio.wait_for(reader.read(), 60)).decode("utf-8", "replace")
    finally:
        writer.close()
    return (int(text.split(" ", 2)[1]) if text else 0), text


async def signed_in(site: Site) -> str:
    cookies = await (await site.context()).cookies()
    return next(f"Cookie: {c['name']}={c['value']}" for c in cookies)


async def test_a_name_that_is_not_this_servers_gets_no_answer(site: Site) -> None:
    port, cookie = site.server.port, await signed_in(site)
    ours = ["Host: 127.0.0.1:{p}", cookie]
    assert (await answered(port, "GET", "/api/sessions", ours))[0] == 200
    let_in = []
    for lines in ([f"Host: {host}"] for host in HOSTS):
        for path in ("/api/sessions", "/", "/theme.js", "//127.0.0.1/api/sessions"):
            status, text = await answered(port, "GET", path, [*lines, cookie])
            if status not in (0, 400, 403) or "id=" in text:
                let_in.append((lines, path, status))
    for line in DOUBLED:
        status, _ = await answered(port, "GET", "/api/sessions", [line, cookie])
        if status not in (0, 400, 403):
            let_in.append(([line], "/api/sessions", status))
    assert let_in == []
    assert len(HOSTS) + len(DOUBLED) >= 30


async def test_a_page_that_is_not_this_servers_changes_nothing(site: Site) -> None:
    port, cookie = site.server.port, await signed_in(site)
    body = ["Content-Type: application/json", "Content-Length: 0"]
    ours = ["Host: 127.0.0.1:{p}", cookie, *body]
    route = "/api/session/none/stop"
    own = [*ours, "Origin: http://127.0.0.1:{p}"]
    assert (await answered(port, "POST", route, own))[0] == 404
    let_in = []
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
        for line in PAGES:
            status, text = await answered(port, method, route, [*ours, line])
            if status not in (400, 403) or "access-control" in text.lower():
                let_in.append((method, line, status))
    assert let_in == []


async def test_without_a_pass_a_right_address_is_not_enough(site: Site) -> None:
    port = site.server.port
    for cookie in ("X: y", "Cookie: roundtable=1", "Authorization: Bearer x"):
        lines = ["Host: 127.0.0.1:{p}", "Origin: http://127.0.0.1:{p}", cookie]
        for path in ("/api/sessions", "/api/project", "/api/openapi.json"):
            assert (await answered(port, "GET", path, lines))[0] == 401
