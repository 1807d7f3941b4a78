"""What a vendor's complaint means to the table: one reading for all SDKs and endpoints.

Knows their wire forms, not their classes, so that no SDK is loaded for it. Nothing of a key and
no page of HTML comes through.
"""

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from urllib.parse import quote

from roundtable.adapters.knights.catalogue import Model, unknown_model
from roundtable.core.errors import ErrorKind, KnightError
from roundtable.core.parsing.text import one_line
from roundtable.core.secrets import Secret

MOST_DETAIL = 300
_NO_REASON = "the vendor gives no reason"
_KEY_PIECE = 8
"""So many characters of a key in a row are not shown, wherever they come from."""

# Google says "check your billing details" of a limit per minute too: prose alone is not enough.
_QUOTA = re.compile(r"insufficient_(quota|funds|credits)|billing|perday")
_QUOTA_SAID = re.compile(
    r"credit balance is too low|credits are depleted|insufficient credits|api usage limits"
    r"|spend(ing)? (limit|cap)|billing hard limit"
)
_TOO_LONG = re.compile(
    r"request_too_large|request too large|context_length_exceeded|string_above_max_length"
    r"|prompt is too long|maximum context length|context window|context length|context size"
    r"|input token count|exceeds the maximum number of tokens|exceed_context_size"
)
_SIGN_IN = re.compile(
    r"authentication_error|permission_error|invalid_api_key|api_key_invalid|unauthenticated"
    r"|permission_denied|api key not valid"
)
_RATE = re.compile(r"rate_limit|resource_exhausted|too_many_requests")
_SILENT = re.compile(r"timeout_error|deadline_exceeded|request_timeout|\btimeout\b")
_BUSY = re.compile(
    r"overloaded|api_error|server_error|unavailable|internal|service_unavailable|engine_busy"
)
_UNASKABLE = re.compile(
    r"invalid_request|invalid_argument|invalid_prompt|policy|content_filter|not_found|refus"
)
_REGAIN = re.compile(r"regain access on (\d{4}-\d\d-\d\d)(?: at (\d\d:\d\d))?")
_TRY_AGAIN = re.compile(r"try again in ((?:[\d.]+(?:ms|h|m|s))+)")
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}


@dataclass(frozen=True, slots=True)
class Complaint:
    """What a vendor said instead of an answer."""

    status: int | None
    """Of HTTP; None when it came in the middle of an answer."""
    words: str
    """Its types, codes and reasons, in lower case."""
    message: str
    retry_after: float | None

    @property
    def everything(self) -> str:
        return f"{self.words} {self.message.lower()}"


def translate(error: BaseException, model: Model, key: Secret | None) -> KnightError:
    """Any error of an SDK as one of ours, with nothing of the key in it."""
    own = _own(error)
    if own is None and isinstance(error, ImportError):
        own = KnightError(ErrorKind.NOT_INSTALLED, f"a package is missing: {error.name or error}")
    if own is None:
        own = _told(error, model)
    if own is None:
        # The message may quote the whole answer; its class says enough.
        own = KnightError(ErrorKind.GARBLED, f"the answer cannot be read ({type(error).__name__})")
    return KnightError(own.kind, presentable(own.detail, key), own.retry_after)


def understood(
    model: Model, body: object, status: int | None = None, headers: Mapping[str, str] | None = None
) -> KnightError:
    """The error that a vendor's complaint is."""
    complaint = read(body, status, headers or {})
    kind = classify(complaint)
    detail = complaint.message or (f"HTTP {status}" if status else complaint.words) or _NO_REASON
    if kind is ErrorKind.REFUSED and _names_model(complaint):
        detail = unknown_model(model.provider, model.id)
    elif status is not None and 300 <= status < 400:
        detail = "the vendor sends elsewhere, and redirects are not followed"
    waits = (ErrorKind.RATE_LIMITED, ErrorKind.OUT_OF_QUOTA, ErrorKind.OVERLOADED)
    return KnightError(kind, detail, complaint.retry_after if kind in waits else None)


def classify(complaint: Complaint) -> ErrorKind:
    status, words, everything = complaint.status, complaint.words, complaint.everything
    spent = _QUOTA.search(words) or _QUOTA_SAID.search(everything)
    if status == 402 or (status in (None, 400, 403, 429) and spent):
        return ErrorKind.OUT_OF_QUOTA
    if status in (401, 403) or (status in (None, 400) and _SIGN_IN.search(everything)):
        return ErrorKind.NOT_SIGNED_IN
    if status == 413 or (status in (None, 400, 422, 429, 500) and _TOO_LONG.search(everything)):
        return ErrorKind.TOO_LONG
    if status is None:
        return _in_mid_answer(words)
    if status == 429:
        return ErrorKind.RATE_LIMITED
    if status == 408:
        return ErrorKind.TIMED_OUT
    return ErrorKind.OVERLOADED if status >= 500 else ErrorKind.REFUSED


def read(body: object, status: int | None, headers: Mapping[str, str]) -> Complaint:
    """A body in any of the vendors' forms."""
    inner = _inner(body)
    message, words = "", ""
    if isinstance(inner, Mapping):
        told = inner.get("message") or inner.get("detail") or inner.get("error_description")
        message = told if isinstance(told, str) else ""
        words = " ".join(_words(inner)).lower()
        code = inner.get("code")
        if status is None and isinstance(code, int) and not _known(words):
            # Some endpoints put the HTTP status of their own upstream into the stream.
            status = code
    elif isinstance(inner, str):
        message = inner
    if _is_page(message):
        message = f"HTTP {status}, with a page instead of a reason"
    return Complaint(status, words, message, _retry_after(headers, inner, message))


def presentable(detail: str, key: Secret | None) -> str:
    """One line of bounded length without the key, whole or in pieces, plain or quoted."""
    text = detail[: MOST_DETAIL * 10]
    value = key.reveal() if key else ""
    if len(value) >= _KEY_PIECE:
        pieces = {value[i : i + _KEY_PIECE] for i in range(len(value) - _KEY_PIECE + 1)}
        pieces |= {quote(piece, safe="") for piece in pieces}
        text = " ".join("***" if any(p in word for p in pieces) else word for word in text.split())
    elif len(value) >= 4:
        text = text.replace(value, "***")
    return one_line(text, MOST_DETAIL) or _NO_REASON


def _own(error: BaseException) -> KnightError | None:
    """The KnightError that our transport raised beneath an SDK."""
    link: BaseException | None = error
    for _ in range(10):
        if link is None or isinstance(link, KnightError):
            return link
        link = link.__cause__ or link.__context__
    return None


def _told(error: BaseException, model: Model) -> KnightError | None:
    """The complaint that an SDK's error carries, if it carries one."""
    response = getattr(error, "response", None)
    body = getattr(error, "body", None)
    if body is None:
        body = getattr(error, "details", None)
    if response is None and body is None:
        return None
    status = getattr(response, "status_code", None)
    raw = getattr(response, "headers", None) or {}
    headers = {str(k).lower(): str(v) for k, v in raw.items()}
    return understood(model, body, None if status == 200 else status, headers)


def _in_mid_answer(words: str) -> ErrorKind:
    """No status: the complaint's own type decides."""
    for pattern, kind in (
        (_RATE, ErrorKind.RATE_LIMITED),
        (_SILENT, ErrorKind.TIMED_OUT),
        (_BUSY, ErrorKind.OVERLOADED),
        (_UNASKABLE, ErrorKind.REFUSED),
    ):
        if pattern.search(words):
            return kind
    return ErrorKind.GARBLED


def _known(words: str) -> bool:
    return _in_mid_answer(words) is not ErrorKind.GARBLED


def _inner(body: object) -> object:
    """The error itself, out of the lists and objects around it."""
    for _ in range(4):
        if isinstance(body, list) and body:
            body = body[0]
        elif isinstance(body, Mapping) and body.get("error"):
            body = body["error"]
        else:
            break
    return body


def _words(value: object, depth: int = 0) -> Iterator[str]:
    """Everything in an error that is a name rather than prose."""
    if depth > 4:
        return
    if isinstance(value, Mapping):
        for key, item in value.items():
            if isinstance(item, str) and key in (
                "type", "code", "status", "reason", "error_code", "quotaId", "quotaMetric"
            ):  # fmt: skip
                yield item
            elif isinstance(item, Mapping | list):
                yield from _words(item, depth + 1)
    elif isinstance(value, list):
        for item in value[:20]:
            yield from _words(item, depth + 1)


def _names_model(complaint: Complaint) -> bool:
    if "model_not_found" in complaint.words:
        return True
    return complaint.status == 404 and "model" in complaint.message.lower()


def _is_page(text: str) -> bool:
    start = text[:200].lstrip().lower()
    return start.startswith("<") or "<html" in start


def _retry_after(headers: Mapping[str, str], body: object, message: str) -> float | None:
    """Seconds to wait as the vendor says it: in a header, in the body, or in its sentence."""
    now = _date(headers.get("date", "")) or datetime.now(UTC)
    waits = (
        _number(headers.get("retry-after-ms", ""), 0.001),
        _number(headers.get("retry-after", "")),
        _until(_date(headers.get("retry-after", "")), now),
        _number(_retry_delay(body).removesuffix("s")),
        _until(_regained(message), now),
        _spoken(message),
    )
    return next((wait for wait in waits if wait is not None), None)


def _number(text: str, unit: float = 1.0) -> float | None:
    try:
        seconds = float(text) * unit
    except ValueError:
        return None
    return seconds if math.isfinite(seconds) and seconds >= 0 else None


def _date(text: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text)
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None


def _until(moment: datetime | None, now: datetime) -> float | None:
    return None if moment is None else max(0.0, (moment - now).total_seconds())


def _retry_delay(body: object) -> str:
    """Google's RetryInfo, such as "34.07s"."""
    details = body.get("details") if isinstance(body, Mapping) else None
    for item in details if isinstance(details, list) else ():
        if isinstance(item, Mapping) and isinstance(item.get("retryDelay"), str):
            return str(item["retryDelay"])
    return ""


def _regained(message: str) -> datetime | None:
    found = _REGAIN.search(message)
    try:
        return datetime.fromisoformat(f"{found[1]}T{found[2] or '00:00'}+00:00") if found else None
    except ValueError:
        return None


def _spoken(message: str) -> float | None:
    """Seconds of "Please try again in 1m2.5s"."""
    found = _TRY_AGAIN.search(message.lower())
    if not found:
        return None
    parts = re.findall(r"([\d.]+)(ms|h|m|s)", found[1])
    waits = [_number(amount, _SECONDS[unit]) for amount, unit in parts]
    return None if None in waits else sum(wait for wait in waits if wait is not None)
