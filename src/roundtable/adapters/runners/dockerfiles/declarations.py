"""What an image says of itself: ports, volumes, labels, user, folder, signal, health."""

import posixpath
import re
from dataclasses import replace

from roundtable.adapters.runners.dockerfiles.mounts import KERNEL_PLACES, safe_place
from roundtable.adapters.runners.dockerfiles.references import OURS
from roundtable.adapters.runners.dockerfiles.scopes import Scope
from roundtable.adapters.runners.dockerfiles.syntax import Instruction, Unreadable
from roundtable.adapters.runners.dockerfiles.words import Expanded
from roundtable.adapters.runners.plans import Health

_PORT = re.compile(r"([0-9]{1,5})(?:-([0-9]{1,5}))?(?:/(tcp|udp|sctp))?", re.IGNORECASE)
_SIGNAL = re.compile(r"(?:SIG)?[A-Z][A-Z0-9]{1,9}(?:[+-][0-9]{1,2})?|[0-9]{1,2}")
_USER = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*\$?(?::[A-Za-z0-9_][A-Za-z0-9_.-]*)?")
_DURATION = re.compile(r"(?:[0-9]{1,9}(?:\.[0-9]{1,9})?(?:ns|us|µs|ms|s|m|h))+")
_PART = re.compile(r"([0-9.]+)(ns|us|µs|ms|s|m|h)")
_SECONDS = {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3600.0}
_CHOSEN = "what it comes to depends on what the image has set"
_WHOLE = re.compile(r"\$(\w+)|\$\{(\w+)\}", re.ASCII)
_CONDITIONAL = re.compile(r"\$\{[A-Za-z0-9_]*[^A-Za-z0-9_}]")
_KEPT_LABELS = (OURS, *(f"com.docker.{kind}" for kind in ("compose", "stack", "swarm", "service")))
"""By these we, or others, find what they have started."""
_DROPPED_LABELS = ("com.docker", "io.docker", "org.dockerproject", "desktop.docker")
"""They say something to an engine's own programs, and nothing to a run."""
_LABEL = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_./-]*")
WIDEST_RANGE = 100
MOST_PORTS = 1000


def ports(instruction: Instruction, scope: Scope) -> tuple[int, ...]:
    """TCP alone; those that only the image knows are left out.

    It is we who reach a port, by its number, so that a guess at it allows nothing.
    """
    found: list[int] = []
    for word in _port_words(instruction, scope):
        found += _ports(word)
        if len(found) > MOST_PORTS:
            raise Unreadable(f"more than {MOST_PORTS} ports")
    return tuple(dict.fromkeys(found))


def _port_words(instruction: Instruction, scope: Scope) -> list[str]:
    """Expanded, each one port or a range."""
    found: list[str] = []
    for word in instruction.words:
        found += _said_ports(word, scope)
        if len(found) > MOST_PORTS:
            raise Unreadable(f"more than {MOST_PORTS} ports")
    return found


def unknown_ports(instruction: Instruction, scope: Scope) -> tuple[str, ...]:
    """The words of an EXPOSE of which nobody knows here which ports they are."""
    return tuple(word for word in instruction.words if not _said_ports(word, scope))


def written(instruction: Instruction, scope: Scope) -> Instruction | None:
    """As the builder gets it: ports as numbers, without what is left out. None: not at all."""
    if instruction.name == "LABEL":
        kept = tuple(word for pair in labels(instruction, scope) for word in pair)
        pairs = zip(kept[::2], kept[1::2], strict=True)
        text = " ".join(f"{name}={value}" for name, value in pairs)
    elif instruction.name == "EXPOSE":
        kept = tuple(_port_words(instruction, scope))
        text = " ".join(kept)
    else:
        return instruction
    if kept == instruction.words:
        return instruction
    return replace(instruction, text=text, words=kept) if kept else None


def note(instruction: Instruction, scope: Scope) -> str:
    """What of it is not done; empty: all of it is, or it is told elsewhere."""
    if instruction.name == "EXPOSE" and (unknown := unknown_ports(instruction, scope)):
        return f"EXPOSE {' '.join(unknown)}: nothing here says which port that is; it is left out"
    if instruction.name == "LABEL" and written(instruction, scope) != instruction:
        return f"{instruction.shown}: labels for an engine's own programs are not put on the image"
    return ""


def _said_ports(word: str, scope: Scope) -> tuple[str, ...]:
    said = scope.expanded(word, split=True)
    if not said.certain:
        said = scope.guessed(word)
    return said.words if said.certain else ()


def _ports(word: str) -> range:
    match = _PORT.fullmatch(word)
    if match is None:
        raise Unreadable(f"no port ({word})")
    first, last = int(match[1]), int(match[2] or match[1])
    if not 1 <= first <= last <= 65535 or last - first > WIDEST_RANGE:
        raise Unreadable(f"no port, or too many ({word})")
    return range(first, last + 1) if (match[3] or "tcp").lower() == "tcp" else range(0)


def volumes(instruction: Instruction, scope: Scope) -> tuple[str, ...]:
    places: list[str] = []
    for word in instruction.words:
        expanded = scope.expanded(word)
        if not expanded.certain or not expanded.text.startswith("/"):
            raise Unreadable(f"a volume is at an absolute place ({word})")
        places.append(safe_place(expanded.text))
    return tuple(places)


def labels(instruction: Instruction, scope: Scope) -> tuple[tuple[str, str], ...]:
    """Names and values as they are written, without those that are not put on an image here."""
    words = instruction.words
    found: list[tuple[str, str]] = []
    for name, value in zip(words[::2], words[1::2], strict=True):
        key = scope.expanded(name)
        scope.expanded(value)
        if not key.certain or not _LABEL.fullmatch(key.text):
            raise Unreadable(f"no plain name of a label ({name})")
        if _is_below(key.text, _KEPT_LABELS):
            raise Unreadable(f"a label that others go by ({key.text})")
        if not _is_below(key.text, _DROPPED_LABELS):
            found.append((name, value))
    return tuple(found)


def _is_below(name: str, tops: tuple[str, ...]) -> bool:
    plain = name.lower()
    return any(plain == top or plain.startswith(f"{top}.") for top in tops)


def user(instruction: Instruction, scope: Scope) -> str:
    """Empty: only the image knows."""
    said = _plain(instruction, scope)
    if not said.certain:
        return ""
    if not _USER.fullmatch(said.text):
        raise Unreadable("no plain name or number of a user")
    return said.text


def check_folder(instruction: Instruction, scope: Scope) -> None:
    said = _plain(instruction, scope)
    if said.certain and not said.text:
        raise Unreadable("a folder that comes to nothing")
    _check_place(said.text, scope)
    if said.certain:
        return
    whole = _WHOLE.fullmatch(instruction.text)
    own = scope.defaults.get(whole[1] or whole[2]) if whole else None
    if own is None:
        own = scope.owned(instruction.text)
    if own is None:
        raise Unreadable(_CHOSEN)
    _check_place(own, scope)


def _check_place(text: str, scope: Scope) -> None:
    if re.match(r"[A-Za-z]:", text) or text.startswith(("-", "\\")) or not text.isprintable():
        raise Unreadable("no plain path of a folder")
    for base in {"/", scope.folder or "/"}:
        parts = posixpath.normpath(posixpath.join(base, text)).split("/")
        first = next((part for part in parts if part), "")
        if first in KERNEL_PLACES:
            # A folder under /proc has let containers out before: it can be a handle of the host's.
            raise Unreadable("a folder that belongs to the system")


def _plain(instruction: Instruction, scope: Scope) -> Expanded:
    """What depends on the image may do so only by the plain value of a variable."""
    said = scope.expanded(instruction.text)
    if not said.certain and _CONDITIONAL.search(instruction.text):
        raise Unreadable(_CHOSEN)
    return said


def stop_signal(instruction: Instruction, scope: Scope) -> str:
    said = scope.expanded(instruction.text)
    if not said.certain or not _SIGNAL.fullmatch(said.text):
        raise Unreadable("no signal")
    return said.text


def health(instruction: Instruction, scope: Scope) -> Health | None:
    """None: it says that there is no check. Where it is silent, our own measures hold."""
    kind, *command = instruction.words
    if kind == "NONE":
        if instruction.flags:
            raise Unreadable("NONE takes no flags")
        return None
    if not command[0]:
        raise Unreadable("no command to check by")
    words = tuple(command) if instruction.exec_form else (*scope.shell, command[0])
    ours = Health(words)
    _duration(instruction, "start-interval", 0.0)
    return Health(
        words,
        interval=_duration(instruction, "interval", ours.interval),
        timeout=_duration(instruction, "timeout", ours.timeout),
        retries=_retries(instruction, ours.retries),
        start_period=_duration(instruction, "start-period", ours.start_period),
    )


def _duration(instruction: Instruction, name: str, silent: float) -> float:
    said = instruction.flag(name)
    if said is None or said == "0":
        return silent
    if not _DURATION.fullmatch(said):
        raise Unreadable(f"no duration (--{name}={said})")
    seconds = sum(float(part[1]) * _SECONDS[part[2]] for part in _PART.finditer(said))
    if not 0.001 <= seconds <= 86_400 and seconds != 0:
        raise Unreadable(f"a duration that is too short or too long (--{name}={said})")
    return seconds or silent


def _retries(instruction: Instruction, silent: int) -> int:
    said = instruction.flag("retries")
    if said is None:
        return silent
    if not re.fullmatch(r"[0-9]{1,4}", said):
        raise Unreadable(f"no number (--retries={said})")
    return int(said) or silent
