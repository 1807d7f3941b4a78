"""The faults that every knight behind a command is put through: exits, hangs, garbage, floods.

One table of shell scripts that stand for a vendor's broken command, and the kinds that are a right
account of each.
"""

import stat
from dataclasses import dataclass
from pathlib import Path

from roundtable.core.errors import ErrorKind

_SIGNED_IN = 'case "$*" in *"auth status"*|*"login status"*) exit 0;; esac\n'
"""The question whether somebody is signed in is answered well, so that the fault is met."""


@dataclass(frozen=True, slots=True)
class CommandFault:
    name: str
    kinds: frozenset[ErrorKind]
    """Every kind that tells it rightly."""
    script: str = ""
    """What the command does; empty: there is no command."""
    waits: bool = False
    """Only a deadline ends it."""
    executable: bool = True

    def command(self, folder: Path) -> str:
        """The broken command, in this folder."""
        path = folder / "broken"
        if self.script:
            path.write_text(f"#!/bin/sh\n{_SIGNED_IN}{self.script}\n")
            path.chmod(stat.S_IRWXU if self.executable else stat.S_IRUSR)
        return str(path)


def _is(*kinds: ErrorKind) -> frozenset[ErrorKind]:
    return frozenset(kinds)


def _complains(words: str) -> str:
    return f"head -c 1 >/dev/null; echo '{words}' >&2; exit 1"


_GARBLED = _is(ErrorKind.GARBLED)
_LATE = _is(ErrorKind.TIMED_OUT)
_EITHER = _is(ErrorKind.GARBLED, ErrorKind.TIMED_OUT)
_MISSING = _is(ErrorKind.NOT_INSTALLED)

COMMAND_FAULTS: tuple[CommandFault, ...] = (
    CommandFault("not installed", _MISSING),
    CommandFault("not executable", _MISSING, "exit 0", executable=False),
    CommandFault("exits with 0 and says nothing", _GARBLED, "head -c 1 >/dev/null; exit 0"),
    CommandFault("exits with 1 and says nothing", _GARBLED, "head -c 1 >/dev/null; exit 1"),
    CommandFault("exits with 137", _GARBLED, "head -c 1 >/dev/null; exit 137"),
    CommandFault("dies by a signal", _GARBLED, "kill -SEGV $$; sleep 9"),
    CommandFault("only warns", _GARBLED, "head -c 1 >/dev/null; echo 'warning: old' >&2; exit 0"),
    CommandFault("401", _is(ErrorKind.NOT_SIGNED_IN), _complains("Error: 401 Unauthorized")),
    CommandFault(
        "signed out", _is(ErrorKind.NOT_SIGNED_IN), _complains("Not logged in. Please run /login")
    ),
    CommandFault("429", _is(ErrorKind.RATE_LIMITED), _complains("Error: rate limit, slow down")),
    CommandFault(
        "usage limit",
        _is(ErrorKind.OUT_OF_QUOTA),
        _complains("Error: usage limit reached, try again in 2 hours"),
    ),
    CommandFault("529", _is(ErrorKind.OVERLOADED), _complains("API Error: 529 overloaded")),
    CommandFault(
        "no connection", _is(ErrorKind.OVERLOADED), _complains("Error: connection refused")
    ),
    CommandFault("too long", _is(ErrorKind.TOO_LONG), _complains("Error: prompt is too long")),
    CommandFault(
        "unknown model",
        _is(ErrorKind.REFUSED),
        _complains("Error: the model nobody does not exist"),
    ),
    CommandFault("hangs at once", _LATE, "exec sleep 300", waits=True),
    CommandFault("hangs and ignores signals", _LATE, "trap '' TERM INT HUP; sleep 300", waits=True),
    CommandFault("hangs with its output closed", _EITHER, "exec >&-; sleep 300", waits=True),
    CommandFault("hangs with a child of its own", _LATE, "sleep 300 & sleep 300", waits=True),
    CommandFault("leaves a child behind", _EITHER, "(sleep 300 &) ; exit 0", waits=True),
    CommandFault(
        "one byte a second",
        _EITHER,
        "head -c 1 >/dev/null; while :; do printf x; sleep 1; done",
        waits=True,
    ),
    CommandFault("prints garbage", _GARBLED, "head -c 1 >/dev/null; head -c 5000 /dev/urandom"),
    CommandFault("prints zero bytes", _GARBLED, "head -c 1 >/dev/null; head -c 5000 /dev/zero"),
    CommandFault(
        "prints a page", _GARBLED, "head -c 1 >/dev/null; echo '<html>Bad gateway</html>'"
    ),
    CommandFault(
        "prints no UTF-8", _GARBLED, 'head -c 1 >/dev/null; printf \'{"type":"\\377\\376"}\\n\''
    ),
    CommandFault("half a line", _GARBLED, 'head -c 1 >/dev/null; printf \'{"type":"resu\''),
    CommandFault(
        "JSON of another shape", _GARBLED, "head -c 1 >/dev/null; echo '{\"type\":7}'; echo '[]'"
    ),
    CommandFault(
        "endless lines", _EITHER, "head -c 1 >/dev/null; exec yes '{\"a\":1}'", waits=True
    ),
    CommandFault(
        "endless line", _EITHER, "head -c 1 >/dev/null; exec tr '\\0' x </dev/zero", waits=True
    ),
    CommandFault(
        "floods its error output",
        _GARBLED,
        "head -c 1 >/dev/null; head -c 20000000 /dev/zero | tr '\\0' e >&2; exit 1",
    ),
    CommandFault("does not listen", _GARBLED, "exit 0"),
    CommandFault("stops listening", _GARBLED, "exec <&-; sleep 0.1; exit 0"),
)
