"""Takes lists apart as models write them: bullets, numbers, semicolons, and the word "none"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from roundtable.core.parsing.hedges import is_hollow
from roundtable.core.parsing.places import is_file, unit_name
from roundtable.core.parsing.stance import is_no_issue

_BULLET = re.compile(
    r"(?P<indent>[ \t]*)(?:[-*+•–·][ \t]+|\d{1,3}[.)][ \t]+|\(\d{1,2}\)[ \t]+|[a-h]\)[ \t]+)"  # noqa: RUF001
)
_INLINE_NUMBER = re.compile(r"(?<!\S)\(?(\d{1,2})[.)]\s+")
_CUT = re.compile(r"`[^`\n]*`|\([^()\n]*\)|(?P<cut>[;；]|\s\|\s)")  # noqa: RUF001
_OPTION = re.compile(
    r"(?:^|(?<=\n)|(?<=[.;]\s))[*_#\s]{0,6}"
    r"(?:option|alternative|variante|opción|opzione|opção|вариант|方案|選択肢|案)"
    r"[ \t]*(?:[A-Z]|\d{1,2})(?!\w)",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[.;,:(\n—–]|\s-\s")  # noqa: RUF001
_NOTHING = frozenset(
    {
        *("none needed", "nothing needed", "none required", "nothing required", "no changes"),
        *("nothing to incorporate", "nothing to fix", "no additions", "nothing else", "none found"),
        *("nothing further", "nothing from the others", "no critical issues", "no warnings"),
        *("no critical findings", "no blockers", "none identified", "none remaining", "none left"),
        *("no fixes needed", "no fixes required", "no must-fix items", "nothing critical"),
        *("keine nötig", "nichts weiter", "rien à corriger", "rien d'autre", "nada más"),
    }
)
_AFTER_ALL = re.compile(
    r"\W*(?:but|except|however|only|apart|besides|unless|aber|außer|sauf|mais|salvo|pero)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Listed:
    """The entries of a list, and the sentences before and behind it."""

    items: tuple[str, ...]
    lead: str = ""
    trail: str = ""


def split_list(text: str) -> Listed:
    """Entries by bullets or numbers; what is nested or goes on in the next line belongs to them."""
    items: list[list[str]] = []
    lead: list[str] = []
    trail: list[str] = []
    outer = 0
    inside = False
    after_blank = False
    for line in text.split("\n"):
        bullet = _BULLET.match(line)
        indent = len(bullet["indent"].expandtabs(4)) if bullet else 0
        if not line.strip():
            after_blank = True
            (trail if items else lead).append("")
            continue
        if bullet and (not items or indent <= outer + 1):
            outer = outer if items else indent
            items.append([line[bullet.end() :].strip()])
            inside = True
        elif inside and (line[0] in " \t" or not after_blank):
            items[-1].append(line.strip())
        else:
            (trail if items else lead).append(line.strip())
            inside = False
        after_blank = False
    found = tuple(filter(None, (tidy(" ".join(lines)) for lines in items)))
    if len(items) == 1 and len(_numbers(text)) > 1:
        found = tuple(_inline(text))  # a numbered list on one line
    return Listed(found, "\n".join(lead).strip(), "\n".join(trail).strip())


def entries(text: str) -> Listed:
    """The entries of a list of directives, without those that say "none".

    Where there are no bullets, the words beside the heading are the list and later paragraphs
    are not; under a heading that stands alone, every paragraph belongs to the list.
    """
    listed = split_list(text)
    if listed.items:
        before = [] if listed.lead.endswith((":", "：")) else list(_inline(listed.lead))  # noqa: RUF001
        return _without_none([*before, *listed.items], listed.trail)
    paragraphs = re.split(r"\n{2,}", listed.lead)
    alone = text[:1] == "\n" or not text.partition("\n")[0].strip()
    own, others = (paragraphs, []) if alone else (paragraphs[:1], paragraphs[1:])
    items = [item for part in own for line in _rejoined(part) for item in _inline(line)]
    return _without_none(items, "\n\n".join(others))


def options(text: str) -> Listed:
    """The alternatives that a text offers; one alone is no choice unless it has a bullet."""
    listed = split_list(text)
    if listed.items:
        return listed
    whole = listed.lead
    marks = [m.start() for m in _OPTION.finditer(whole)]
    if len(marks) > 1:
        ends = [*marks[1:], len(whole)]
        found = [tidy(" ".join(whole[a:b].split())) for a, b in zip(marks, ends, strict=True)]
        return Listed(tuple(undecorated(f) for f in found), whole[: marks[0]].strip())
    first, _, rest = whole.partition("\n\n")
    numbered = _numbers(first)
    lead = first[: numbered[0].start()].strip() if numbered else ""
    pieces = tuple(_inline(first[numbered[0].start() :] if numbered else first))
    return Listed(pieces, lead, rest.strip()) if len(pieces) > 1 else Listed((), whole)


def tidy(item: str) -> str:
    """An entry without what separates it from the others."""
    text = " ".join(item.split()).strip(";, ")
    if text.count("**") % 2:
        text = text.replace("**", "", 1) if text.startswith("**") else text.rstrip("* ")
    if text.endswith(".") and not text.endswith(".."):
        text = text[:-1].rstrip()
    return text


def undecorated(text: str) -> str:
    return text.replace("**", "").replace("__", "").strip()


def unwrapped(text: str) -> str:
    """The text without the one pair of brackets around all of it."""
    inner = text[1:-1]
    whole = text.startswith("(") and text.endswith(")") and "(" not in inner and ")" not in inner
    return inner.strip() if whole else text


def none_and_rest(item: str) -> tuple[bool, str]:
    """Whether an entry says that the list is empty, and the sentences that follow this."""
    text = item.strip().strip("*_ ")
    if is_hollow(text):
        return False, ""
    if is_no_issue(text) or text.rstrip(".").casefold() in _NOTHING:
        return True, ""
    cut = _CLAUSE.search(text, 0, 60)
    if cut is None or _AFTER_ALL.match(text[cut.start() :]):
        return False, ""
    word = text[: cut.start()].strip(" *_").casefold()
    empty = bool(word) and (is_no_issue(word) or word in _NOTHING)
    return empty, text[cut.end() :].strip() if empty and cut[0] in ".\n" else ""


def _without_none(items: list[str], trail: str) -> Listed:
    kept: list[str] = []
    rest: list[str] = []
    for item in items:
        empty, after = none_and_rest(item)
        if empty:
            rest.append(after)
        else:
            kept.append(item)
    return Listed(tuple(kept), "", "\n\n".join(filter(None, [*rest, trail])))


def _rejoined(paragraph: str) -> Iterator[str]:
    """The lines of a paragraph, with those that only wrap joined to the line before."""
    current: list[str] = []
    for line in paragraph.split("\n"):
        if current and not _only_wraps(current[-1], line):
            yield " ".join(current)
            current = []
        current.append(line)
    yield " ".join(current)


def _only_wraps(before: str, line: str) -> bool:
    first = line.split(maxsplit=1)[0] if line.split() else ""
    if before.rstrip().endswith((".", ";", "!", "?")):
        return False
    is_place = is_file(first.rstrip(":,")) or unit_name(first.rstrip(":,")) is not None
    return not is_place and (first[:1].islower() or first[:1] in "(—–-+&/")  # noqa: RUF001


def _inline(text: str) -> Iterator[str]:
    """Entries of a list without bullets: `(1) … (2) …`, or separated by semicolons."""
    cuts = _numbers(text) or [m for m in _CUT.finditer(text) if m["cut"]]
    starts = [0, *(m.end() for m in cuts)]
    ends = [*(m.start() for m in cuts), len(text)]
    yield from filter(None, (tidy(text[a:b]) for a, b in zip(starts, ends, strict=True)))


def _numbers(text: str) -> list[re.Match[str]]:
    """The numbers 1, 2, 3 … that count entries within a text; none unless there are two."""
    found: list[re.Match[str]] = []
    for match in _INLINE_NUMBER.finditer(text):
        if int(match[1]) == len(found) + 1:
            found.append(match)
    return found if len(found) > 1 else []
