"""`error-log.md`: the cases of all code-reds, newest first, for people and for a script.

A script finds a case by its heading (`## CR-001 OPEN: …`) or by its row of the table. Words of
others are quoted or on one line, so that none of them can look like either.
"""

from collections.abc import Sequence

from roundtable.core.error_log import Case
from roundtable.core.parsing.text import one_line

_WIDTH = 100


def error_log_page(project: str, cases: Sequence[Case]) -> str:
    lines = [f"# Error log of {project}", "", "| case | status | date | root cause | symptom |"]
    lines.append("|---|---|---|---|---|")
    newest_first = cases[::-1]
    lines += [
        f"| {c.number} | {c.status} | {c.date} | {_cause(c)} | {_cell(c.symptom)} |"
        for c in newest_first
    ]
    for case in newest_first:
        lines += ["", *_case_lines(case)]
    return "\n".join([*lines, ""])


def case_line(case: Case) -> str:
    """One line of a list: `CR-001  OPEN      2026-01-02  key: symptom`."""
    cause = case.key or case.because
    return (
        f"{case.number}  {case.status:<8}  {case.date}  {cause}: {one_line(case.symptom, _WIDTH)}"
    )


def _case_lines(case: Case) -> list[str]:
    lines = [
        f"## {case.number} {case.status}: {one_line(case.symptom, _WIDTH)}",
        "",
        f"- Status: {case.status} ({one_line(case.because, 500)})",
        f"- Date: {case.date}",
        f"- Session: {case.session}",
        f"- Root cause: {_cause(case)}",
    ]
    if case.held_by:
        lines += [f"- Held by: {case.held_by}", f"- Lead knight: {case.lead}"]
    if case.files:
        lines.append("- Files: " + ", ".join(f"`{one_line(f, 300)}`" for f in case.files))
    told = [f"> {line}".rstrip() for line in case.diagnosis.strip().splitlines()]
    return [*lines, "", *told] if told else lines


def _cause(case: Case) -> str:
    return f"`{case.key}`" if case.key else "not known" if not case.diagnosis else "by decree"


def _cell(text: str) -> str:
    return one_line(text, _WIDTH).replace("\\", "\\\\").replace("|", "\\|")
