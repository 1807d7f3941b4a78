"""Claude's real command against a server on this machine, and fakes that print what it prints."""

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from roundtable.adapters.knights.catalogue import model
from roundtable.adapters.knights.claude_cli import ClaudeCliKnight
from roundtable.core.errors import ErrorKind
from roundtable.core.listening import Speech, listen
from roundtable.core.ports import Knight
from roundtable.testing.knight_suite import ask
from tests.adapters.knights.loopback import Loopback, Plan
from tests.adapters.knights.vendor_commands import (
    CommandSuite,
    failure,
    heard,
    left_of,
    printing,
    processes_of,
    vendor_command,
)

MODEL = model("claude-cli")


@pytest.fixture
def server() -> Iterator[Loopback]:
    with Loopback() as running:
        yield running


@pytest.fixture
def knight(server: Loopback, tmp_path: Path) -> ClaudeCliKnight:
    return real(server, tmp_path)


def real(server: Loopback, home: Path, **added: str) -> ClaudeCliKnight:
    env = {"HOME": str(home), "ANTHROPIC_BASE_URL": server.url}
    key = {"ANTHROPIC_API_KEY": "sk-ant-api03-dummy"}
    return ClaudeCliKnight(MODEL, vendor_command("claude"), env | (added or key))


def result(**fields: object) -> str:
    return json.dumps({"type": "result", "subtype": "success", "is_error": True, **fields})


def event(**fields: Any) -> str:
    return json.dumps({"type": "stream_event", "parent_tool_use_id": None, "event": fields})


def delta(text: str) -> str:
    return event(type="content_block_delta", delta={"type": "text_delta", "text": text})


STOPPED = json.dumps(
    {"type": "rate_limit_event", "rate_limit_info": {"status": "rejected", "resetsAt": 1}}
)
FAILURES = {
    ErrorKind.NOT_SIGNED_IN: [result(result="Not logged in · Please run /login")],
    ErrorKind.OUT_OF_QUOTA: [
        STOPPED,
        result(api_error_status=429, result="You've hit your 5-hour limit · resets 4:43am (UTC)"),
    ],
    ErrorKind.RATE_LIMITED: [result(api_error_status=429, result="API Error: slow down")],
    ErrorKind.OVERLOADED: [result(api_error_status=529, result="API Error: 529 Overloaded.")],
    ErrorKind.REFUSED: [event(type="message_delta", delta={"stop_reason": "refusal"})],
    ErrorKind.TOO_LONG: [result(api_error_status=400, result="Prompt is too long")],
    ErrorKind.GARBLED: [],
}


class TestClaudeCliKnight(CommandSuite):
    def real(self) -> Knight:
        return real(self.server, self.folder)

    async def failing(self, kind: ErrorKind, after: str) -> Knight:
        lines = [delta(after)] if after else []
        return ClaudeCliKnight(MODEL, printing(self.folder, lines + FAILURES[kind]))

    def kinds(self) -> tuple[ErrorKind, ...]:
        return tuple(FAILURES)


async def test_it_asks_once_with_our_words_and_no_tools(
    knight: ClaudeCliKnight, server: Loopback
) -> None:
    server.plan = Plan(input_tokens=1000, cached_tokens=400, output_tokens=7)
    prompt = "word " * 180_000
    deltas, finished = await heard(knight, prompt=prompt, system="You are Gawain.\n" * 9000)
    assert deltas == ["The bridge ", "holds."]
    assert finished.text == "The bridge holds."
    assert (finished.usage.input_tokens, finished.usage.output_tokens) == (1000, 7)
    assert finished.usage.cost_microusd == MODEL.cost(1000, 7, 400)
    (body,) = server.asked
    assert body["tools"] == []
    assert body["max_tokens"] == 4096
    assert body["model"] == MODEL.id
    assert body["messages"][0]["content"].strip() == prompt.strip()
    assert "You are Gawain." in body["system"][-1]["text"]


async def test_neither_files_nor_settings_of_the_user_speak_along(
    server: Loopback, tmp_path: Path
) -> None:
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude/CLAUDE.md").write_text("THE USER'S OWN MEMORY")
    hook = {"hooks": [{"type": "command", "command": f"touch {tmp_path}/hooked"}]}
    settings = {"hooks": {"SessionStart": [hook], "UserPromptSubmit": [hook]}}
    (tmp_path / ".claude/settings.json").write_text(json.dumps(settings))
    await heard(real(server, tmp_path))
    assert "THE USER'S OWN MEMORY" not in json.dumps(server.asked)
    assert not (tmp_path / "hooked").exists()
    assert not list(tmp_path.glob(".claude/projects/**/*.jsonl"))


async def test_a_call_for_a_tool_does_nothing_and_ends_the_turn(
    knight: ClaudeCliKnight, server: Loopback, tmp_path: Path
) -> None:
    target = tmp_path / "written"
    for tool in (
        ("Write", {"file_path": str(target), "content": "x"}),
        ("Bash", {"command": f"touch {target}"}),
    ):
        server.plan = Plan(tool=tool)
        error = await failure(knight)
        assert error.kind is ErrorKind.GARBLED
        assert "tool" in error.detail
    assert not target.exists()
    assert len(server.asked) == 2


def problem(kind: str, message: str) -> dict[str, Any]:
    return {"type": "error", "error": {"type": kind, "message": message}}


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (401, problem("authentication_error", "invalid x-api-key"), ErrorKind.NOT_SIGNED_IN),
        (404, problem("not_found_error", "model: x"), ErrorKind.REFUSED),
        (400, problem("invalid_request_error", "prompt is too long: 9 > 8"), ErrorKind.TOO_LONG),
        (429, problem("rate_limit_error", "slow down"), ErrorKind.RATE_LIMITED),
        (529, problem("overloaded_error", "Overloaded"), ErrorKind.OVERLOADED),
    ],
)
async def test_errors_of_the_vendor_come_by_kind(
    knight: ClaudeCliKnight, server: Loopback, status: int, body: dict[str, Any], kind: ErrorKind
) -> None:
    server.plan = Plan(status=status, body=body)
    error = await failure(knight)
    assert error.kind is kind
    if status == 404:
        assert MODEL.id in error.detail


async def test_a_used_up_subscription_says_when_it_is_filled_again(
    server: Loopback, tmp_path: Path
) -> None:
    headers = {
        "anthropic-ratelimit-unified-status": "rejected",
        "anthropic-ratelimit-unified-reset": str(int(time.time()) + 3600),
        "anthropic-ratelimit-unified-representative-claim": "five_hour",
    }
    body = problem("rate_limit_error", "This request would exceed your account's rate limit.")
    server.plan = Plan(status=429, body=body, headers=headers)
    error = await failure(real(server, tmp_path, CLAUDE_CODE_OAUTH_TOKEN="sk-ant-oat01-dummy"))
    assert error.kind is ErrorKind.OUT_OF_QUOTA
    assert error.retry_after is not None
    assert 3500 < error.retry_after <= 3600


async def test_nobody_signed_in_is_told_at_once(server: Loopback, tmp_path: Path) -> None:
    error = await failure(real(server, tmp_path, UNRELATED="1"))
    assert error.kind is ErrorKind.NOT_SIGNED_IN
    assert "claude auth login" in error.detail
    assert server.asked == []


@pytest.mark.parametrize(("end", "kind"), [("drop", "garbled"), ("error", "overloaded")])
async def test_a_break_in_mid_answer_is_not_asked_again(
    knight: ClaudeCliKnight, server: Loopback, end: Any, kind: str
) -> None:
    server.plan = Plan(end=end)
    assert (await failure(knight)).kind == kind
    assert len(server.asked) == 1


async def test_an_answer_cut_at_its_length_stands_and_is_not_continued(
    knight: ClaudeCliKnight, server: Loopback
) -> None:
    server.plan = Plan(stop="max_tokens", output_tokens=4096)
    _, finished = await heard(knight)
    assert finished.text == "The bridge holds."
    assert finished.cut, "its end is missing, and whoever reads it must know"
    assert finished.usage.output_tokens == 4096
    await asyncio.sleep(0.1)
    assert len(server.asked) == 1


async def test_a_refusal_is_not_asked_again(knight: ClaudeCliKnight, server: Loopback) -> None:
    server.plan = Plan(stop="refusal")
    assert (await failure(knight)).kind is ErrorKind.REFUSED
    await asyncio.sleep(0.1)
    assert len(server.asked) == 1


async def test_a_hanging_command_leaves_no_process_when_it_is_cancelled(
    knight: ClaudeCliKnight, server: Loopback, tmp_path: Path
) -> None:
    server.plan = Plan(end="hang")
    begun = asyncio.Event()
    speech = Speech(lambda _: begun.set())
    task = asyncio.create_task(listen(knight, ask(), speech, deadline=60, idle=60))
    await asyncio.wait_for(begun.wait(), 60)
    assert processes_of(tmp_path)
    task.cancel()
    await asyncio.wait({task})
    assert await left_of(tmp_path) == []


async def test_the_final_text_is_the_truth_whatever_was_streamed(tmp_path: Path) -> None:
    lines = [delta("void "), delta("words"), result(is_error=False, result="The bridge holds.")]
    deltas, finished = await heard(ClaudeCliKnight(MODEL, printing(tmp_path, lines)))
    assert deltas == ["void ", "words"]
    assert finished.text == "The bridge holds."
    assert finished.usage.input_tokens > 0, "estimated where the command does not count"


async def test_other_agents_and_unknown_events_are_passed_over(tmp_path: Path) -> None:
    inner = json.loads(delta("inner")) | {"parent_tool_use_id": "toolu_1"}
    lines = [
        *('{"type":"stream_event"}', '{"type":"stream_event","event":null}', "{}", "[]", "null"),
        *(json.dumps(inner), event(type="message_delta"), event(type="new", delta={"text": 1})),
        *(delta("yes"), result(is_error=False, result="yes")),
    ]
    deltas, _ = await heard(ClaudeCliKnight(MODEL, printing(tmp_path, lines)))
    assert deltas == ["yes"]
