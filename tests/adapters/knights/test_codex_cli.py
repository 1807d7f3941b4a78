"""Codex's real command against a server on this machine: its app server, and `exec` behind it."""

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from roundtable.adapters.knights import codex_app_server
from roundtable.adapters.knights.catalogue import model
from roundtable.adapters.knights.codex_cli import CodexCliKnight
from roundtable.core.errors import ErrorKind
from roundtable.core.listening import Speech, listen
from roundtable.core.ports import Knight
from roundtable.testing.knight_suite import ask
from tests.adapters.knights.loopback import Loopback, Plan
from tests.adapters.knights.test_codex_app_server import FAILURES, delta, serving
from tests.adapters.knights.vendor_commands import (
    CommandSuite,
    failure,
    fake,
    heard,
    left_of,
    printing,
    processes_of,
    python_fake,
    vendor_command,
)

MODEL = model("openai-cli")
PROVIDER = """
model_provider = "loopback"
notify = ["touch", "{home}/notified"]
[model_providers.loopback]
name = "loopback"
base_url = "{url}/v1"
env_key = "LOOPBACK_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
[mcp_servers.theirs]
command = "touch"
args = ["{home}/served"]
"""


@pytest.fixture
def server() -> Iterator[Loopback]:
    with Loopback() as running:
        yield running


@pytest.fixture
def knight(server: Loopback, tmp_path: Path) -> CodexCliKnight:
    return real(server, tmp_path)


@pytest.fixture
def whole(server: Loopback, tmp_path: Path) -> CodexCliKnight:
    """A knight whose command is the real one, but for having no app server."""
    (tmp_path / ".codex").mkdir(exist_ok=True)
    (tmp_path / ".codex/auth.json").write_text('{"OPENAI_API_KEY": "sk-dummy"}')
    command = vendor_command("codex")
    older = '[ "$1" = app-server ] && { echo "unrecognized subcommand" >&2; exit 2; }\n'
    return real(server, tmp_path, fake(tmp_path, f'{older}exec {command} "$@"'))


def real(server: Loopback, home: Path, command: str | None = None) -> CodexCliKnight:
    (home / ".codex").mkdir(exist_ok=True)
    (home / ".codex/config.toml").write_text(PROVIDER.format(url=server.url, home=home))
    env = {"HOME": str(home), "LOOPBACK_KEY": "sk-dummy-dummy"}
    return CodexCliKnight(MODEL, command or vendor_command("codex"), env)


class TestCodexCliKnight(CommandSuite):
    def real(self) -> Knight:
        return real(self.server, self.folder)

    async def failing(self, kind: ErrorKind, after: str) -> Knight:
        lines = [delta(after)] if after else []
        return CodexCliKnight(MODEL, serving(self.folder, [*lines, *FAILURES[kind]]))

    def kinds(self) -> tuple[ErrorKind, ...]:
        return tuple(FAILURES)


async def test_it_asks_once_with_our_words_and_nobody_elses(
    knight: CodexCliKnight, server: Loopback, tmp_path: Path
) -> None:
    server.plan = Plan(input_tokens=1000, cached_tokens=400, output_tokens=7)
    prompt = "word " * 180_000
    deltas, finished = await heard(knight, prompt=prompt)
    assert deltas == ["The bridge ", "holds."]
    assert finished.text == "The bridge holds."
    assert (finished.usage.input_tokens, finished.usage.output_tokens) == (1000, 7)
    assert finished.usage.cost_microusd == MODEL.cost(1000, 7, 400)
    (body,) = server.asked
    said = [item["content"][0]["text"] for item in body["input"] if item["type"] == "message"]
    assert said[0].startswith("You are Gawain.")
    assert said[1:] == [prompt]
    assert "spawn_agent" not in json.dumps(body)
    assert "exec_command(" not in json.dumps(body["input"][0]).replace("tools.exec_command(", "")
    assert not (tmp_path / "served").exists(), "the user's MCP servers are left alone"
    assert not (tmp_path / "notified").exists()
    kept = [path for path in (tmp_path / ".codex").rglob("*") if path.is_file()]
    assert not any(b"word word" in path.read_bytes() for path in kept)
    assert not any(path.suffix in (".jsonl", ".sqlite", ".sh") for path in kept)


def patch(target: Path) -> str:
    return f"*** Begin Patch\n*** Add File: {target}\n+x\n*** End Patch"


@pytest.mark.parametrize(
    "name", ["shell", "exec_command", "apply_patch", "exec", "request_user_input", "spawn_agent"]
)
async def test_a_call_for_a_tool_does_nothing(
    name: str, knight: CodexCliKnight, server: Loopback, tmp_path: Path
) -> None:
    target = tmp_path / "written"
    arguments: dict[str, dict[str, Any] | str] = {
        "shell": {"command": ["touch", str(target)]},
        "exec_command": {"cmd": f"touch {target}"},
        "apply_patch": patch(target),
        "exec": f"text(await tools.apply_patch({json.dumps(patch(target))}))",
        "request_user_input": {"questions": [{"id": "a", "header": "h", "question": "q?"}]},
        "spawn_agent": {"message": "go", "task_name": "x"},
    }
    server.plan = Plan(tool=(name, arguments[name]))
    _, finished = await heard(knight)
    assert finished.text == "The bridge holds."
    assert finished.usage.tokens <= knight.worst_case(ask()).tokens
    assert not target.exists()
    answers = [i for i in server.asked[-1]["input"] if i["type"].endswith("call_output")]
    assert answers, "the model was told"
    assert len(server.asked) == 2


def problem(kind: str, message: str, **more: object) -> dict[str, Any]:
    return {"error": {"type": kind, "message": message, **more}}


ERRORS = [
    (401, problem("invalid_request_error", "Incorrect API key"), ErrorKind.NOT_SIGNED_IN),
    (404, problem("x", "The model does not exist", code="model_not_found"), ErrorKind.REFUSED),
    (400, problem("x", "Too long", code="context_length_exceeded"), ErrorKind.TOO_LONG),
    (429, problem("rate_limit", "slow", code="rate_limit_exceeded"), ErrorKind.RATE_LIMITED),
    (429, problem("insufficient_quota", "no", code="insufficient_quota"), ErrorKind.OUT_OF_QUOTA),
    (503, problem("server_error", "overloaded"), ErrorKind.OVERLOADED),
]


@pytest.mark.parametrize(("status", "body", "kind"), ERRORS)
async def test_errors_of_the_vendor_come_by_kind(
    knight: CodexCliKnight, server: Loopback, status: int, body: dict[str, Any], kind: ErrorKind
) -> None:
    server.plan = Plan(status=status, body=body)
    error = await failure(knight)
    assert error.kind is kind
    if status == 404:
        assert MODEL.id in error.detail


@pytest.mark.parametrize(("status", "body", "kind"), ERRORS)
async def test_errors_come_by_kind_without_an_app_server_too(
    whole: CodexCliKnight, server: Loopback, status: int, body: dict[str, Any], kind: ErrorKind
) -> None:
    server.plan = Plan(status=status, body=body)
    assert (await failure(whole)).kind is kind


async def test_a_used_up_subscription_says_when_it_is_filled_again(
    knight: CodexCliKnight, whole: CodexCliKnight, server: Loopback
) -> None:
    body = problem("usage_limit_reached", "x", plan_type="plus", resets_at=int(time.time()) + 3600)
    server.plan = Plan(status=429, body=body)
    for each in (knight, whole):
        error = await failure(each)
        assert error.kind is ErrorKind.OUT_OF_QUOTA
        assert error.retry_after is not None
        assert 3500 <= error.retry_after <= 3600


async def test_nobody_signed_in_is_told_at_once(tmp_path: Path) -> None:
    env = {"HOME": str(tmp_path)}
    knight = CodexCliKnight(MODEL, vendor_command("codex"), env)
    error = await failure(knight)
    assert error.kind is ErrorKind.NOT_SIGNED_IN
    assert "codex login" in error.detail
    knight._app_server = False
    assert (await failure(knight)).kind is ErrorKind.NOT_SIGNED_IN


@pytest.mark.parametrize(("end", "kind"), [("drop", "garbled"), ("error", "overloaded")])
async def test_a_break_in_mid_answer_ends_the_turn(
    knight: CodexCliKnight, server: Loopback, end: Any, kind: str
) -> None:
    server.plan = Plan(end=end)
    assert (await failure(knight)).kind == kind
    assert len(server.asked) == 1


async def test_a_hanging_command_leaves_no_process_when_it_is_cancelled(
    knight: CodexCliKnight, server: Loopback, tmp_path: Path
) -> None:
    server.plan = Plan(end="hang")
    begun = asyncio.Event()
    speech = Speech(lambda _: begun.set())
    task = asyncio.create_task(listen(knight, ask(), speech, deadline=60, idle=60))
    await asyncio.wait_for(begun.wait(), 60)
    assert len(processes_of(tmp_path)) >= 2, "the wrapper and the command itself"
    task.cancel()
    await asyncio.wait({task})
    assert await left_of(tmp_path) == []


async def test_without_an_app_server_the_answer_comes_in_one_piece(
    whole: CodexCliKnight, server: Loopback, tmp_path: Path
) -> None:
    server.plan = Plan(input_tokens=1000, cached_tokens=400, output_tokens=7)
    prompt = "word " * 180_000
    for _ in range(2):
        deltas, finished = await heard(whole, prompt=prompt)
        assert deltas == [finished.text] == ["The bridge holds."]
        assert (finished.usage.input_tokens, finished.usage.output_tokens) == (1000, 7)
    said = json.dumps(server.asked[0]["input"])
    assert "You are Gawain." in said
    assert "spawn_agent" not in said
    assert not (tmp_path / "served").exists()
    assert not (tmp_path / "notified").exists()


async def test_without_an_app_server_tools_do_nothing_either(
    whole: CodexCliKnight, server: Loopback, tmp_path: Path
) -> None:
    target = tmp_path / "written"
    server.plan = Plan(tool=("exec", f"text(await tools.apply_patch({patch(target)!r}))"))
    await heard(whole)
    assert not target.exists()


async def test_exec_is_asked_who_is_signed_in_only_now_and_then(tmp_path: Path) -> None:
    lines = [
        '{"type":"item.completed","item":{"type":"agent_message","text":"yes"}}',
        '{"type":"turn.completed","usage":{"input_tokens":5,"output_tokens":1}}',
    ]
    answer = printing(tmp_path, lines, name="answer")
    script = f'echo "$1" >> {tmp_path}/calls; [ "$1" = exec ] && exec {answer}; [ "$1" = login ]'
    knight = CodexCliKnight(MODEL, fake(tmp_path, script))
    for _ in range(3):
        await heard(knight)
    calls = (tmp_path / "calls").read_text().split()
    assert calls == ["app-server", "login", "exec", "exec", "exec"]


@pytest.mark.parametrize(
    "script",
    [
        'import sys\nfor line in sys.stdin: print(\'{"id":1,"error":{}}\', flush=True)',
        'import sys; print(\'{"method":"hello"}\', flush=True); sys.stdin.read()',
        "print('hello')",
    ],
    ids=["refuses", "is silent", "leaves"],
)
async def test_an_app_server_of_another_tongue_is_not_insisted_on(
    script: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(codex_app_server, "GREETING_SECONDS", 0.3)
    answer = printing(
        tmp_path,
        [
            '{"type":"item.completed","item":{"type":"agent_message","text":"yes"}}',
            '{"type":"turn.completed","usage":{}}',
        ],
        name="answer",
    )
    other = python_fake(tmp_path, script, name="other")
    choice = f'case "$1" in exec) exec {answer};; app-server) exec {other};; esac'
    _, finished = await heard(CodexCliKnight(MODEL, fake(tmp_path, choice)))
    assert finished.text == "yes"
