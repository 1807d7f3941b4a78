"""The application: routes, how refusals are told, and the client's own files beside them."""

import logging
from importlib.resources import files
from pathlib import Path

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from starlette.exceptions import HTTPException
from starlette.routing import Match

from roundtable import __version__
from roundtable.apps.web.house import House
from roundtable.apps.web.openapi import described
from roundtable.apps.web.problems import Refusal, of_error, problem, told
from roundtable.apps.web.routes import (
    commands,
    execution,
    launch,
    sessions,
    settings,
    streams,
    uploads,
)
from roundtable.apps.web.routes import (
    files as files_routes,
)
from roundtable.core.errors import RoundtableError

CLIENT = Path(str(files("roundtable") / "_web"))
_ROUTERS = (
    launch.router,
    sessions.router,
    streams.router,
    commands.router,
    files_routes.router,
    uploads.router,
    execution.router,
    settings.router,
)
_NO_CLIENT = """<!doctype html><html lang="en"><title>Roundtable</title>
<h1>The client is not built</h1>
<p>Roundtable was installed without its web client. Build it with <code>make client</code> in the
sources, or install the package again with Node 20.19 or newer at hand. The API is at /api.</p>
"""
_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
_log = logging.getLogger(__name__)


def create_app(house: House, client: Path = CLIENT) -> FastAPI:
    """One application for one house that is open. The gate goes around it, in `server`."""

    app = FastAPI(
        title="Roundtable",
        version=__version__,
        description="The table of one project: convene it, watch it, decide.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.house = house
    api = APIRouter(prefix="/api")
    for router in _ROUTERS:
        api.include_router(router)
    app.include_router(api)
    _tell_refusals(app)
    _serve_client(app, client)
    described(app)
    return app


def _tell_refusals(app: FastAPI) -> None:
    @app.exception_handler(RoundtableError)
    async def known(request: Request, error: RoundtableError) -> JSONResponse:
        return told(of_error(error))

    @app.exception_handler(Refusal)
    async def refused(request: Request, error: Refusal) -> JSONResponse:
        return told(error.problem)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"][1:])
        said = str(first["msg"]).removeprefix("Value error, ")
        detail = f"{field}: {said}" if field else said
        return told(problem("invalid", detail, "correct it and try again", field))

    @app.exception_handler(HTTPException)
    async def plain(request: Request, error: HTTPException) -> JSONResponse:
        remedy = "see /api/openapi.json"
        match error.status_code:
            case 404:
                return told(problem("not_found", f"there is no {request.url.path}", remedy))
            case 405:
                return told(
                    problem("method_not_allowed", f"{request.method} is not allowed here", remedy)
                )
            case 413:
                return told(problem("too_large", str(error.detail), "send less at once"))
            case _:
                return told(problem("invalid", str(error.detail), remedy))

    @app.exception_handler(Exception)
    async def unexpected(request: Request, error: Exception) -> JSONResponse:
        _log.error("%s %s failed", request.method, request.url.path, exc_info=error)
        # What it says may hold what was sent; the terminal alone is told that.
        detail = f"an unexpected {type(error).__name__}"
        return told(problem("unexpected", detail, "nothing recorded is lost; see the server's log"))


def _is_known(app: FastAPI, request: Request) -> bool:
    """Whether something stands at this address, only not for this method."""
    return any(route.matches(request.scope)[0] is Match.PARTIAL for route in app.routes)


def _serve_client(app: FastAPI, client: Path) -> None:
    """The client answers every other address, so that a page of it can be opened directly."""

    @app.api_route("/api/{rest:path}", methods=_METHODS, include_in_schema=False)
    async def nothing(request: Request, rest: str) -> None:
        raise HTTPException(405 if _is_known(app, request) else 404)

    if (client / "index.html").is_file():
        app.frontend("/", directory=client, fallback="index.html")
        return

    @app.get("/{rest:path}", include_in_schema=False)
    async def unbuilt(rest: str) -> HTMLResponse:
        return HTMLResponse(_NO_CLIENT, status_code=503)
