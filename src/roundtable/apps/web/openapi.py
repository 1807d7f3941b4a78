"""The API's description: complete, the events among it one by one, and the same at every start."""

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from roundtable.apps.web.problems import Problem, documented
from roundtable.core.events import Token

_OURS = ("HTTPValidationError", "ValidationError")
"""What FastAPI would tell of refusals; ours have another form."""


def described(app: FastAPI) -> None:
    """Have the application tell its own description."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _description(app)
        return app.openapi_schema

    # FastAPI documents this as the way to have one's own.
    app.openapi = openapi  # type: ignore[method-assign]


def _description(app: FastAPI) -> dict[str, Any]:
    document = get_openapi(
        title=app.title, version="1", description=app.description, routes=app.routes
    )
    schemas = document["components"]["schemas"]
    for name in _OURS:
        schemas.pop(name, None)
    for model in (Problem, Token):
        schemas.setdefault(
            model.__name__, model.model_json_schema(ref_template="#/components/schemas/{model}")
        )
    for path in document["paths"].values():
        for method, operation in path.items():
            _own_refusals(operation)
            if method != "get":
                _refusals_of_the_gate(operation)
    return document


def _refusals_of_the_gate(operation: dict[str, Any]) -> None:
    """What the gate refuses of every request that may have a body, whatever its route."""
    for status, told in documented("too_large", "unsupported").items():
        if status in (413, 415):
            operation["responses"].setdefault(str(status), told)


def _own_refusals(operation: dict[str, Any]) -> None:
    """A 422 that FastAPI adds by itself is one of our problems too."""
    responses = operation["responses"]
    if "application/json" in responses.get("422", {}).get("content", {}):
        responses["422"] = documented("invalid")[422]
