"""Reads a verdict from the statement that a judge made in the text form."""

import re
from collections.abc import Iterable

from roundtable.core.parsing.file_structure import read_file_structure
from roundtable.core.parsing.hedges import breaks_off, denies
from roundtable.core.parsing.labels import Labels
from roundtable.core.parsing.sources import incorporations
from roundtable.core.parsing.text import clean, one_line
from roundtable.core.parsing.unreadable import Unreadable
from roundtable.core.parsing.verdict_items import findings, must_fix, ruling
from roundtable.core.parsing.verdict_lists import entries, options, unwrapped
from roundtable.core.parsing.verdict_sections import Section, cut_sections
from roundtable.core.parsing.verdict_text import Line, Statement
from roundtable.core.verdicts import (
    CodeVerdict,
    DiscussionVerdict,
    FindingsVerdict,
    Ruling,
    Verdict,
    VerdictKind,
)

_AROUND = " \t\n,;:—–-*_。."  # noqa: RUF001


def read_statement(
    statement: Statement, kind: VerdictKind, labels: Labels, before: Iterable[Line] = ()
) -> Verdict:
    """The verdict; raises Unreadable where a directive is missing, broken off or ambiguous."""
    sections = _Sections(cut_sections(statement.lines, kind))
    if statement.ends_text:
        sections.must_be_complete()
    match kind:
        case "code":
            return _code(statement.agreed, sections, labels)
        case "findings":
            return _findings(statement.agreed, sections, labels)
        case "discussion":
            return _discussion(statement.agreed, sections, labels, before)


def structure_in(lines: Iterable[Line]) -> tuple[str, ...]:
    """The files under FILE_STRUCTURE, wherever in the lines that stands."""
    sections = _Sections(cut_sections(lines, "discussion"))
    return read_file_structure(
        line for text in sections.texts("file_structure") for line in text.split("\n")
    )


class _Sections:
    def __init__(self, sections: tuple[Section, ...]) -> None:
        self._sections = sections
        self._extra: list[str] = []

    def texts(self, name: str) -> list[str]:
        return [s.text for s in self._sections if s.name == name]

    def has(self, name: str) -> bool:
        return any(s.name == name for s in self._sections)

    def must_be_complete(self) -> None:
        last = self._sections[-1]
        if last.name and not last.text.strip():
            heading = last.name.upper()
            raise Unreadable(
                f"the text ends behind {heading}: with nothing in it; write none there"
            )
        if last.name != "file_structure" and breaks_off(last.text):
            end = one_line(last.text.strip()[-60:], 60)
            raise Unreadable(f'the text breaks off at "{end}"')

    def listed(self, name: str) -> tuple[str, ...]:
        """All entries under a heading; the sentences behind them go to the summary."""
        found: list[str] = []
        for text in self.texts(name):
            part = entries(text)
            found += part.items
            self._extra.append(part.trail)
        return tuple(found)

    def note(self, text: str) -> None:
        self._extra.append(text)

    def prose(self) -> str:
        """What belongs to no list, in the order in which it was said, headings last."""
        said = [*self.texts(""), *self._extra, *self.texts("summary"), *self.texts("other")]
        whole = "\n\n".join(filter(None, (clean(text).strip() for text in said)))
        return re.sub(r"\n{3,}", "\n\n", whole)

    def rulings(self, labels: Labels) -> tuple[Ruling, ...]:
        return tuple(ruling(item, labels) for item in self.listed("rulings"))

    def options(self) -> tuple[str, ...]:
        found: list[str] = []
        for text in self.texts("options"):
            part = options(text)
            found += part.items or filter(None, [part.lead])
            self._extra += [part.lead, part.trail] if part.items else []
        return tuple(found)


def _discussion(
    agreed: bool, sections: _Sections, labels: Labels, before: Iterable[Line]
) -> DiscussionVerdict:
    rulings, offered = sections.rulings(labels), sections.options()
    files = read_file_structure(
        line for text in sections.texts("file_structure") for line in text.split("\n")
    )
    summary, offered = _summary_and_options(agreed, sections.prose(), offered)
    return DiscussionVerdict(
        agreed=agreed,
        summary=summary,
        options=offered,
        rulings=rulings,
        file_structure=files or structure_in(before),
    )


def _code(agreed: bool, sections: _Sections, labels: Labels) -> CodeVerdict:
    base = _base(sections, labels)
    taken = incorporations(sections.listed("incorporate"), labels)
    fixes = tuple(must_fix(item) for item in sections.listed("must_fix"))
    rulings, offered = sections.rulings(labels), sections.options()
    summary, offered = _summary_and_options(agreed, sections.prose(), offered)
    return CodeVerdict(
        agreed=agreed,
        base=base,
        incorporate=taken,
        must_fix=fixes,
        summary=summary,
        options=offered,
        rulings=rulings,
    )


def _findings(agreed: bool, sections: _Sections, labels: Labels) -> FindingsVerdict:
    if agreed and not sections.has("critical"):
        raise Unreadable("a consensus on findings needs CRITICAL: with the findings, or none")
    lists = [
        findings(sections.listed(name)) for name in ("critical", "warnings", "confirmed_clean")
    ]
    rulings, offered = sections.rulings(labels), sections.options()
    summary, offered = _summary_and_options(agreed, sections.prose(), offered)
    return FindingsVerdict(
        agreed=agreed,
        critical=lists[0],
        warnings=lists[1],
        confirmed_clean=lists[2],
        summary=summary,
        options=offered,
        rulings=rulings,
    )


def _base(sections: _Sections, labels: Labels) -> str:
    named: set[str] = set()
    for text in sections.texts("base"):
        found = labels.first(text.strip())
        if found is None:
            raise Unreadable(
                f'BASE must name exactly one of {labels.listed}; "{one_line(text, 60)}" does not'
            )
        reason = unwrapped(found[1].strip(_AROUND[:-1]).lstrip(_AROUND))
        if denies(reason):
            raise Unreadable(f'BASE={found[0]} is hedged: "{one_line(reason, 80)}"')
        named.add(found[0])
        sections.note(reason)
    if len(named) > 1:
        raise Unreadable(
            f"BASE names {len(named)} candidates ({', '.join(sorted(named))}), not one"
        )
    return next(iter(named), "")


def _summary_and_options(
    agreed: bool, prose: str, offered: tuple[str, ...]
) -> tuple[str, tuple[str, ...]]:
    """What is under discussion is mostly a list of options without a heading of its own."""
    if agreed or offered:
        return prose, offered
    found = options(prose)
    return "\n\n".join(filter(None, [found.lead, found.trail])), found.items
