"""Each tool through the server as a process of its own, and what hostile arguments come to."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from roundtable.adapters.project import Project
from roundtable.bootstrap import open_table
from tests.apps.mcp.conftest import LABEL, connected, text

Play = Callable[..., None]


async def test_a_review_and_where_it_stands(building: Path) -> None:
    code = "def total(items):\n    return sum(items)\n"
    (building / "cart.py").write_text(code)
    async with connected(building) as client:
        await client.list_tools()  # so that the client holds results against their schemas
        review = await client.call_tool("review", {"instruct": "Look at empty lists."})
        status = await client.call_tool("status", {"session": "review"})
        decisions = await client.call_tool("decisions", {"words": "review", "limit": 1})
    found = review.structured_content
    assert found["outcome"] == "reviewed"
    claims = [finding["claim"] for finding in found["findings"]]
    assert claims == ["total does not refuse an empty list"]
    assert found["findings"][0]["found_by"] == [f"Gawain {LABEL}", f"Lancelot {LABEL}"]
    assert status.structured_content == found
    assert decisions.structured_content["entries"][0]["session"] == found["session"]
    assert (building / "cart.py").read_text() == code


async def test_a_code_red_is_logged_for_later(doctors: Path) -> None:
    steps: list[str] = []

    async def tell(progress: float, total: float | None, message: str | None) -> None:
        steps.append(str(message))

    async with connected(doctors) as client:
        await client.list_tools()
        given = {"symptom": "The login fails.", "log": "ValueError: no such session"}
        result = await client.call_tool("code_red", given, progress_callback=tell)
    assert result.structured_content["outcome"] == "diagnosed"
    assert {o["root_cause"] for o in result.structured_content["opinions"]} == {"stale-cache"}
    assert "answer: log (by default)" in steps
    assert any(step.startswith("after the blind round: ") for step in steps)
    assert "stale-cache" not in "".join(steps)


async def test_caps_of_the_command_line_hold(project: Path) -> None:
    async with connected(project, "--max-tokens", "1") as client:
        result = await client.call_tool("discuss", {"topic": "x", "max_tokens": 1_000_000})
    assert result.structured_content["phase"] == "paused"
    assert result.structured_content["paused"].startswith("budget")
    assert result.structured_content["tokens"] == 0


HOSTILE: list[tuple[str, dict[str, Any], str]] = [
    ("discuss", {}, "topic is missing"),
    ("discuss", {"topic": "x" * 1_000_000}, "topic: string should have at most 100000"),
    ("discuss", {"topic": {"$ref": "/"}}, "topic: "),
    ("discuss", {"topic": "x", "root": "/etc"}, "there is no field root"),
    ("discuss", {"topic": "x", "choose": "apply"}, "there is no field choose"),
    ("discuss", {"topic": "x", "rounds": "many"}, "rounds: "),
    ("discuss", {"topic": "x", "knights": ["\x1b[2J", "\x00"]}, "knights[0]: "),
    ("code_red", {}, "symptom and log are both missing"),
    ("code_red", {"log": "x" * 400_001}, "log: string should have at most 400000"),
    ("code_red", {"symptom": "\x1b\x00 "}, "symptom: says nothing"),
    ("review", {"path": "../../etc"}, 'path: "../../etc" lies outside'),
    ("review", {"path": "/etc/passwd"}, 'path: "/etc/passwd" lies outside'),
    ("review", {"path": "a\nb"}, "path: has a line break"),
    ("review", {"diff": "--upload-pack=x"}, "diff: "),
    ("status", {"session": "../../x"}, "session: there are no sessions"),
    ("discuss", {"topic": "x", "knights": ["A", "B"]}, "knights: there is no knight 'A'"),
    ("decisions", {"limit": 10**30}, "limit: "),
]


async def test_hostile_arguments_get_an_error_that_names_the_field(project: Path) -> None:
    async with connected(project) as client:
        results = [(await client.call_tool(t, given), said) for t, given, said in HOSTILE]
    for result, said in results:
        assert result.is_error is True
        assert said in text(result)
        assert "\nremedy: " in text(result)
        assert text(result).replace("\n", "").isprintable()
        assert len(text(result)) < 1000
        assert result.structured_content is None
    async with open_table(Project(project)) as table:
        assert await table.store.sessions() == ()
