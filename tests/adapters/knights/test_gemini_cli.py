"""Gemini's real command against a server on this machine, and fakes that print what it prints."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from roundtable.adapters.knights.catalogue import model
from roundtable.adapters.knights.gemini_cli import GeminiCliKnight
from roundtable.core.errors import ErrorKind
from roundtable.core.listening import Speech, listen
from roundtable.core.ports import Knight
from roundtable.testing.knight_suite import ask
from tests.adapters.knights.loopback import Loopback, Plan
from tests.adapters.knights.vendor_commands import (
    CommandSuite,
    failure,
    fake,
    heard,
    left_of,
    printing,
    processes_of,
    vendor_command,
)

MODEL = model("gemini-cli")
BY_KEY = {"security": {"auth": {"selectedType": "gemini-api-key"}}}


@pytest.fixture
def server() -> Iterator[Loopback]:
    with Loopback() as running:
        yield running


@pytest.fixture
def knight(server: Loopback, tmp_path: Path) -> GeminiCliKnight:
    return real(server, tmp_path)


def real(server: Loopback, home: Path, **added: str) -> GeminiCliKnight:
    settings = home / ".gemini/settings.json"
    settings.parent.mkdir(exist_ok=True)
    if not settings.exists():
        settings.write_text(json.dumps(BY_KEY))
    env = {"HOME": str(home), "GOOGLE_GEMINI_BASE_URL": server.url}
    key = {"GEMINI_API_KEY": "dummy-dummy"}
    return GeminiCliKnight(MODEL, vendor_command("gemini"), env | (added or key))


def line(kind: str, **fields: object) -> str:
    return json.dumps({"type": kind, "timestamp": "2026-11-16T03:45:11.884Z", **fields})


def delta(text: str) -> str:
    return line("message", role="assistant", content=text, delta=True)


def failed(message: str) -> list[str]:
    error = {"type": "unknown", "message": f"[API Error: {message}]"}
    return [line("result", status="error", error=error, stats={})]


FAILURES: dict[ErrorKind, tuple[list[str], int]] = {
    ErrorKind.NOT_SIGNED_IN: ([], 41),
    ErrorKind.OUT_OF_QUOTA: (failed("You have exhausted your daily quota on this model."), 173),
    ErrorKind.RATE_LIMITED: (failed("slow\nSuggested retry after 7s."), 173),
    ErrorKind.OVERLOADED: (failed("any"), 247),
    ErrorKind.REFUSED: (
        [
            line("error", severity="error", message="blocked due to safety settings."),
            line("result", status="error", stats={}),
        ],
        0,
    ),
    ErrorKind.TOO_LONG: (failed('{"error":{"code":400,"message":"input token count"}}'), 144),
    ErrorKind.GARBLED: ([], 0),
}


class TestGeminiCliKnight(CommandSuite):
    def real(self) -> Knight:
        return real(self.server, self.folder)

    async def failing(self, kind: ErrorKind, after: str) -> Knight:
        lines, code = FAILURES[kind]
        said = [delta(after)] if after else []
        return GeminiCliKnight(MODEL, printing(self.folder, said + lines, f"exit {code}"))

    def kinds(self) -> tuple[ErrorKind, ...]:
        return tuple(FAILURES)


async def test_it_asks_once_with_our_words_and_nothing_of_the_users_but_the_sign_in(
    server: Loopback, tmp_path: Path
) -> None:
    server.plan = Plan(input_tokens=1000, cached_tokens=400, output_tokens=7)
    hook = {"hooks": [{"type": "command", "command": f"touch {tmp_path}/hooked"}]}
    theirs = BY_KEY | {
        "mcpServers": {"theirs": {"command": "touch", "args": [f"{tmp_path}/served"]}},
        "hooks": {"SessionStart": [hook]},
    }
    (tmp_path / ".gemini").mkdir()
    (tmp_path / ".gemini/settings.json").write_text(f"// comments\n{json.dumps(theirs)}")
    (tmp_path / ".gemini/GEMINI.md").write_text("THE USER'S OWN MEMORY")
    before = sorted(path.name for path in tmp_path.rglob("*"))
    prompt = "word " * 180_000
    deltas, finished = await heard(real(server, tmp_path), prompt=prompt)
    assert deltas == ["The bridge ", "holds."]
    assert finished.text == "The bridge holds."
    assert (finished.usage.input_tokens, finished.usage.output_tokens) == (1000, 7)
    assert finished.usage.cost_microusd == MODEL.cost(1000, 7, 400)
    (body,) = server.asked
    assert body["systemInstruction"]["parts"][0]["text"] == "You are Gawain."
    assert body["contents"][-1]["parts"][-1]["text"].strip() == prompt.strip()
    assert not [f for tool in body.get("tools", []) for f in tool["functionDeclarations"]]
    assert "THE USER'S OWN MEMORY" not in json.dumps(body)
    assert sorted(path.name for path in tmp_path.rglob("*")) == before, "nothing was left there"


async def test_a_call_for_a_tool_does_nothing_and_ends_the_turn(
    knight: GeminiCliKnight, server: Loopback, tmp_path: Path
) -> None:
    target = tmp_path / "written"
    server.plan = Plan(tool=("write_file", {"file_path": str(target), "content": "x"}))
    error = await failure(knight)
    assert error.kind is ErrorKind.GARBLED
    assert "tool" in error.detail
    assert not target.exists()


def problem(code: int, status: str, message: str, *details: object) -> dict[str, Any]:
    return {"error": {"code": code, "status": status, "message": message, "details": details}}


RETRY = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "7s"}


@pytest.mark.parametrize(
    ("body", "kind", "wait"),
    [
        (problem(401, "UNAUTHENTICATED", "bad"), ErrorKind.NOT_SIGNED_IN, None),
        (problem(404, "NOT_FOUND", "models/x is not found"), ErrorKind.REFUSED, None),
        (problem(429, "RESOURCE_EXHAUSTED", "slow", RETRY), ErrorKind.RATE_LIMITED, 7),
        (problem(503, "UNAVAILABLE", "The model is overloaded"), ErrorKind.OVERLOADED, None),
    ],
)
async def test_errors_of_the_vendor_come_by_kind(
    knight: GeminiCliKnight,
    server: Loopback,
    body: dict[str, Any],
    kind: ErrorKind,
    wait: float | None,
) -> None:
    server.plan = Plan(status=body["error"]["code"], body=body)
    error = await failure(knight)
    assert (error.kind, error.retry_after) == (kind, wait)
    if kind is ErrorKind.REFUSED:
        assert MODEL.id in error.detail
    assert len(server.asked) == 1, "whether to ask again is decided at the table"


async def test_a_break_in_mid_answer_is_neither_replayed_nor_taken_for_an_end(
    knight: GeminiCliKnight, server: Loopback
) -> None:
    server.plan = Plan(end="drop")
    assert (await failure(knight)).kind is ErrorKind.GARBLED
    assert len(server.asked) == 1


async def test_nobody_signed_in_is_told_at_once(server: Loopback, tmp_path: Path) -> None:
    (tmp_path / ".gemini").mkdir()
    for settings in ("{}", '{"security":{"auth":{"selectedType":"oauth-personal"}}}'):
        (tmp_path / ".gemini/settings.json").write_text(settings)
        error = await failure(real(server, tmp_path, UNRELATED="1"))
        assert error.kind is ErrorKind.NOT_SIGNED_IN
        assert "run gemini" in error.detail
    assert server.asked == []


async def test_a_hanging_command_leaves_no_process_when_it_is_cancelled(
    knight: GeminiCliKnight, server: Loopback, tmp_path: Path
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


async def test_the_home_it_gets_leads_to_the_users_sign_in_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = tmp_path / ".gemini"
    theirs.mkdir()
    (theirs / "oauth_creds.json").write_text('{"token": "old"}')
    (theirs / ".env").write_text("GOOGLE_CLOUD_PROJECT=mine")
    (theirs / "GEMINI.md").write_text("memory")
    monkeypatch.setenv("GEMINI_API_KEY", "a-key-that-was-not-chosen")
    script = f"""cat >/dev/null
find "$GEMINI_CLI_HOME" ! -type d | sort | sed "s#$GEMINI_CLI_HOME/##" > {tmp_path}/files
cat "$GEMINI_CLI_HOME/.gemini/settings.json" > {tmp_path}/settings
cat ../.gemini/.env > {tmp_path}/variables
echo '{{"token": "new"}}' > "$GEMINI_CLI_HOME/.gemini/oauth_creds.json"
env > {tmp_path}/env
echo '{delta("yes")}'; echo '{line("result", status="success", stats={})}'"""
    await heard(GeminiCliKnight(MODEL, fake(tmp_path, script), {"HOME": str(tmp_path)}))
    files = (tmp_path / "files").read_text().split()
    assert files == [".gemini/oauth_creds.json", ".gemini/settings.json"]
    settings = json.loads((tmp_path / "settings").read_text())
    assert settings["security"]["auth"]["selectedType"] == "oauth-personal"
    assert (tmp_path / "variables").read_text() == "GOOGLE_CLOUD_PROJECT=mine"
    assert "GEMINI_API_KEY" not in (tmp_path / "env").read_text()
    refreshed = (theirs / "oauth_creds.json").read_text()
    assert refreshed == '{"token": "new"}\n', "a sign-in that is renewed is renewed for the user"


async def test_a_key_is_passed_on_where_the_user_has_chosen_to_sign_in_by_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".gemini").mkdir()
    (tmp_path / ".gemini/settings.json").write_text(json.dumps(BY_KEY))
    monkeypatch.setenv("GEMINI_API_KEY", "chosen")
    monkeypatch.setenv("GOOGLE_API_KEY", "not chosen")
    lines = [delta("yes"), line("result", status="success", stats={})]
    command = printing(tmp_path, lines, f"env > {tmp_path}/env")
    await heard(GeminiCliKnight(MODEL, command, {"HOME": str(tmp_path)}))
    told = (tmp_path / "env").read_text()
    assert "GEMINI_API_KEY=chosen" in told
    assert "not chosen" not in told


async def test_a_success_after_a_warning_is_no_answer(tmp_path: Path) -> None:
    lines = [
        *(delta("so "), delta("far")),
        line("error", severity="warning", message="Loop detected, stopping execution"),
        line("result", status="success", stats={}),
    ]
    error = await failure(GeminiCliKnight(MODEL, printing(tmp_path, lines)))
    assert error.kind is ErrorKind.GARBLED
    assert "Loop detected" in error.detail


async def test_success_without_a_word_and_the_prompts_echo_are_no_answer(tmp_path: Path) -> None:
    lines = [
        line("message", role="user", content="Does the bridge hold?"),
        line("result", status="success", stats={"input_tokens": 5}),
    ]
    error = await failure(GeminiCliKnight(MODEL, printing(tmp_path, lines)))
    assert error.kind is ErrorKind.GARBLED
