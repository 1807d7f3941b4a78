"""What the judge rules at the end of an iteration, and the form in which people read it."""

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Annotated, Literal

from pydantic import Field

from roundtable.core.values import Value

VerdictKind = Literal["discussion", "code", "findings"]


class Incorporate(Value):
    """A piece of another candidate that goes into the base."""

    file: str
    """Relative path; empty when the judge's text names none."""
    unit: str
    """A qualified name such as `Cart.total`, `*` for the whole file, empty when none is named."""
    source: str
    """The label of the candidate that it is taken from."""
    why: str = ""
    """The judge's reason; where no unit is named, what is to be taken, in the judge's words."""


class MustFix(Value):
    """What no candidate has right, and the result must."""

    file: str = ""
    unit: str = ""
    problem: str


class Ruling(Value):
    """How a contested claim stands."""

    claim: str
    status: Literal["settled", "open"]
    by: str = ""
    """The label or the side that prevails."""
    evidence: str = ""


class DiscussionVerdict(Value):
    """On words: requirements and architecture."""

    kind: Literal["discussion"] = "discussion"
    agreed: bool
    summary: str = ""
    options: tuple[str, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    file_structure: tuple[str, ...] = ()
    """The files that development must fill, as relative paths."""


class CodeVerdict(Value):
    """On candidates: whose code is the base, and what it takes from the others."""

    kind: Literal["code"] = "code"
    agreed: bool
    base: str = ""
    """A candidate's label; empty only where nothing is agreed."""
    incorporate: tuple[Incorporate, ...] = ()
    must_fix: tuple[MustFix, ...] = ()
    summary: str = ""
    options: tuple[str, ...] = ()
    rulings: tuple[Ruling, ...] = ()


class FindingsVerdict(Value):
    """On findings: each is the number of a finding, such as `F3`, or a text of the judge's own."""

    kind: Literal["findings"] = "findings"
    agreed: bool
    critical: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    confirmed_clean: tuple[str, ...] = ()
    summary: str = ""
    options: tuple[str, ...] = ()
    rulings: tuple[Ruling, ...] = ()


Verdict = Annotated[DiscussionVerdict | CodeVerdict | FindingsVerdict, Field(discriminator="kind")]

_NOBODY: Mapping[str, str] = MappingProxyType({})
# A word of the form inside somebody's sentence would read as a part of the form.
_FORM_WORD = re.compile(r"\b([A-Z][A-Z_]{3,})[ \t]?[:=]")


def form(verdict: Verdict, names: Mapping[str, str] = _NOBODY) -> str:
    """The verdict in the form that people read; labels give way to names where there are some."""
    word = "CONSENSUS" if verdict.agreed else "DISCUSS"
    directives = _directives(verdict, names)
    summary = _paragraphs(verdict.summary) if _is_prose(verdict) else _sentence(verdict.summary)
    first = " ".join([f"{word}:", *(directives or [summary])]).rstrip()
    parts = [first]
    if directives and summary:
        parts.append(f"SUMMARY: {summary}")
    if verdict.options:
        heading = ["OPTIONS:"] if verdict.agreed or directives else []
        numbered = [f"{i}. {_sentence(text)}" for i, text in enumerate(verdict.options, 1)]
        parts += heading + numbered
    if isinstance(verdict, DiscussionVerdict) and verdict.file_structure:
        parts += ["FILE_STRUCTURE:", *(f"- {path}" for path in verdict.file_structure)]
    if verdict.rulings:
        parts += ["RULINGS:", *(f"- {_ruling(ruling, names)}" for ruling in verdict.rulings)]
    return "\n".join(parts)


def _is_prose(verdict: Verdict) -> bool:
    """Whether the summary may keep its lines: nothing but the summary is read from them."""
    return isinstance(verdict, DiscussionVerdict) and verdict.agreed


def _directives(verdict: Verdict, names: Mapping[str, str]) -> list[str]:
    """What follows the word on its line, in the order of the form."""
    match verdict:
        case CodeVerdict():
            base = [f"BASE={names.get(verdict.base, verdict.base)}."] if verdict.base else []
            taken = [_incorporate(item, names) for item in verdict.incorporate]
            fixes = [_must_fix(item) for item in verdict.must_fix]
            if not (verdict.agreed or taken or fixes):
                return base
            return [*base, f"INCORPORATE: {_listed(taken)}.", f"MUST_FIX: {_listed(fixes)}."]
        case FindingsVerdict():
            lists = (verdict.critical, verdict.warnings, verdict.confirmed_clean)
            if not (verdict.agreed or any(lists)):
                return []
            heads = ("CRITICAL", "WARNINGS", "CONFIRMED_CLEAN")
            return [
                f"{head}: {_listed(map(_item, items))}."
                for head, items in zip(heads, lists, strict=True)
            ]
        case _:
            return []


def _incorporate(item: Incorporate, names: Mapping[str, str]) -> str:
    if item.unit == "*":
        what = f"all of {item.file}"
    elif item.unit:
        what = f"{item.unit} ({item.file})" if item.file else f"`{item.unit}`"
    else:
        what = f"({item.file})" if item.file else ""
    origin = f"{what} from {names.get(item.source, item.source)}".strip()
    return f"{origin} — {_item(item.why)}" if item.why else origin


def _must_fix(item: MustFix) -> str:
    place = f"{item.unit} ({item.file})" if item.unit and item.file else item.unit or item.file
    if place and not item.file:
        place = f"`{place}`"
    return f"{place}: {_item(item.problem)}" if place else _item(item.problem)


def _ruling(ruling: Ruling, names: Mapping[str, str]) -> str:
    by = f" by {_sentence(names.get(ruling.by, ruling.by))}" if ruling.by else ""
    evidence = f" — {_sentence(ruling.evidence)}" if ruling.evidence else ""
    return f"{_sentence(ruling.claim)}: {ruling.status}{by}{evidence}"


def _listed(items: Iterable[str]) -> str:
    return "; ".join(items) or "none"


def _item(text: str) -> str:
    """A sentence that can stand in a list with semicolons."""
    return _sentence(text).replace(";", ",").rstrip(". ")


def _sentence(text: str) -> str:
    return _FORM_WORD.sub(r"\1 ", " ".join(text.split()))


def _paragraphs(text: str) -> str:
    return _FORM_WORD.sub(r"\1 ", text.strip())
