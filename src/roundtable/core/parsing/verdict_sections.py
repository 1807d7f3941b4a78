"""Cuts a verdict's text at the words of its form: BASE, INCORPORATE, MUST_FIX, CRITICAL …"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from roundtable.core.parsing.verdict_text import Line
from roundtable.core.verdicts import VerdictKind

_NAMES: Mapping[str, str] = {
    "base": r"base|basis|база|ベース|基础|基礎|기반",
    "incorporate": r"incorporate[sd]?|übernehmen|einbauen|intégrer|integrer|incorporer|incorporar"
    r"|incorporare|integrare|включить|取り込み|取り込む|合并|纳入|統合",
    "must_fix": r"must[ _-]?fix(?:es)?|muss[ _-]?fix|zu[ _]beheben|[àa][ _]corriger|corregir"
    r"|da[ _]correggere|corrigir|исправить|必须修复|必須修正|要修正",
    "critical": r"critical|kritisch|critiques?|críticos?|critici|критичн\w+|重大|严重|致命",
    "warnings": r"warnings?|warnungen|avertissements|advertencias|avvisi|avisos"
    r"|предупреждения|警告",
    "confirmed_clean": r"confirmed[ _-]?clean|clean|bestätigt[ _]sauber|問題なし|确认无误",
    "summary": r"summary|rationale|reasoning|reasons?|why|justification|zusammenfassung|begründung"
    r"|résumé|resumen|riepilogo|resumo|итог|要約|摘要|理由",
    "options": r"options?|optionen|opciones|opzioni|opções|варианты|選択肢|选项",
    "rulings": r"rulings?",
    "file_structure": r"file[ _-]?structure|dateistruktur|структура[ _]файлов|文件结构"
    r"|ファイル構成",
}
_OF_KIND: Mapping[VerdictKind, tuple[str, ...]] = {
    "discussion": ("summary", "options", "rulings", "file_structure"),
    "code": ("base", "incorporate", "must_fix", "summary", "options", "rulings"),
    "findings": ("critical", "warnings", "confirmed_clean", "summary", "options", "rulings"),
}
# In a discussion the reasons are a part of the summary and keep their heading.
_SUMMARY_ALONE = r"summary|zusammenfassung|résumé|resumen|riepilogo|resumo|итог|要約|摘要"
_LEAD = r"(?:[\s#*_•·+\-–—]{0,12}(?:\d{1,2}[.)])?[\s*_]{0,8})"  # noqa: RUF001
_TAIL = (
    r"(?:[ _](?:issues|findings|items|changes|candidate))?(?:[ \t]{0,3}\([^()\n]{0,40}\))?"
    r"[*_ \t]{0,6}"
)
_SIGN = r"(?:[:：=]|→|->)[*_ \t]{0,6}"  # noqa: RUF001
# Only what can be no entry of a list: a name in one would take the entries after it along.
_OTHER_NAMES = (
    r"do[ _]not[ _]incorporate|reject(?:ed)?|excluded?|should[ _-]fix|nice[ _-]to[ _-]have|optional"
    r"|notes?|next[ _]steps|explanation|comments?|remarks?|assessment|trade-?offs?"
)
_OTHER = re.compile(
    rf"(?:^[#*_ ]{{0,10}}(?P<head>{_OTHER_NAMES})|(?<=[.;!?)]\s)(?P<inner>{_OTHER_NAMES}))"
    r"[*_ \t]{0,6}[:：][*_ \t]{0,6}",  # noqa: RUF001
    re.IGNORECASE,
)
_NOT = re.compile(r"(?:\bnot|\bno|n['’]t|\bnever)[\s_*]*$", re.IGNORECASE)  # noqa: RUF001


@dataclass(frozen=True, slots=True)
class Section:
    name: str
    """A field of the verdict; empty for what stands before the first heading."""
    text: str
    """Begins with a line feed where the heading stands alone on its line."""


def cut_sections(lines: Iterable[Line], kind: VerdictKind) -> tuple[Section, ...]:
    """The sections in order. Headings of no field belong to the summary and keep their words."""
    headings = _HEADINGS[kind]
    found: list[tuple[str, list[str]]] = [("", [])]
    for line in lines:
        position = 0
        for name, start, end in headings.within(line.text) if line.own else ():
            found[-1][1].append(line.text[position:start])
            found.append((name, []))
            position = end
        found[-1][1].append(line.text[position:])
    return tuple(Section(name, _balanced("\n".join(parts))) for name, parts in found)


class _Headings:
    def __init__(self, kind: VerdictKind) -> None:
        names = {n: _NAMES[n] for n in _OF_KIND[kind]}
        if kind == "discussion":
            names["summary"] = _SUMMARY_ALONE
        self._names = {n: re.compile(p, re.IGNORECASE) for n, p in names.items()}
        self._first = re.compile(
            rf"{_LEAD}(?P<name>{'|'.join(names.values())})(?!\w){_TAIL}(?:{_SIGN}|$)", re.IGNORECASE
        )
        # A reason within a list belongs to its entry, so reasons begin no section within a line.
        within = "|".join(pattern for name, pattern in names.items() if name != "summary")
        self._inner = re.compile(
            rf"(?<![\w-])(?P<name>(?i:{within})|(?<=[.;)]\s)(?:SUMMARY|RATIONALE))"
            rf"[*_ \t]{{0,6}}{_SIGN}"
        )
        self._keeps_others = kind != "discussion"

    def within(self, line: str) -> Iterator[tuple[str, int, int]]:
        """Each heading in a line: its field, where it begins, and where its text begins."""
        if not line.strip(" \t#*_-+•"):
            return
        marks: list[tuple[int, int, str]] = []
        first = self._first.match(line)
        if first and self._is_heading(line, first):
            marks.append((first.start(), first.end(), self._field(first["name"])))
        for match in self._inner.finditer(line, first.end() if marks and first else 0):
            shouted = match["name"] == match["name"].upper()
            if shouted and not _NOT.search(line, max(0, match.start() - 12), match.start()):
                marks.append((match.start(), match.end(), self._field(match["name"])))
        taken = {end for _, end, _ in marks}
        others = _OTHER.finditer(line) if self._keeps_others else ()
        for other in others:
            inner = other["inner"]
            start = other.start("inner" if inner else "head")
            if other.end() not in taken and (not inner or inner == inner.upper()):
                marks.append((start, start, "other"))
        for start, end, name in sorted(marks):
            yield name, start, end

    def _is_heading(self, line: str, match: re.Match[str]) -> bool:
        """A name alone on its line must look like a heading: `### Must fix`, `**Base**`."""
        signed = match[0].rstrip("*_ \t")[-1:] in (":", "：", "=", "→", ">")  # noqa: RUF001
        name = match["name"]
        if self._field(name) == "summary" and name != name.upper() and line[:1] in " \t-+•·":
            return False  # the reason of an entry, and more entries may follow
        capital = line[:1].isupper()
        return (
            signed
            or name == name.upper()
            or capital
            or line.lstrip()[:1] == "#"
            or line[:2] == "**"
        )

    def _field(self, name: str) -> str:
        return next(field for field, p in self._names.items() if p.fullmatch(name))


_HEADINGS: Mapping[VerdictKind, _Headings] = {kind: _Headings(kind) for kind in _OF_KIND}


def _balanced(text: str) -> str:
    """Without the second half of bold marks whose first half stood before the text began."""
    for mark in ("**", "__"):
        if text.count(mark) % 2:
            first_line = text.partition("\n")[0].rstrip()
            if first_line.endswith(mark):
                text = first_line[: -len(mark)] + text[len(first_line) :]
            else:
                text = text.replace(mark, "", 1)
    return text
