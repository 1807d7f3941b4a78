"""What a command's words mean to the table, and what every knight behind a command does alike."""

import json
from collections.abc import AsyncGenerator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from roundtable.adapters.knights.catalogue import model
from roundtable.adapters.knights.claude_cli import ClaudeCliKnight
from roundtable.adapters.knights.codex_cli import CodexCliKnight
from roundtable.adapters.knights.commands import CommandKnight, complaint, kind_of, waiting_time
from roundtable.adapters.knights.gemini_cli import GeminiCliKnight
from roundtable.adapters.knights.processes import Scratch
from roundtable.core.errors import ErrorKind
from roundtable.core.ports import Ask, Delta, Finished
from roundtable.core.tokens import estimate
from roundtable.testing.knight_suite import ask
from tests.adapters.knights.vendor_commands import failure, fake, left_of, printing

KNIGHTS = (
    ("claude-cli", ClaudeCliKnight, "@anthropic-ai/claude-code"),
    ("openai-cli", CodexCliKnight, "@openai/codex"),
    ("gemini-cli", GeminiCliKnight, "@google/gemini-cli"),
)
each = pytest.mark.parametrize(("adapter", "kind", "package"), KNIGHTS)
Kind = type[ClaudeCliKnight | CodexCliKnight | GeminiCliKnight]


@pytest.mark.parametrize(
    ("text", "status", "kind"),
    [
        ("You've hit your 5-hour limit · resets 4:43am (UTC)", 429, ErrorKind.OUT_OF_QUOTA),
        ("You\u2019ve hit your usage limit.", None, ErrorKind.OUT_OF_QUOTA),
        ("You have exhausted your daily quota on this model.", 429, ErrorKind.OUT_OF_QUOTA),
        ("Credit balance is too low", 400, ErrorKind.OUT_OF_QUOTA),
        ("Server is temporarily limiting requests", None, ErrorKind.RATE_LIMITED),
        ("exceeded retry limit, last status: 429 Too Many Requests", 429, ErrorKind.RATE_LIMITED),
        ("Not logged in · Please run /login", None, ErrorKind.NOT_SIGNED_IN),
        ("API key not valid. Please pass a valid API key.", 400, ErrorKind.NOT_SIGNED_IN),
        ("no", 403, ErrorKind.NOT_SIGNED_IN),
        ("The model is overloaded", None, ErrorKind.OVERLOADED),
        ("Connection refused (ECONNREFUSED)", None, ErrorKind.OVERLOADED),
        ("anything", 529, ErrorKind.OVERLOADED),
        ("Prompt is too long", 400, ErrorKind.TOO_LONG),
        ("Error: piped stdin input exceeds 10MB.", None, ErrorKind.TOO_LONG),
        ("anything", 413, ErrorKind.TOO_LONG),
        ("The model `x` does not exist", None, ErrorKind.REFUSED),
        ("anything", 404, ErrorKind.REFUSED),
        ("anything", 418, ErrorKind.REFUSED),
        ("blocked due to safety settings", None, ErrorKind.REFUSED),
        ("stream disconnected before completion", None, ErrorKind.GARBLED),
        ("Segmentation fault", None, ErrorKind.GARBLED),
    ],
)
def test_words_and_statuses_have_a_kind(text: str, status: int | None, kind: ErrorKind) -> None:
    assert kind_of(text, status) is kind


def test_the_time_to_wait_is_read_from_a_sentence() -> None:
    assert waiting_time("Suggested retry after 7s.") == 7
    assert waiting_time("Your quota will reset after 3h24m12s.") == 3 * 3600 + 24 * 60 + 12
    assert waiting_time("Try again in 2 hours, 5 minutes.") == 7500
    assert waiting_time("try again in 250ms") == 0.25
    assert waiting_time("Try again later.") is None
    for hours in (2, 23):
        then = datetime.now() + timedelta(hours=hours)
        wait = waiting_time(f"or try again at {then:%I:%M %p}.".replace(" 0", " "))
        assert wait is not None
        assert hours * 3600 - 61 <= wait <= hours * 3600


def test_of_many_complaints_the_first_error_is_told() -> None:
    assert complaint("Warning: x\nError: bad\n  at y\n") == "Error: bad"
    assert complaint("a\nb\n\n") == "b"
    assert complaint("") == ""


@each
async def test_a_missing_command_is_named_with_its_remedy(
    adapter: str, kind: Kind, package: str
) -> None:
    error = await failure(kind(model(adapter), "no-such-command"))
    assert error.kind is ErrorKind.NOT_INSTALLED
    assert f"npm install -g {package}" in error.detail


@each
@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("exit 0", "code 0"),
        ("exit 7", "code 7"),
        ("kill -9 $$", "code -9"),
        ("echo 'Segmentation fault' >&2; exit 139", "Segmentation fault"),
        ("echo not json; echo '[1,2]'; echo '{\"type\":'; printf '\\377\\376\\n{}\\n'", "code 0"),
        ("python3 -c 'print(\"[\" * 100000)'; exit 1", "code 1"),
        ("head -c 50000000 /dev/zero", "bytes"),
        ("head -c 5000000 /dev/zero >&2; exit 3", "code 3"),
        ("exec <&-; exit 4", "code 4"),
    ],
)
async def test_a_broken_command_is_garbled(
    adapter: str, kind: Kind, package: str, script: str, told: str, tmp_path: Path
) -> None:
    login = '[ "$1" = login ] && exit 0\n'
    knight = kind(model(adapter), fake(tmp_path, login + script), {"THE_TEST": str(tmp_path)})
    error = await failure(knight, prompt="x" * 200_000)
    assert error.kind is ErrorKind.GARBLED
    assert told in error.detail
    assert await left_of(tmp_path) == []


@each
async def test_what_a_dying_command_says_decides_the_kind(
    adapter: str, kind: Kind, package: str, tmp_path: Path
) -> None:
    login = '[ "$1" = login ] && exit 0\n'
    command = fake(tmp_path, f"{login}echo 'Error: connect ECONNREFUSED 127.0.0.1' >&2; exit 1")
    error = await failure(kind(model(adapter), command))
    assert error.kind is ErrorKind.OVERLOADED


@each
async def test_prompts_that_the_command_would_swallow_are_too_long(
    adapter: str, kind: Kind, package: str
) -> None:
    error = await failure(kind(model(adapter), "no-such-command"), prompt="x" * 10_000_001)
    assert error.kind is ErrorKind.TOO_LONG


@each
def test_the_worst_case_leaves_room_for_what_the_command_adds(
    adapter: str, kind: Kind, package: str
) -> None:
    knight = kind(model(adapter))
    question = ask(prompt="word " * 1000)
    worst = knight.worst_case(question)
    assert worst.input_tokens > estimate(question.prompt) + 1000
    assert worst.output_tokens >= question.max_output_tokens
    assert 0 < knight.context_tokens < model(adapter).context_tokens


@each
async def test_what_is_asked_stands_in_no_process_list(
    adapter: str, kind: Kind, package: str, tmp_path: Path
) -> None:
    command = fake(tmp_path, f'echo "$@" >> {tmp_path}/arguments; env >> {tmp_path}/env; exit 3')
    await failure(kind(model(adapter), command), prompt="THE QUESTION", system="THE ROLE")
    told = (tmp_path / "arguments").read_text() + (tmp_path / "env").read_text()
    assert "THE QUESTION" not in told
    assert "THE ROLE" not in told


async def test_keys_do_not_come_through(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDE_CODE_OAUTH_TOKEN", "inherited-token-1234")
    told = "bad key sk-ant-api03-abcdefgh inherited-token-1234 my-own-secret\n\nin two\x1b lines"
    result = {"type": "result", "is_error": True, "api_error_status": 500, "result": told * 9}
    command = printing(tmp_path, [json.dumps(result)])
    knight = ClaudeCliKnight(model("claude-cli"), command, {"SOME_KEY": "my-own-secret"})
    error = await failure(knight)
    assert "abcdefgh" not in error.detail
    assert "inherited" not in error.detail
    assert "my-own" not in error.detail
    assert "in two lines" in error.detail


class Careless(CommandKnight):
    package = sign_in = "x"
    variables = ()
    overhead_tokens = 0

    def _check(self, ask: Ask) -> None:
        pass

    async def _say(self, ask: Ask, place: Scratch) -> AsyncGenerator[Delta | Finished, None]:
        yield Delta("so far")
        raise RuntimeError("a bug with sk-abcdefghijk")


async def test_a_bug_of_our_own_is_a_garbled_answer() -> None:
    error = await failure(Careless(model("claude-cli"), "x"))
    assert error.kind is ErrorKind.GARBLED
    assert error.detail == "RuntimeError: a bug with ***"
