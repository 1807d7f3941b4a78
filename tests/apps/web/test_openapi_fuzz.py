"""S10: schemathesis asks everything that the description allows, and much that it does not."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.apps.conftest import builders
from tests.conftest import Count

DESCRIPTION = Path(__file__).resolve().parents[3] / "docs" / "openapi.json"
CHECKS = [
    not_a_server_error,
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
]
whole = schemathesis.openapi.from_dict(json.loads(DESCRIPTION.read_text()))
ENDLESS = "/stream$"
ends = whole.exclude(path_regex=ENDLESS)
streams = whole.include(path_regex=ENDLESS)
TRIED = "S10: requests by schemathesis, no server error"


class Door:
    def __init__(self, base: str, session: requests.Session, name: str) -> None:
        self.base = base
        self.session = session
        self.name = name
        self._asked = 0

    def lead(self, case: "Case[Any]") -> None:
        """Every second request for a session is for the one that is there."""
        self._asked += 1
        if "session" in case.path_parameters and self._asked % 2:
            case.path_parameters["session"] = self.name


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    """A server of its own, with one build in it, and a client that it knows."""
    root = tmp_path_factory.mktemp("fuzzed")
    (root / "script.yaml").write_text(json.dumps({"knights": builders()}))
    environment = {"ROUNDTABLE_KEYRING": "off", "XDG_CONFIG_HOME": str(root / "config"), "PATH": ""}
    environment["XDG_STATE_HOME"] = str(root / "state")
    knights = [f"--knight={name}=scripted:script.yaml" for name in builders()]
    command = [sys.executable, "-m", "roundtable"]
    subprocess.run(
        [*command, "init", "--yes", *knights], cwd=root, env=environment, check=True,
        capture_output=True,
    )  # fmt: skip
    process = subprocess.Popen(
        [*command, "serve", "--no-browser", "--port", "0"],
        cwd=root, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    with process:
        assert process.stdout
        process.stdout.readline()
        found = re.search(r"(http://[^/]+)/#launch=(\S+)", process.stdout.readline())
        assert found
        with requests.Session() as session:
            session.trust_env = False
            session.headers["Origin"] = found[1]
            session.post(f"{found[1]}/api/launch", json={"token": found[2]}).raise_for_status()
            body: Any = {"topic": "a cart", "rounds": [{"key": "development"}]}
            begun = session.post(f"{found[1]}/api/session/start", json=body)
            yield Door(found[1], session, begun.json()["session"])
        process.terminate()
        _, errors = process.communicate(timeout=60)
        assert "Traceback" not in errors


some = settings(
    max_examples=20,
    deadline=None,
    derandomize=True,
    database=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)


@ends.parametrize()
@some
def test_no_request_makes_the_server_fail(case: "Case[Any]", door: Door, count: Count) -> None:
    door.lead(case)
    answer = case.call(base_url=door.base, session=door.session, timeout=60)
    case.validate_response(answer, checks=CHECKS)
    count(TRIED, 1)


@streams.parametrize()
@some
def test_no_request_for_a_stream_makes_the_server_fail(
    case: "Case[Any]", door: Door, count: Count
) -> None:
    door.lead(case)
    asked = case.as_transport_kwargs(base_url=door.base)
    with door.session.request(**asked, stream=True, timeout=60) as answer:  # it never ends
        told = case.operation.definition.raw["responses"]
        expected = told if case.method == "GET" else {"405"}
        assert str(answer.status_code) in expected
        assert answer.status_code < 500
        kind = "text/event-stream" if answer.ok else "application/problem+json"
        assert answer.headers["content-type"].startswith(kind)
    count(TRIED, 1)
