"""How a refusal is told: a type, a status, what is wrong and what to do."""

import re
from collections.abc import Mapping
from typing import Any, Literal

from fastapi.responses import JSONResponse

from roundtable.apps.web.requests import Start
from roundtable.core import errors as e
from roundtable.core.values import Value

ProblemType = Literal[
    "not_signed_in",
    "foreign_origin",
    "not_found",
    "unknown_session",
    "method_not_allowed",
    "not_founded",
    "config_wrong",
    "knight_unavailable",
    "refused",
    "changed_elsewhere",
    "busy",
    "gone",
    "too_large",
    "unsupported",
    "invalid",
    "too_many",
    "unexpected",
    "log_unreadable",
    "log_unavailable",
    "keys_unavailable",
]


class Problem(Value):
    """Every refusal has this form, as `application/problem+json`."""

    type: ProblemType
    title: str
    """What kind of refusal it is, in a few words."""
    status: int
    detail: str
    """What is wrong, in a sentence."""
    remedy: str = ""
    """What to do about it."""
    field: str = ""
    """The field of the request that it is about, if any."""


KINDS: Mapping[ProblemType, tuple[int, str]] = {
    "not_signed_in": (401, "This browser has not been let in"),
    "foreign_origin": (403, "The request comes from another page"),
    "not_found": (404, "There is nothing here"),
    "unknown_session": (404, "There is no such session"),
    "method_not_allowed": (405, "This cannot be done this way"),
    "not_founded": (409, "There is no table here yet"),
    "config_wrong": (409, "The config cannot be read"),
    "knight_unavailable": (409, "A seat cannot be filled"),
    "refused": (409, "The session cannot take this now"),
    "changed_elsewhere": (409, "It has been changed elsewhere"),
    "busy": (409, "It is at work already"),
    "gone": (410, "It is no longer here"),
    "too_large": (413, "It is too large"),
    "unsupported": (415, "This form is not understood"),
    "invalid": (422, "This cannot be meant"),
    "too_many": (429, "There are too many already"),
    "unexpected": (500, "Something unexpected failed"),
    "log_unreadable": (500, "Part of the log cannot be read"),
    "log_unavailable": (503, "The log cannot be written or read"),
    "keys_unavailable": (503, "The file of keys cannot be written or read"),
}
"""The status and the title of each type."""

_CONFIG_REMEDY = (
    "correct .roundtable/config.json in an editor, or write it anew, of which a copy is kept: "
    "PUT /api/settings, or `roundtable init --force` in a terminal"
)
_SALVAGE = (
    "only a terminal can mend this: end the server there, run `roundtable rebuild --salvage`, "
    "which keeps the damaged file aside and every event that can still be read, and start it again"
)

EXAMPLES: Mapping[ProblemType, tuple[str, str]] = {
    "not_signed_in": ("the cookie is missing or out of date", "open the link that serve prints"),
    "foreign_origin": ("the Host or Origin is not this server's", "use the link that serve prints"),
    "not_found": ("there is no /api/sesions", "see /api/openapi.json"),
    "unknown_session": ("there is no session '2026-01-01-x'", "look at the list of projects"),
    "method_not_allowed": ("GET is not allowed here", "see /api/openapi.json"),
    "not_founded": ("there is no .roundtable folder in /work", "POST /api/project"),
    "config_wrong": ("knights[0].adapter: 'x' is not an adapter", _CONFIG_REMEDY),
    "knight_unavailable": ("`claude` is not installed", "npm install -g @anthropic-ai/claude-code"),
    "refused": ("session x has no open question", "see where it stands"),
    "changed_elsewhere": ("config.json has been changed since it was read", "read it again"),
    "busy": ("session x is led by process 4711", "wait until it rests"),
    "gone": ("the upload u1 is no longer kept", "upload it again"),
    "too_large": ("the upload has more than 100 MB", "upload a part of it"),
    "unsupported": ("the body is not JSON", "send it as application/json"),
    "invalid": ("topic: the task is empty", "say what to build"),
    "too_many": ("16 sessions are at work", "wait until one of them rests"),
    "unexpected": ("an unexpected KeyError", "nothing recorded is lost; see the server's log"),
    "log_unreadable": ("event 7 of session x cannot be read", _SALVAGE),
    "log_unavailable": ("no room on the disk", "make room and try again"),
    "keys_unavailable": ("the keys in keys.json cannot be read", "mend the file, or move it away"),
}

_OF: tuple[tuple[type[e.RoundtableError], ProblemType], ...] = (
    (e.UnknownSession, "unknown_session"),
    (e.NotAProject, "not_founded"),
    (e.ConfigError, "config_wrong"),
    (e.KnightUnavailable, "knight_unavailable"),
    (e.SessionBusy, "busy"),
    (e.CommandRefused, "refused"),
    (e.UsageError, "invalid"),
    (e.LogDamaged, "log_unreadable"),
    (e.KeysUnavailable, "keys_unavailable"),
    (e.StoreError, "log_unavailable"),
)
_FIELDS = frozenset(Start.model_fields)


class Refusal(Exception):
    """A problem on its way to the client, where no error of the core says it."""

    def __init__(self, kind: ProblemType, detail: str, remedy: str = "", field: str = "") -> None:
        super().__init__(detail)
        self.problem = problem(kind, detail, remedy, field)


def problem(kind: ProblemType, detail: str, remedy: str = "", field: str = "") -> Problem:
    status, title = KINDS[kind]
    return Problem(type=kind, title=title, status=status, detail=detail, remedy=remedy, field=field)


def told(problem: Problem) -> JSONResponse:
    """The problem as an answer."""
    return JSONResponse(
        problem.model_dump(), status_code=problem.status, media_type="application/problem+json"
    )


_IN_A_BROWSER: tuple[tuple[type[e.RoundtableError], str], ...] = (
    (e.UnknownSession, "look at the list of projects"),
    (e.CommandRefused, "look at where the session stands"),
    (e.SessionBusy, "wait until it rests, or stop it where it runs"),
    (e.UsageError, "correct it and try again"),
    (e.ConfigError, _CONFIG_REMEDY),
    (e.KnightUnavailable, "see to it in the settings, under keys or under the knights"),
    (
        e.LogTooNew,
        "only a terminal can mend this: end the server there, upgrade Roundtable with "
        "`pip install --upgrade llm-roundtable`, and start it again",
    ),
    (e.LogDamaged, _SALVAGE),
    (e.DiskFull, "free some space, then try again, or resume the session on its page"),
    (e.StoreError, "look at the disk, then try again, or resume the session on its page"),
)
"""What to do, where the error's own remedy is a command of the terminal; the first that fits."""
_TERMINAL = re.compile(r"\broundtable \w|(?:^|\s)--\w|\bthe command\b|Ctrl-C")


def of_error(error: e.RoundtableError) -> Problem:
    """The problem that an error of ours is; `field: …` in front of its message names the field."""
    kinds = [kind for cls, kind in _OF if isinstance(error, cls)]
    kind: ProblemType = kinds[0] if kinds else "unexpected"
    name, colon, _ = error.message.partition(":")
    field = name if colon and name in _FIELDS else ""
    return problem(kind, error.message, remedy_of(error), field)


def remedy_of(error: e.RoundtableError) -> str:
    """What a browser's user does about it: the terminal is named where nothing else can help."""
    if not _TERMINAL.search(error.remedy):
        return error.remedy
    return next((told for cls, told in _IN_A_BROWSER if isinstance(error, cls)), error.remedy)


def documented(*kinds: ProblemType) -> dict[int | str, dict[str, Any]]:
    """These problems as OpenAPI has them, each with an example; those of every route come along."""
    told: dict[int | str, dict[str, Any]] = {}
    for kind in dict.fromkeys(("not_signed_in", "foreign_origin", *kinds, "unexpected")):
        status, title = KINDS[kind]
        detail, remedy = EXAMPLES[kind]
        entry = told.setdefault(status, {"description": title, "content": {}})
        if title not in entry["description"]:
            entry["description"] += f"; or: {title}"
        content = entry["content"].setdefault(
            "application/problem+json",
            {"schema": {"$ref": "#/components/schemas/Problem"}, "examples": {}},
        )
        value = problem(kind, detail, remedy).model_dump()
        content["examples"][kind] = {"summary": title, "value": value}
    return told
