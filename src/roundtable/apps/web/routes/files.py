"""What a session has made: its files with their authors, and the ways to take them along."""

import asyncio

from fastapi import APIRouter
from starlette.responses import Response

from roundtable.adapters.trees.writing import zip_bytes
from roundtable.apps.web import answers
from roundtable.apps.web.attaching import attached
from roundtable.apps.web.problems import Refusal, documented
from roundtable.apps.web.routes.reaching import InHall, Session
from roundtable.core.errors import UsageError
from roundtable.core.provenance import DEVELOPER
from roundtable.core.state import SessionState, fold
from roundtable.views.authorship import Authored, authors
from roundtable.views.jsonl import json_line
from roundtable.views.report import report_page

router = APIRouter(tags=["files"])
_READ = documented("unknown_session", "not_founded", "log_unreadable", "log_unavailable")
_TAKEN = documented(
    "unknown_session", "not_founded", "refused", "log_unreadable", "log_unavailable"
)


@router.get("/session/{session}/files", response_model=answers.FilesTold, responses=_READ)
async def files(hall: InHall, session: Session) -> Response:
    """The project's files as they are, what they started from, and whose each function is."""
    state = await hall.table.driver.state(session)
    # Parsers and JSON take their time with a large project: others are served meanwhile.
    body = await asyncio.to_thread(lambda: _told(state).model_dump_json().encode())
    return Response(body, media_type="application/json")


@router.get(
    "/session/{session}/download",
    response_class=Response,
    responses={**_TAKEN, 200: {"description": "A ZIP.", "content": {"application/zip": {}}}},
)
async def download(hall: InHall, session: Session) -> Response:
    """The project's files as a ZIP."""
    state = await hall.table.driver.state(session)
    if not state.project:
        raise Refusal(
            "refused",
            f"session {session} has no files",
            "download it when a round of code has ended",
        )
    try:
        data = await asyncio.to_thread(zip_bytes, state.project.values())
    except UsageError as error:
        raise Refusal("refused", error.message, error.remedy) from error
    return attached(data, session, "zip", "application/zip")


@router.get(
    "/session/{session}/report",
    response_class=Response,
    responses={**_READ, 200: {"description": "A page.", "content": {"text/html": {}}}},
)
async def report(hall: InHall, session: Session) -> Response:
    """The whole deliberation as one page that can be read offline and passed on."""
    events = await hall.table.store.read(session)

    def page() -> bytes:
        return report_page(events, fold(events)).encode()

    return attached(await asyncio.to_thread(page), session, "html", "text/html; charset=utf-8")


@router.get(
    "/session/{session}/log",
    response_class=Response,
    responses={**_READ, 200: {"description": "JSON lines.", "content": {"application/jsonl": {}}}},
)
async def log(hall: InHall, session: Session) -> Response:
    """The session's events, one JSON object a line."""
    events = await hall.table.store.read(session)

    def lines() -> bytes:
        return "".join(f"{json_line(event)}\n" for event in events).encode()

    return attached(await asyncio.to_thread(lines), session, "jsonl", "application/jsonl")


def _told(state: SessionState) -> answers.FilesTold:
    given = {file.path: file.text for file in state.given.files} if state.given else {}
    return answers.FilesTold(
        files=tuple(
            answers.ProjectFileTold(
                path=path, text=file.text, binary=file.binary, base=given.get(path)
            )
            for path, file in sorted(state.project.items())
        ),
        provenance=tuple(map(_row, authors(state))),
    )


def _row(found: Authored) -> answers.Provenance:
    mine = found.seat == DEVELOPER
    return answers.Provenance(
        path=found.path,
        start=found.start,
        end=found.end,
        unit=found.unit,
        by="developer" if mine else "seat" if found.seat else "nobody",
        seat="" if mine else found.seat,
        round=found.round,
        attempt=found.attempt,
        why=found.why,
    )
