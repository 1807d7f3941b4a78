"""The one error tree. An error is named by what its reader does next, and carries the remedy.

RoundtableError            exit  1   unexpected; the message says what
├── UsageError                   2   what was typed cannot be meant
│   └── ChangesRefused           2   no file of a change set is touched (adapters/applying)
├── NotAProject                  3   no .roundtable folder here
├── ConfigError                  4   config.json is unreadable or wrong
├── KnightUnavailable            5   a seat cannot be filled
├── UnknownSession               6   no session of that name
├── SessionBusy                  7   another process leads this session
├── CommandRefused               8   the session cannot take this command now
├── StoreError                   9   the log cannot be written or read
│   ├── DiskFull                 9
│   ├── ReadOnly                 9
│   ├── KeysUnavailable          9   the file of keys cannot be written or read
│   └── LogMoved                 9   somebody appended first; read on and try again
└── LogDamaged                  10   part of the log is unreadable
    └── LogTooNew               10   written by a newer version

KnightError is apart: it ends a turn, never a session, and is recorded by its kind.
"""

from enum import StrEnum
from typing import ClassVar


class RoundtableError(Exception):
    """Anything we tell the user about instead of showing a traceback."""

    exit_code: ClassVar[int] = 1
    meaning: ClassVar[str] = "something unexpected failed"

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy


class UsageError(RoundtableError):
    exit_code = 2
    meaning = "the command line or its input cannot be meant"


class NotAProject(RoundtableError):
    exit_code = 3
    meaning = "there is no .roundtable folder here"


class ConfigError(RoundtableError):
    exit_code = 4
    meaning = "config.json or a script is unreadable or wrong"


class KnightUnavailable(RoundtableError):
    exit_code = 5
    meaning = "a knight is unknown or cannot be seated"


class UnknownSession(RoundtableError):
    exit_code = 6
    meaning = "no session, and no case of the error log, has that name"


class SessionBusy(RoundtableError):
    exit_code = 7
    meaning = "another process leads this session"


class CommandRefused(RoundtableError):
    exit_code = 8
    meaning = "the session cannot take this command now"


class StoreError(RoundtableError):
    exit_code = 9
    meaning = "the log, the folder or the file of keys cannot be written or read"


class DiskFull(StoreError):
    """No room for the event; what was recorded before is safe."""


class ReadOnly(StoreError):
    """The folder cannot be written."""


class KeysUnavailable(StoreError):
    """The developer's own file of keys; it is never written over unread."""


class LogMoved(StoreError):
    """Another writer appended to the session first."""


class LogDamaged(RoundtableError):
    exit_code = 10
    meaning = "part of the log is unreadable"


class LogTooNew(LogDamaged):
    """Not damaged: only this version is too old to read it."""


class ErrorKind(StrEnum):
    """Why a knight gave no answer."""

    NOT_INSTALLED = "not_installed"
    NOT_SIGNED_IN = "not_signed_in"
    OUT_OF_QUOTA = "out_of_quota"
    RATE_LIMITED = "rate_limited"
    OVERLOADED = "overloaded"
    TIMED_OUT = "timed_out"
    REFUSED = "refused"
    TOO_LONG = "too_long"
    GARBLED = "garbled"


#: Asking again in the same session cannot help: somebody has to act first.
LASTING: frozenset[ErrorKind] = frozenset(
    {ErrorKind.NOT_INSTALLED, ErrorKind.NOT_SIGNED_IN, ErrorKind.OUT_OF_QUOTA}
)


class KnightError(Exception):
    """A knight's turn failed, by kind; `retry_after` is in seconds where the vendor said so.

    For a quota, `retry_after` is the time until it is filled again.
    """

    def __init__(self, kind: ErrorKind, detail: str, retry_after: float | None = None) -> None:
        super().__init__(f"{kind}: {detail}")
        self.kind = kind
        self.detail = detail
        self.retry_after = retry_after
