"""Reads from which candidate a piece is to be taken: `Cart.total (cart.py) from B — why`."""

import re
from collections.abc import Iterable, Iterator

from roundtable.core.parsing.labels import Labels
from roundtable.core.parsing.places import Place, is_file, only_unit, path_of, places
from roundtable.core.parsing.text import one_line
from roundtable.core.parsing.unreadable import Unreadable
from roundtable.core.parsing.verdict_lists import none_and_rest, unwrapped
from roundtable.core.verdicts import Incorporate

_VERBS = (
    r"(?i:(?:please|also|and|use|take|adopt|port|bring(?:\s+in)?|copy|include|import|merge|keep"
    r"|swap\s+in|pull(?:\s+in)?)\s+){0,3}"
)
_OWN = r"(?:['’]s?(?![\w])(?:\s+(?:version|implementation|code))?)?"  # noqa: RUF001
_WHY = re.compile(r"\s*[—–]\s*|\s+-{1,2}\s+|:\s+|\s+(?=because\b|since\b|weil\b|porque\b)|\.\s+")  # noqa: RUF001
_AND = re.compile(r",\s*(?:and\s+|also\s+)?|\s+(?:and|und|et|y|&|\+)\s+")
_OPENING = " \t,:;—–-.*_"  # noqa: RUF001
_BEHIND_LEAD = r"|\s*[:：,—–]\s*|\s+-\s+|\s*(?:→|->|=>)\s*|\s*(?:から|の|的)\s*|(?<=[\])])\s+"  # noqa: RUF001
_WHERE = re.compile(r"\s*(?:\(\s*(?P<a>[^()\s]{1,300})\s*\)|in\s+(?P<b>[^\s,;:()]{1,300}))")
_STRANGER = re.compile(
    r"\bfrom\s+(?P<named>(?i:candidate|agent|seat)\s+)?[*_`]{0,4}(?P<who>[^\W\d_]\w*)"
)

_COMPARES = re.compile(
    r"\b(?:than|unlike|over|instead|rather|versus|vs|compared|not|but|while|whereas|as|like|als"
    r"|statt|que|чем)\b",
    re.IGNORECASE,
)
_TWO_SOURCES = "INCORPORATE names two sources in one entry: give each piece an entry of its own"


def incorporations(items: Iterable[str], labels: Labels) -> tuple[Incorporate, ...]:
    """What the entries say is to be taken, and from whom; an entry that names nobody fails."""
    reader = _Reader(labels)
    return tuple(taken for item in items for taken in reader.read(" ".join(item.split())))


class _Reader:
    def __init__(self, labels: Labels) -> None:
        self._labels = labels
        name = labels.mention
        bare = _BEHIND_LEAD if labels.known else ""
        self._lead = re.compile(
            rf"[*_`]{{0,4}}{_VERBS}(?:[Ff]rom\s+|来自\s*|采用\s*)?[\[(*`]{{0,3}}{name}[\])*`]{{0,3}}"
            rf"(?:['’]s?\s+{bare})[*_]{{0,2}}"  # noqa: RUF001
        )
        self._from = re.compile(
            rf"(?:^|(?<=[\s*`)]))(?i:from|von|aus|de|da|del|из|от)\s+(?i:the\s+)?[\[(*`]{{0,3}}{name}"
            rf"[\])*`]{{0,3}}{_OWN}"
        )
        self._with = re.compile(rf"\swith\s+{name}{_OWN}")
        self._second = re.compile(rf"\s*(?:[/|+&]|(?:and|or|und|oder|et|ou|y|o|и|или)\s)\s*{name}")
        self._beside = re.compile(rf"\s(?:←|<-+|<=|[(\[])\s*{name}\s*[)\]]?(?=\W|$)")

    def read(self, item: str) -> Iterator[Incorporate]:
        self._no_stranger(item)
        for part in self._parts(item):
            lead = self._begins_with(part)
            if lead:
                label, rest = lead
                yield from _from_one(label, *_cut_why(rest))
            else:
                yield from self._said_from(part)

    def _no_stranger(self, item: str) -> None:
        """ "from D" and "from candidate D" must name a candidate; "from scratch" does not."""
        for match in _STRANGER.finditer(item) if self._labels.known else ():
            who = match["who"]
            labelled = match["named"] or (len(who) == 1 and who.isupper())
            if labelled and not self._labels.resolve(who):
                raise Unreadable(
                    f'INCORPORATE names "{one_line(who, 40)}" as a source, which is none of '
                    f"{self._labels.listed}"
                )

    def _begins_with(self, item: str) -> tuple[str, str] | None:
        match = self._lead.match(item)
        label = self._labels.resolve(match["label"]) if match else None
        return (label, item[match.end() :]) if match and label else None

    def _parts(self, item: str) -> Iterator[str]:
        """`B's Cart.total and C's Cart.add` as two; what stands in a reason stays there."""
        if not self._begins_with(item):
            yield item
            return
        start = 0
        reason = _WHY.search(item, self._lead_end(item))
        for joint in _AND.finditer(item):
            following = self._begins_with(item[joint.end() : joint.end() + 400])
            if following is None:
                continue
            in_reason = reason is not None and joint.start() > reason.start()
            if not in_reason or places(_cut_why(following[1])[0]):
                yield item[start : joint.start()]
                start = joint.end()
        yield item[start:]

    def _lead_end(self, item: str) -> int:
        match = self._lead.match(item)
        return match.end() if match else 0

    def _named(self, item: str) -> list[re.Match[str]]:
        for pattern in (self._from, self._with, self._beside):
            found = [m for m in pattern.finditer(item) if self._labels.resolve(m["label"])]
            if found:
                return found
        return []

    def _said_from(self, item: str) -> Iterator[Incorporate]:
        named = self._named(item)
        if not named:
            raise Unreadable(
                f'INCORPORATE "{one_line(item, 120)}" does not say from which candidate: '
                f"write one of {self._labels.listed} behind the word from"
            )
        head, last = item[: named[0].start()], named[0]
        for match in named[1:]:
            between = item[last.end() : match.start()]
            cut = _next_head(between)
            if cut is None:
                continue
            yield from _taken(self._label(last), head, between[: cut[0]])
            head, last = between[cut[1] :], match
        rest = item[last.end() :]
        self._no_second_source(rest)
        yield from _taken(self._label(last), head, rest)

    def _no_second_source(self, rest: str) -> None:
        """ "from B or C" names two, and so does "from B and C's tests"."""
        if self._second.match(rest):
            raise Unreadable(_TWO_SOURCES)

    def _label(self, match: re.Match[str]) -> str:
        return self._labels.resolve(match["label"]) or match["label"]


def _next_head(between: str) -> tuple[int, int] | None:
    """Where the next piece begins between two sources; None when the second is in a reason."""
    joints = list(_AND.finditer(between))[-8:]
    for joint in joints:
        if places(between[joint.end() :]):
            return joint.start(), joint.end()
    if _COMPARES.search(between):
        return None
    if joints and joints[0].start() == 0 and between[joints[0].end() :].strip():
        return joints[0].start(), joints[0].end()
    raise Unreadable(_TWO_SOURCES)


def _cut_why(text: str) -> tuple[str, str]:
    cut = _WHY.search(text)
    return (text[: cut.start()], text[cut.end() :]) if cut else (text, "")


def _from_one(label: str, what: str, why: str) -> Iterator[Incorporate]:
    """`from B: Cart.total — why`; where no place is named, all of it is a description."""
    if places(what) is None and why and not only_unit(what).unit:
        what, why = f"{what} — {why}", ""
    yield from _built(label, what, why)


def _taken(label: str, head: str, rest: str) -> Iterator[Incorporate]:
    where = _WHERE.match(rest)
    token = (where["a"] or where["b"]) if where else ""
    if where and is_file(token):
        yield from _built(label, f"{head.strip()} ({token})", rest[where.end() :])
    else:
        yield from _built(label, head, rest)


def _built(label: str, what: str, why: str) -> Iterator[Incorporate]:
    # A full stop at the beginning belongs to a name such as `.github`.
    bare = what.rstrip(_OPENING).lstrip(_OPENING.replace(".", ""))
    what = re.sub(rf"^{_VERBS}", "", bare).strip()
    if none_and_rest(what)[0] and what:
        return
    why = unwrapped(why.strip().lstrip(_OPENING).rstrip())
    alone = what[1:-1].strip() if what.startswith("(") and what.endswith(")") else ""
    if is_file(alone):
        found: tuple[Place, ...] | None = (Place(path_of(alone) or ""),)
    else:
        found = places(what)
    if found is None:
        why = " — ".join(filter(None, [what, why]))
        found = (only_unit(what),)
    if not why and found == (Place(),):
        raise Unreadable(f"INCORPORATE does not say what to take from {label}")
    for place in found:
        yield Incorporate(file=place.file, unit=place.unit, source=label, why=why)
