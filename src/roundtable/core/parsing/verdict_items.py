"""Reads single entries of a verdict's text form: a fix, a finding, a ruling."""

import re
from collections.abc import Iterable, Iterator

from roundtable.core.parsing.labels import Labels
from roundtable.core.parsing.places import is_file, only_unit, path_of, places, unit_name
from roundtable.core.parsing.text import one_line
from roundtable.core.parsing.unreadable import Unreadable
from roundtable.core.parsing.verdict_lists import undecorated
from roundtable.core.verdicts import MustFix, Ruling

_HEAD = re.compile(r"\s*[—–]\s*|\s+-{1,2}\s+|:\s+")  # noqa: RUF001
_LINE_OF = re.compile(
    r"`?(?P<file>[^\s:`,]{1,300})`?(?::|,?\s+line\s+)(?P<line>\d{1,6})(?:-\d{1,6})?`?"
    r"\s*[:,—–-]?\s*"  # noqa: RUF001
)
_BRACKETED = re.compile(r"\[(?P<place>[^\[\]\n]{1,200})\]\s*[:—–-]?\s*")  # noqa: RUF001
_ID = r"[\[(*`#]{{0,3}}F[-_]?(?P<{0}>\d{{1,4}})(?!\w)[\])*`]{{0,3}}"
_ANY_ID = r"(?:findings?\s+)?[\[(*`#]{0,3}F[-_]?\d{1,4}(?!\w)[\])*`]{0,3}"
_FINDING = re.compile(r"(?:findings?\s+)?" + _ID.format("id"), re.IGNORECASE)
_RANGE = re.compile(
    _ID.format("first") + r"\s*(?:[-–—]|to|through|bis)\s*" + _ID.format("last"),  # noqa: RUF001
    re.IGNORECASE,
)
_RUN = re.compile(
    rf"{_ANY_ID}(?:(?:\s*[,/&+]\s*|\s+(?:and|und|et|y)\s+|\s+){_ANY_ID})*", re.IGNORECASE
)
_WIDEST_RANGE = 200
_LONGEST_ROW = 5_000
_COMMA = re.compile(r"\([^()\n]*\)|(?P<cut>,\s*(?:and\s+|und\s+)?|\s+(?:and|und|et|y|&)\s+)")
_STATUS = (
    r"[*_]{0,2}(?P<status>settled|open)\b[*_]{0,2}"
    r"(?:\s+(?:by|for|in\s+favou?r\s+of)\s+(?P<by>[^—–:;,(\n]{1,80}))?"  # noqa: RUF001
)
_STATUS_BEHIND_SIGN = re.compile(rf"[:—–]\s*{_STATUS}", re.IGNORECASE)  # noqa: RUF001
_STATUS_BEHIND_SPACE = re.compile(rf"\s{_STATUS}", re.IGNORECASE)


def must_fix(item: str) -> MustFix:
    """The problem, and the place where the entry begins with one: `Cart.add (cart.py): …`."""
    text = " ".join(item.split())
    text = undecorated(text) if text.startswith(("**", "__")) else text
    bracket = _BRACKETED.match(text)
    if bracket and places(bracket["place"]):
        text = f"{bracket['place']}: {text[bracket.end() :]}"
    line = _LINE_OF.match(text)
    if line and is_file(line["file"]) and text[line.end() :].strip():
        problem = f"line {line['line']}: {text[line.end() :].strip()}"
        return MustFix(file=path_of(line["file"]) or "", problem=problem)
    head = _HEAD.search(text)
    found = places(text[: head.start()]) if head else None
    if head and found and len(found) == 1 and text[head.end() :].strip():
        unit = "" if found[0].unit == "*" else found[0].unit
        return MustFix(file=found[0].file, unit=unit, problem=text[head.end() :].strip())
    mentioned = only_unit(text)
    words = text.split(maxsplit=1)
    opens_with_unit = bool(words) and unit_name(words[0].rstrip(":,")) == mentioned.unit
    return MustFix(
        file=mentioned.file, unit=mentioned.unit if opens_with_unit else "", problem=text
    )


def findings(items: Iterable[str]) -> tuple[str, ...]:
    """Numbers of findings where entries begin with them, else the entries as they are."""
    return tuple(dict.fromkeys(found for item in items for found in _finding(item)))


def _finding(item: str) -> Iterator[str]:
    for piece in _list_pieces(item):
        span, run = _RANGE.match(piece), _RUN.match(piece)
        if span and 0 <= int(span["last"]) - int(span["first"]) < _WIDEST_RANGE:
            yield from (f"F{n}" for n in range(int(span["first"]), int(span["last"]) + 1))
        elif run and not span:
            yield from (f"F{int(number)}" for number in re.findall(r"\d+", run[0]))
        else:
            yield piece.strip("` ") if " " not in piece else undecorated(piece)


def _list_pieces(item: str) -> list[str]:
    """`F1 (why), F3` as two. A comma within a sentence separates nothing."""
    if len(item) > _LONGEST_ROW:
        return [item]
    pieces: list[str] = []
    start = 0
    for match in _COMMA.finditer(item):
        rest = item[match.end() : match.end() + 300]
        if match["cut"] and _stands_alone(rest) and _may_end(item[start : match.start()], match):
            pieces.append(item[start : match.start()].strip())
            start = match.end()
    pieces.append(item[start:].strip())
    return pieces if start == 0 or _all_short(pieces) else [item]


def _stands_alone(rest: str) -> bool:
    word = re.split(r"[\s,]", rest, maxsplit=1)[0]
    return _FINDING.match(rest) is not None or is_file(word.rstrip(".")) or is_file(rest)


def _may_end(piece: str, joint: re.Match[str]) -> bool:
    """An "and" ends an entry only when this is a bare number or file: "F1 and F3"."""
    bare = re.sub(r"\([^()\n]*\)", "", piece).strip()
    if "," in joint[0]:
        return _FINDING.match(bare) is not None or is_file(bare)
    return _FINDING.fullmatch(bare) is not None or is_file(bare)


def _all_short(pieces: list[str]) -> bool:
    return all(_FINDING.match(p) or is_file(re.sub(r"\s*\([^()\n]*\)$", "", p)) for p in pieces)


def ruling(item: str, labels: Labels) -> Ruling:
    """`C1: settled by B — evidence`."""
    text = undecorated(" ".join(item.split()))
    match = _STATUS_BEHIND_SIGN.search(text) or _STATUS_BEHIND_SPACE.search(text)
    claim = text[: match.start()].strip(" :—–-") if match else ""  # noqa: RUF001
    if match is None or not claim:
        raise Unreadable(
            f'the ruling "{one_line(item, 120)}" must name a claim and say "settled" or "open"'
        )
    by = (match["by"] or "").strip(" .")
    settled = match["status"].casefold() == "settled"
    evidence = text[match.end() :].strip().lstrip(" :;,.—–-").rstrip()  # noqa: RUF001
    if evidence.startswith("(") and evidence.endswith(")"):
        evidence = evidence[1:-1].strip()
    return Ruling(
        claim=claim,
        status="settled" if settled else "open",
        by=labels.exactly(by) or by,
        evidence=evidence,
    )
