"""The gate before every request: this host, this origin, a known browser, a bounded body.

A page of somebody else may send requests to a server on this machine. It can neither read nor
change anything here: its Origin is not ours, it lacks the cookie, and no GET changes anything.
"""

from collections.abc import Iterable, Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from roundtable.apps.web.passes import Passes
from roundtable.apps.web.problems import Problem, problem, told

API = "/api"
LAUNCH = "/api/launch"
UPLOADS = "/api/uploads"
FRAME = "/runtime/frame.html"
"""The one page that our own may frame: in it a project of a session runs."""
SAFE = frozenset({"GET", "HEAD"})
MOST_BODY = 16 * 1024 * 1024
MOST_UPLOAD = 100 * 1024 * 1024

HEADERS: Mapping[str, str] = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
"""On every answer; a route that hands out a file may be stricter, never laxer."""

FRAME_HEADERS: Mapping[str, str] = {
    **HEADERS,
    "content-security-policy": (
        "sandbox allow-scripts; default-src 'none'; "
        "script-src 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval' blob: data:; "
        "style-src 'unsafe-inline' blob: data:; img-src blob: data:; font-src blob: data:; "
        "media-src blob: data:; worker-src blob:; connect-src 'none'; frame-src 'none'; "
        "frame-ancestors 'self'; base-uri 'none'; form-action 'none'"
    ),
    "x-frame-options": "SAMEORIGIN",
    "x-dns-prefetch-control": "off",
}
"""On the frame alone. Whatever runs in it may run: it is of no origin, has no cookie, and can load
nothing and send nothing, for no address of any network stands in its policy."""

WEBCONTAINER = "https://stackblitz.com https://*.webcontainer-api.io"
"""Where the vendor's runtime for npm projects comes from, and where it shows what it serves."""
_ISOLATED = {"cross-origin-embedder-policy": "require-corp"}


def page_headers(webcontainer: bool) -> Mapping[str, str]:
    """Those of our pages; the vendor's runtime may be framed only where it was switched on."""
    if not webcontainer:
        return HEADERS
    policy = HEADERS["content-security-policy"]
    opened = policy.replace("frame-src 'self';", f"frame-src 'self' {WEBCONTAINER};")
    return {**HEADERS, **_ISOLATED, "content-security-policy": opened}


def frame_headers(webcontainer: bool) -> Mapping[str, str]:
    """Those of the frame, which a page that is isolated can hold only if it is isolated as well."""
    return {**FRAME_HEADERS, **_ISOLATED} if webcontainer else FRAME_HEADERS


class Gate:
    """Wraps the application. What it refuses never reaches a route."""

    def __init__(
        self, app: ASGIApp, passes: Passes, hosts: Iterable[str], webcontainer: bool = False
    ) -> None:
        self._app = app
        self._passes = passes
        self._page_headers = page_headers(webcontainer)
        self._frame_headers = frame_headers(webcontainer)
        self._hosts = frozenset(hosts)
        self._origins = frozenset(f"http://{host}" for host in self._hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return  # a web socket is answered with its end: there are none here
        headers = Headers(scope=scope)
        answer = self._dressed(send, scope["path"])
        if refused := self._refuses(scope, headers):
            await told(refused)(scope, receive, answer)
            return
        await self._app(scope, _bounded(receive, scope["path"]), answer)

    def _refuses(self, scope: Scope, headers: Headers) -> Problem | None:
        if headers.get("host", "").lower() not in self._hosts or len(headers.getlist("host")) != 1:
            return _foreign("the Host is not this server's")
        if not _is_api(scope["path"]):
            return None
        method = scope["method"]
        if reason := self._foreign_origin(headers, method in SAFE):
            return _foreign(reason)
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > _most(scope["path"]):
            return _too_large(scope["path"])
        if method not in SAFE and not _is_form(headers, scope["path"]):
            return problem(
                "unsupported", "the body is not of a kind that is taken here", "send JSON"
            )
        if scope["path"] != LAUNCH and not self._is_known(headers):
            return problem(
                "not_signed_in",
                "this browser has no pass, or it is out of date",
                "open the link that `roundtable serve` has printed",
            )
        return None

    def _foreign_origin(self, headers: Headers, safe: bool) -> str:
        """Why this request is not one of our own page's; empty when it may be."""
        origins, site = headers.getlist("origin"), headers.get("sec-fetch-site")
        if len(origins) > 1 or (origins and origins[0].lower() not in self._origins):
            return "the Origin is not this server's"
        if site is not None and site not in ("same-origin", "none" if safe else "same-origin"):
            return "it was sent by another site's page"
        if not safe and not origins and site is None:
            return "it does not say which page has sent it"
        return ""

    def _is_known(self, headers: Headers) -> bool:
        """Whether one of the cookies under our name is a pass.

        Servers on other ports share a host's cookies: theirs may be odd, or be named like ours.
        """
        for cookie in ";".join(headers.getlist("cookie")).split(";"):
            name, _, value = cookie.partition("=")
            if name.strip() == self._passes.cookie and self._passes.admits(value.strip()):
                return True
        return False

    def _dressed(self, send: Send, path: str) -> Send:
        ours = self._frame_headers if path == FRAME else self._page_headers

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in ours.items():
                    headers.setdefault(name, value)
                if _is_api(path):
                    headers.setdefault("cache-control", "no-store")
                elif path.startswith("/assets/"):
                    headers["cache-control"] = "public, max-age=31536000, immutable"
                else:
                    headers["cache-control"] = "no-cache"
            await send(message)

        return dressed


def _is_api(path: str) -> bool:
    return path == API or path.startswith(f"{API}/")


def _most(path: str) -> int:
    return MOST_UPLOAD if path == UPLOADS else MOST_BODY


def _is_form(headers: Headers, path: str) -> bool:
    """JSON, or for an upload a form: never what a page could send without asking first."""
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if path == UPLOADS:
        return kind == "multipart/form-data"
    empty = headers.get("content-length", "0") == "0" and "transfer-encoding" not in headers
    return kind == "application/json" or (not kind and empty)


def _foreign(detail: str) -> Problem:
    return problem("foreign_origin", detail, "use the link that `roundtable serve` has printed")


def _too_large(path: str) -> Problem:
    most = f"{_most(path) // 1024 // 1024} MB"
    return problem("too_large", f"the body is larger than {most}", "send less at once")


def _bounded(receive: Receive, path: str) -> Receive:
    """The body, cut off where it passes its bound, whatever its header said."""
    taken, most = 0, _most(path)

    async def counted() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > most:
            raise HTTPException(413, _too_large(path).detail)
        return message

    return counted
