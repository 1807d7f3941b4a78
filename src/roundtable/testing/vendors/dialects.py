"""The vendors' wire forms: how each streams an answer, ends it, and complains.

Statuses, headers and bodies are the vendors' own, so that an adapter or a vendor's command cannot
tell the difference.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from roundtable.core.errors import ErrorKind
from roundtable.core.tokens import estimate

Stop = Literal["end", "length", "refusal"]
Json = dict[str, object]


@dataclass(frozen=True, slots=True)
class Complaint:
    """An error as a vendor sends it."""

    status: int
    body: Json
    headers: Mapping[str, str] = field(default_factory=dict)


def count(text: str) -> int:
    """Tokens as a vendor might count them: fewer than our estimate, which errs high."""
    return max(1, estimate(text) * 3 // 4)


def sse(data: object, event: str = "") -> bytes:
    name = f"event: {event}\n" if event else ""
    return f"{name}data: {json.dumps(data, ensure_ascii=False)}\n\n".encode()


class Dialect(ABC):
    """One vendor's way to answer. Texts in a question are counted, never understood."""

    name: ClassVar[str]

    @abstractmethod
    def opening(self, asked: int) -> bytes:
        """What comes before the first piece; `asked` is the count of the question's tokens."""

    @abstractmethod
    def piece(self, text: str) -> bytes: ...

    @abstractmethod
    def closing(self, text: str, asked: int, stop: Stop = "end") -> bytes:
        """Everything after the last piece; `text` is the whole of it."""

    @abstractmethod
    def whole(self, text: str, asked: int) -> Json:
        """The answer to a question that did not ask for a stream."""

    @abstractmethod
    def complaint(self, kind: ErrorKind) -> Complaint:
        """The error that stands for this kind."""

    @abstractmethod
    def broken(self, kind: ErrorKind) -> bytes:
        """The same error in the middle of a stream."""


class Anthropic(Dialect):
    name = "anthropic"
    _ERRORS: ClassVar[dict[ErrorKind, tuple[int, str, str]]] = {
        ErrorKind.NOT_SIGNED_IN: (401, "authentication_error", "invalid x-api-key"),
        ErrorKind.OUT_OF_QUOTA: (
            400, "invalid_request_error",
            "Your credit balance is too low to access the Anthropic API.",
        ),
        ErrorKind.RATE_LIMITED: (
            429, "rate_limit_error", "This request would exceed your organization's rate limit."
        ),
        ErrorKind.OVERLOADED: (529, "overloaded_error", "Overloaded"),
        ErrorKind.TIMED_OUT: (408, "timeout_error", "Request timed out"),
        ErrorKind.TOO_LONG: (
            400, "invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum"
        ),
        ErrorKind.REFUSED: (400, "invalid_request_error", "messages: text is not acceptable"),
    }  # fmt: skip

    def opening(self, asked: int) -> bytes:
        message = self.whole("", asked) | {"content": [], "stop_reason": None}
        block = {"type": "text", "text": ""}
        return (
            self._event("message_start", message=message)
            + self._event("content_block_start", index=0, content_block=block)
            + self._event("ping")
        )

    def piece(self, text: str) -> bytes:
        delta = {"type": "text_delta", "text": text}
        return self._event("content_block_delta", index=0, delta=delta)

    def closing(self, text: str, asked: int, stop: Stop = "end") -> bytes:
        reason = {"end": "end_turn", "length": "max_tokens", "refusal": "refusal"}[stop]
        delta: Json = {"stop_reason": reason, "stop_sequence": None}
        if stop == "refusal":
            delta["stop_details"] = {"type": "refusal", "category": "cyber", "explanation": "no"}
        return (
            self._event("content_block_stop", index=0)
            + self._event("message_delta", delta=delta, usage={"output_tokens": count(text)})
            + self._event("message_stop")
        )

    def whole(self, text: str, asked: int) -> Json:
        return {
            "id": "msg_1", "type": "message", "role": "assistant", "model": "claude",
            "content": [{"type": "text", "text": text}],
            "stop_reason": "end_turn", "stop_sequence": None,
            "usage": {"input_tokens": asked, "output_tokens": count(text)},
        }  # fmt: skip

    def complaint(self, kind: ErrorKind) -> Complaint:
        status, name, message = self._ERRORS[kind]
        headers = {"retry-after": "7"} if kind is ErrorKind.RATE_LIMITED else {}
        return Complaint(status, _anthropic_error(name, message), headers)

    def broken(self, kind: ErrorKind) -> bytes:
        return sse(self.complaint(kind).body, "error")

    def _event(self, name: str, **fields: object) -> bytes:
        return sse({"type": name} | fields, name)


class Responses(Dialect):
    name = "responses"

    def opening(self, asked: int) -> bytes:
        item = self._item("") | {"status": "in_progress", "content": []}
        return self._event(
            "response.created", response=self._response("", asked, "in_progress")
        ) + self._event("response.output_item.added", output_index=0, item=item)

    def piece(self, text: str) -> bytes:
        return self._event(
            "response.output_text.delta",
            item_id="msg_1", output_index=0, content_index=0, delta=text, logprobs=[],
        )  # fmt: skip

    def closing(self, text: str, asked: int, stop: Stop = "end") -> bytes:
        if stop == "refusal":
            return self._event(
                "response.refusal.done",
                item_id="msg_1", output_index=0, content_index=0, refusal="I will not.",
            )  # fmt: skip
        status = "completed" if stop == "end" else "incomplete"
        item = self._item(text)
        return self._event("response.output_item.done", output_index=0, item=item) + self._event(
            f"response.{status}", response=self._response(text, asked, status)
        )

    def whole(self, text: str, asked: int) -> Json:
        return self._response(text, asked, "completed")

    def complaint(self, kind: ErrorKind) -> Complaint:
        return _openai_complaint(kind)

    def broken(self, kind: ErrorKind) -> bytes:
        error = _inner(self.complaint(kind))
        if kind in (ErrorKind.OVERLOADED, ErrorKind.RATE_LIMITED):
            failed = self._response("", 1, "failed") | {"error": error}
            return self._event("response.failed", response=failed)
        return self._event("error", code=error["code"], message=error["message"], param=None)

    def _response(self, text: str, asked: int, status: str) -> Json:
        done = status in ("completed", "incomplete")
        cut = {"reason": "max_output_tokens"} if status == "incomplete" else None
        said = count(text)
        return {
            "id": "resp_1", "object": "response", "created_at": 1, "model": "gpt",
            "status": status, "error": None, "incomplete_details": cut,
            "parallel_tool_calls": False, "tool_choice": "none", "tools": [],
            "output": [self._item(text)] if done and text else [],
            "usage": {
                "input_tokens": asked, "input_tokens_details": {"cached_tokens": 0},
                "output_tokens": said, "output_tokens_details": {"reasoning_tokens": 0},
                "total_tokens": asked + said,
            } if done else None,
        }  # fmt: skip

    def _item(self, text: str) -> Json:
        part = {"type": "output_text", "text": text, "annotations": []}
        return {
            "type": "message", "id": "msg_1", "role": "assistant",
            "status": "completed", "content": [part],
        }  # fmt: skip

    def _event(self, name: str, **fields: object) -> bytes:
        return sse({"type": name, "sequence_number": 0} | fields, name)


class Chat(Dialect):
    name = "chat"

    def opening(self, asked: int) -> bytes:
        return sse(self._chunk({"role": "assistant", "content": ""}))

    def piece(self, text: str) -> bytes:
        return sse(self._chunk({"content": text}))

    def closing(self, text: str, asked: int, stop: Stop = "end") -> bytes:
        reason = {"end": "stop", "length": "length", "refusal": "content_filter"}[stop]
        usage = self._chunk(None) | {"usage": self._usage(text, asked)}
        return sse(self._chunk({}, reason)) + sse(usage) + b"data: [DONE]\n\n"

    def whole(self, text: str, asked: int) -> Json:
        choice = {
            "index": 0, "finish_reason": "stop",
            "message": {"role": "assistant", "content": text},
        }  # fmt: skip
        return {
            "id": "chat_1", "object": "chat.completion", "created": 1, "model": "local",
            "choices": [choice], "usage": self._usage(text, asked),
        }  # fmt: skip

    def complaint(self, kind: ErrorKind) -> Complaint:
        return _openai_complaint(kind)

    def broken(self, kind: ErrorKind) -> bytes:
        return sse(self.complaint(kind).body)

    def _chunk(self, delta: Json | None, reason: str | None = None) -> Json:
        choice = {"index": 0, "delta": delta, "finish_reason": reason}
        return {
            "id": "chat_1", "object": "chat.completion.chunk", "created": 1, "model": "local",
            "choices": [] if delta is None else [choice],
        }  # fmt: skip

    def _usage(self, text: str, asked: int) -> Json:
        said = count(text)
        return {
            "prompt_tokens": asked, "completion_tokens": said, "total_tokens": asked + said,
        }  # fmt: skip


class Gemini(Dialect):
    name = "gemini"
    _ERRORS: ClassVar[dict[ErrorKind, tuple[int, str, str]]] = {
        ErrorKind.NOT_SIGNED_IN: (
            400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key."
        ),
        ErrorKind.OUT_OF_QUOTA: (429, "RESOURCE_EXHAUSTED", "You exceeded your current quota."),
        ErrorKind.RATE_LIMITED: (429, "RESOURCE_EXHAUSTED", "You exceeded your current quota."),
        ErrorKind.OVERLOADED: (503, "UNAVAILABLE", "The model is overloaded."),
        ErrorKind.TIMED_OUT: (408, "DEADLINE_EXCEEDED", "Deadline expired."),
        ErrorKind.TOO_LONG: (
            400, "INVALID_ARGUMENT",
            "The input token count (2000000) exceeds the maximum number of tokens allowed.",
        ),
        ErrorKind.REFUSED: (400, "INVALID_ARGUMENT", "Request contains an invalid argument."),
    }  # fmt: skip
    _QUOTAS: ClassVar[dict[ErrorKind, str]] = {
        ErrorKind.OUT_OF_QUOTA: "GenerateRequestsPerDayPerProjectPerModel-FreeTier",
        ErrorKind.RATE_LIMITED: "GenerateRequestsPerMinutePerProjectPerModel-FreeTier",
    }

    def opening(self, asked: int) -> bytes:
        return b""

    def piece(self, text: str) -> bytes:
        return sse(self._chunk(text))

    def closing(self, text: str, asked: int, stop: Stop = "end") -> bytes:
        reason = {"end": "STOP", "length": "MAX_TOKENS", "refusal": "SAFETY"}[stop]
        return sse(self._chunk("", reason) | {"usageMetadata": self._usage(text, asked)})

    def whole(self, text: str, asked: int) -> Json:
        return self._chunk(text, "STOP") | {"usageMetadata": self._usage(text, asked)}

    def complaint(self, kind: ErrorKind) -> Complaint:
        status, name, message = self._ERRORS[kind]
        details: list[Json] = []
        if kind in self._QUOTAS:
            rpc = "type.googleapis.com/google.rpc"
            violations = [{"quotaId": self._QUOTAS[kind], "quotaValue": "20"}]
            details = [
                {"@type": f"{rpc}.QuotaFailure", "violations": violations},
                {"@type": f"{rpc}.RetryInfo", "retryDelay": "34.5s"},
            ]
        error = {"code": status, "message": message, "status": name, "details": details}
        return Complaint(status, {"error": error})

    def broken(self, kind: ErrorKind) -> bytes:
        return sse(self.complaint(kind).body)

    def _chunk(self, text: str, reason: str | None = None) -> Json:
        candidate: Json = {"content": {"role": "model", "parts": [{"text": text}]}, "index": 0}
        return {"candidates": [candidate | ({"finishReason": reason} if reason else {})]}

    def _usage(self, text: str, asked: int) -> Json:
        said = count(text)
        return {
            "promptTokenCount": asked, "candidatesTokenCount": said, "thoughtsTokenCount": 0,
            "totalTokenCount": asked + said,
        }  # fmt: skip


_OPENAI_ERRORS: dict[ErrorKind, tuple[int, str, str, str]] = {
    ErrorKind.NOT_SIGNED_IN: (
        401, "invalid_request_error", "invalid_api_key", "Incorrect API key provided."
    ),
    ErrorKind.OUT_OF_QUOTA: (
        429, "insufficient_quota", "insufficient_quota",
        "You exceeded your current quota, please check your plan and billing details.",
    ),
    ErrorKind.RATE_LIMITED: (
        429, "tokens", "rate_limit_exceeded",
        "Rate limit reached for gpt on tokens per min. Please try again in 6.5s.",
    ),
    ErrorKind.OVERLOADED: (503, "server_error", "server_error", "The server is overloaded."),
    ErrorKind.TIMED_OUT: (408, "timeout", "request_timeout", "The request took too long."),
    ErrorKind.TOO_LONG: (
        400, "invalid_request_error", "context_length_exceeded",
        "This model's maximum context length is 8192 tokens.",
    ),
    ErrorKind.REFUSED: (
        400, "invalid_request_error", "invalid_prompt", "The prompt violates the usage policy."
    ),
}  # fmt: skip


def _anthropic_error(name: str, message: str) -> Json:
    return {"type": "error", "error": {"type": name, "message": message}, "request_id": "req_1"}


def _openai_complaint(kind: ErrorKind) -> Complaint:
    status, name, code, message = _OPENAI_ERRORS[kind]
    error = {"message": message, "type": name, "param": None, "code": code}
    return Complaint(status, {"error": error})


def _inner(complaint: Complaint) -> Json:
    error = complaint.body["error"]
    assert isinstance(error, dict)
    return error


DIALECTS: tuple[Dialect, ...] = (Anthropic(), Responses(), Chat(), Gemini())
