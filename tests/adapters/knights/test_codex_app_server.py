"""The conversation with `codex app-server`, against a fake that says what the real one said."""

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from roundtable.adapters.knights.catalogue import model
from roundtable.adapters.knights.codex_cli import CodexCliKnight
from roundtable.core.errors import ErrorKind
from tests.adapters.knights.vendor_commands import failure, heard, python_fake

MODEL = model("openai-cli")
SERVER = """
import json, sys
def reply(**result):
    print(json.dumps({"id": call["id"], "result": result}), flush=True)
for line in sys.stdin:
    call = json.loads(line)
    with open(sys.argv[0] + ".log", "a") as log:
        log.write(line)
    if call.get("method") == "initialize":
        reply(userAgent="codex")
    elif call.get("method") == "account/read":
        reply(account={"type": "chatgpt"}, requiresOpenaiAuth=True)
    elif call.get("method") == "thread/start":
        reply(thread={"id": "t1"})
    elif call.get("method") == "turn/start":
        reply(turn={"id": "u1"})
        print(open(sys.argv[0] + ".notes").read(), end="", flush=True)
        if "STAY" not in sys.argv:
            break
"""


def serving(folder: Path, notes: Sequence[str]) -> str:
    """A command whose app server takes a turn and then says these things."""
    (folder / "fake.py.notes").write_text("".join(f"{note}\n" for note in notes))
    return python_fake(folder, SERVER)


def note(method: str, **params: Any) -> str:
    return json.dumps({"method": method, "params": params})


def delta(text: str, item: str = "m1") -> str:
    return note("item/agentMessage/delta", itemId=item, delta=text)


def message(text: str, phase: str | None = None) -> str:
    item = {"type": "agentMessage", "text": text, "phase": phase}
    return note("item/completed", item=item)


def used(given: int, said: int, cached: int = 0) -> str:
    total = {"inputTokens": given, "outputTokens": said, "cachedInputTokens": cached}
    return note("thread/tokenUsage/updated", tokenUsage={"total": total})


def failed(info: object, text: str = "no luck") -> str:
    error = {"message": text, "codexErrorInfo": info}
    return note("turn/completed", turn={"status": "failed", "error": error})


DONE = note("turn/completed", turn={"status": "completed", "error": None})
FAILURES = {
    ErrorKind.NOT_SIGNED_IN: [failed("unauthorized")],
    ErrorKind.OUT_OF_QUOTA: [failed("usageLimitExceeded", "You've hit your usage limit.")],
    ErrorKind.RATE_LIMITED: [
        failed({"responseTooManyFailedAttempts": {"httpStatusCode": 429}}, "exceeded retry limit")
    ],
    ErrorKind.OVERLOADED: [failed("serverOverloaded", "Selected model is at capacity.")],
    ErrorKind.REFUSED: [failed("cyberPolicy")],
    ErrorKind.TOO_LONG: [failed("contextWindowExceeded")],
    ErrorKind.GARBLED: [],
}


async def test_remarks_on_the_way_are_heard_but_are_no_answer(tmp_path: Path) -> None:
    notes = [
        *(delta("Let me see."), message("Let me see.", "commentary"), used(10, 1)),
        *(delta("It ", "m2"), delta("holds.", "m2"), message("It holds.", "final_answer")),
        *(used(20, 3, 5), DONE),
    ]
    deltas, finished = await heard(CodexCliKnight(MODEL, serving(tmp_path, notes)))
    assert deltas == ["Let me see.", "\n\nIt ", "holds."]
    assert finished.text == "It holds."
    assert (finished.usage.input_tokens, finished.usage.output_tokens) == (20, 3)


async def test_the_thread_is_read_only_and_not_kept(tmp_path: Path) -> None:
    notes = [
        json.dumps({"id": 77, "method": "item/fileChange/requestApproval", "params": {}}),
        *(delta("Yes."), message("Yes."), used(1, 1), DONE),
    ]
    await heard(CodexCliKnight(MODEL, serving(tmp_path, notes)))
    log = [json.loads(line) for line in (tmp_path / "fake.py.log").read_text().splitlines()]
    thread = next(call["params"] for call in log if call.get("method") == "thread/start")
    assert thread["ephemeral"] is True
    assert thread["sandbox"] == "read-only"
    assert thread["approvalPolicy"] == "never"
    assert thread["model"] == MODEL.id
    assert thread["baseInstructions"].startswith("You are Gawain.")


@pytest.mark.parametrize("kind", ["commandExecution", "fileChange", "mcpToolCall", "webSearch"])
async def test_a_tool_at_work_ends_the_turn(kind: str, tmp_path: Path) -> None:
    notes = [note("item/started", item={"type": kind}), message("Done!"), DONE]
    error = await failure(CodexCliKnight(MODEL, serving(tmp_path, notes)))
    assert error.kind is ErrorKind.GARBLED
    assert kind in error.detail


async def test_calls_for_tools_without_end_end_the_turn(tmp_path: Path) -> None:
    notes = [used(1, 1), used(2, 2), used(3, 3), message("At last."), DONE]
    error = await failure(CodexCliKnight(MODEL, serving(tmp_path, notes)))
    assert error.kind is ErrorKind.GARBLED


@pytest.mark.parametrize(
    ("info", "kind"),
    [
        ("modelNotFound", ErrorKind.REFUSED),
        ("rateLimitExceeded", ErrorKind.RATE_LIMITED),
        ("internalServerError", ErrorKind.OVERLOADED),
        ({"httpConnectionFailed": {"httpStatusCode": 502}}, ErrorKind.OVERLOADED),
        ({"responseStreamDisconnected": {"httpStatusCode": None}}, ErrorKind.GARBLED),
        ({"somethingNew": None}, ErrorKind.GARBLED),
        ("somethingNew", ErrorKind.GARBLED),
        (None, ErrorKind.GARBLED),
    ],
)
async def test_errors_are_known_by_their_names(
    info: object, kind: ErrorKind, tmp_path: Path
) -> None:
    error = await failure(CodexCliKnight(MODEL, serving(tmp_path, [failed(info)])))
    assert error.kind is kind


async def test_a_window_that_is_used_up_says_when_it_opens(tmp_path: Path) -> None:
    opens = time.time() + 600
    primary = {"usedPercent": 100, "resetsAt": opens}
    notes = [
        note("account/rateLimits/updated", rateLimits={"primary": primary, "secondary": None}),
        failed("usageLimitExceeded"),
    ]
    error = await failure(CodexCliKnight(MODEL, serving(tmp_path, notes)))
    assert error.kind is ErrorKind.OUT_OF_QUOTA
    assert error.retry_after is not None
    assert opens - time.time() <= error.retry_after <= 600


async def test_odd_notes_are_passed_over(tmp_path: Path) -> None:
    notes = [
        *("noise", "{}", '{"method":"new/thing"}', '{"id":99,"result":{}}', "null", "[]"),
        *(note("item/agentMessage/delta", delta=None), note("thread/tokenUsage/updated")),
        *(note("error", error={"message": "Reconnecting... 2/5"}, willRetry=True),),
        *(delta("Yes."), message("Yes."), DONE),
    ]
    deltas, finished = await heard(CodexCliKnight(MODEL, serving(tmp_path, notes)))
    assert deltas == [finished.text] == ["Yes."]
    assert finished.usage.tokens > 0
