"""Reads a seat's findings from its own turn, and only its own.

They stand in one JSON block with "findings", or, where there is none, as lines of text. What
cannot be read is never taken for "nothing found".
"""

import json
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from roundtable.core.findings import Finding, FindingsReading, MergedFinding
from roundtable.core.parsing.finding_fields import (
    FilesUnderReview,
    read_cause,
    read_lines,
    read_severity,
)
from roundtable.core.parsing.finding_lines import WrittenFinding, read_finding_lines, written
from roundtable.core.parsing.json_blocks import JsonBlock, json_blocks
from roundtable.core.parsing.text import clean
from roundtable.core.stances import Unparsed

MARKER = '"findings"'
_NO_BLOCK = f"no JSON block with {MARKER} of your own was found"
MOST_FINDINGS = 300
_MOST_RAW = 1_000
_NAMES = ("agent", "knight", "seat")
_FILE = ("file", "path", "filename", "file_path", "location")
_LINE = ("line", "lines", "line_number", "start_line")
_CLAIM = ("claim", "title", "issue", "problem", "message", "finding", "summary", "description")
_EVIDENCE = ("evidence", "code", "snippet", "quote", "explanation", "impact", "reason")
_FIX = ("fix", "suggestion", "suggested_fix", "recommendation", "remedy")


def read_findings(
    text: str,
    seat: str,
    files: Collection[str],
    iteration: int | None = None,
    numbered: Mapping[str, MergedFinding] | None = None,
) -> FindingsReading | Unparsed:
    """What this seat found in these files.

    With an iteration it is a turn of a discussion: only a block of that iteration tells it, for
    the words around it are about the findings of others as well. A finding that has a number
    already can be upheld by that alone.

    `findings` and `rejected` both empty: the seat says that it found nothing. A finding in a
    file that is not under review, or without a claim, is kept under `rejected` with the reason.
    """
    known = FilesUnderReview(files)
    blocks = [b for b in json_blocks(text, MARKER) if not _foreign(b, seat, iteration)]
    if not blocks:
        return _from_lines(text, seat, known) if iteration is None else Unparsed(reason=_NO_BLOCK)
    own = [b.value for b in blocks if b.value is not None and _name_of(b.value) is not None]
    if own:
        if any(json.dumps(v, sort_keys=True) != json.dumps(own[0], sort_keys=True) for v in own):
            return Unparsed(reason="there are several blocks in your name; put all into one")
        return _from_block(own[0], seat, known, numbered or {})
    if len(blocks) > 1:
        return Unparsed(reason='there are several blocks, and none says "agent": it is yours')
    if blocks[0].value is None:
        return Unparsed(reason=blocks[0].problem)
    if not blocks[0].ends_text:
        return Unparsed(reason="the block does not end your turn and does not name its agent")
    return _from_block(blocks[0].value, seat, known, numbered or {})


def _name_of(block: dict[str, Any]) -> object:
    return next((block[key] for key in _NAMES if key in block), None)


def _foreign(block: JsonBlock, seat: str, iteration: int | None) -> bool:
    if block.value is None:
        return False
    name, number = _name_of(block.value), block.value.get("round")
    if None not in (number, iteration) and str(number).strip() != str(iteration):
        return True
    if name is None:
        return False
    return not isinstance(name, str) or name.strip().casefold() != seat.casefold()


def _from_block(
    block: dict[str, Any],
    seat: str,
    known: FilesUnderReview,
    numbered: Mapping[str, MergedFinding],
) -> FindingsReading | Unparsed:
    items = block.get("findings")
    if not isinstance(items, list):
        return Unparsed(reason='"findings" must be a list ([] when there is none)')
    sound = block.get("clean")
    listed = [sound] if isinstance(sound, str) else sound if isinstance(sound, list) else []
    written = [_upheld(item, numbered) or _item(item) for item in items]
    return _reading(written, listed, seat, known)


def _from_lines(text: str, seat: str, known: FilesUnderReview) -> FindingsReading | Unparsed:
    found, sound = read_finding_lines(text)
    reading = _reading(found, sound, seat, known)
    if reading.findings or reading.clean:
        return reading
    reason = _NO_BLOCK
    if reading.rejected:
        reason += f", and no finding in the text: {reading.rejected[0]}"
    return Unparsed(reason=reason)


def _upheld(item: object, numbered: Mapping[str, MergedFinding]) -> WrittenFinding | None:
    """A finding of an earlier list, named by its number: `"F3"`, or `{"id": "F3"}`.

    Who writes a claim of its own beside a number has numbered its own list.
    """
    fields = item if isinstance(item, dict) else {"id": item}
    number = fields.get("id")
    known = numbered.get(number.strip().upper()) if isinstance(number, str) else None
    if known is None or _texts(fields, _CLAIM):
        return None
    severity = fields.get("severity")
    return WrittenFinding(
        raw=_raw(item),
        severity=severity if isinstance(severity, str) else known.severity,
        file=known.file,
        line=[line for line in (known.line, known.end_line) if line],
        claim=known.claim,
        evidence="\n".join(known.evidence),
        fix="\n".join(_texts(fields, _FIX)) or known.fix,
        cause=fields.get("cause") or known.cause,
    )


def _item(item: object) -> WrittenFinding:
    if isinstance(item, str):
        return written(item)
    if not isinstance(item, dict):
        return WrittenFinding(raw=_raw(item), problem="it is not an object with fields")
    fields = {str(key).strip().casefold(): value for key, value in item.items()}
    line = next((fields[key] for key in _LINE if fields.get(key) is not None), None)
    if "end_line" in fields and not isinstance(line, list | dict):
        line = [part for part in (line, fields["end_line"]) if part is not None]
    return WrittenFinding(
        raw=_raw(item),
        severity=fields.get("severity", fields.get("level", fields.get("priority"))),
        file=next((fields[key] for key in _FILE if fields.get(key) is not None), None),
        line=line,
        claim=" — ".join(_texts(fields, _CLAIM)),
        evidence="\n".join(_texts(fields, _EVIDENCE)),
        fix="\n".join(_texts(fields, _FIX)),
        cause=fields.get("cause"),
    )


def _texts(fields: dict[str, Any], keys: Iterable[str]) -> list[str]:
    """All that stands under these keys, each text once."""
    found: list[str] = []
    for key in keys:
        value = fields.get(key)
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, str) and part.strip() and part.strip() not in found:
                found.append(part.strip())
    return found


def _raw(item: object) -> str:
    try:
        return clean(json.dumps(item, ensure_ascii=False))[:_MOST_RAW]
    except (ValueError, RecursionError):
        return clean(repr(type(item)))


def _reading(
    items: list[WrittenFinding], sound: Iterable[object], seat: str, known: FilesUnderReview
) -> FindingsReading:
    findings: list[Finding] = []
    rejected: list[str] = []
    notes: list[str] = []
    for item in items[:MOST_FINDINGS]:
        taken = _finding(item, seat, known, notes)
        if isinstance(taken, Finding):
            findings.append(taken)
        else:
            rejected.append(taken)
    if len(items) > MOST_FINDINGS:
        rest = len(items) - MOST_FINDINGS
        rejected.append(f"at most {MOST_FINDINGS} are read in one turn: {rest} more were written")
    return FindingsReading(
        findings=tuple(findings),
        clean=_clean_files(sound, {f.file for f in findings}, known, notes),
        rejected=tuple(rejected),
        notes=tuple(dict.fromkeys(notes)),
    )


def _finding(
    item: WrittenFinding, seat: str, known: FilesUnderReview, notes: list[str]
) -> Finding | str:
    claim = clean(item.claim).strip()
    place = known.find(item.file)
    problem = item.problem or place.problem or ("" if claim else "it has no claim")
    if problem:
        return f"{problem}: {clean(item.raw)[:_MOST_RAW]}"
    severity, odd_severity = read_severity(item.severity)
    (line, end), odd_line = read_lines(item.line)
    if line is None:
        line, end = place.lines
    notes += [note for note in (place.note, odd_severity, odd_line) if note]
    return Finding(
        severity=severity,
        file=place.path,
        line=line,
        end_line=end,
        claim=claim,
        evidence=clean(item.evidence).strip(),
        fix=clean(item.fix).strip(),
        cause=read_cause(item.cause),
        who=(seat,),
    )


def _clean_files(
    sound: Iterable[object], faulty: Collection[str], known: FilesUnderReview, notes: list[str]
) -> tuple[str, ...]:
    """A file with a finding in it is not clean, whatever the list says."""
    found: dict[str, None] = {}
    for written_path in sound:
        place = known.find(written_path)
        if place.problem:
            notes.append(f"of the clean files: {place.problem}")
        elif place.path in faulty:
            notes.append(f"{place.path!r} is called clean and has findings")
        else:
            found[place.path] = None
    return tuple(found)
