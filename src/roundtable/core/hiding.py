"""Takes a developer's secrets out of what others write: plain, encoded, coloured, cut in two.

Against accidents. A program that wants to give a secret away can write it in its own way.
"""

import re
from base64 import b64encode
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import quote, quote_plus

from roundtable.core.parsing.text import ESCAPES

_HIDDEN = "***"
_SHORTEST = 4
"""Shorter values are no secrets: hiding every `1` would hide the log."""
_PLAIN = re.compile(
    r"[0-9]{1,5}|true|false|none|null|info|debug|warn|warning|error|prod|dev|test|local|"
    r"production|development|staging|localhost|127\.0\.0\.1|0\.0\.0\.0",
    re.IGNORECASE,
)
"""Nor are the usual values of settings: a port, a level, the name of a stage."""
_UNSEEN = re.compile(
    rf"{ESCAPES}|[\x1b\x9b]|"
    r"[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f-\x9a\x9c-\x9f\xad"
    r"\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+"
)
"""What may stand within a word without a reader seeing it. Tabs and line ends are seen."""
_UNFINISHED = re.compile(r"(?:\x1b(?:\[[0-?]*[ -/]*|\][^\x07\x1b\n]*|[ -/]*)|\x9b[0-?]*)\Z")
"""An escape sequence of which the end is still to come."""
_MOST_UNSEEN = 16_384
"""So much is waited for between two letters of a secret."""
_PROBE = 4


class _Forms:
    """What is looked for; most of it is never there, and that is found out quickly."""

    def __init__(self, forms: Iterable[str]) -> None:
        self.all = tuple(set(forms) - {""})
        self.longest = max(map(len, self.all), default=0)
        self._begin = tuple((form[:_PROBE], form) for form in self.all)
        self._short = frozenset(form[:n] for form in self.all for n in range(1, _PROBE))

    def places(self, text: str) -> list[tuple[int, int]]:
        found = [form for form in self.all if form in text]
        return [span for form in found for span in _places(text, form)]

    def beginning(self, text: str) -> int:
        """How much of the end of the text is the beginning of one of these, and not all of it."""
        tail = text[-self.longest :]
        most = max((len(end) for end in _ends(tail) if end in self._short), default=0)
        for form in [form for begin, form in self._begin if begin in tail]:
            most = max(most, _begun(tail, form, most))
        return most


class Hiding:
    """What is hidden, in all forms in which it may be written."""

    def __init__(self, secrets: Iterable[str]) -> None:
        hidden = {s for s in secrets if len(s) >= _SHORTEST and not _PLAIN.fullmatch(s)}
        forms = [form for secret in hidden for form in _forms(secret)]
        seen = [_UNSEEN.sub("", form) for form in forms]
        self.seen_forms = _Forms(seen)
        self.forms = _Forms((*forms, *seen))

    def hide(self, text: str) -> str:
        """The text without any of them."""
        return Veil(self).shown(text, final=True)


class Veil:
    """One stream of text, in pieces: what may be the beginning of a secret waits for the next."""

    def __init__(self, hiding: Hiding) -> None:
        self._hiding = hiding
        self._rest = ""
        self._covered = 0
        """So much of the rest belongs to a secret that is hidden already."""

    def shown(self, piece: str, final: bool = False) -> str:
        """What can be shown by now."""
        if not self._hiding.forms.all:
            return piece
        text = self._rest + piece
        view = _View(text)
        cut = len(text) if final else self._ready(text, view)
        if not cut:
            self._rest = text
            return ""
        shown, at = [], 0
        for start, end in self._spans(text, view):
            if start >= cut:
                break
            shown.append(text[at:start])
            if start or not self._covered:
                shown.append(_HIDDEN)
            at = end
        shown.append(text[at:cut])
        self._rest, self._covered = text[cut:], max(0, at - cut)
        return "".join(shown)

    def _ready(self, text: str, view: "_View") -> int:
        """How much of the text is no secret in the making."""
        cut = len(text) - self._hiding.forms.beginning(text)
        if view.is_other:
            last = max(text.rfind("\x1b"), text.rfind("\x9b"))
            if last >= 0 and _UNFINISHED.match(text, last):
                cut = min(cut, last)
                view = _View(text[:last])
            held = self._hiding.seen_forms.beginning(view.text)
            cut = min(cut, view.place(len(view.text) - held)) if held else cut
            # What is unseen is not cut in two: its end alone would be seen.
            cut = min(cut, view.seen_until(cut)) if cut < len(text) else cut
        return cut if len(text) - cut < self._hiding.forms.longest + _MOST_UNSEEN else len(text)

    def _spans(self, text: str, view: "_View") -> Iterator[tuple[int, int]]:
        """Where secrets stand, in their order; those that overlap are one."""
        found = self._hiding.forms.places(text)
        if view.is_other:
            seen = self._hiding.seen_forms.places(view.text)
            found += [(view.place(start), view.place(end - 1) + 1) for start, end in seen]
        if self._covered:
            found.append((0, self._covered))
        return _joined(sorted(found))


class _View:
    """A text as a reader sees it, and where each letter of that stands in the text."""

    def __init__(self, text: str) -> None:
        self._seen_at: list[int] = []
        self._at: list[int] = []
        parts, at, length = [], 0, 0
        for start, end in (*(unseen.span() for unseen in _UNSEEN.finditer(text)), (len(text),) * 2):
            if start > at:
                self._seen_at.append(length)
                self._at.append(at)
                parts.append(text[at:start])
                length += start - at
            at = end
        self.text = "".join(parts)
        self.is_other = length < len(text)

    def seen_until(self, place: int) -> int:
        """Up to where the text is seen, at this place or before it."""
        part = bisect_right(self._at, place) - 1
        if part < 0:
            return 0
        length = (*self._seen_at, len(self.text))[part + 1] - self._seen_at[part]
        return min(place, self._at[part] + length)

    def place(self, index: int) -> int:
        part = bisect_right(self._seen_at, index) - 1
        return self._at[part] + index - self._seen_at[part]


def _joined(spans: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    begun: tuple[int, int] | None = None
    for start, end in spans:
        if begun and start < begun[1]:
            begun = (begun[0], max(end, begun[1]))
            continue
        if begun:
            yield begun
        begun = (start, end)
    if begun:
        yield begun


def _places(text: str, form: str) -> Iterator[tuple[int, int]]:
    """Where this stands; of many that overlap only the last is looked for, or it would take long
    where a secret repeats itself."""
    length = len(form)
    start = text.find(form)
    while start >= 0:
        last = start
        while (later := text.rfind(form, last + 1, last + 2 * length - 1)) >= 0:
            last = later
        yield start, last + length
        start = text.find(form, last + length)


def _ends(text: str) -> Iterator[str]:
    return (text[-length:] for length in range(1, _PROBE))


def _begun(text: str, form: str, least: int) -> int:
    """The same for one of them, where more than so much of it is there."""
    at = text.find(form[:_PROBE], max(0, len(text) - len(form) + 1))
    while 0 <= at < len(text) - least:
        if form.startswith(text[at:]):
            return len(text) - at
        at = text.find(form[:_PROBE], at + 1)
    return 0


def _forms(secret: str) -> Iterator[str]:
    """As it is, and as it is carried in addresses and by base64."""
    yield secret
    for safe in ("", "/", "!'()*"):
        yield from _either_case(quote(secret, safe=safe, errors="replace"))
    yield from _either_case(quote_plus(secret, errors="replace"))
    for coded in _coded(secret.encode("utf-8", "replace")):
        yield coded
        yield coded.replace("+", "-").replace("/", "_")


def _either_case(escaped: str) -> tuple[str, str]:
    return escaped, re.sub("%[0-9A-F]{2}", lambda found: found[0].lower(), escaped)


def _coded(data: bytes) -> Iterator[str]:
    """Whole, and what there is of it in any case when it stands among other bytes."""
    yield b64encode(data).decode()
    for before, shared in enumerate((0, 2, 3)):
        coded = b64encode(bytes(before) + data)[shared : (before + len(data)) * 8 // 6].decode()
        if len(coded) >= _SHORTEST:
            yield coded
