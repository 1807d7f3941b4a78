"""The API's own pages: its description, a list of it for people, and the events' names."""

import json
from pathlib import Path
from typing import Any

from roundtable.adapters.project import Project
from roundtable.apps.web.app import create_app
from roundtable.apps.web.house import House
from roundtable.core.events import event_types

_ELSEWHERE = (
    "Whoever knows the API of AI Roundtable finds the same here, with these differences: what",
    "starts work is a POST, and what it says comes over the one stream.",
    "",
    "| there | here |",
    "|---|---|",
    "| `GET /session/{id}/round` starts a round and streams it | `POST …/resume` or `…/answer`"
    " goes on; `GET …/stream` watches |",
    "| `POST /session/developer-input` | `POST /api/session/{session}/developer-input` |",
    "| `GET /session/{id}/chat?message=` | `POST …/chat`; question and answer are events |",
    "| `GET /session/{id}/execute` | `POST …/execute`; its output is events |",
    "| `POST /session/{id}/stop` stops the container | `POST …/execute/stop`; `POST …/stop` stops"
    " the table |",
    "| `GET`, `PATCH /api/user/keys` | `GET /api/keys`, `PUT` and `DELETE /api/keys/{provider}`:"
    " never read back |",
    "| `GET /api/user/sessions` | `GET /api/sessions` |",
    "| `/api/github/…` | not in this version |",
    "",
)


def description() -> dict[str, Any]:
    """What a running server tells at /api/openapi.json."""
    return create_app(House(Project(Path("/")))).openapi()


def openapi_text() -> str:
    return json.dumps(description(), indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def event_types_text() -> str:
    """The names under which a browser listens, for the client."""
    names = "".join(f'  "{kind.model_fields["type"].default}",\n' for kind in event_types())
    return (
        "// Made by `make docs`; change the source instead.\n\n"
        f"export const EVENT_TYPES = [\n{names}] as const;\n"
    )


def api_page() -> str:
    """Every route: what it is for, what it takes, and how it refuses."""
    told = description()
    lines = [
        "# The API",
        "",
        "`roundtable serve` answers at `/api`. Every request but `POST /api/launch` needs the",
        "cookie that it gives for the token in the printed link; one that changes anything needs",
        "this server's own `Origin`. GET observes and changes nothing. The whole description, with",
        "an example of every refusal: [openapi.json](openapi.json). The stream carries",
        "[events](events.md).",
        "",
        "A refusal is `application/problem+json` with `type`, `title`, `status`, `detail`,",
        "`remedy` and `field`.",
        "",
        *_ELSEWHERE,
    ]
    for path, operations in told["paths"].items():
        for method, operation in operations.items():
            lines += [f"## {method.upper()} {path}", "", operation["description"], ""]
            lines += _taken(operation)
            lines += ["| answer | |", "|---|---|", *_answers(operation), ""]
    return "\n".join(lines)


def _taken(operation: dict[str, Any]) -> list[str]:
    lines = [
        f"- `{one['name']}` ({one['in']}): {one.get('description', 'see openapi.json')}"
        for one in operation.get("parameters", [])
        if one["in"] != "path"
    ]
    for kind, body in operation.get("requestBody", {}).get("content", {}).items():
        name = body["schema"].get("$ref", "").rpartition("/")[2]
        lines.append(f"- body: {kind}{f', `{name}`' if name else ''}")
    return [*lines, ""] if lines else []


def _answers(operation: dict[str, Any]) -> list[str]:
    rows = []
    for status, answer in sorted(operation["responses"].items()):
        content = answer.get("content", {})
        kinds = list(content.get("application/problem+json", {}).get("examples", {}))
        shown = ", ".join(f"`{kind}`" for kind in kinds) or ", ".join(content) or "nothing"
        rows.append(f"| {status} | {shown} |")
    return rows
