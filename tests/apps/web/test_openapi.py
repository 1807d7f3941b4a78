"""The API's description: it is whole, and what a route answers is what it says it may answer."""

import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from roundtable.adapters.project import Project
from roundtable.apps.web.app import create_app
from roundtable.apps.web.house import House
from roundtable.apps.web.problems import KINDS, Problem
from tests.apps.web.conftest import Served, serving

Operation = tuple[str, str, dict[str, Any]]
DOCUMENT: dict[str, Any] = create_app(House(Project(Path("/nowhere")))).openapi()
OPERATIONS: list[Operation] = [
    (method, path, operation)
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
]
PROBLEM = "application/problem+json"


def told_as(operation: dict[str, Any], status: int) -> set[str]:
    """The types of problem that a route says it may answer with under a status."""
    content = operation["responses"].get(str(status), {}).get("content", {}).get(PROBLEM)
    if content is None:
        return set()
    return set(content["examples"])


EACH = [pytest.param(operation, id=f"{method} {path}") for method, path, operation in OPERATIONS]


def test_there_are_as_many_routes_as_the_client_is_written_against() -> None:
    assert len(OPERATIONS) >= 30
    assert len({operation["operationId"] for _, _, operation in OPERATIONS}) == len(OPERATIONS)


@pytest.mark.parametrize("operation", EACH)
def test_a_route_says_what_it_answers_and_that_not_everybody_is_let_in(
    operation: dict[str, Any],
) -> None:
    answers = operation["responses"]
    good = [status for status in answers if status.startswith("2")]
    assert good
    for status in good:
        content = answers[status].get("content", {})
        assert status == "204" or content, "neither a model nor a form of its own"
        assert all(form.get("schema") != {} for form in content.values())
    assert told_as(operation, 401) == {"not_signed_in"}
    assert told_as(operation, 403) == {"foreign_origin"}
    assert "unexpected" in told_as(operation, 500)
    assert operation["description"]


@pytest.mark.parametrize("operation", EACH)
def test_every_error_is_a_problem_with_a_type_and_an_example_under_its_own_status(
    operation: dict[str, Any],
) -> None:
    for status, answer in operation["responses"].items():
        if int(status) < 400:
            continue
        assert list(answer["content"]) == [PROBLEM], status
        content = answer["content"][PROBLEM]
        assert content["schema"] == {"$ref": "#/components/schemas/Problem"}
        assert content["examples"], status
        for kind, example in content["examples"].items():
            assert KINDS[kind] == (int(status), example["summary"])
            assert example["summary"] in answer["description"]
            assert Problem.model_validate(example["value"]).type == kind
            assert example["value"]["remedy"]


def test_every_reference_leads_somewhere_and_nothing_of_fastapis_own_is_left() -> None:
    schemas = DOCUMENT["components"]["schemas"]

    def references(value: object) -> Iterator[str]:
        if isinstance(value, dict):
            if isinstance(value.get("$ref"), str):
                yield value["$ref"]
            for inner in value.values():
                yield from references(inner)
        elif isinstance(value, list):
            for inner in value:
                yield from references(inner)

    found = set(references(DOCUMENT))
    assert {ref.removeprefix("#/components/schemas/") for ref in found} <= set(schemas)
    assert not {"HTTPValidationError", "ValidationError"} & set(schemas)


def test_the_description_is_the_same_at_every_start() -> None:
    assert create_app(House(Project(Path("/elsewhere")))).openapi() == DOCUMENT


# Every route in every plight: whatever comes of it, the route has said that it might.

Plight = Callable[[Served], Awaitable[None]]


async def in_order(served: Served) -> None:
    """Nothing is amiss."""


async def anonymous(served: Served) -> None:
    served.client.cookies.clear()


async def from_another_page(served: Served) -> None:
    served.client.headers["Origin"] = "http://evil.example"


async def without_a_config(served: Served) -> None:
    served.house.project.config_path.write_text("{")


async def with_a_damaged_log(served: Served) -> None:
    # A journal that has been read is not read again: the damage must be met by a new one.
    await served.house.reopen()
    with sqlite3.connect(served.house.project.log) as log:
        log.execute("UPDATE events SET body = '{}' WHERE seq = 2")
    log.close()


async def without_a_log(served: Served) -> None:
    await served.house.hall.table.store.close()


PLIGHTS: dict[str, tuple[Plight, str]] = {
    "in order": (in_order, ""),
    "anonymous": (anonymous, "not_signed_in"),
    "from another page": (from_another_page, "foreign_origin"),
    "with a config that cannot be read": (without_a_config, "config_wrong"),
    "with a damaged log": (with_a_damaged_log, "log_unreadable"),
    "without a log": (without_a_log, "log_unavailable"),
}
BODIES: tuple[dict[str, Any], ...] = (
    {"json": {}},
    {"json": []},
    {"json": {"topic": "x", "workflow": "discuss"}},
    {"json": {"topic": "x", "rehearsal": True, "upload": "none"}},
    {"content": b"{", "headers": {"Content-Type": "application/json"}},
    {"content": b"x", "headers": {"Content-Type": "text/plain"}},
    {"files": [("files", ("a.py", b"x"))]},
)


async def answers(served: Served, session: str) -> AsyncIterator[tuple[Operation, Any]]:
    """What every route says to every body, about this session and what else there is not."""
    for operation in OPERATIONS:
        method, path, described = operation
        if session != "none" and path.endswith("/stream"):
            continue  # it would not end
        place = path.format(session=session, provider="nobody", upload="none")
        bodies = BODIES if "requestBody" in described else ({},)
        for body in bodies:
            yield operation, await served.client.request(method, place, **body)


def refused_as_told(operation: Operation, answer: httpx2.Response) -> str:
    """The type of the refusal, of which the route must have told; empty where it is none."""
    method, path, described = operation
    where = f"{method} {path}: {answer.status_code} {answer.text[:300]}"
    assert str(answer.status_code) in described["responses"], where
    if answer.status_code < 400:
        return ""
    assert answer.headers["content-type"] == PROBLEM, where
    told = answer.json()
    assert told["type"] in told_as(described, answer.status_code), where
    assert told["status"] == answer.status_code, where
    assert told["detail"], where
    return str(told["type"])


@pytest.mark.parametrize("plight", PLIGHTS)
async def test_no_route_answers_what_it_does_not_tell(decided: Path, plight: str) -> None:
    enter, expected = PLIGHTS[plight]
    async with serving(decided) as served:
        (row,) = await served.house.hall.table.store.sessions()
        await enter(served)
        kinds = set()
        for session in ("none", row.session):
            async for operation, answer in answers(served, session):
                kinds.add(refused_as_told(operation, answer))
        assert expected in kinds
        if expected in ("not_signed_in", "foreign_origin"):
            assert kinds <= {expected, "invalid", "unsupported"}


async def test_before_there_is_a_table_no_route_answers_what_it_does_not_tell(
    bare: Path,
) -> None:
    async with serving(bare) as served:
        kinds = {
            refused_as_told(operation, answer)
            async for operation, answer in answers(served, "none")
            if operation[:2] != ("post", "/api/project")
        }
        assert "not_founded" in kinds
        assert not (bare / ".roundtable").exists()
