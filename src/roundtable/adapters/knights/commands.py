"""What the knights behind vendors' commands share: accounting, reading JSON lines, errors by kind.

They speak on the user's subscription, where no call is billed by itself. The cost they report is
what the same tokens would cost through the vendor's API, so that seats can be compared and caps
hold for all of them alike.
"""

import json
import os
import re
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from datetime import datetime, timedelta
from typing import Any, ClassVar

from roundtable.adapters.knights.api_knight import Tally
from roundtable.adapters.knights.catalogue import Model, unknown_model
from roundtable.adapters.knights.processes import Child, Scratch, environment, find, scratch
from roundtable.core.budget import Usage
from roundtable.core.errors import ErrorKind, KnightError
from roundtable.core.parsing.text import one_line
from roundtable.core.ports import Ask, Delta, Finished
from roundtable.core.tokens import estimate

MOST_DETAIL = 300
Message = dict[str, Any]
Said = AsyncGenerator[Delta | Finished, None]

_SECRETS = re.compile(r"\b(?:sk-|sess-|AIza|ya29\.|eyJ|gh[a-z]_|Bearer )[\w.~+/=-]{6,}")
_INNER = re.compile(r'"message": ?"((?:[^"\\]|\\.)+)"')
"""The words within an error that is passed on as the JSON it came in."""
_NO_MODEL = re.compile(
    r"models?\b.{0,80}(?:does not exist|not found|not exist|not supported|unknown)"
    r"|issue with the selected model|not found for api version"
)
_BY_WORDS: tuple[tuple[ErrorKind, re.Pattern[str]], ...] = (
    (
        ErrorKind.OUT_OF_QUOTA,
        re.compile(
            r"usage limit|hit your [^.]{0,40}limit|quota exceeded|exhausted your|exceeded your"
            r" current quota|credit balance|insufficient_quota|out of credits|spend(?:ing)? limit"
        ),
    ),
    (
        ErrorKind.NOT_SIGNED_IN,
        re.compile(
            r"not logged in|/login|log in again|logged out|sign in|invalid api key|incorrect api"
            r" key|api key not valid|api_key environment|auth method|authenticat|unauthorized"
        ),
    ),
    (
        ErrorKind.TOO_LONG,
        re.compile(
            r"too long|too large|context window|context_length|input token count|maximum length"
            r"|stdin input exceeds|maximum context"
        ),
    ),
    (ErrorKind.RATE_LIMITED, re.compile(r"rate.?limit|limiting requests|too many requests")),
    (ErrorKind.GARBLED, re.compile(r"stream disconnected|streamtruncated|without a finish reason")),
    (
        ErrorKind.OVERLOADED,
        re.compile(
            r"overloaded|at capacity|server error|server-side|unavailable|connection refused"
            r"|can't reach|enotfound|econn|etimedout|eai_again|lookup address|sending request"
            r"|connection failed|fetch failed|internal error"
        ),
    ),
    (
        ErrorKind.REFUSED,
        re.compile(r"safeguards|safety|refus|prohibited|policy|blocked|invalid_prompt"),
    ),
)
_BY_STATUS = {
    401: ErrorKind.NOT_SIGNED_IN,
    402: ErrorKind.OUT_OF_QUOTA,
    403: ErrorKind.NOT_SIGNED_IN,
    404: ErrorKind.REFUSED,
    408: ErrorKind.TIMED_OUT,
    413: ErrorKind.TOO_LONG,
    429: ErrorKind.RATE_LIMITED,
}
_DURATION = re.compile(
    r"(?:again|retry|resets?|wait)\b[^.]{0,20}?\b(?:after|in) "
    r"((?:[\d.]+ ?(?:days?|hours?|min(?:ute)?s?|sec(?:ond)?s?|ms|[dhms]),? ?)+)"
)
_CLOCK = re.compile(r"\bat (\d{1,2}:\d\d [ap]m)\b")
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}


class CommandKnight(ABC):
    """A knight that speaks through a vendor's command, one process a turn.

    A process that stayed would answer a second or so sooner, but what was said in one turn could
    be seen in the next; a knight must know what it was given, and nothing else.
    """

    package: ClassVar[str]
    """What to install with npm."""
    sign_in: ClassVar[str]
    """The command that signs its user in."""
    variables: ClassVar[tuple[str, ...]]
    """The vendor's own variables of the environment: where its sign-in is, or the sign-in."""
    overhead_tokens: ClassVar[int]
    """At most what the command adds to our two texts."""

    def __init__(
        self, model: Model, command: str, extra_environment: Mapping[str, str] | None = None
    ) -> None:
        self._model = model
        self._command = command
        self._extra = dict(extra_environment or {})

    @property
    def context_tokens(self) -> int:
        return max(0, self._model.context_tokens - self.overhead_tokens)

    def worst_case(self, ask: Ask) -> Usage:
        given = estimate(ask.system) + estimate(ask.prompt) + self.overhead_tokens
        return self._priced(Tally(given, ask.max_output_tokens))

    async def speak(self, ask: Ask) -> Said:
        try:
            self._check(ask)
            with scratch() as place:
                async with aclosing(self._say(ask, place)) as items:
                    async for item in items:
                        yield item
        except KnightError as error:
            detail = self._presentable(error.detail)
            raise KnightError(error.kind, detail, error.retry_after) from None
        except Exception as error:
            detail = self._presentable(f"{type(error).__name__}: {error}")
            raise KnightError(ErrorKind.GARBLED, detail) from None

    async def close(self) -> None:  # noqa: B027 -- every turn has a process of its own
        """Nothing is held open."""

    @abstractmethod
    def _check(self, ask: Ask) -> None:
        """Raises TOO_LONG for what the command would refuse, or swallow without a word."""

    @abstractmethod
    def _say(self, ask: Ask, place: Scratch) -> Said:
        """One answer. Whatever else it raises is taken for garbled output."""

    def _program(self) -> str:
        found = find(self._command)
        if found is None:
            detail = f"{self._command} is not installed: npm install -g {self.package}"
            raise KnightError(ErrorKind.NOT_INSTALLED, detail)
        return found

    def _environment(self, place: Scratch, **added: str) -> dict[str, str]:
        return environment(self.variables, place, {**added, **self._extra})

    def _finished(self, ask: Ask, text: str, tally: Tally | None, *, cut: bool = False) -> Finished:
        if not text.strip():
            raise KnightError(ErrorKind.GARBLED, "the answer is empty")
        if tally is None or not tally.input_tokens:
            given = estimate(ask.system) + estimate(ask.prompt)
            tally = Tally(given, min(estimate(text), ask.max_output_tokens))
        return Finished(text=text, usage=self._priced(tally), cut=cut)

    def _priced(self, tally: Tally) -> Usage:
        return Usage(
            input_tokens=tally.input_tokens,
            output_tokens=tally.output_tokens,
            cost_microusd=self._model.cost(
                tally.input_tokens, tally.output_tokens, tally.cached_tokens
            ),
        )

    def _error(
        self, text: str, status: int | None = None, retry_after: float | None = None
    ) -> KnightError:
        """What the vendor's words, or the HTTP status behind them, mean to the table."""
        kind = kind_of(text, status)
        wait = waiting_time(text) if retry_after is None else retry_after
        if inner := _INNER.search(text):
            text = inner[1]
        if kind is ErrorKind.NOT_SIGNED_IN:
            text = f"not signed in: run {self.sign_in} ({text})"
        elif kind is ErrorKind.REFUSED and (status == 404 or _NO_MODEL.search(text.lower())):
            text = unknown_model(self._model.provider, self._model.id)
        waits = kind in (ErrorKind.OUT_OF_QUOTA, ErrorKind.RATE_LIMITED, ErrorKind.OVERLOADED)
        return KnightError(kind, text, wait if waits else None)

    async def _died(self, child: Child) -> KnightError:
        """The command ended without an answer: its last words may say why."""
        code = await child.end()
        told = complaint(child.complaint)
        if told and kind_of(told) is not ErrorKind.GARBLED:
            return self._error(told)
        why = f"{self._command} ended with code {code} before its answer did"
        return KnightError(ErrorKind.GARBLED, f"{why}: {told}" if told else why)

    def _presentable(self, text: str) -> str:
        """One line without anything that may be a key."""
        inherited = (os.environ.get(name, "") for name in self.variables)
        for value in (*self._extra.values(), *inherited):
            if len(value) >= 8 and not value.startswith(("/", "http")):
                text = text.replace(value, "***")
        return one_line(_SECRETS.sub("***", text[: MOST_DETAIL * 10]), MOST_DETAIL)


async def messages(child: Child) -> AsyncGenerator[Message, None]:
    """The JSON objects that a command prints; what is no JSON is a remark, and passed over."""
    async with aclosing(child.lines()) as lines:
        async for line in lines:
            try:
                message = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(message, dict):
                yield message


def kind_of(text: str, status: int | None = None) -> ErrorKind:
    words = text.lower()
    told = next((kind for kind, pattern in _BY_WORDS if pattern.search(words)), None)
    # A status says what happened, but the words can tell a quota from a rate, and one bad
    # request from another.
    if status in (400, 403, 429) and told in (ErrorKind.OUT_OF_QUOTA, ErrorKind.TOO_LONG):
        return told
    if status in _BY_STATUS:
        return _BY_STATUS[status]
    if status is not None and status >= 500:
        return ErrorKind.OVERLOADED
    if told is not None:
        return told
    return ErrorKind.REFUSED if status or _NO_MODEL.search(words) else ErrorKind.GARBLED


def waiting_time(text: str) -> float | None:
    """Seconds of "retry after 7s", "try again in 2 hours 5 minutes" or "try again at 4:43 AM"."""
    words = text.lower()
    if found := _DURATION.search(words):
        parts = re.findall(r"(\d+(?:\.\d+)?) ?(ms|[dhms])", found[1])
        return sum(float(amount) * _SECONDS[unit] for amount, unit in parts) if parts else None
    if found := _CLOCK.search(words):
        now = datetime.now().astimezone()
        clock = datetime.strptime(found[1], "%I:%M %p")
        moment = now.replace(hour=clock.hour, minute=clock.minute, second=0, microsecond=0)
        wait = moment - now
        return (wait if wait > timedelta(0) else wait + timedelta(days=1)).total_seconds()
    return None


def seconds_until(moment: object) -> float | None:
    """From now to a time in seconds since 1970."""
    if isinstance(moment, bool) or not isinstance(moment, int | float):
        return None
    return max(0.0, moment - time.time())


def complaint(text: str) -> str:
    """The line of an error output that says most: the first that names an error, else the last."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if "error" in line.lower()]
    return (errors[:1] or lines[-1:] or [""])[0]


def number(value: object) -> int:
    """A count in a vendor's JSON; anything else counts as none."""
    return value if isinstance(value, int) and value > 0 else 0
