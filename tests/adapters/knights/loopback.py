"""A server on 127.0.0.1 that answers the vendors' commands as the vendors' servers would."""

import json
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal

End = Literal["well", "drop", "hang", "error"]


@dataclass
class Plan:
    """How the next requests are answered."""

    pieces: tuple[str, ...] = ("The bridge ", "holds.")
    status: int = 200
    body: dict[str, Any] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    end: End = "well"
    """What happens after the pieces: a proper end, a lost connection, silence, an error event."""
    tool: tuple[str, dict[str, Any] | str] | None = None
    """A tool the model asks for at its first turn, in place of the pieces."""
    input_tokens: int = 120
    output_tokens: int = 7
    cached_tokens: int = 0
    stop: str = "end_turn"


class Loopback:
    """The server, in a thread of its own, for as long as it is entered."""

    def __init__(self) -> None:
        self.plan = Plan()
        self.requests: list[tuple[str, dict[str, Any]]] = []
        self.letting_go = threading.Event()
        self._server = _Server(self)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def asked(self) -> list[dict[str, Any]]:
        """The bodies of the requests for an answer."""
        return [body for path, body in self.requests if "count" not in path and body]

    def __enter__(self) -> "Loopback":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.letting_go.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: "_Server"

    def do_GET(self) -> None:
        self.server.table.requests.append((self.path, {}))
        self._json(200, {"data": [], "models": []})

    do_HEAD = do_GET  # noqa: N815 -- the name that the base class looks for

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        body = json.loads(raw) if raw.startswith(b"{") else {}
        self.server.table.requests.append((self.path, body))
        plan = self.server.table.plan
        if plan.status != 200:
            self._json(plan.status, plan.body, plan.headers)
        elif "count" in self.path:
            self._json(200, {"input_tokens": 10, "totalTokens": 10})
        elif "generateContent" in self.path:
            self._json(200, _gemini_whole(plan))
        elif not body.get("stream", True):
            self._json(200, _anthropic_whole(plan))
        else:
            self._stream(plan, _frames(self.path, body, plan))

    def _json(self, status: int, body: object, headers: dict[str, str] | None = None) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        for name, value in {**(headers or {}), "content-type": "application/json"}.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _stream(self, plan: Plan, frames: Iterator[str]) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True
        try:
            for frame in frames:
                self.wfile.write(frame.encode())
                self.wfile.flush()
            if plan.end == "hang":
                self.server.table.letting_go.wait(60)
        except OSError:
            pass

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 -- base class
        pass


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, table: Loopback) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.table = table

    def handle_error(self, request: object, client_address: object) -> None:
        """A command that was killed has hung up; that is what some tests are about."""


def _frames(path: str, body: dict[str, Any], plan: Plan) -> Iterator[str]:
    if "streamGenerateContent" in path:
        return _gemini(body, plan)
    return _responses(body, plan) if path.endswith("/responses") else _anthropic(body, plan)


def _event(kind: str, **data: object) -> str:
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **data})}\n\n"


def _anthropic_whole(plan: Plan) -> dict[str, Any]:
    usage = {"input_tokens": plan.input_tokens, "output_tokens": plan.output_tokens}
    text = [{"type": "text", "text": "".join(plan.pieces)}]
    fields = {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-sonnet-5-5"}
    return {**fields, "content": text, "stop_reason": plan.stop, "usage": usage}


def _anthropic(body: dict[str, Any], plan: Plan) -> Iterator[str]:
    usage = {
        "input_tokens": plan.input_tokens - plan.cached_tokens,
        "cache_read_input_tokens": plan.cached_tokens,
        "output_tokens": 1,
    }
    tool = plan.tool if "tool_result" not in json.dumps(body.get("messages")) else None
    message = {**_anthropic_whole(plan), "content": [], "stop_reason": None, "usage": usage}
    yield _event("message_start", message=message)
    if tool:
        block = {"type": "tool_use", "id": "toolu_1", "name": tool[0], "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(tool[1])}
        yield _event("content_block_start", index=0, content_block=block)
        yield _event("content_block_delta", index=0, delta=delta)
    else:
        block = {"type": "text", "text": ""}
        yield _event("content_block_start", index=0, content_block=block)
        for piece in plan.pieces:
            delta = {"type": "text_delta", "text": piece}
            yield _event("content_block_delta", index=0, delta=delta)
    if plan.end == "error":
        yield _event("error", error={"type": "overloaded_error", "message": "Overloaded"})
    if plan.end == "well":
        yield _event("content_block_stop", index=0)
        stop = {"stop_reason": "tool_use" if tool else plan.stop, "stop_sequence": None}
        yield _event("message_delta", delta=stop, usage={"output_tokens": plan.output_tokens})
        # A vendor's server is not as near as this one: who wants to stop here has the time. They
        # hang up before it is over, and nobody waits for this thread.
        time.sleep(0 if plan.stop == "end_turn" else 15)
        yield _event("message_stop")


def _responses(body: dict[str, Any], plan: Plan) -> Iterator[str]:
    yield _event("response.created", response={"id": "resp_1"})
    told = any(item["type"].endswith("call_output") for item in body["input"])
    if plan.tool and not told:
        item = _responses_tool(*plan.tool)
        yield _event("response.output_item.done", output_index=0, item=item)
    else:
        message = {"type": "message", "role": "assistant", "id": "msg_1", "content": []}
        yield _event("response.output_item.added", output_index=0, item=message)
        for piece in plan.pieces:
            place = {"item_id": "msg_1", "output_index": 0, "content_index": 0}
            yield _event("response.output_text.delta", **place, delta=piece)
        if plan.end == "well":
            content = [{"type": "output_text", "text": "".join(plan.pieces), "annotations": []}]
            item = {**message, "content": content}
            yield _event("response.output_item.done", output_index=0, item=item)
    if plan.end == "error":
        problem = {"code": "server_is_overloaded", "message": "Our servers are overloaded."}
        yield _event("response.failed", response={"id": "resp_1", "error": problem})
    if plan.end == "well":
        usage = {
            "input_tokens": plan.input_tokens,
            "input_tokens_details": {"cached_tokens": plan.cached_tokens},
            "output_tokens": plan.output_tokens,
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": plan.input_tokens + plan.output_tokens,
        }
        yield _event("response.completed", response={"id": "resp_1", "usage": usage, "output": []})


def _responses_tool(name: str, arguments: dict[str, Any] | str) -> dict[str, Any]:
    call = {"id": "fc_1", "call_id": "call_1", "name": name}
    if isinstance(arguments, str):
        return {"type": "custom_tool_call", **call, "input": arguments, "status": "completed"}
    return {"type": "function_call", **call, "arguments": json.dumps(arguments)}


def _gemini_part(part: dict[str, Any], **more: object) -> dict[str, Any]:
    return {"candidates": [{"content": {"role": "model", "parts": [part]}, "index": 0, **more}]}


def _gemini_usage(plan: Plan) -> dict[str, int]:
    return {
        "promptTokenCount": plan.input_tokens,
        "candidatesTokenCount": plan.output_tokens,
        "cachedContentTokenCount": plan.cached_tokens,
        "totalTokenCount": plan.input_tokens + plan.output_tokens,
    }


def _gemini_whole(plan: Plan) -> dict[str, Any]:
    whole = _gemini_part({"text": "".join(plan.pieces)}, finishReason="STOP")
    return {**whole, "usageMetadata": _gemini_usage(plan)}


def _gemini(body: dict[str, Any], plan: Plan) -> Iterator[str]:
    if plan.tool and "functionResponse" not in json.dumps(body.get("contents")):
        call = {"functionCall": {"name": plan.tool[0], "args": plan.tool[1], "id": "call_1"}}
        yield f"data: {json.dumps(_gemini_part(call))}\n\n"
    else:
        for piece in plan.pieces:
            yield f"data: {json.dumps(_gemini_part({'text': piece}))}\n\n"
    if plan.end == "error":
        problem = {"code": 503, "status": "UNAVAILABLE", "message": "The model is overloaded."}
        yield f"data: {json.dumps({'error': problem})}\n\n"
    if plan.end == "well":
        reason = "STOP" if plan.stop == "end_turn" else plan.stop
        last = {**_gemini_part({"text": ""}, finishReason=reason)}
        yield f"data: {json.dumps({**last, 'usageMetadata': _gemini_usage(plan)})}\n\n"
